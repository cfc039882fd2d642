"""The report of any experiment: ``notebooks/experiment.ipynb``, executed on its store.

    folder/
      report.html       to read
      report.ipynb      what it was made of, to change and to run again
      tables/*.csv      and *.tex, as the report shows them
      charts/*.svg

Here is what that notebook calls: all tables of an experiment; `shown` says how they are shown.
"""

import os
from pathlib import Path

import numpy as np
import pandas as pd

from ..analysis import comparison, currencies, factors, method_names, statistics, times
from ..analysis.frames import METHOD, SOURCE, counted, scored, valued
from ..paper.tables import convergence
from ..problems import PROBLEMS
from ..study.imported import beside, import_runs
from ..study.progress import duration
from ..support import paths
from ..support.checks import ordered
from ..support.names import label
from ..support.pool import Pool
from .shown import keep as keep
from .shown import table as table
from .shown import tops as tops
from .tables import number, together

_MOST_METHODS = 40      # beyond them there are too many pairs to test
_LEVEL = 0.05
LINES = [*METHOD, "family"]


def write(store, folder, command=None):
    """Make the report of one or several experiments.

    Parameters
    ----------
    store : memlab.study.Store, or sequence of these
        Finished. In a sequence, others' runs may follow, see `memlab.study.import_runs`.
    folder : str or path-like
        Where it goes; an old report is replaced.
    command : str, optional
        That made the results.

    Returns
    -------
    Path

    Raises
    ------
    memlab.report.engine.NotebookError
        If the notebook fails, such as when a run is better than what is proved to be possible.

    Examples
    --------
    >>> import tempfile
    >>> from memlab import study
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(study.load(paths.RESULTS / "gurobi"), folder).name
    'report.html'
    """
    from IPython.core.interactiveshell import InteractiveShell

    from . import engine, exporter

    folder = Path(os.path.realpath(folder))
    made = folder / "report.ipynb"
    made.unlink(missing_ok=True)      # runs may have come to the store
    stores, imported = [store] if hasattr(store, "runs") else ordered("store", store), []
    for theirs in [one for one in stores if isinstance(one, pd.DataFrame)]:
        imported.append(f"imported-{len(imported)}.parquet")
        folder.mkdir(parents=True, exist_ok=True)
        import_runs(theirs).to_parquet(folder / imported[-1])
    stores = [one for one in stores if not isinstance(one, pd.DataFrame)]
    places = [os.path.relpath(os.path.realpath(one.folder), folder) for one in stores]
    given = {"folder": places if places[1:] else places[0], "out": ".", "command": command or "",
             **({"imported": imported} if imported else {})}
    call = engine.execute, paths.NOTEBOOKS / "experiment.ipynb", made, given
    if InteractiveShell.initialized():      # in a kernel no other can begin
        with Pool(1) as pool:
            pool.submit(*call).result()
    else:
        call[0](*call[1:])
    titles = dict.fromkeys(one.plan.title or one.plan.name for one in stores)
    exporter.write(folder / "report.html", " and ".join(titles), made)
    return folder / "report.html"


def frames(*stores):
    """Return the runs of stores, which have names of their methods, and their courses.

    Courses are the points of traces, and, without mean_fitness, all improvements. Evaluations are
    what the budget counts: of a `FunctionProblem`, its calls. Runs of several stores count once.
    Others' runs may follow the stores, as `memlab.study.import_runs` takes and returns them.

    Examples
    --------
    >>> from memlab import study
    >>> runs, traces = frames(study.load(paths.RESULTS / "gurobi"))
    >>> runs["method"].unique().tolist()
    ['optimum']
    """
    ours = [one for one in stores if not isinstance(one, pd.DataFrame)]
    found = [(one.runs(), pd.concat([one.traces(), one.improvements()], ignore_index=True))
             for one in ours]
    found += [beside(one, [runs for runs, _ in found[:len(ours)]])
              for one in stores if isinstance(one, pd.DataFrame)]
    runs, traces = together([(counted(runs), counted(traces)) for runs, traces in found])
    runs = runs[~runs.drop(columns=["run", "seconds"]).duplicated()]
    runs = comparison.named(method_names.distinct(runs))
    traces = valued(traces).drop(columns=["problem", "method"], errors="ignore")
    return runs, traces.merge(runs[["run", "problem", "method", "family"]], on="run")


