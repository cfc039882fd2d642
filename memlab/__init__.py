"""memlab: the laboratory for memetic evolution.

    import memlab as ml

    graph, = ml.datasets.generate("er_small", count=1, seed=0)
    run = ml.evolve(ml.MaxIndependentSet(graph), mode="baldwinian", seed=0)

A name is loaded when it is first used (PEP 562, as SPEC 1 advises): ``import memlab`` is instant
and needs nothing but the standard library.
"""

__version__ = "0.2.0"

__all__ = [
    "Graph", "read_graph", "write_graph", "datasets",
    "MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "CustomProblem",
    "evolve", "Evolution", "Run",
    "theory", "optima", "baselines", "neural", "study", "plots", "report", "explorer",
    "__version__",
]

# where names are, unless they are modules right here
_HOMES = {
    "graphs.datasets": ("datasets",),
    "graphs.graph": ("Graph",),
    "graphs.formats": ("read_graph", "write_graph"),
    "problems": ("MaxIndependentSet", "MaxCut", "DeceptiveLeadingBlocks", "CustomProblem"),
    "evolution": ("evolve", "Evolution"),
    "run": ("Run",),
}

TYPE_CHECKING = False  # type checkers and editors take it for true and see what is there
if TYPE_CHECKING:
    from . import baselines, explorer, neural, optima, plots, report, study, theory
    from .evolution import Evolution, evolve
    from .graphs import datasets
    from .graphs.formats import read_graph, write_graph
    from .graphs.graph import Graph
    from .problems import CustomProblem, DeceptiveLeadingBlocks, MaxCut, MaxIndependentSet
    from .run import Run


def __getattr__(name):
    from importlib import import_module

    if name == "reference":
        import warnings
        warnings.warn("memlab.reference is called memlab.optima now", DeprecationWarning,
                      stacklevel=2)
        name = "optima"
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = next((home for home, names in _HOMES.items() if name in names), name)
    module = import_module(f"{__name__}.{home}")
    value = module if home.endswith(name) else getattr(module, name)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
