"""Packages that memlab does not install by itself are imported only where they are needed."""

import importlib


def need(name, module, extra, package=""):
    """Import a module of an optional package, or raise an error that says how to get it.

    Parameters
    ----------
    name : str
        What needs the package.
    module : str
        The module.
    extra : str
        The extra of memlab that installs the package.
    package : str
        The name by which the package is installed, if that is not the module's.

    Raises
    ------
    ImportError
        If the package is not installed.

    Examples
    --------
    >>> need("the example", "no_such_module", "bridges")
    Traceback (most recent call last):
    ImportError: the example needs no_such_module: pip install no_such_module, or memlab[bridges]
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = package or module.partition(".")[0]
        raise ImportError(f"{name} needs {package}: pip install {package}, or memlab[{extra}]"
                          ) from error
