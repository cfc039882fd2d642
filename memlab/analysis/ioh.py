"""Runs of memlab in the IOHprofiler format.

This is the format of IOHanalyzer and IOHinspector [1]_.

A function is a problem on one source of graphs, an instance is a graph, and an algorithm is a mode
with its distinctive settings. The dimension is the number of vertices; without a graph it is the
problem's setting n, or 0 if it has none. Values are those of the problem as it is stated, and
maximised unless its name ends with "minimised". Evaluations are what the budget counts: of a
`FunctionProblem`, its calls. There is a row for every improvement of a run, and one for its end;
where a life takes several calls, as in learning, all of them are made when it improves. Of runs by
earlier versions of memlab only 64 points are known, so a target counts as hit at the first of these
points at which it is reached. The format requires every run to begin with evaluation 1: where
memlab knows no value there, raw_y is set to one less, or one more if it is minimised, than all
later values of the function's runs. Two keys of a run in a JSON file are memlab's own: begins, the
first evaluation of which a value is known; and of, the instance as `memlab.study.import_runs` needs
it to set the runs beside those of a store.

The following Python, started in this folder, draws what share of its targets each algorithm has
reached on each function. Targets lie evenly between f_min and f_max: a logarithmic scale would not
do for negative fitness. Negative fitness is mostly a penalty, and so the lowest target is not below
0; where all fitness is negative, choose another::

    import iohinspector

    manager = iohinspector.DataManager()
    manager.add_folder(".")
    for number in sorted(set(manager.overview["function_id"])):
        data = manager.select(function_ids=[number]).load(include_columns=["algorithm_name"])
        iohinspector.plots.plot_ecdf(
            data, maximization=True, scale_f_log=False, f_min=max(0, data["raw_y"].min()),
            f_max=data["raw_y"].max(), file_name=f"function_{number}.png")

References
----------
.. [1] J. de Nobel, F. Ye, D. Vermetten, H. Wang, C. Doerr, T. Bäck. IOHexperimenter: Benchmarking
   platform for iterative optimization heuristics. Evolutionary Computation 32(3), 2024.
"""

import json
from pathlib import Path
from urllib.parse import quote

import pandas as pd

from .. import __version__
from ..study.imported import instances
from ..support.files import complete
from .frames import MINIMISED, counted, valued
from .method_names import named

_MARK = "ABOUT.txt"      # the text above; it shows that memlab wrote the folder and may replace it
_VERSION = "0.3.17"      # the version of IOHexperimenter whose format this is


def export_ioh(store, folder):
    """Write the traced runs of a store in the IOHprofiler format.

    Each algorithm has a folder of its own. Its files give ``evaluations`` and ``raw_y``, the best
    value so far, at every improvement. See the module's documentation for what a function, an
    instance and an algorithm are, and for the value at evaluation 1.

    Parameters
    ----------
    store : Store
        The results.
    folder : str or path-like
        A new or empty folder, or an earlier export, which is replaced.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ValueError
        If the store has no traced runs, or if the folder holds other files.

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
    better, points, folder = store.improvements(), store.traces(), Path(folder)
    points = pd.concat([better, points[~points["run"].isin(better["run"])]])
    points = points.dropna(subset="best_fitness")
    if points.empty:
        raise ValueError("store must hold traced runs, but it has none: "
                         "set traced_graphs of its plan to 1 or more")
    runs = counted(store.runs())
    runs = runs[runs["run"].isin(points["run"])]
    ends = runs[runs.columns.intersection(points.columns)]      # which may improve nothing
    names = pd.Series(instances(runs).to_dict("records"), runs["run"])
    points, runs = pd.concat([counted(points), ends]), _identified(runs)
    runs = runs.assign(of=runs["run"].map(names), begins=runs["run"].map(
        points.groupby("run")["evaluations"].min()))
    points = _points(valued(points), runs.set_index("run"))
    with complete(folder.absolute(), _MARK, __doc__.partition("\n")[0]) as made:
        for (number, algorithm), group in runs.groupby(["number", "method"]):
            _write(made / quote(algorithm, safe=" ="), number, group, points)
        (made / _MARK).write_text(__doc__, "utf-8")
    return folder


def _identified(runs):
    """Return the runs with the format's function and its number, instance and dimension."""
    dimension = runs["vertices"].fillna(runs.get("n", 0)).fillna(0).set_axis(runs["run"])
    # different lengths of a problem are dimensions of one function
    runs = named(runs.drop(columns="n", errors="ignore"))
    parts = runs[[name for name in ("problem", "dataset", "split") if name in runs]]
    runs["function"] = ["_".join(filter(None, row)) for row in parts.itertuples(index=False)]
    graphs = runs.groupby("function")["graph"]
    return runs.assign(number=pd.factorize(runs["function"])[0] + 1,
                       dimension=runs["run"].map(dimension).astype(int),
                       instance=graphs.transform(lambda names: pd.factorize(names)[0] + 1))


def _points(traces, runs):
    """Return the rows of all data files by run: evaluations and raw_y.

    IOHinspector treats each row of evaluation 1 as the beginning of a run, and drops a row with the
    same fitness as the row above, even if that belongs to another run. So every run begins with a
    row of evaluation 1 and a distinct fitness.
    """
    points = traces.rename(columns={"best_fitness": "raw_y"})[["run", "evaluations", "raw_y"]]
    points = points[points["evaluations"] >= 1]
    values = points["raw_y"].groupby(points["run"].map(runs["function"]))
    minimised = points["run"].map(runs["problem"]).str.endswith(MINIMISED)
    unknown = (values.transform("max") + 1).where(minimised, values.transform("min") - 1)
    # a run whose trace begins with evaluation 1 needs no additional row
    points = pd.concat([points, points.assign(evaluations=1, raw_y=unknown)])
    return points.drop_duplicates(["run", "evaluations"]).sort_values(
        ["run", "evaluations"]).set_index("run")


def _write(folder, number, runs, points):
    """Write an algorithm on a function: the data of every dimension, then the file that lists them.
    """
    first, scenarios = runs.iloc[0], []
    name = f"f{number}_{quote(first['function'], safe='')}"
    (folder / f"data_{name}").mkdir(parents=True)
    for dimension, group in runs.groupby("dimension"):
        path = f"data_{name}/IOHprofiler_f{number}_DIM{dimension}.dat"
        points.loc[group["run"]].to_csv(folder / path, sep=" ", index=False,
                                        float_format="%.17g", lineterminator="\n")
        hits = points["evaluations"].where(points["raw_y"] == points["raw_y"].groupby(
            level=0).transform("last")).groupby(level=0).min()
        scenarios.append({"dimension": int(dimension), "path": path, "runs": [
            {"instance": row.instance, "evals": row.evaluations, "best": {
                "evals": int(hits[row.run]), "y": row.best_fitness, "x": []},
             "begins": row.begins, "of": {name: one for name, one in row.of.items() if one == one}}
            for row in group.itertuples()]})
    about = {
        "version": _VERSION, "suite": "memlab", "function_id": int(number),
        "function_name": first["function"],
        "maximization": not first["problem"].endswith(MINIMISED),
        "algorithm": {"name": first["method"], "info": f"memlab {__version__}"},
        "attributes": list(points.columns), "scenarios": scenarios}
    (folder / f"IOHprofiler_{name}.json").write_text(json.dumps(about, indent=1), "utf-8")
