"""Runs of others' algorithms, which a report sets beside those of an experiment's store."""

import json
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

from ..evolution.run import TRACE_COLUMNS
from ..problems.function import TOLERANCE
from ..support.names import label

_NEEDED = ["instance", "method", "repetition", "value", "evaluations"]
_KEPT = [*_NEEDED[1:], "minimise", "improvements", "local_search_steps", "seconds"]


def import_runs(source, minimise=False):
    """Read, or take, runs of other algorithms for the report of an experiment.

    ``memlab.report.experiment.write([store, theirs], folder)`` makes their methods rows of all its
    tables, tests and charts, as ``memlab study FILE --beside SOURCE`` does.

    Parameters
    ----------
    source : DataFrame or path-like
        A frame, a Parquet file of one, or a folder in the IOHprofiler format. A row for each run:

        - instance: the name that the graph or problem has in `Store.runs`, or the problem's name if
          it needs no graph. IOHprofiler's are named "OneMax 16 1", by function, dimension and
          instance, unless `memlab.analysis.export_ioh` wrote them;
        - method: its name, which must not be that of a method of the experiment;
        - repetition: a number, different for all runs of a method on an instance;
        - value: the best one, in the unit of the problem as stated;
        - evaluations: of the whole run;
        - improvements, if known: pairs of evaluations and the best value so far;
        - local_search_steps and seconds, if known;
        - problem, dataset, n or other columns of `Store.runs`, if an instance's name is not enough.
    minimise : bool
        Whether low values are good; in place of it there may be a column.

    Returns
    -------
    DataFrame
        The same, with all columns but the last; improvements are lists, empty if not known.

    Raises
    ------
    ValueError
        If a column is missing, or a run is not as described above.

    Examples
    --------
    >>> theirs = import_runs(pd.DataFrame({
    ...     "instance": ["er_small/test/0/0"], "method": "tabu search", "repetition": 0,
    ...     "value": 31, "evaluations": 900, "improvements": [[(1, 20), (700, 31)]]}))
    >>> theirs[["method", "value", "improvements"]].values.tolist()
    [['tabu search', 31.0, [[1.0, 20.0], [700.0, 31.0]]]]
    """
    if isinstance(source, pd.DataFrame):
        frame = source.reset_index(drop=True)
    else:
        frame = _of_ioh(Path(source)) if Path(source).is_dir() else pd.read_parquet(source)
    if missing := [name for name in _NEEDED if name not in frame]:
        raise ValueError(f"runs must have the columns {', '.join(_NEEDED)}, but lack "
                         f"{', '.join(missing)}")
    numbers = frame[_NEEDED[2:]].astype(float)
    whole = numbers.assign(value=numbers["value"] * 0) % 1 == 0      # infinite ones are not
    if not whole.all(axis=None):
        raise ValueError("values must be finite, and repetitions and evaluations integers, not "
                         f"{frame[~whole.all(axis=1)].iloc[0].to_dict()}")
    numbers = numbers.astype({"repetition": int, "evaluations": int})
    frame = frame.assign(**numbers, minimise=frame.get("minimise", minimise))
    return frame.assign(improvements=[*map(
        _improvements, frame.get("improvements", [()] * len(frame)), frame["value"],
        frame["evaluations"], frame["minimise"])])


def _improvements(course, value, evaluations, minimise):
    """Return those of some pairs that are better than all before, as lists."""
    pairs = np.array([*map(tuple, course)] if np.ndim(course) else [], float).reshape(-1, 2)
    best = np.maximum.accumulate(-pairs[:, 1] if minimise else pairs[:, 1])
    pairs = pairs[np.diff(best, prepend=-np.inf) > 0]
    times = [0, *pairs[:, 0], evaluations + 1]
    if len(pairs) and not ((np.diff(times) > 0).all()
                           and np.isclose(pairs[-1, 1], value, TOLERANCE, TOLERANCE)):
        raise ValueError("improvements must be at ascending evaluations, from 1 to the run's "
                         f"{evaluations}, and end with its value {value}, which is the best with "
                         f"minimise={minimise}, not {course}")
    pairs[-1:, 1] = value
    return pairs.tolist()


