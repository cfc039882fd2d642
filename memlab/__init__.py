"""memlab: the laboratory for memetic evolution.

    import memlab as ml

    graph, = ml.datasets.generate("er_small", count=1, seed=0)
    run = ml.evolve(ml.MaxIndependentSet(graph), mode="baldwinian", seed=0)

A name is loaded when it is first used (PEP 562, as SPEC 1 advises): ``import memlab`` is instant
and needs nothing but the standard library.
"""

__version__ = "0.1.0"

__all__ = [
    "Graph", "read_graph", "write_graph", "datasets",
    "MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "CustomProblem",
    "evolve", "Evolution", "Run",
    "theory", "study", "plots", "reference", "beyond",
    "__version__",
]

_HOME = {
    "Graph": "graph",
    "read_graph": "formats",
    "write_graph": "formats",
    "MaxIndependentSet": "problems",
    "MaxCut": "problems",
    "DeceptiveLeadingBlocks": "problems",
    "CustomProblem": "custom",
    "evolve": "evolution",
    "Evolution": "evolution",
    "Run": "run",
}

TYPE_CHECKING = False  # type checkers and editors take it for true and see what is there
if TYPE_CHECKING:
    from . import beyond, datasets, plots, reference, study, theory
    from .custom import CustomProblem
    from .evolution import Evolution, evolve
    from .formats import read_graph, write_graph
    from .graph import Graph
    from .problems import DeceptiveLeadingBlocks, MaxCut, MaxIndependentSet
    from .run import Run


def __getattr__(name):
    from importlib import import_module

    if name in _HOME:
        value = getattr(import_module(f".{_HOME[name]}", __name__), name)
        globals()[name] = value
        return value
    if name in __all__:
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
