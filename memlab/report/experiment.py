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
from ..analysis.comparison import CELL
from ..files import replacing
from ..names import label
from ..paper.tables import convergence
from ..plots import experiments as charts
from ..plots import to_svg
from ..study.progress import duration
from . import page, pictures

_LEVEL = 0.05
_MOST_METHODS = 40      # beyond them there are too many pairs to test
_MOST_NAMES = 12        # beyond them their list hides the rest
_LINES = [*CELL, "family"]


class Part(NamedTuple):
    """What a section shows: frames (kept as CSV) and SVG pictures by file names, and rows.

    Examples
    --------
    >>> import pandas as pd
    >>> Part({"means": pd.DataFrame({"mean": [33.1]})}).rows
    ()
    """

    frames: dict
    rows: list = ()
    pictures: dict = {}     # noqa: RUF012 - never changed


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
    >>> from memlab import paths, study
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(study.load(paths.RESULTS / "optima"), Path(folder)).name
    'report.html'
    """
    folder, plan = Path(folder), store.plan
    computed = store.runs()
    runs = comparison.named(comparison.distinct(computed))
    traces = store.traces().drop(columns=["problem", "method"], errors="ignore").merge(
        runs[["run", "problem", "method", "family"]], on="run")
    known, means = comparison.optima(runs), comparison.means(runs)
    gaps = comparison.gaps(runs, known)
    methods = int(means.groupby(["problem", "dataset"]).size().max())
    # a solver runs once on a graph: over repetitions there is nothing to pair it with
    paired = runs[(runs["unit_kind"] == "graphs") | runs.index.isin(_rivals(runs).index)]
    tests = statistics.method_tests(paired) if 1 < methods <= _MOST_METHODS else None
    parts = {
        "methods": _methods(runs), "means": _means(means), "gaps": _gaps(gaps, known),
        "tests": None if tests is None else _tests(tests), "effects": _effects(runs),
        "attainment": _attainment(runs, traces, known),
        "courses": None if traces.empty else _courses(runs, traces), "costs": _costs(runs)}
    _keep(folder, [part for part in parts.values() if part])
    facts = {**_facts(plan, runs, computed), **({"Command": command} if command else {}),
             **page.origin(store.manifest)}
    page.render(
        folder / "report.html", "experiment.html.j2", plan.title or plan.name, facts,
        image=pictures.image, label=label, number=number, level=_LEVEL, parts=parts,
        summary=_summary(runs, means, gaps, tests), methods=methods,
        traced=traces["run"].nunique(), known=known["basis"].value_counts().to_dict(),
        targets=len(statistics.TARGETS), fewest=statistics.FEWEST_PAIRS)
    return folder / "report.html"


def _keep(folder, parts):
    """Write the tables and charts of the parts."""
    for kind in ("tables", "charts"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for part in parts:
        for name, frame in part.frames.items():
            with replacing(folder / "tables" / f"{name}.csv", "w") as file:
                frame.to_csv(file, index=False, float_format="%.10g")
        for name, picture in part.pictures.items():
            with replacing(folder / "charts" / f"{name}.svg", "w") as file:
                file.write(picture)


def _facts(plan, runs, computed):
    """What was run, for the top of the page."""
    graphs = runs[runs["graph"] != ""].groupby("dataset", sort=False)["graph"].nunique()
    seconds = duration(computed["seconds"].sum())
    return {
        "Experiment": plan.name,
        "Problems": ", ".join(label(name) for name in runs["problem"].unique()),
        "Graphs": ", ".join(f"{count} of {label(name)}" for name, count in graphs.items()) or "–",
        "Methods": _some(runs["method"].unique(), runs["family"].unique()),
        "Budget": f"{plan.budget:,} evaluations a run",
        "Repetitions": f"{plan.repetitions}, seed {plan.seed}",
        "Runs": f"{len(computed):,} (plan {plan.fingerprint}); {seconds} of one core",
    }


def _some(methods, families):
    """All methods in words, or how many there are of which families."""
    if len(methods) <= _MOST_NAMES:
        return "; ".join(methods)
    return f"{len(methods)} settings of {', '.join(families)}"


def _summary(runs, means, gaps, tests):
    """For each problem and source: which method leads, by how much, and how sure that is."""
    rivals, found = _rivals(runs)["method"], []
    means = _with_digits(means, "mean").merge(gaps.drop(columns=["mean", "low", "high"]), on=_LINES)
    for where, frame in means.groupby(["problem", "dataset"], sort=False):
        rows = frame[frame["method"].isin(rivals)].sort_values("mean", ascending=False,
                                                                 kind="stable")
        names, best = list(rows["method"]), (rows if len(rows) else frame).iloc[0].to_dict()
        against = _of_best(tests, where, names)
        beaten = against.index[against["p_holm"] < _LEVEL]
        found.append({
            **best, "methods": names,
            "lead": against[against.index.isin(names[1:2])].to_dict("records"),
            "tops": names[:(rows["mean"] == best["mean"]).sum()],
            "tested": _testable(tests, best["units"]),
            "beaten": [name for name in names[1:] if name in beaten],
            "undecided": [name for name in names[1:] if name not in beaten]})
    return found


def _rivals(runs):
    """The runs of all methods but solvers, which are what the others are measured by."""
    return runs[runs["upper_bound"].isna()] if "upper_bound" in runs else runs


def _testable(tests, units):
    """Whether a test of so many units could be significant at all, among all these tests."""
    if tests is None or units < statistics.FEWEST_PAIRS:
        return False
    return 2.0 ** (1 - units) * tests["p"].count() < _LEVEL


def _of_best(tests, where, names):
    """The tests of the first of some methods against all others, by the names of these."""
    if tests is None or not names:
        return pd.DataFrame(columns=["difference", "low", "high", "p_holm"])
    both = statistics.both_ways(tests).set_index(["problem", "dataset", "first", "second"])
    return both.loc[both.index.isin([(*where, names[0], other) for other in names])].droplevel(
        ["problem", "dataset", "first"])


def _methods(runs):
    names = [name for name in comparison.SETTINGS if name in runs and runs[name].notna().any()]
    texts = runs[CELL].assign(**{name: runs[name].map(comparison.text) for name in names})
    frame = texts.groupby(["problem", "method"], sort=False)[names].agg(
        lambda levels: ", ".join(filter(None, dict.fromkeys(levels)))).reset_index()
    return Part({"methods": frame}, frame.assign(dataset="").to_dict("records"))


def _means(means):
    tops = means.groupby(["problem", "dataset"])["mean"].transform("max")
    rows = _with_digits(means, "mean").assign(best=means["mean"] == tops)
    return Part({"means": means}, rows.to_dict("records"), _intervals(
        means, "means", "Best fitness of each method", "points: means; bars: 95 % intervals"))


def _gaps(gaps, known):
    rows = _with_digits(gaps, "gap").to_dict("records")
    return Part({"gaps": gaps, "best_known": known}, rows, _intervals(
        gaps, "gaps", "Gap to the best known values",
        "points: means; bars: 95 % intervals; line: nothing is missing",
        value="gap", unit="missing to the best known", zero=True))


def _intervals(frame, name, *words, **options):
    """The picture of a quantity of each method, unless all means are infeasible."""
    frame = _feasible(frame, "mean")
    return {name: to_svg(charts.intervals(frame, *words, **options))} if len(frame) else {}


def _tests(tests):
    return Part({"tests": tests}, _with_digits(tests, "difference").to_dict("records"))


def _effects(runs):
    frame = comparison.effects(runs)
    if frame.empty:
        return None
    return Part({"effects": frame, "winners": comparison.winners(_rivals(runs))},
                _with_digits(frame, "difference").to_dict("records"),
                {"effects": to_svg(charts.effects(frame))})


def _attainment(runs, traces, known):
    rates = statistics.success_rates(runs, known=known, cell=_LINES)
    frames, drawn = {"success_rates": rates}, {}
    if len(traces):
        known_in = currencies.CURRENCIES
        if traces["local_search_steps"].isna().any():      # of a memlab that did not keep them
            known_in = ("evaluations",)
        else:
            cell = [name for name in ("problem", "dataset", "local_search") if name in traces]
            traces = currencies.in_seconds(traces, runs, cell)
        times = pd.concat([
            statistics.expected_running_times(traces, known, cell=_LINES, currency=name).assign(
                currency=name) for name in known_in])
        frames["expected_running_times"] = times
        times = times[times["currency"] == "evaluations"]
        rates = rates.merge(times[[*_LINES, "target", "ert"]], on=[*_LINES, "target"], how="left")
        for name in known_in:
            share = statistics.ecdf(traces, known, cell=_LINES, currency=name)
            drawn[f"attainment_{name}"] = to_svg(charts.courses(
                _in_order(share, runs), "share", "Share of targets reached in the course of a run",
                "higher is better", unit="share of (run, target) pairs", over=name))
    rows = [{**targets.iloc[0], "at": targets.set_index("target").to_dict("index")}
            for _, targets in rates.groupby(CELL, sort=False)]
    return Part(frames, rows, drawn)


def _courses(runs, traces):
    courses = _in_order(convergence(traces, _LINES), runs)
    kinds = {
        "convergence": (_feasible(courses, "best_fitness"), "best_fitness", "Best fitness", None),
        "diversity": (courses.dropna(subset="diversity"), "diversity", "Population diversity",
                      "Hamming distance (bits)")}
    return Part({"courses": courses}, pictures={
        name: to_svg(charts.courses(frame, column, f"{title} in the course of a run", unit=unit,
                                    zero=unit is not None))
        for name, (frame, column, title, unit) in kinds.items() if len(frame)})


def _costs(runs):
    costs = comparison.median_costs(runs)
    return Part({"costs": costs}, costs.to_dict("records"))


def _feasible(frame, column):
    """The rows without infeasible sets: the scale of their negative fitness would hide the rest."""
    return frame[~frame["problem"].isin(["mis", "clique"]) | (frame[column] >= 0)]


def _in_order(frame, runs):
    """The frame with its methods in the order of the runs."""
    places = {name: place for place, name in enumerate(runs["method"].unique())}
    return frame.sort_values("method", key=lambda names: names.map(places), kind="stable")


def _with_digits(frame, column):
    """The frame with the decimals that show two digits of the uncertainties of each source."""
    half = frame["high"] - frame[column]
    if "std" in frame:
        half = frame[["sem", "std"]].min(axis=1)
    groups = [frame["problem"], frame["dataset"]]
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