def _of_ioh(folder):
    """Return the runs in a folder in the IOHprofiler format, as `import_runs` takes them."""
    rows = []
    for path in sorted(folder.rglob("IOHprofiler_*.json")):
        about = json.loads(path.read_text("utf-8"))
        for part in about["scenarios"]:
            table = pd.read_csv(path.parent / part["path"], sep=r"\s+", dtype=str)
            heads = table["evaluations"] == "evaluations"
            table = table[["evaluations", "raw_y"]].mask(heads).astype(float)
            # each run begins with another head, or with evaluation 1
            courses = table[~heads].groupby((heads | (table["evaluations"].diff() <= 0)).cumsum())
            for run, (_, course) in zip(part["runs"], courses, strict=True):
                # memlab says whose run it is, and from where on it knows values
                name = f"{about['function_name']} {part['dimension']} {run['instance']}"
                place = {"instance": name} | run.get("of", {})
                course = course[course["evaluations"] >= run.get("begins", 1)]
                rows.append(place | {
                    "key": str(place), "method": about["algorithm"]["name"],
                    "value": run["best"]["y"], "evaluations": run["evals"],
                    "minimise": not about["maximization"], "improvements": course.to_numpy()})
    if not rows:
        raise ValueError(f"folder {folder} must hold runs in files IOHprofiler_*.json")
    frame = pd.DataFrame(rows)
    return frame.assign(repetition=frame.groupby(["method", "key"]).cumcount())


def instances(runs):
    """Return the columns of a store's runs that say on which instance each is, and its name."""
    before = [*runs][:[*runs].index("method")]
    found = runs[[name for name in before if name not in (
        "run", "name", "repetition", "local_search", "graph_index")]]
    return found.assign(instance=found["graph"].where(found["graph"] != "", found["problem"]))


def beside(theirs, stored):
    """Return imported runs, and their improvements, in the form of a store's.

    Parameters
    ----------
    theirs : DataFrame
        As `import_runs` takes and returns it.
    stored : list of DataFrame
        The runs of stores. Runs on instances of none of them are left out, with a warning.

    Returns
    -------
    DataFrame, DataFrame
        The columns of `Store.runs`, and of `Store.improvements`, without any settings.

    Raises
    ------
    ValueError
        If no instance is one of the stores', or if a run cannot stand beside them.
    """
    known = pd.concat([instances(runs).join(runs["fitness_unit"]) for runs in stored])
    shared = [name for name in known if name in theirs]
    found = import_runs(theirs).filter([*shared, *_KEPT]).reset_index(names="run").merge(
        known.drop_duplicates(), "left", shared, indicator="whose")
    lost = found["whose"] == "left_only"
    if lost.any():
        warnings.warn(f"instances {found.loc[lost, 'instance'].unique().tolist()} of imported runs "
                      f"are none of the store's, by {', '.join(shared)}: their runs are left out",
                      stacklevel=3)
    found = found[~lost].reset_index(drop=True)
    taken = pd.concat(stored).filter(["mode", "method", "name"]).melt()["value"].dropna().map(label)
    for wrong, told in (
            (found["run"].duplicated(), "one instance of the store's (a column such as problem "
                                        "must say which)"),
            (found.duplicated([*known, "method", "repetition"]), "a repetition of its own"),
            (found["minimise"] != (found["fitness_unit"] < 0), "minimise as the store has it"),
            (found["method"].map(label).isin(taken), "a method of another name than the store's")):
        if wrong.any():
            raise ValueError(f"imported runs must each have {told}, not "
                             f"{found.loc[wrong, [*shared, *_NEEDED[1:]]].iloc[0].to_dict()}")
    # with calls, values that differ by rounding are compared as equal
    found = found.assign(calls=found["evaluations"]).drop(columns=["instance", "minimise", "whose"])
    courses = found.explode("improvements", ignore_index=True).dropna(subset="improvements")
    courses = courses.assign(**dict.fromkeys(TRACE_COLUMNS, np.nan))
    courses[["calls", "value"]] = courses.pop("improvements").tolist() or np.zeros((0, 2))
    for frame in (found, courses):
        fitness = frame["value"] / frame["fitness_unit"]
        frame["best_fitness"] = fitness if (fitness % 1).any() else fitness.astype(np.int64)
    return found.drop(columns="improvements"), courses
