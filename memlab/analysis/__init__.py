"""Tables of any runs: statistics, comparisons, currencies; graphs with a name; landscapes."""

from ..support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
