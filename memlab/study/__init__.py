"""Experiments as data: reading them (plan), running them, keeping results (store), and tables.

>>> import memlab as ml
>>> plan = ml.study.profile("smoke").plan("grid")
>>> len(plan)
128

``ml.study.run(plan, folder)`` computes what is missing in the folder and returns the `Store`;
``ml.study.read_plan("my.toml")`` reads an experiment of your own. Names are loaded on first use: a
worker process needs few of them.
"""

import importlib

# home module: its names; modules without a name here are public themselves
_HOMES = {
    "experiment": ("ExperimentError", "combinations", "read_plan"),
    "plan": ("Block", "Configuration", "Plan", "run_seed"),
    "questions": ("Question",),
    "sources": ("Dataset", "Files", "GraphBench"),
    "methods": ("METHODS", "Optimum", "RandomSampling", "Restarts"),
    "profiles": ("PAPER", "PROFILES", "Profile", "profile"),
    "store": ("ForeignPlanError", "Store", "StoreError", "load"),
    "execute": ("FailedRunsError", "StaleStoreError", "run"),
    "ioh": ("export_ioh",),
    **dict.fromkeys(("agreement", "claims", "comparison", "configurations", "contrasts",
                     "dataset_means", "differences", "published", "statistics", "tables"), ()),
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
