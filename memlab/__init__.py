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
    "Graph", "read_graph", "write_graph", "read_problem", "datasets", "problems",
    "MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "Unitation", "PseudoBoolean",
    "CustomProblem",
    "evolve", "Evolution", "Run", "run", "Trial", "BudgetSpent",
    "theory", "optima", "baselines", "neural", "study", "plots", "report", "explorer",
    "__version__",
]

__getattr__, _ = _lazy.names(__name__, {
    "graphs.datasets": (),
    "graphs.graph": ("Graph",),
    "graphs.formats": ("read_graph", "write_graph"),
    "problems": (),
    "problems.independent_set": ("MaxIndependentSet",),
    "problems.max_cut": ("MaxCut",),
    "problems.deceptive_blocks": ("DeceptiveLeadingBlocks",),
    "problems.unitation": ("Unitation",),
    "problems.pseudo_boolean": ("PseudoBoolean",),
    "problems.pseudo_boolean.readers": ("read_problem",),
    "problems.custom": ("CustomProblem",),
    "evolution": ("evolve", "Evolution"),
    "result": ("Run",),
    "trial": ("run", "Trial", "BudgetSpent"),
    **dict.fromkeys(("theory", "optima", "baselines", "neural", "study", "plots", "report",
                     "explorer"), ()),
})

TYPE_CHECKING = False  # type checkers and editors treat it as true and so see the names below
if TYPE_CHECKING:
    from . import baselines, explorer, neural, optima, plots, problems, report, study, theory
    from .evolution import Evolution, evolve
    from .graphs import datasets
    from .graphs.formats import read_graph, write_graph
    from .graphs.graph import Graph
    from .problems import (
        CustomProblem,
        DeceptiveLeadingBlocks,
        MaxCut,
        MaxIndependentSet,
        PseudoBoolean,
        Unitation,
        read_problem,
    )
    from .result import Run
    from .trial import BudgetSpent, Trial, run


def __dir__():
    return __all__
