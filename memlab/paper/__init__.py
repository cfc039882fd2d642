"""The paper: its published numbers, its study, and what becomes of its claims."""

from ..support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
