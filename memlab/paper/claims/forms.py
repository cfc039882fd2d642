"""The forms of claims: each function yields the estimates of one form, a cell after the other.

Differences are taken on each graph and averaged over graphs. `modes`, `minus`, `problems` and
`datasets` name the cells, in this order; `at_least` and `at_most` are the range that the claim is
about, or else the `expected` values, with a tolerance, one for each problem and dataset.
"""

import functools
import itertools
from math import log2

import numpy as np

from ... import theory
from ...analysis.frames import SOURCE
from ...evolution.modes import PAPER_MODES
from ...support.names import DATASETS, GRAPH_PROBLEMS
from .evidence import LOGS, papers
from .verdicts import Estimate, sampled

_NETWORKS = ["GIN", "GT", "MLP", "DeepSets"]
_MORE = np.nextafter(0.0, 1.0)      # the least number above 0
_DIGITS = 1e-9                      # tolerance for equality of two numbers of a table
_BLOCKS = 1_000      # of the smaller of the two strings whose expectations give an exponent
_TOLERANCE = 0.02    # of such an exponent
_QUANTITIES = {
    "runtime": theory.expected_runtime,
    "steps": theory.expected_local_search_steps,
    "evaluations": theory.expected_evaluations,
    "calls": lambda mode, n, k: theory.expected_runtime(mode, n, k) + 1,
    "level": lambda mode, n, k: theory.level_profile(mode, n, k)["iterations"].iloc[0],
}


def level(evidence, modes, minus=("",), measure="score", problems=GRAPH_PROBLEMS,
          datasets=DATASETS, **region):
    """A measure of a mode, or of one minus another, lies in a range; without one, above 0.

    It does so at each point if it is measured at points. For a measure whose logarithm is taken,
    the range is that of the measure itself, or of the factor between the two.
    """
    table = evidence.table(measure)
    points = [part for _, part in table.groupby("evaluations")] if "evaluations" in (
        table.index.names) else [table]
    for mode, other, part in itertools.product(modes, minus, points):
        for _, frame, ends in _places(part, problems, datasets, **region):
            if not region:
                ends = _MORE, np.inf
            elif measure in LOGS:
                ends = np.log(np.maximum(ends, _MORE))
            yield sampled(frame[mode] - frame.get(other, 0.0), evidence.repetitions, *ends)


def average(evidence, measure, modes, minus=("",), problems=GRAPH_PROBLEMS, together=False,
            **region):
    """The average of a measure over datasets, of a mode or of one minus another, is in a range.

    For each problem, or `together` for all of them; `expected` has a value for each average.
    """
    groups = [problems] if together else [[problem] for problem in problems]
    table, ranges = evidence.table(measure), _ranges(**region)
    for mode, other, group in itertools.product(modes, minus, groups):
        values = (table[mode] - table.get(other, 0.0))[table.index.isin(group, "problem")]
        # both problems have the same graphs: each is one unit
        units = values.groupby(["dataset", "graph"]).mean().groupby("dataset")
        errors, counts = units.sem().fillna(np.inf), units.size()
        yield Estimate(units.mean().mean(), np.sqrt((errors**2).sum()) / max(len(counts), 1),
                       counts.min(), *next(ranges))


def near(evidence, first, second, among=PAPER_MODES, limit=None, but=None,
         problems=GRAPH_PROBLEMS, datasets=DATASETS):
    """Scores of two modes differ by at most a limit in per cent, or by a deviation over seeds.

    The deviation is the larger of the two, assumed to be known. The second mode may be "best": the
    best of the others `among` these, which the first may exceed. With `but` "above" or "below", the
    first mode may be farther away in that direction.
    """
    deviations = evidence.table("deviation")
    beyond = but or ("above" if second == ["best"] else None)
    for source, frame, _ in _places(evidence.table("score"), problems, datasets):
        means, spreads = frame.mean(), deviations.loc[source].mean()
        for mode, name in itertools.product(first, second):
            rival = means[[*among]].drop(mode, errors="ignore").idxmax() if name == "best" else name
            room = spreads[[mode, rival]].max() if limit is None else limit / 100 * means[mode]
            yield sampled(frame[mode] - frame[rival], evidence.repetitions,
                          -np.inf if beyond == "below" else -room - _DIGITS,
                          np.inf if beyond == "above" else room + _DIGITS)


def against(evidence, modes, baseline, problems=GRAPH_PROBLEMS, datasets=DATASETS, **region):
    """The score of modes in per cent of the paper's "networks" (the best of the four) or "solver".

    Baseline "between": 0 is the best network, and 100 the solver. A mode may be "best".
    """
    scores, table = papers("score"), evidence.table("comparison")
    networks = scores[_NETWORKS].max(axis=1)
    zeros = networks if baseline == "between" else 0.0 * networks
    units = ((networks if baseline == "networks" else scores["Solver"]) - zeros) / 100
    for mode in modes:
        for source, frame, ends in _places(table, problems, datasets, **region):
            rows = frame.set_index(frame.index.get_level_values("mode"))
            row = rows.loc[rows["mean"].idxmax() if mode == "best" else mode]
            yield Estimate((row["mean"] - zeros[source]) / units[source],
                           np.hypot(row["sem"], row["published_sem"]) / units[source],
                           row["degrees"] + 1, *ends)


def exponents(evidence, over, lengths, power, under=("",), beyond=0.0):
    """Exponents of n in exact expectations, or in the ratio of two of them.

    Parameters
    ----------
    over, under : list of str
        A quantity and a mode each, as in "runtime darwinian", and those by which it is divided.
    lengths : list of int
        Block lengths k, a cell each.
    power : list of float
        Numbers a and b, or such a list for each in `over`: the claim is that the exponent is
        a + b k.
    beyond : float
        By how much it may be higher.
    """
    powers = np.broadcast_to(power, (len(over), 2))
    for (first, (a, b)), second, k in itertools.product(zip(over, powers, strict=True), under,
                                                        lengths):
        value = _exponent(first, k) - (_exponent(second, k) if second else 0.0)
        yield Estimate(value, least=a + b * k - _TOLERANCE, most=a + b * k + _TOLERANCE + beyond)


@functools.cache
def _exponent(what, k):
    """Return the exponent between two string lengths, of which the second is twice the first."""
    quantity, mode = what.split()
    short, long = (_QUANTITIES[quantity](mode, blocks * k, k) for blocks in (_BLOCKS, 2 * _BLOCKS))
    return log2(long / short)


def _ranges(at_least=-np.inf, at_most=np.inf, expected=None, tolerance=0.0):
    """Return the range of each cell, in order."""
    if expected is None:
        return itertools.repeat((at_least, at_most))
    return ((value - tolerance, value + tolerance) for value in expected)


def _places(frame, problems, datasets, **region):
    """Yield each problem and dataset with rows, these rows, and the range of the cell."""
    parts = dict(iter(frame.groupby(SOURCE)))
    for source, ends in zip(itertools.product(problems, datasets), _ranges(**region), strict=False):
        if source in parts:
            yield source, parts[source], ends
