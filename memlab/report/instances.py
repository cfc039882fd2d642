"""The modes on instances from files, beside what is known of these.

That is a small experiment: the paper's universal configurations, run by the same engine.
"""

import tempfile
from pathlib import Path

import pandas as pd

from ..analysis.known import best_known
from ..problems import PROBLEMS, solutions
from ..study.blocks import Block
from ..study.execute import run
from ..study.experiment import universal
from ..study.plan import Plan
from ..study.problems import ProblemSpec
from ..study.sources import Files
from ..support.names import label


def runs(files, problem, complement=False, local_search="repair", budget=40_000, repetitions=3,
         seed=0, solution=None, **reading):
    """Run the four modes on graphs or problems from files.

    Parameters
    ----------
    files : list of str
        Their paths; wildcards are allowed.
    problem : {"mis", "maxcut", "pseudo-boolean"}
        What is looked for in the graphs, or that the files are problems themselves.
    complement : bool
        Whether to take the complement of each graph, whose independent sets are cliques.
    local_search : {"repair", "augment", "swap"}
        For independent sets.
    budget, repetitions, seed : int
        Evaluations of a run; runs per mode and graph; seed of all runs.
    solution : path-like, optional
        A file for the best solution, if there is one graph or problem.
    **reading
        How the files are read: format, base, relabel, as for `memlab.read_graph`.

    Returns
    -------
    DataFrame
        One row per run, as `Store.runs` gives them.

    Raises
    ------
    ValueError
        If a complement is asked for that means nothing, or a solution of several files.

    Examples
    --------
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "path.mis")
    ...     ml.write_graph(ml.Graph.from_edges(3, [(0, 1), (1, 2)]), path)
    ...     frame = runs([str(path)], "mis", budget=300, repetitions=1)
    >>> int(table(frame).loc["path", "Baldwinian"])
    2
    """
    if solution and (Path(solution).is_dir() or not Path(solution).absolute().parent.is_dir()):
        raise ValueError(f"--solution must be a file in a folder that exists, not {solution}")
    if complement and problem != "mis":
        raise ValueError(f"complement must be False for problem {problem!r}: only of independent "
                         "sets it asks something else of the same file")
    here, holds = Path.cwd(), "problem" if PROBLEMS[problem].is_data else "graph"
    given = {name: value for name, value in reading.items() if value is not None}
    source = Files.find(files, here, complement, holds=holds, **given)
    if solution and source.count > 1:
        raise ValueError(f"a solution must be one of one FILE, not of {source.count}")
    spec = ProblemSpec(problem, {"local_search": local_search} if problem == "mis" else {})
    plan = Plan("compare", [Block([spec], [source], universal())], repetitions=repetitions,
                budget=budget, seed=seed, solutions=True, folder=str(here))
    with tempfile.TemporaryDirectory() as folder:
        store = run(plan, Path(folder) / "runs")
        found, kept = store.runs(), store.solutions()["solution"]
    if solution:
        made = spec.problem(source.graph(0, 0, here))
        best = solutions.solution_of(made, kept[found["best_fitness"].idxmax()])
        solutions.write_solution(solution, made, best, problem=problem,
                                 of="complement " * complement + files[0])
    return found


def table(runs):
    """Set the best run of each mode beside the best known value of each instance.

    Parameters
    ----------
    runs : DataFrame
        As `Store.runs` gives them.

    Returns
    -------
    DataFrame
        One row per instance, which is the index. Columns:

        - problem: "mis", "clique", "maxcut" or "pseudo-boolean", and "minimised" behind it if lower
          values are better;
        - vertices, edges: size of the graph in the file, or numbers of bits and functions;
        - Darwinian, Baldwinian, Lamarckian, LB: best value of the mode's runs;
        - best_known, status ("optimal" or "best known"), source: missing if nothing is known of
          an instance of this name and size.

    Examples
    --------
    >>> done = pd.DataFrame({"graph": "brock200_2", "problem": "mis", "complement": True,
    ...                      "vertices": 200, "edges": 10_024, "mode": ["baldwinian", "lamarckian"],
    ...                      "best_fitness": [11, 10]})
    >>> table(done)[["Baldwinian", "Lamarckian", "best_known"]]
                Baldwinian  Lamarckian  best_known
    instance
    brock200_2          11          10          12
    """
    from ..analysis.frames import MINIMISED, question, valued

    rows = []
    for instance, group in valued(runs).groupby("graph", sort=False):
        problem, vertices, edges = key = question(group.iloc[0])
        low = MINIMISED * group["problem"].iloc[0].endswith(MINIMISED)
        best = group.groupby("mode", sort=False)["best_fitness"].agg("min" if low else "max")
        known = dict.fromkeys(("best_known", "status", "source")) | best_known(instance, *key)
        rows.append({"instance": instance, "problem": problem + low, "vertices": vertices,
                     "edges": edges, **best.rename(label), **known})
    return pd.DataFrame(rows).astype({"best_known": "Int64"}).set_index("instance")
