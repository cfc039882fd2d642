"""The explorer of evolution modes for JupyterLab. ::

    from memlab.explorer import Explorer

    Explorer()

`race` computes, without any display; `widgets` draw, and `views` combine the two. Walks, landscapes
and Hinton and Nowlan's experiment are the playground's page. Names are loaded on first use, so that
the command can check settings without loading widgets.
"""

from ..support import lazy

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
