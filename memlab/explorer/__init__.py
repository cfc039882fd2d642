"""The explorer of evolution modes for JupyterLab. ::

    from memlab.explorer import Explorer

    Explorer()

`memlab.analysis.race` and `memlab.analysis.lineage` compute, without any display; `widgets` draw,
and `views` combine the two. Walks, landscapes and Hinton and Nowlan's experiment are the
playground's page.
"""

try:
    from .explorer import Explorer
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}; pip install 'memlab[notebooks]' brings it",
                              name=error.name) from None

__all__ = ["Explorer"]
