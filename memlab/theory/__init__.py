"""Runtime theory, exact and simulated: DeceptiveLeadingBlocks, functions of unitation."""

from ..support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
