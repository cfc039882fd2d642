"""Load a package's public names on first use: a worker, or ``--help``, needs few of them."""

import importlib


def names(package, homes):
    """Make the ``__getattr__`` and ``__dir__`` of a package that loads its names on first use.

    Parameters
    ----------
    package : str
        Name of the package.
    homes : dict of tuple of str
        For each module, relative to the package, the names in it that are public; an empty tuple if
        the module itself is public.

    Examples
    --------
    >>> find, listed = names("memlab", {"graphs.datasets": (), "run": ("Run",)})
    >>> listed(), find("Run"), find("datasets").__name__
    (['Run', 'datasets'], <class 'memlab.result.Run'>, 'memlab.graphs.datasets')
    """
    home_of = {name: home for home, public in homes.items()
               for name in public or [home.rpartition(".")[2]]}

    def find(name):
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(f".{home_of[name]}", package)
        return getattr(module, name) if homes[home_of[name]] else module
    return find, lambda: sorted(home_of)
