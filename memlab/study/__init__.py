"""Experiments as data: plans, their execution, the store of results, and tables made from it.

>>> import memlab as ml
>>> plan = ml.study.profile("smoke").plan("grid")
>>> len(plan)
128

``ml.study.run(plan, folder)`` computes the runs that are missing in the folder and returns the
`Store`; ``ml.study.read_plan("my.toml")`` reads an experiment of your own. Names are loaded on
first use, because a worker process needs only a few of them.
"""

from .. import lazy

__getattr__, __dir__ = lazy.names(__name__, {
    "experiment": ("ExperimentError", "combinations", "read_plan"),
    "plan": ("Block", "Configuration", "Plan", "run_seed"),
    "problems": ("ProblemSpec",),
    "sources": ("Dataset", "Files"),
    "methods": ("METHODS", "Optimum", "RandomSampling", "Restarts"),
    ".paper.profiles": ("PAPER", "PROFILES", "Profile", "profile"),
    "store": ("ForeignPlanError", "Store", "StoreError", "load"),
    "execute": ("FailedRunsError", "StaleStoreError", "run"),
    # what is made of experiments lives in rooms of its own, and keeps its name here
    ".analysis.ioh": ("export_ioh",),
    **dict.fromkeys((".analysis.comparison", ".analysis.currencies", ".analysis.statistics",
                     ".paper.agreement", ".paper.claims", ".paper.configurations",
                     ".paper.contrasts", ".paper.dataset_means",
                     ".paper.differences", ".paper.published", ".paper.tables"),
                    ()),
})
__all__ = __dir__()
