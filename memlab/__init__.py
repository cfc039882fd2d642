"""memlab: the laboratory for memetic evolution.

>>> import memlab as ml
>>> graph, = ml.datasets.generate("er_small", count=1, seed=0)
>>> run = ml.evolve(ml.MaxIndependentSet(graph), mode="baldwinian", budget=1_000, seed=0)
>>> run.evaluations
1000

Names are loaded on first use (PEP 562, as SPEC 1 recommends), so ``import memlab`` is instant and
needs only the standard library.
"""

from .support import lazy as _lazy

__version__ = "0.3.0"
__getattr__, __dir__, __all__ = _lazy.names(__name__, __file__)
__all__ += ["__version__"]
