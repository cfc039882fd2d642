"""The report of any experiment: one page, and beside it every table as CSV and every chart as SVG.

    folder/
      report.html
      tables/*.csv
      charts/*.svg

What the page says, and how a number looks, is in ``templates/experiment.html.j2``. What cannot be
said of an experiment is left out there, with a line that says why.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from ..analysis import comparison, currencies, statistics
from ..analysis.frames import METHOD, MINIMISED, scored, valued
from ..paper.tables import convergence
from ..plots import experiments as charts
from ..plots import to_svg
from ..problems import PROBLEMS
from ..study.progress import duration
from ..support.files import csv_text, replacing
from ..support.names import label
from . import page
from .html import image

_LEVEL = 0.05
_MOST_METHODS = 40      # beyond them there are too many pairs to test
_MOST_NAMES = 12        # beyond them their list hides the rest
_SOURCE, _LINES = ["problem", "dataset"], [*METHOD, "family"]
_UNTESTED = pd.DataFrame(columns=["second", "difference", "low", "high", "p_holm"])


class Part(NamedTuple):
    """What a section shows: frames (kept as CSV) and SVG pictures by file names, and rows.

    Examples
    --------
    >>> import pandas as pd
    >>> Part({"means": pd.DataFrame({"mean": [33.1]})}, rows=[], pictures={}).rows
    []
    """

    frames: dict
    rows: list
    pictures: dict


def _part(frames, rows=None, **drawn):
    """A section's part, from frames, a frame of its rows, and charts, of which some may be None."""
    rows = [] if rows is None else rows.to_dict("records")
    return Part(frames, rows, {name: to_svg(chart) for name, chart in drawn.items() if chart})


def write(store, folder, command=None):
    """Make the report of an experiment.

    Parameters
    ----------
    store : memlab.study.Store
        Finished.
    folder : str or path-like
        Where it goes; an old report is replaced.
    command : str, optional
        That made the results.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    ValueError
        If a run is better than what is proved to be possible.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from memlab import study
    >>> from memlab.support import paths
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(study.load(paths.RESULTS / "optima"), Path(folder)).name
    'report.html'
    """
    folder, plan = Path(folder), store.plan
    computed = store.runs()
    runs = comparison.named(comparison.distinct(computed))
    solved = runs["upper_bound"].notna() if "upper_bound" in runs else np.zeros(len(runs), bool)
    rivals = runs[~solved]      # solvers are what the others are measured by
    traces = valued(store.traces()).drop(columns=["problem", "method"], errors="ignore").merge(
        runs[["run", "problem", "method", "family"]], on="run")
    known, means = comparison.optima(runs), _comparable(comparison.means(runs), runs)
    costs = comparison.median_costs(runs)
    gaps = comparison.gaps(runs, known)
    methods = int(means.groupby(["problem", "dataset"]).size().max())
    # a solver runs once on a graph: over repetitions there is nothing to pair it with
    paired = runs[(runs["unit_kind"] == "graphs") | ~solved]
    tests = statistics.method_tests(paired) if 1 < methods <= _MOST_METHODS else None
    parts = {
        "methods": _methods(runs), "means": _means(means), "gaps": _gaps(gaps, known),
        "tests": None if tests is None else _part({"tests": tests},
                                                  _with_digits(tests, "difference")),
        "effects": _effects(runs, rivals), "attainment": _attainment(runs, traces, known),
        "courses": None if traces.empty else _courses(runs, traces),
        "costs": _part({"costs": costs}, costs)}
    _keep(folder, [part for part in parts.values() if part])
    facts = {**_facts(plan, runs, computed), **({"Command": command} if command else {}),
             **page.origin(store.manifest)}
    page.render(
        folder / "report.html", "experiment.html.j2", plan.title or plan.name, facts,
        image=image, label=label, number=number, level=_LEVEL, parts=parts,
        summary=_summary(set(rivals["method"]), means, gaps, tests), methods=methods,
        traced=traces["run"].nunique(), known=known["basis"].value_counts().to_dict(),
        targets=len(statistics.TARGETS), fewest=statistics.FEWEST_PAIRS)
    return folder / "report.html"


