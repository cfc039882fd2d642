"""The public name and where it is."""

from .explorer import Explorer as Explorer
