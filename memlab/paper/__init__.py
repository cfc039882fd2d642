"""The paper: its published numbers, its study, and what becomes of its claims."""

from ..support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
