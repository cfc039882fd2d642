"""Traced runs in the IOHprofiler format, for the field's own tools (IOHanalyzer, IOHinspector).

J. de Nobel, F. Ye, D. Vermetten, H. Wang, C. Doerr, T. Bäck: IOHexperimenter: Benchmarking
platform for iterative optimization heuristics. Evolutionary Computation 32(3), 2024.
"""

import json
import shutil
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from .. import __version__
from ..files import replacing

_MARK = "ABOUT.txt"      # says what the folder is, and that it is ours to replace
_ABOUT = """Runs of memlab in the IOHprofiler format.

A function is a problem on one source of graphs, an instance is a graph, an algorithm is a mode with
the settings that tell it apart. Fitness is maximised. memlab keeps a run's course at 64 points, so
a target is hit at the first of these points that has it. The format wants every run to begin with
evaluation 1, where nothing is known yet: there, raw_y is one less than any value that follows in
the function's runs.
"""
_VERSION = "0.3.17"      # of IOHexperimenter, whose files these are like
_COURSE = ("mean_fitness", "diversity", "phenotype_distance")
_FUNCTION = ("problem", "dataset", "split", "k", "complement")
_NO_SETTINGS = {      # of a method: all other columns are
    *_FUNCTION, "function", "algorithm", "instance", "dimension", "run", "n", "graph",
    "graph_index", "graph_seed", "repetition", "seed", "budget", "vertices", "edges",
    "best_fitness", "unique_best", "evaluations", "local_search_steps", "seconds", "upper_bound",
    "proved"}


def export_ioh(store, folder):
    """Write the traced runs of a store in the IOHprofiler format.

    There is a function for every problem and source of graphs, an instance for every graph, and an
    algorithm for every mode with the settings that tell it apart, each in a folder of its own.
    ``evaluations`` and ``raw_y``, the best fitness so far, which is maximised, are given at the
    points of the traces, and the mean fitness, the diversity and the phenotype distance beside
    them. At evaluation 1, where the format wants a run to begin, nothing is known yet: there,
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
        for algorithm, of_both in of_function.groupby("algorithm", sort=False):
            place = folder / quote(algorithm, safe=" =")
            _write(place, f"f{number}_{quote(function, safe='')}", number, of_both, points)
    return folder


def _identified(runs):
    """The runs with what the format calls function, algorithm, instance and dimension."""
    present = [name for name in _FUNCTION if name in runs]
    modes = runs["mode"] if "method" not in runs else runs["mode"].fillna(runs["method"])
    dimension = runs["vertices"].fillna(runs["n"]) if "n" in runs else runs["vertices"]
    runs = runs.assign(
        function=["_".join(value if isinstance(value, str) else f"{name}{_text(value)}"
                           for name, value in row.items() if pd.notna(value))
                  for row in runs[present].to_dict("records")],
        dimension=dimension.astype(int))
    # A setting is named where it tells two algorithms on one function apart.
    groups = runs.groupby(["function", modes.rename("modes")])
    differing = [name for name in _settings(runs) if name not in ("method", "mode")
                 and (groups[name].nunique(dropna=False) > 1).any()]
    labels = [" ".join(f"{name}={_text(value)}" for name, value in row.items() if pd.notna(value))
              for row in runs[differing].to_dict("records")]
    graphs = runs.groupby("function")["graph"]
    return runs.assign(
        algorithm=[f"{mode} {label}".strip() for mode, label in zip(modes, labels, strict=True)],
        instance=graphs.transform(lambda graph: pd.factorize(graph, use_na_sentinel=False)[0] + 1))


def _settings(runs):
    return [name for name in runs if name not in _NO_SETTINGS]


def _text(value):
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _points(traces, runs):
    """The rows of all data files, by run: evaluations, raw_y and what else is known of its course.

    IOHinspector takes each row of evaluation 1 for the beginning of a run, and drops a row that has
    the fitness of the row above, even where that belongs to another run. So every run begins with
    such a row and with a fitness of its own.
    """
    points = traces.rename(columns={"best_fitness": "raw_y"})
    points = points[["run", "evaluations", "raw_y", *_COURSE]]
    points = points[points["evaluations"] >= 1].drop_duplicates(["run", "evaluations"])
    function = points["run"].map(runs.set_index("run")["function"])
    unknown = points["raw_y"].groupby(function).transform("min") - 1
    starts = points.assign(evaluations=1, raw_y=unknown, **dict.fromkeys(_COURSE, float("nan")))
    starts = starts.drop_duplicates("run")
    # a run that is known from evaluation 1 on needs no other start
    points = pd.concat([points, starts]).drop_duplicates(["run", "evaluations"])
    return points.sort_values(["run", "evaluations"]).set_index("run")


def _emptied(folder):
    """The folder with nothing in it but `_MARK`."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"folder must be a folder, but {folder} is a file")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not _is_export(folder):
        raise ValueError(f"folder must be empty or hold an earlier export, but {folder} holds "
                         "other files")
    with replacing(folder / _MARK, "w") as file:
        file.write(_ABOUT)
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
    return folder


def _is_export(folder):
    mark = folder / _MARK
    return mark.is_file() and mark.read_text("utf-8").startswith(_ABOUT.partition("\n")[0])


def _write(folder, name, number, runs, points):
    """One algorithm on one function: the data of every dimension, then the file that names them."""
    scenarios = []
    for dimension, of_dimension in runs.groupby("dimension"):
        path = Path(f"data_{name}", f"IOHprofiler_f{number}_DIM{dimension}.dat")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        with replacing(folder / path, "w") as file:
            points.loc[of_dimension["run"]].to_csv(file, sep=" ", index=False, na_rep="nan",
                                                   float_format="%.10g")
        scenarios.append({
            "dimension": int(dimension), "path": path.as_posix(),
            "runs": [_outcome(row, points.loc[row["run"]])
                     for row in of_dimension.to_dict("records")]})
    first = runs.iloc[0]
    settings = first[_settings(runs)].dropna()
    about = {
        "version": _VERSION, "suite": "memlab", "function_id": number,
        "function_name": first["function"], "maximization": True,
        "algorithm": {"name": first["algorithm"], "info": f"memlab {__version__}"},
        "experiment_attributes": [{key: _text(value)} for key, value in settings.items()],
        "attributes": list(points.columns), "scenarios": scenarios}
    with replacing(folder / f"IOHprofiler_{name}.json", "w") as file:
        json.dump(about, file, indent=1)


def _outcome(run, points):
    """What the format says of a run. Its best solution is not kept."""
    best = points["raw_y"].to_numpy().argmax()
    identity = {name: run[name] for name in ("graph", "repetition", "seed") if pd.notna(run[name])}
    return {"instance": run["instance"], "evals": run["evaluations"],
            "best": {"evals": int(points["evaluations"].iloc[best]), "y": run["best_fitness"],
                     "x": []}, **identity}
