"""Problems and graphs of other packages as memlab's, and the other way round.

Each function needs the package of its name, none of which memlab installs by itself: pip install
"memlab[bridges]".
"""

from ...support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
