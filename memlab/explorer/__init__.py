"""The explorer of evolution modes for JupyterLab, and the pure functions that it shows.

    from memlab.explorer import Explorer

    Explorer()

`race`, `population`, `walk` and `landscape` compute and know no screen; `widgets` draw, `views` put
the two together.
"""

__all__ = ["Explorer"]


def __getattr__(name):
    if name in __all__:
        from .explorer import Explorer
        return Explorer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
