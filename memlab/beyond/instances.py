"""The four modes on graphs of the user's own, beside best known values and verified.

DIMACS files ``.clq`` ask for a largest clique, which is a maximum independent set of the
complement: whoever wants it says so, by ``complement=True``.
"""

import pandas as pd

from .. import checks
from ..evolution import evolve
from ..graphs.formats import read_graph
from ..graphs.graph import Graph
from ..names import GRAPH_PROBLEMS
from ..optima.known import best_known
from ..problems import LOCAL_SEARCHES, MaxCut, MaxIndependentSet
from ..study import published
from .compute import verified


def compare(graphs, problem, complement=False, local_search="repair", budget=40_000, repetitions=3,
            seed=0):
    """Run the four modes, at the paper's universal configurations, on each of some graphs.

    Parameters
    ----------
    graphs : sequence of Graph, str or path-like
        Graphs or files of graphs, as `memlab.read_graph` takes them.
    problem : {"mis", "maxcut"}
    complement : bool
        Whether to take the complement of each graph first ("mis" only): then the result is the
        size of a clique.
    local_search : {"repair", "augment", "swap"}
        Of independent sets.
    budget : int
        Evaluations of a run.
    repetitions : int
        Runs of each mode, at least 1.
    seed : int
        Run i of each mode has the seed (`seed`, i).

    Returns
    -------
    DataFrame
        A row for each graph and mode: instance, problem ("mis", "clique" or "maxcut"), vertices,
        edges (of the graph as it is given), mode, best (of the runs; its solution was counted edge
        by edge), mean; best_known, status ("optimal" or "best known"), gap (best_known minus best)
        and source, empty if nothing is known of an instance of this name and size.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as said above, or a file not what its format allows.
    FileNotFoundError
        If there is no such file.

    Examples
    --------
    >>> import memlab as ml
    >>> petersen = ml.Graph.from_edges(10, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 5), (1, 6),
    ...     (2, 7), (3, 8), (4, 9), (5, 7), (7, 9), (9, 6), (6, 8), (8, 5)])
    >>> compare([petersen], "maxcut", budget=1000)[["mode", "best"]].values.tolist()
    [['darwinian', 12], ['baldwinian', 12], ['lamarckian', 12], ['lb', 12]]
    """
    checks.choice("problem", problem, GRAPH_PROBLEMS)
    checks.choice("local_search", local_search, LOCAL_SEARCHES)
    repetitions = checks.integer("repetitions", repetitions, minimum=1)
    seed = checks.integer("seed", seed, minimum=0)
    if complement and problem != "mis":
        raise ValueError("complement must be False for problem 'maxcut': cuts of the complement "
                         "are not cuts of the graph")
    rows = []
    for given in graphs:
        graph = given if isinstance(given, Graph) else read_graph(given)
        rows += _compare(graph, problem, complement, local_search, budget, repetitions, seed)
    return pd.DataFrame(rows)


def _compare(graph, problem, complement, local_search, budget, repetitions, seed):
    """The rows of one graph."""
    asked = graph.complement() if complement else graph
    instance = MaxCut(asked) if problem == "maxcut" else MaxIndependentSet(asked, local_search)
    question = "clique" if complement else problem
    known = best_known(graph.name, question, graph.n, graph.m)
    rows = []
    for row in published.universal_configurations().itertuples(index=False):
        settings = {**row._asdict(), "budget": budget, "trace": False}
        if row.mode != "lb":
            settings["lb_probability"] = None
        runs = [evolve(instance, seed=(seed, i), **settings) for i in range(repetitions)]
        for run in runs:
            verified(instance, run)
        values = [run.best_fitness for run in runs]
        rows.append({"instance": graph.name, "problem": question, "vertices": graph.n,
                     "edges": graph.m, "mode": row.mode, "best": max(values),
                     "mean": sum(values) / repetitions, "best_known": known.get("best_known"),
                     "status": known.get("status"),
                     "gap": known["best_known"] - max(values) if known else None,
                     "source": known.get("source")})
    return rows
