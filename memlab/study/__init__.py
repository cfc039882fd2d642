"""The paper's study: what to run (plan), running it, keeping it (store), and its tables.

>>> import memlab as ml
>>> plan = ml.study.grid_plan("smoke")
>>> len(plan)
128

``ml.study.run(plan, folder)`` computes what is missing in the folder and returns the `Store`.
Names are loaded on first use: a worker process needs few of them.
"""

import importlib

# home module: its names; modules without a name here are public themselves
_HOMES = {
    "plan": ("Block", "Configuration", "Plan", "grid", "run_seed"),
    "profiles": ("PROFILES", "Profile", "evaluation_plan", "folder", "grid_plan", "profile",
                 "timing_plan", "universality_plan"),
    "store": ("ForeignPlanError", "Store", "StoreError"),
    "execute": ("FailedRunsError", "StaleStoreError", "run"),
    "pipeline": (),
    "tables": (),
    "configurations": (),
    "statistics": (),
    "differences": (),
    "dataset_means": (),
    "published": (),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = sorted([*_HOME, *(module for module, names in _HOMES.items() if not names)])


def __getattr__(name):
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    if name in _HOMES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return __all__
