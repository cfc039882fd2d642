"""Spaces of genomes: how they are drawn, crossed, varied, improved step by step, and compared."""

from ...support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
