"""Tables of any runs: statistics, comparisons, currencies; graphs with a name; landscapes."""

from ..support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
