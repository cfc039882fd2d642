"""memlab: the laboratory for memetic evolution.

>>> import memlab as ml
>>> graph, = ml.datasets.generate("er_small", count=1, seed=0)
>>> run = ml.evolve(ml.MaxIndependentSet(graph), mode="baldwinian", budget=1_000, seed=0)
>>> run.evaluations
1000

Names are loaded on first use (PEP 562, as SPEC 1 recommends), so ``import memlab`` is instant and
needs only the standard library.
"""

from . import lazy as _lazy

__version__ = "0.2.0"

__all__ = [
    "Graph", "read_graph", "write_graph", "datasets",
    "MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "Unitation", "CustomProblem",
    "evolve", "Evolution", "Run",
    "theory", "optima", "baselines", "neural", "study", "plots", "report", "explorer",
    "__version__",
]

__getattr__, _ = _lazy.names(__name__, {
    "graphs.datasets": (),
    "graphs.graph": ("Graph",),
    "graphs.formats": ("read_graph", "write_graph"),
    "problems": ("MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "Unitation",
                 "CustomProblem"),
    "evolution": ("evolve", "Evolution"),
    "run": ("Run",),
    **dict.fromkeys(("theory", "optima", "baselines", "neural", "study", "plots", "report",
                     "explorer"), ()),
})

TYPE_CHECKING = False  # type checkers and editors treat it as true and so see the names below
if TYPE_CHECKING:
    from . import baselines, explorer, neural, optima, plots, report, study, theory
    from .evolution import Evolution, evolve
    from .graphs import datasets
    from .graphs.formats import read_graph, write_graph
    from .graphs.graph import Graph
    from .problems import (
        CustomProblem,
        DeceptiveLeadingBlocks,
        MaxCut,
        MaxIndependentSet,
        Unitation,
    )
    from .run import Run


def __dir__():
    return __all__
