"""Packages whose public names are loaded on first use: a worker, or `--help`, needs few of them."""

import importlib


def names(package, homes):
    """What finds a package's names, and what lists them: its ``__getattr__`` and ``__dir__``.

    Parameters
    ----------
    package : str
    homes : dict of tuple of str
        Of each module below the package, its names that are public; none if the module itself is.

    Examples
    --------
    >>> find, listed = names("memlab", {"graphs.datasets": (), "run": ("Run",)})
    >>> listed(), find("Run"), find("datasets").__name__
    (['Run', 'datasets'], <class 'memlab.run.Run'>, 'memlab.graphs.datasets')
    """
    home_of = {name: home for home, public in homes.items()
               for name in public or [home.rpartition(".")[2]]}

    def find(name):
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f"{package}.{home_of[name]}")
        return getattr(module, name) if homes[home_of[name]] else module
    return find, lambda: sorted(home_of)
