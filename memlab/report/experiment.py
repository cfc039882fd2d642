"""The report of any experiment: one page, and beside it every table as CSV and every chart as SVG.

    folder/
      report.html
      tables/*.csv
      charts/*.svg

What the page says is in ``templates/experiment.html.j2``. What cannot be said of an experiment is
left out there, with a line that says why.
"""

import functools
from pathlib import Path
from typing import NamedTuple

from ..files import replacing
from ..names import label
from ..plots import experiments as charts
from ..plots import to_svg
from ..study import comparison, statistics
from ..study.comparison import CELL
from ..study.progress import duration
from ..study.tables import convergence
from . import page
from .rendering import Cell, Table
from .tables import by_method, chance, digits, number, source

_LEVEL = 0.05
_TARGETS = {0.05: "within 5 %", 0.01: "within 1 %", 0.0: "best known"}   # the file has more
_MOST_METHODS = 40      # beyond them there are too many pairs to test
_LINES = [*CELL, "family"]


class Part(NamedTuple):
    """What a section shows: frames (kept as CSV) and SVG pictures by file names, and a table."""

    frames: dict
    table: Table | None
    pictures: dict


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
    """
    folder, plan = Path(folder), store.plan
    computed = store.runs()
    runs = comparison.named(comparison.distinct(computed))
    traces = store.traces().drop(columns=["problem", "method"], errors="ignore").merge(
        runs[["run", "problem", "method", "family"]], on="run")
    known, means = comparison.optima(runs), comparison.means(runs)
    gaps = comparison.gaps(runs, known)
    methods = int(means.groupby(["problem", "dataset"]).size().max())
    tests = statistics.method_tests(runs) if 1 < methods <= _MOST_METHODS else None
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
        image=page.image, parts=parts, summary=_summary(runs, means, gaps, tests), methods=methods,
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
        "Methods": "; ".join(runs["method"].unique()),
        "Budget": f"{plan.budget:,} evaluations a run",
        "Repetitions": f"{plan.repetitions}, seed {plan.seed}",
        "Runs": f"{len(computed):,} (plan {plan.fingerprint}); {seconds} of one core",
    }


def _summary(runs, means, gaps, tests):
    """For each problem and source: which method leads, by how much, and how sure that is."""
    rivals, found = _rivals(runs)["method"], []
    means = _with_digits(means, "mean").merge(gaps.drop(columns=["mean", "low", "high"]), on=_LINES)
    for where, frame in means.groupby(["problem", "dataset"], sort=False):
        rows = frame[frame["method"].isin(rivals)].sort_values("mean", ascending=False,
                                                                 kind="stable")
        facts = {"source": source(*where), "tops": [], **frame.iloc[0][["proved", "graphs"]]}
        if len(rows):
            best, names = rows.iloc[0], list(rows["method"])
            beaten = _beaten(tests, where, names[0])
            facts |= {
                "tops": list(rows.loc[rows["mean"] == best["mean"], "method"]), "methods": names,
                "units": best["units"], "unit": best["unit"], "mean": _value("mean")(best),
                "interval": _interval(best), "tested": _testable(tests, best["units"]),
                "beaten": [name for name in names if name in beaten],
                "undecided": [name for name in names[1:] if name not in beaten],
                "reached": best["reached_percent"], "gap": number(best["gap"], 2)}
        found.append(facts)
    return found


def _rivals(runs):
    """The runs of all methods but solvers, which are what the others are measured by."""
    return runs[runs["upper_bound"].isna()] if "upper_bound" in runs else runs


def _testable(tests, units):
    """Whether a test of so many units could be significant at all, among all these tests."""
    if tests is None or units < statistics.FEWEST_PAIRS:
        return False
    return 2.0 ** (1 - units) * tests["p"].count() < _LEVEL


def _beaten(tests, where, best):
    """The methods than which the best one is significantly better."""
    if tests is None:
        return set()
    clear = tests[(tests[["problem", "dataset"]] == list(where)).all(axis=1)
                  & (tests["p_holm"] < _LEVEL)]
    return {*clear.loc[clear["first"] == best, "second"],
            *clear.loc[clear["second"] == best, "first"]}


def _methods(runs):
    names = [name for name in comparison.SETTINGS if name in runs and runs[name].notna().any()]
    texts = runs[CELL].assign(**{name: runs[name].map(comparison.text) for name in names})
    frame = texts.groupby(["problem", "method"], sort=False)[names].agg(
        lambda levels: ", ".join(filter(None, dict.fromkeys(levels)))).reset_index()
    table = by_method(frame.assign(dataset=""), {
        name.rstrip("_"): lambda row, name=name: row[name] or "–" for name in names})
    return Part({"methods": frame}, table, {})


def _means(means):
    tops = means.groupby(["problem", "dataset"])["mean"].transform("max")
    table = by_method(_with_digits(means, "mean").assign(best=means["mean"] == tops), {
        "mean": lambda row: Cell(_value("mean")(row), best=row["best"]),
        "standard error": _value("sem"), "95 % interval": _interval,
        "deviation over seeds": _value("std"), "over": lambda row: f"{row['units']} {row['unit']}"})
    return Part({"means": means}, table, _intervals(
        means, "means", "Best fitness of each method", "points: means; bars: 95 % intervals"))


def _gaps(gaps, known):
    table = by_method(_with_digits(gaps, "gap"), {
        "gap": lambda row: Cell(_value("gap")(row), best=row["gap"] == 0),
        "95 % interval": _interval, "gap in %": _value("gap_percent", 2),
        "runs that reach it (%)": _value("reached_percent", 0),
        "proved": lambda row: f"{row['proved']} of {row['graphs']}"})
    return Part({"gaps": gaps, "best_known": known}, table, _intervals(
        gaps, "gaps", "Gap to the best known values",
        "points: means; bars: 95 % intervals; line: nothing is missing",
        value="gap", unit="missing to the best known", zero=True))


def _intervals(frame, name, *words, **options):
    """The picture of a quantity of each method, unless all means are infeasible."""
    frame = _feasible(frame, "mean")
    return {name: to_svg(charts.intervals(frame, *words, **options))} if len(frame) else {}


def _tests(tests):
    pairs = tests.assign(pair=tests["first"] + " − " + tests["second"])
    table = by_method(_with_digits(pairs, "difference"), {
        "difference": _value("difference"), "95 % interval": _interval,
        "wins/ties/losses": lambda row: f"{row['wins']}/{row['ties']}/{row['losses']}",
        "A12": lambda row: Cell(number(row["a12"], 2), row["magnitude"]),
        "p": lambda row: chance(row["p"]),
        "p (Holm)": lambda row: Cell(chance(row["p_holm"]), best=row["p_holm"] < _LEVEL)},
        name="pair")
    return Part({"tests": tests}, table, {})


def _effects(runs):
    frame = comparison.effects(runs)
    if frame.empty:
        return None
    changes = frame["family"] + ", " + frame["factor"].str.rstrip("_") + ": " + frame["level"]
    table = by_method(_with_digits(frame.assign(change=changes), "difference"), {
        "against": lambda row: row["reference"], "difference": _value("difference"),
        "95 % interval": _interval, "in %": _value("percent", 2)}, name="change")
    return Part({"effects": frame, "winners": comparison.winners(_rivals(runs))}, table,
                {"effects": to_svg(charts.effects(frame))})


def _attainment(runs, traces, known):
    rates = statistics.success_rates(runs, known=known, cell=_LINES)
    frames, drawn = {"success_rates": rates}, {}
    if len(traces):
        times = statistics.expected_running_times(traces, known, cell=_LINES)
        frames["expected_running_times"] = times
        rates = rates.merge(times[[*_LINES, "target", "ert"]], on=[*_LINES, "target"], how="left")
        drawn["attainment"] = to_svg(charts.courses(
            _in_order(statistics.ecdf(traces, known, cell=_LINES), runs), "share",
            "Share of targets reached in the course of a run", "higher is better",
            unit="share of (run, target) pairs"))
    found = rates.set_index([*CELL, "target"]).to_dict("index")
    table = by_method(rates[CELL].drop_duplicates(), {
        head: functools.partial(_attained, found, target) for target, head in _TARGETS.items()})
    return Part(frames, table, drawn)


def _attained(found, target, row):
    """The cell of a target: the share of runs, and the expected running time."""
    values = found[row["problem"], row["dataset"], row["method"], target]
    ert = f"ERT {number(values['ert'])}" if values.get("ert", 0) > 0 else ""
    return Cell(f"{number(100 * values['rate'])} %", theirs=ert)


def _courses(runs, traces):
    courses = _in_order(convergence(traces, _LINES), runs)
    kinds = {
        "convergence": (_feasible(courses, "best_fitness"), "best_fitness", "Best fitness", None),
        "diversity": (courses.dropna(subset="diversity"), "diversity", "Population diversity",
                      "Hamming distance (bits)")}
    return Part({"courses": courses}, None, {
        name: to_svg(charts.courses(frame, column, f"{title} in the course of a run", unit=unit,
                                    zero=unit is not None))
        for name, (frame, column, title, unit) in kinds.items() if len(frame)})


def _costs(runs):
    costs = comparison.costs(runs)
    return Part({"costs": costs}, by_method(costs, {
        "evaluations": _value("evaluations", 0),
        "local search steps": _value("local_search_steps", 0),
        "seconds": _value("seconds", 3)}), {})


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


def _value(column, places=None):
    """What makes the text of a number in a row, with the row's decimals or others."""
    return lambda row: number(row[column], row["digits"] if places is None else places)


def _interval(row):
    if not row["low"] <= row["high"]:
        return "–"
    return f"{number(row['low'], row['digits'])} to {number(row['high'], row['digits'])}"
