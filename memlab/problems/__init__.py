"""The problems; `memlab.problems.registry` is the one registry of them."""

from ..support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
