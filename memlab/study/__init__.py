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

__getattr__, __dir__ = lazy.names(__name__, __file__)
__all__ = __dir__()
