"""What the report of an experiment says first: who leads, and how sure that is."""

import numpy as np
from markupsafe import Markup

from ..analysis import statistics
from ..analysis.frames import MINIMISED, SOURCE
from .experiment import LINES, called, solved_runs, with_digits
from .tables import number, ranged

_LEVEL = 0.05


def summary(runs, made):
    """Say for each problem and source which method leads, and how sure that is: str, HTML.

    Parameters
    ----------
    runs : DataFrame
        As `memlab.report.experiment.frames` gives them.
    made : dict of DataFrame
        The result of `memlab.report.experiment.tables` for them.

    Examples
    --------
    >>> from memlab import study
    >>> from memlab.report import experiment
    >>> from memlab.support.paths import RESULTS
    >>> runs, traces = experiment.frames(study.load(RESULTS / "gurobi"))
    >>> print(summary(runs, experiment.tables(runs, traces)).partition(":")[0])
    <p><b>MIS, BA small</b>
    """
    rivals, tests, few = runs[~solved_runs(runs)], made.get("tests"), statistics.FEWEST_PAIRS - 1
    if tests is not None:
        # with so few units, none of so many tests could be significant
        few = max(few, 1 - np.log2(_LEVEL / max(1, tests["p"].count())))
        tests = statistics.both_ways(tests)
    means = with_digits(made["means"], "mean").merge(
        made["gaps"].drop(columns="mean"), on=LINES, suffixes=("", "_gap"))
    told = Markup()
    for (problem, dataset), frame in means.groupby(SOURCE, sort=False):
        rows = frame[frame["method"].isin(rivals["method"])].sort_values(
            "mean", ascending=problem.endswith(MINIMISED), kind="stable")
        best, against = (rows if len(rows) else frame).iloc[0], None
        if tests is not None:
            against = tests[(tests["problem"] == problem) & (tests["dataset"] == dataset)
                            & (tests["first"] == best["method"]) & (tests["p_holm"] < _LEVEL)]
        said = [_leads(rows, best), *_is_sure(list(rows["method"]), best, against, few)]
        if best["proved"]:
            said.append(f"The optimum is proved on {best['proved']} of {best['graphs']}.")
        told += Markup("<p><b>{}</b>: {}</p>\n").format(called(problem, dataset), " ".join(said))
    return told


def _leads(rows, best):
    """Which method has the best mean, and how often it reaches the best known value."""
    if rows.empty:
        return "solvers only."
    tops = list(rows["method"][rows["mean"] == best["mean"]])
    mean = number(best["mean"], best["digits"])
    if best["low"] <= best["high"]:
        mean += f" (95 % interval {ranged(best['low'], best['high'], best['digits'])})"
    which = "lowest" if best["problem"].endswith(MINIMISED) else "highest"
    lead = f"{tops[0]} has the {which} mean of {len(rows)} methods, {mean}"
    if len(rows) == 1:
        lead = f"{tops[0]} has the mean {mean}"
    elif len(tops) > 1:
        lead = f"{_listed(tops)} share the {which} mean, {mean}"
    reached = ("all its runs" if best["reached_percent"] == 100 else
               f"{best['reached_percent']:.3g} % of its runs, and lacks {number(best['gap'], 2)} "
               "in the mean")
    first = "It" if len(tops) == 1 else "The first"
    return f"{lead}. {first} reaches the best known value in {reached}."


def _is_sure(names, best, against, few):
    """Sentences about which others a method is significantly better than."""
    if len(names) < 2:
        return
    if against is None:
        yield "So many methods are not tested against each other."
    elif best["units"] <= few:
        verb, unit = ("are", best["unit"]) if best["units"] > 1 else ("is", best["unit"][:-1])
        yield (f"{best['units']} {unit} {verb} too few for a test of this experiment to be "
               "significant.")
    else:
        beaten = [name for name in names[1:] if name in set(against["second"])]
        rest = [name for name in names[1:] if name not in beaten]
        than = ("every other one" if not rest else "none of the others" if not beaten else
                f"{_listed(beaten)}, but not than {_listed(rest)}")
        yield f"Holm-corrected tests find {names[0]} significantly better than {than}."


def _listed(names):
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
