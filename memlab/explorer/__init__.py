"""The explorer of evolution modes for JupyterLab, and the computations behind it. ::

    from memlab.explorer import Explorer

    Explorer()

The modules `race` and `individuals` compute, without any display; `widgets` draw, and `views`
combine the two. Walks, landscapes and Hinton and Nowlan's experiment are the playground's page.
"""

from ..lazy import names

__all__ = ["Explorer"]

__getattr__, _ = names(__name__, {"explorer": ("Explorer",)})