def _keep(folder, parts):
    """Write the tables and charts of the parts."""
    files = {}
    for part in parts:
        files |= {f"tables/{name}.csv": csv_text(frame, float_format="%.15g")
                  for name, frame in part.frames.items()}
        files |= {f"charts/{name}.svg": picture for name, picture in part.pictures.items()}
    for kind in ("tables", "charts"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        with replacing(folder / name, "w") as file:
            file.write(text)


def _facts(plan, runs, computed):
    """What was run, for the top of the page."""
    graphs = runs[runs["graph"] != ""].groupby("dataset", sort=False)["graph"].nunique()
    methods, seconds = runs["method"].unique(), duration(computed["seconds"].sum())
    return {
        "Experiment": plan.name,
        "Problems": ", ".join(label(name) for name in runs["problem"].unique()),
        "Graphs": ", ".join(f"{count} of {label(name)}" for name, count in graphs.items()) or "–",
        "Methods": "; ".join(methods) if len(methods) <= _MOST_NAMES else
                   f"{len(methods)} settings of {', '.join(runs['family'].unique())}",
        "Budget": f"{plan.budget:,} evaluations a run",
        "Repetitions": f"{plan.repetitions}, seed {plan.seed}",
        "Runs": f"{len(computed):,} (plan {plan.fingerprint}); {seconds} of one core",
    }


def _summary(rivals, means, gaps, tests):
    """For each problem and source: which method leads, by how much, and how sure that is."""
    pairs, few, summary = {}, statistics.FEWEST_PAIRS - 1, []
    if tests is not None:
        pairs = dict(list(statistics.both_ways(tests).groupby([*_SOURCE, "first"])))
        # with so few units, none of so many tests could be significant
        few = max(few, 1 - np.log2(_LEVEL / max(1, tests["p"].count())))
    means = _with_digits(means, "mean").merge(
        gaps.drop(columns="mean"), on=_LINES, suffixes=("", "_gap"))
    for where, frame in means.groupby(_SOURCE, sort=False):
        rows = frame[frame["method"].isin(rivals)].sort_values(
            "mean", ascending=where[0].endswith(MINIMISED), kind="stable")
        names, best = list(rows["method"]), (rows if len(rows) else frame).iloc[0].to_dict()
        against = pairs.get((*where, *names[:1]), _UNTESTED).set_index("second")
        beaten = against.index[against["p_holm"] < _LEVEL]
        summary.append({
            **best, "methods": names,
            "lead": against[against.index.isin(names[1:2])].to_dict("records"),
            "tops": names[:(rows["mean"] == best["mean"]).sum()],
            "tested": tests is not None and best["units"] > few,
            "beaten": [name for name in names[1:] if name in beaten],
            "undecided": [name for name in names[1:] if name not in beaten]})
    return summary


def _methods(runs):
    names = [name for name in comparison.settings(runs)
             if name in runs and runs[name].notna().any()]
    texts = runs[METHOD].assign(**{name: runs[name].map(comparison.text) for name in names})
    frame = texts.groupby(["problem", "method"], sort=False)[names].agg(
        lambda levels: ", ".join(filter(None, dict.fromkeys(levels)))).reset_index()
    return _part({"methods": frame}, frame.assign(dataset=""))


def _comparable(means, runs):
    """The means, with the percentage of feasible runs, and without intervals that mislead.

    Where instances differ in size, an interval of the mean says mostly how much they differ.
    """
    constrained = _constrained(runs)
    feasible = constrained.eq(False) | (scored(runs)["best_fitness"] >= 0)
    # unknown for problems of the reader's own, and for negative fitness of pseudo-Boolean ones
    unknown = runs["problem"].str.contains(":") | (~feasible & constrained.isna())
    share = (100.0 * feasible).mask(unknown).groupby([runs[name] for name in METHOD]).agg(
        lambda percents: percents.mean(skipna=False)).rename("feasible_percent")
    sizes = runs.groupby(_SOURCE)["vertices"].nunique() > 1
    mixed = sizes.loc[pd.MultiIndex.from_frame(means[_SOURCE])].to_numpy()
    means = means.join(share, on=METHOD)
    means.loc[mixed, ["sem", "low", "high"]] = np.nan
    return means


def _means(means):
    best = scored(means, "mean").groupby(_SOURCE)["mean"].rank(ascending=False, method="min") == 1
    return _part({"means": means}, _with_digits(means, "mean").assign(best=best), means=_intervals(
        means, "Best fitness of each method", "points: means; bars: 95 % intervals"))


def _gaps(gaps, known):
    return _part({"gaps": gaps, "best_known": known}, _with_digits(gaps, "gap"), gaps=_intervals(
        gaps, "Gap to the best known values",
        "points: means; bars: 95 % intervals; line: nothing is missing",
        value="gap", unit="missing to the best known", zero=True))


def _intervals(frame, *words, **options):
    """The chart of a quantity of each method, without those whose means are all infeasible."""
    shown, order = _feasible(frame, "mean"), list(frame["method"].unique())
    return charts.intervals(shown, *words, order=order, **options) if len(shown) else None


def _effects(runs, rivals):
    frame = comparison.effects(runs)
    if frame.empty:
        return None
    return _part({"effects": frame, "winners": comparison.winners(rivals)},
                 _with_digits(frame, "difference"), effects=charts.effects(frame))


def _attainment(runs, traces, known):
    rates = statistics.success_rates(runs, known=known, cell=_LINES)
    frames, drawn = {"success_rates": rates}, {}
    if len(traces):
        cell = [name for name in ("problem", "dataset", "local_search")
                if name in traces and runs[name].notna().any()]
        traces = currencies.in_seconds(traces, runs, cell)
        # steps are zero where nothing searches, and unknown in traces of early versions
        paid = [name for name in currencies.CURRENCIES
                if traces[name].notna().all() and traces[name].any()]
        times = pd.concat([
            statistics.expected_running_times(traces, runs, cell=_LINES, currency=name,
                                              known=known).assign(currency=name)
            for name in paid])
        frames["expected_running_times"] = times
        times = times[times["currency"] == "evaluations"]
        rates = rates.merge(times[[*_LINES, "target", "ert"]], on=[*_LINES, "target"], how="left")
        for name in paid:
            share = statistics.ecdf(traces, runs, cell=_LINES, currency=name, known=known)
            drawn[f"attainment_{name}"] = charts.courses(
                _in_order(share, runs), "share", "Share of targets reached in the course of a run",
                "higher is better", unit="share of (run, target) pairs", over=name)
    rows = pd.DataFrame([{**targets.iloc[0], "at": targets.set_index("target").to_dict("index")}
                         for _, targets in rates.groupby(METHOD, sort=False)])
    return _part(frames, rows, **drawn)


def _courses(runs, traces):
    courses = _in_order(convergence(traces, _LINES), runs)
    kinds = {
        "convergence": (_feasible(courses, "best_fitness"), "best_fitness", "Best fitness", None),
        "diversity": (courses.dropna(subset="diversity"), "diversity", "Population diversity",
                      "Hamming distance (bits)")}
    return _part({"courses": courses}, **{
        name: charts.courses(frame, column, f"{title} in the course of a run", unit=unit,
                             zero=unit is not None)
        for name, (frame, column, title, unit) in kinds.items() if len(frame)})


def _feasible(frame, column):
    """The rows without infeasible ones: the scale of their negative fitness would hide the rest."""
    return frame[~_constrained(frame).eq(True) | (frame[column] >= 0)]


def _constrained(frame):
    """Whether each row is of a problem with infeasible solutions; missing if nobody knows."""
    constrained = {name: kind.has_constraints for name, kind in PROBLEMS.items()}
    return frame["problem"].str.partition(" ")[0].map(constrained | {"clique": True})


def _in_order(frame, runs):
    """The frame with its methods in the order of the runs."""
    order = list(runs["method"].unique())
    return frame.sort_values("method", key=lambda names: names.map(order.index), kind="stable")


def _with_digits(frame, column):
    """The frame with the decimals that show two digits of the uncertainties of each source."""
    half = frame["high"] - frame[column]
    if "std" in frame:
        half = frame[["sem", "std"]].min(axis=1)
    groups = [frame[name] for name in _SOURCE]
    return frame.assign(digits=half.groupby(groups).transform(digits))


def number(value, digits=0):
    """A number as text, or a dash if it is not known.

    Examples
    --------
    >>> number(24_098.26, 1), number(float("nan"))
    ('24,098.3', '–')
    """
    if not np.isfinite(value):
        return "–"
    return f"{round(value, digits) + 0.0:,.{digits}f}".replace("-", "−")      # no minus zero


def digits(uncertainties):
    """Decimals that show two digits of most of some uncertainties; two if none is known.

    Examples
    --------
    >>> digits([0.031, 0.027, float("nan")]), digits([41.0]), digits([0.0])
    (3, 1, 2)
    """
    known = [value for value in uncertainties if value > 0 and np.isfinite(value)]
    return int(np.clip(1 - np.floor(np.log10(np.median(known))), 1, 4)) if known else 2
