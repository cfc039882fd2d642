"""The explorer of evolution modes for JupyterLab. ::

    from memlab.explorer import Explorer

    Explorer()

`race` and `individuals` compute, without any display; `widgets` draw, and `views` combine the two.
Walks, landscapes and Hinton and Nowlan's experiment are the playground's page.
"""

__all__ = ["Explorer"]


def __getattr__(name):      # so that the command can check settings without loading widgets
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from .explorer import Explorer
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}; pip install 'memlab[notebooks]' brings it",
                                  name=error.name) from None
    return Explorer
