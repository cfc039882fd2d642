"""The explorer of evolution modes for JupyterLab. ::

    from memlab.explorer import Explorer

    Explorer()

`race` computes, without any display; `widgets` draw, and `explorer` combines the two. Walks,
landscapes, the map and Hinton and Nowlan's experiment are views of the playground. Names are loaded
on first use, so that the command can check settings without loading widgets.
"""

from ..support import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
