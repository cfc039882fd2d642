"""Beyond the paper: certified gaps, a real local search, factors held fixed, the user's own files.

>>> import memlab as ml
>>> ml.beyond.best_known("C125.9", "clique", vertices=125, edges=6_963)["best_known"]
34

``python3 -m memlab beyond`` makes these results, ``python3 -m memlab compare`` runs the four modes
on graphs from files. Names are loaded on first use: a worker process needs few of them.
"""

import importlib

_HOMES = {
    "experiments": ("SIZES", "Run", "Task", "tasks"),
    "results": ("Results", "run", "shipped"),
    "instances": ("best_known", "compare"),
    "tables": (),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME, "tables"])


def __getattr__(name):
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    if name in _HOMES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
