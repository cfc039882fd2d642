"""The problems; `memlab.problems.registry` is the one registry of them."""

from ..support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
