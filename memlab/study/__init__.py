"""Experiments as data: plans, their execution, and the store of results.

>>> import memlab as ml
>>> plan = ml.paper.profile("smoke").plan("grid")
>>> len(plan)
128

``ml.study.run(plan, folder)`` computes the runs that are missing in the folder and returns the
`Store`; ``ml.study.read_plan("my.toml")`` reads an experiment of your own. Names are loaded on
first use, because a worker process needs only a few of them.
"""

import pkgutil
import warnings

from ..support import lazy

# What was offered here before, by the room that has it: nothing is imported upwards until then.
MOVED = {
    "memlab.analysis": ("comparison", "currencies", "statistics", "export_ioh"),
    "memlab.paper": ("agreement", "claims", "configurations", "contrasts", "dataset_means",
                     "differences", "published", "tables", "PAPER", "PROFILES", "Profile",
                     "profile"),
}
# Classes of settings of the methods that are now named so.
CLASSES = {"RandomSampling": "random", "Restarts": "restarts", "Optimum": "optimum"}
_find, __dir__, __all__ = lazy.names(__name__, __file__)


def __getattr__(name):
    if name in CLASSES:
        warnings.warn(f"memlab.study.{name} is now memlab.study.Method({CLASSES[name]!r}, settings)"
                      ". The next version will not know the old name", FutureWarning, stacklevel=2)
        return lambda *values, **settings: _find("Method")(CLASSES[name], settings | dict(
            zip(("solver", "seconds", "effort"), values, strict=False)))
    for room, names in MOVED.items():
        if name in names:
            warnings.warn(f"memlab.study.{name} is now {room}.{name}. The next version will not "
                          "know the old name", FutureWarning, stacklevel=2)
            return pkgutil.resolve_name(f"{room}:{name}")
    return _find(name)