def tables(runs, traces, plan=None, margin=None):
    """Return every table of an experiment, of runs and traces such as `frames` gives them.

    If the `response` of its plan is a time, means are expected running times, and tests and effects
    are those of logarithms of times, see `memlab.analysis.times`; a percentage says how much less
    time a level takes than the first one.

    Parameters
    ----------
    runs, traces : DataFrame
    plan : Plan, optional
    margin : float, optional
        In per cent of the second method's mean, or time: tests say too whether two methods are
        equivalent within it, see `memlab.analysis.statistics.equivalence`.

    Returns
    -------
    dict of DataFrame
        By names of files. Missing are tests and ranks of a single method or of more than 40,
        effects where no setting has several levels, slopes where no parameter of instances has, and
        what is seen of traces if there are none.

    Raises
    ------
    ValueError
        If a run is better than what is proved to be possible.

    Examples
    --------
    >>> from memlab import study
    >>> list(tables(*frames(study.load(paths.RESULTS / "gurobi"))))
    ['methods', 'means', 'gaps', 'best_known', 'success_rates', 'costs']
    """
    known, told, tested = comparison.optima(runs), runs, statistics.method_tests
    means = _comparable(comparison.means(runs, known=known), runs)
    found = {"methods": _settings(runs), "means": means, "gaps": comparison.gaps(runs, known),
             "best_known": known}
    if plan and plan.response != "value":
        goal = known if plan.target in (None, "optimum") else times.absolute(runs, plan.target)
        told = times.times(runs, paid_in(runs, traces)[0], goal, currency=plan.response)
        tested = times.time_tests
        found["means"] = times.expected(told, LINES).assign(sem=np.nan, feasible_percent=np.nan)
    if 1 < means.groupby(SOURCE).size().max() <= _MOST_METHODS:
        # a solver runs once on a graph: over repetitions there is nothing to pair it with
        paired = told[(told["unit_kind"] == "graphs") | ~solved_runs(told)]
        found |= {"tests": tested(paired), "ranks": statistics.mean_ranks(paired)}
        if margin is not None:
            second = pd.MultiIndex.from_frame(found["tests"][[*SOURCE, "second"]])
            size = means.set_index(METHOD)["mean"].abs().loc[second].to_numpy() * margin / 100
            found["tests"] = statistics.equivalence(
                found["tests"], size if told is runs else np.log1p(margin / 100))
    effects, rivals = factors.effects(told), told[~solved_runs(told)]
    if len(effects):
        found |= {"effects": effects, "interactions": factors.interactions(rivals)}
        if told is runs:
            found["winners"] = comparison.winners(rivals)
        else:
            found["effects"]["percent"] = -100 * np.expm1(-effects["difference"])
    if len(slopes := factors.slopes(runs)):
        found["slopes"] = slopes
    found["success_rates"] = statistics.success_rates(runs, known=known, cell=LINES)
    if len(traces):
        traces, paid = paid_in(runs, traces)
        found["expected_running_times"] = pd.concat([
            statistics.expected_running_times(traces.dropna(subset=name), runs, cell=LINES,
                                              currency=name, known=known).assign(currency=name)
            for name in paid])
        grid = traces.dropna(subset="mean_fitness")
        found["courses"] = in_order(convergence(grid, LINES), runs)
    return found | {"costs": comparison.median_costs(runs)}


def solved_runs(runs):
    """Return which runs are solvers', which the others are measured by: array of bool.

    Examples
    --------
    >>> solved_runs(pd.DataFrame({"upper_bound": [None, 7.0]})).tolist()
    [False, True]
    """
    return runs["upper_bound"].notna() if "upper_bound" in runs else np.zeros(len(runs), bool)


def _settings(runs):
    """The settings of each method as text."""
    names = [name for name in method_names.settings(runs)
             if name in runs and runs[name].notna().any()]
    texts = runs[METHOD].assign(**{name: runs[name].map(method_names.text) for name in names})
    return texts.groupby(["problem", "method"], sort=False)[names].agg(
        lambda levels: ", ".join(filter(None, dict.fromkeys(levels)))).reset_index()


def _comparable(means, runs):
    """The means, with the percentage of feasible runs, and without intervals that mislead.

    Where instances differ in size, an interval of the mean says mostly how much they differ.
    """
    constrained = _constrained(runs)
    lost = runs["best_fitness"].isna()      # of a function with constraints
    told = lost.groupby(runs["problem"]).transform("any")
    feasible = constrained.eq(False) | (scored(runs)["best_fitness"] >= 0) | (told & ~lost)
    # unknown for problems of the reader's own, and for negative fitness of pseudo-Boolean ones
    unknown = ~told & (runs["problem"].str.contains(":") | (~feasible & constrained.isna()))
    share = (100.0 * feasible).mask(unknown).groupby([runs[name] for name in METHOD]).agg(
        lambda percents: percents.mean(skipna=False)).rename("feasible_percent")
    sizes = runs.groupby(SOURCE)["vertices"].nunique() > 1
    mixed = sizes.loc[pd.MultiIndex.from_frame(means[SOURCE])].to_numpy()
    means = means.join(share, on=METHOD)
    means.loc[mixed, ["sem", "low", "high"]] = np.nan
    return means


