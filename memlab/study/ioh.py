"""Runs of memlab in the IOHprofiler format.

It is that of the field's own tools: IOHanalyzer, IOHinspector [1]_.

A function is a problem on one source of graphs, an instance is a graph, an algorithm is a mode with
the settings that tell it apart. Fitness is maximised. memlab keeps a run's course at 64 points, so
a target is hit at the first of these points that has it. The format wants every run to begin with
evaluation 1, where nothing is known yet: there, raw_y is one less than any value that follows in
the function's runs.

References
----------
.. [1] J. de Nobel, F. Ye, D. Vermetten, H. Wang, C. Doerr, T. Bäck. IOHexperimenter: Benchmarking
   platform for iterative optimization heuristics. Evolutionary Computation 32(3), 2024.
"""

import json
import shutil
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from .. import __version__
from ..files import check_replaceable
from ..run import TRACE_COLUMNS
from .comparison import SETTINGS, named, text

_MARK = "ABOUT.txt"      # what is said above; it shows that the folder is ours to replace
_VERSION = "0.3.17"      # of IOHexperimenter, whose files these are like


def export_ioh(store, folder):
    """Write the traced runs of a store in the IOHprofiler format.

    There is a function for every problem and source of graphs, an instance for every graph, and an
    algorithm for every mode with the settings that tell it apart, each in a folder of its own.
    ``evaluations`` and ``raw_y``, the best fitness so far, which is maximised, are given at the
    points of the traces, and beside them whatever else the store has of these, such as the
    diversity. At evaluation 1, where the format wants a run to begin, nothing is known yet: there,
    ``raw_y`` is one less than any value that follows in the function's runs.

    Parameters
    ----------
    store : Store
    folder : str or path-like
        New, empty, or an earlier export, which is replaced.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ValueError
        If the store has no traced runs, or if the folder holds anything else.

    Examples
    --------
    >>> import tempfile
    >>> from memlab.study import Block, Configuration, Plan, run
    >>> block = Block(["mis"], ["er_small"], [Configuration("lamarckian", 10, 10, 0.0)])
    >>> plan = Plan("short", [block], budget=100, traced_graphs=1)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     store = run(plan, f"{place}/store", workers=1, progress=False)
    ...     folder = export_ioh(store, f"{place}/ioh")
    ...     print(*sorted(path.name for path in folder.rglob("*.json")))
    IOHprofiler_f1_mis_er_small_train.json
    """
    traces = store.traces()
    if traces.empty:
        raise ValueError("store must hold traced runs, but it has none: "
                         "set traced_graphs of its plan to 1 or more")
    runs = store.runs()
    runs = _identified(runs[runs["run"].isin(traces["run"])])
    points = _points(traces, runs)
    folder = _emptied(Path(folder))
    for number, (function, of_function) in enumerate(runs.groupby("function", sort=False), 1):
        for algorithm, of_both in of_function.groupby("method", sort=False):
            place = folder / quote(algorithm, safe=" =")
            _write(place, f"f{number}_{quote(function, safe='')}", number, of_both, points)
    return folder


def _identified(runs):
    """The runs with what the format calls function, instance and dimension."""
    dimension = runs["vertices"].fillna(runs["n"]) if "n" in runs else runs["vertices"]
    dimension = dimension.astype(int).set_axis(runs["run"])
    # lengths of one problem are dimensions of one function
    runs = named(runs.drop(columns="n", errors="ignore"))
    parts = runs[[name for name in ("problem", "dataset", "split") if name in runs]]
    runs["function"] = ["_".join(filter(None, row)) for row in parts.itertuples(index=False)]
    graphs = runs.groupby("function")["graph"]
    return runs.assign(dimension=runs["run"].map(dimension),
                       instance=graphs.transform(lambda names: pd.factorize(names)[0] + 1))


def _points(traces, runs):
    """The rows of all data files, by run: evaluations, raw_y and what else is known of its course.

    IOHinspector takes each row of evaluation 1 for the beginning of a run, and drops a row that has
    the fitness of the row above, even where that belongs to another run. So every run begins with
    such a row and with a fitness of its own.
    """
    points = traces.rename(columns={"best_fitness": "raw_y"})
    course = [name for name in TRACE_COLUMNS[1:] if points[name].notna().any()]
    points = points[["run", "evaluations", "raw_y", *course]]
    points = points[points["evaluations"] >= 1].drop_duplicates(["run", "evaluations"])
    function = points["run"].map(runs.set_index("run")["function"])
    unknown = points["raw_y"].groupby(function).transform("min") - 1
    starts = points.assign(evaluations=1, raw_y=unknown, **dict.fromkeys(course, float("nan")))
    starts = starts.drop_duplicates("run")
    # a run that is known from evaluation 1 on needs no other start
    points = pd.concat([points, starts]).drop_duplicates(["run", "evaluations"])
    return points.sort_values(["run", "evaluations"]).set_index("run")


def _emptied(folder):
    """The folder with nothing in it but `_MARK`."""
    check_replaceable(folder, _MARK, __doc__.partition("\n")[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MARK).write_text(__doc__, "utf-8")
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
    return folder


def _write(folder, name, number, runs, points):
    """One algorithm on one function: the data of every dimension, then the file that names them."""
    scenarios = []
    (folder / f"data_{name}").mkdir(parents=True)
    for dimension, of_dimension in runs.groupby("dimension"):
        path = f"data_{name}/IOHprofiler_f{number}_DIM{dimension}.dat"
        points.loc[of_dimension["run"]].to_csv(folder / path, sep=" ", index=False, na_rep="nan",
                                               float_format="%.10g", lineterminator="\n")
        scenarios.append({"dimension": int(dimension), "path": path,
                          "runs": [_outcome(row, points.loc[row["run"]])
                                   for row in of_dimension.to_dict("records")]})
    first = runs.iloc[0]
    settings = first[[key for key in ("family", "mode", *SETTINGS) if key in first]].dropna()
    about = {
        "version": _VERSION, "suite": "memlab", "function_id": number,
        "function_name": first["function"], "maximization": True,
        "algorithm": {"name": first["method"], "info": f"memlab {__version__}"},
        "experiment_attributes": [{key: text(value)} for key, value in settings.items()],
        "attributes": list(points.columns), "scenarios": scenarios}
    (folder / f"IOHprofiler_{name}.json").write_text(json.dumps(about, indent=1), "utf-8")


def _outcome(run, points):
    """What the format says of a run. Its best solution is not kept."""
    hit = int(points["evaluations"].iloc[points["raw_y"].to_numpy().argmax()])
    return {"instance": run["instance"], "evals": run["evaluations"],
            "best": {"evals": hit, "y": run["best_fitness"], "x": []},
            **{name: run[name] for name in ("graph", "repetition", "seed")}}
