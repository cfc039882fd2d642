"""Load a package's public names on first use: a worker, or ``--help``, needs few of them."""

import ast
import importlib.util
import pkgutil
from pathlib import Path


def names(package, file):
    """Make ``__getattr__``, ``__dir__``, ``__all__`` of a package that loads names on first use.

    The names are what the package's stub imports, so that type checkers and editors see them, too.

    Parameters
    ----------
    package, file : str
        ``__name__`` and ``__file__`` of the package. The stub ``__init__.pyi`` stands beside it.

    Examples
    --------
    >>> import memlab
    >>> find, _, listed = names("memlab", memlab.__file__)
    >>> len(listed) > 20, find("Run"), find("datasets").__name__
    (True, <class 'memlab.evolution.run.Run'>, 'memlab.graphs.datasets')
    """
    stub = ast.parse(Path(file).with_suffix(".pyi").read_text("utf-8"))
    home_of = {alias.name: "." * node.level + (node.module or "")
               for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}

    def find(name):
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = importlib.util.resolve_name(home_of[name], package)
        return pkgutil.resolve_name(f"{home}.{name}")
    listed = sorted(home_of)
    return find, lambda: listed, listed