def _constrained(frame):
    """Whether each row is of a problem with infeasible solutions; missing if nobody knows."""
    constrained = {name: kind.has_constraints for name, kind in PROBLEMS.items()}
    return frame["problem"].str.split(" ").str[0].map(constrained | {"clique": True})


def feasible(frame, column):
    """Return rows without infeasible ones: their negative fitness would hide the rest in a chart.

    Examples
    --------
    >>> feasible(pd.DataFrame({"problem": "mis", "mean": [-90.0, 31.0]}), "mean")["mean"].tolist()
    [31.0]
    """
    return frame[~_constrained(frame).eq(True) | (frame[column] >= 0)]


def paid_in(runs, traces):
    """Return traces with seconds, and the currencies that are known and in which something is paid.

    Examples
    --------
    >>> from memlab import study
    >>> paid_in(*frames(study.load(paths.RESULTS / "price")))[1]
    ['evaluations', 'local_search_steps', 'seconds']
    """
    cell = [name for name in ("problem", "dataset", "local_search")
            if name in traces and runs[name].notna().any()]
    traces = currencies.in_seconds(traces, runs, cell)
    # steps are zero where nothing searches, and some are unknown: early versions' and others'
    return traces, [name for name in currencies.CURRENCIES if traces[name].any()]


def in_order(frame, runs):
    """Return a frame with its methods in the order of the runs.

    Examples
    --------
    >>> frame, runs = pd.DataFrame({"method": ["a", "b"]}), pd.DataFrame({"method": ["b", "a"]})
    >>> in_order(frame, runs)["method"].tolist()
    ['b', 'a']
    """
    order = list(runs["method"].unique())
    return frame.sort_values("method", key=lambda names: names.map(order.index), kind="stable")


def leaders(runs, made):
    """Return rows and columns, for `table`, of the best methods, and how sure it is that they are.

    Parameters
    ----------
    runs : DataFrame
        As `frames` gives them.
    made : dict of DataFrame
        The result of `tables` for them.

    Examples
    --------
    >>> from memlab import study
    >>> found = frames(study.load(paths.RESULTS / "gurobi"))
    >>> rows, columns = leaders(found[0], tables(*found))
    >>> rows["method"].tolist()
    ['optimum', 'optimum']
    """
    rivals, means = set(runs.loc[~solved_runs(runs), "method"]), made["means"]
    means = means[means["method"].isin(rivals)] if rivals else means
    best = means[tops(means)].merge(made["gaps"][[*LINES, "reached_percent"]], on=LINES)
    columns = {"mean": "mean", "95 % interval": ("low", "high"),
               "over": best["units"].astype(str) + " " + best["unit"],
               "runs that reach the best known (%)": map(number, best["reached_percent"])}
    if "tests" in made:
        tests = statistics.both_ways(made["tests"])
        sure = tests[(tests["p_holm"] < _LEVEL) & (tests["difference"] > 0)]
        beaten, total = sure.groupby([*SOURCE, "first"]).size(), means.groupby(SOURCE).size()
        columns["surely better than"] = [
            f"{beaten.get(where, 0)} of {total[where[:2]] - 1}"
            for where in best[METHOD].itertuples(index=False, name=None)]
    return best, columns


def attainment(made):
    """Return rows and columns, for `table`, that say how often methods come near to the best.

    Parameters
    ----------
    made : dict of DataFrame
        The result of `tables`.

    Examples
    --------
    >>> from memlab import study
    >>> made = tables(*frames(study.load(paths.RESULTS / "gurobi")))
    >>> list(attainment(made)[1])
    ['within 5 %', 'within 1 %', 'best known']
    """
    rates = made["success_rates"].set_index([*METHOD, "target"])["rate"].unstack()
    rows = rates.reindex(pd.MultiIndex.from_frame(made["means"][METHOD])).reset_index()
    return rows, {name: [f"{number(100 * rate)} %" for rate in rows[target]] for target, name in (
        (0.05, "within 5 %"), (0.01, "within 1 %"), (0.0, "best known"))}


def about(store, runs):
    """Return what was run, in words: dict of str.

    Examples
    --------
    >>> from memlab import study
    >>> store = study.load(paths.RESULTS / "gurobi")
    >>> about(store, frames(store)[0])["Budget"]
    '40,000 evaluations a run'
    """
    plan, computed = store.plan, store.runs()
    return {
        "Experiment": plan.name,
        "Problems": ", ".join(map(label, runs["problem"].unique())),
        "Methods": "; ".join(runs["family"].unique()),
        "Budget": f"{plan.budget:,} evaluations a run",
        "Repetitions": f"{plan.repetitions}, seed {plan.seed}",
        "Runs": f"{len(computed):,} (plan {plan.fingerprint}); "
                f"{duration(computed['seconds'].sum())} of one core"}
