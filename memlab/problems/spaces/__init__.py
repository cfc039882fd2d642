"""Spaces of genomes: how they are drawn, crossed, varied, improved step by step, and compared."""

from ...support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
