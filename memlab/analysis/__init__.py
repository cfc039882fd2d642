"""Tables of any runs: statistics, comparisons, currencies; what races and pictures begin with."""

from ..support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
