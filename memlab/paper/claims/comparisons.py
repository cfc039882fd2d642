"""Claims judged by a study's runs: each function returns the cells of one form of claim.

Differences are taken on each graph and averaged over graphs. `modes`, `problems` and `datasets`
name the cells, in this order; `at_least` and `at_most` are the range that the claim is about, or
else the `expected` values, one for each cell, with a tolerance.
"""

import itertools

import numpy as np

from ...modes import PAPER_MODES as MODES
from ...names import DATASETS, GRAPH_PROBLEMS
from .evidence import LOGS, PLACE, SETTLED, papers
from .verdicts import Cell, sampled

_NETWORKS = ["GIN", "GT", "MLP", "DeepSets"]
_MORE = np.nextafter(0.0, 1.0)      # the least number above 0
_DIGITS = 1e-9                      # tolerance for equality of two numbers of a table
_SAME = 1.01                        # courses are alike if highest / lowest is below this


def order(evidence, higher, lower, measure="score", problems=GRAPH_PROBLEMS, datasets=DATASETS,
          ties=False, at_most=None):
    """Some modes have more of a measure than others: a cell for every two modes.

    For a measure whose logarithm is taken, `at_most` limits the factor.
    """
    theirs, least = papers(measure), 0.0 if ties else _MORE
    ends = (least, np.inf) if at_most is None else (-np.inf, np.log(at_most))
    for a, b in itertools.product(higher, lower):
        for place, frame in _places(evidence.by_graph(measure), problems, datasets):
            yield sampled(frame[a] - frame[b], evidence.repetitions, *ends,
                          papers=theirs[a][place] - theirs[b][place],
                          scale=0.0 if measure in LOGS else _scale(evidence, measure, frame, a, b))


def throughout(evidence, higher, lower, problems=GRAPH_PROBLEMS, datasets=DATASETS):
    """Some modes are more diverse than others at every recorded point: a cell for each point."""
    course = evidence.traces["diversity"].query(f"evaluations >= {SETTLED}")
    for a, b in itertools.product(higher, lower):
        for _, frame in _places(course, problems, datasets):
            for _, at in frame.groupby("evaluations"):
                yield sampled(at[a] - at[b], evidence.repetitions, _MORE,
                              scale=at[[a, b]].mean().max())


def level(evidence, measure, modes, problems=GRAPH_PROBLEMS, datasets=DATASETS, **region):
    """A measure of a mode lies in a range."""
    theirs, log, ends = papers(measure), measure in LOGS, _ranges(**region)
    for mode in modes:
        for place, frame in _places(evidence.by_graph(measure), problems, datasets):
            least, most = next(ends)
            if log:
                least, most = np.log([max(least, _MORE), most])
            yield sampled(frame[mode], evidence.repetitions, least, most,
                          papers=theirs[mode][place], scale=0.0 if log else 100.0)


def average(evidence, measure, modes, minus=("",), problems=GRAPH_PROBLEMS, datasets=DATASETS,
            together=False, **region):
    """The average of a measure over datasets, of a mode or of one minus another, is in a range.

    For each problem, or `together` for all of them.
    """
    groups = [problems] if together else [[problem] for problem in problems]
    ends = _ranges(**region)
    for mode, other, group in itertools.product(modes, minus, groups):
        ours, theirs = (
            (frame[mode] - (frame[other] if other else 0.0))[
                frame.index.isin(group, "problem") & frame.index.isin(datasets, "dataset")]
            for frame in (evidence.by_graph(measure), papers(measure)))
        # both problems have the same graphs: each is one unit
        units = ours.groupby(["dataset", "graph"]).mean().groupby("dataset")
        errors, counts = units.sem().fillna(np.inf), units.size()
        yield Cell(units.mean().mean(), np.sqrt((errors**2).sum()) / max(len(counts), 1),
                   counts.min(), *next(ends), papers=theirs.mean(), scale=100.0)


def near(evidence, first, second, among=MODES, limit=None, but=None, problems=GRAPH_PROBLEMS,
         datasets=DATASETS):
    """Scores of two modes differ by at most a limit in per cent, or by a deviation over seeds.

    The deviation is the larger of the two, assumed to be known. The second mode may be "best": the
    best of the others `among` these, which the first may exceed. With `but` "above" or "below", the
    first mode may be farther away in that direction.
    """
    table, spread = (papers(measure)[list(MODES)] for measure in ("score", "deviation"))
    ours = evidence.by_graph("deviation").groupby(PLACE).mean()
    places = list(_places(evidence.by_graph("score"), problems, datasets))
    for (place, frame), a, b in itertools.product(places, first, second):
        means, theirs = frame.mean(), table.loc[place]
        others = [mode for mode in among if mode != a]
        other, top = (of[others].idxmax() if b == "best" else b
                      for of in (means.fillna(theirs), theirs))
        beyond = but or ("above" if b == "best" else None)
        rooms = [deviations[[a, of]].max() if limit is None else limit / 100 * values[a]
                 for deviations, of, values in ((ours.reindex([place]).iloc[0], other, means),
                                                (spread.loc[place], top, theirs))]
        mine, papers_range = ((-np.inf if beyond == "below" else -room - _DIGITS,
                               np.inf if beyond == "above" else room + _DIGITS) for room in rooms)
        yield sampled(frame[a] - frame[other], evidence.repetitions, *mine, scale=means[a],
                      papers=theirs[a] - theirs[top], papers_range=papers_range)


def against(evidence, modes, baseline, problems=GRAPH_PROBLEMS, datasets=DATASETS, **region):
    """The score of modes in per cent of the paper's "networks" (the best of the four) or "solver".

    Baseline "between": 0 is the best network, and 100 the solver. A mode may be "best".
    """
    table, ours, ends = papers("score"), evidence.comparison, _ranges(**region)
    networks, solver = table[_NETWORKS].max(axis=1), table["Solver"]
    for mode, *place in itertools.product(modes, problems, datasets):
        place = tuple(place)
        zero = networks[place] if baseline == "between" else 0.0
        unit = ((networks if baseline == "networks" else solver)[place] - zero) / 100
        rows = ours[ours.index.isin([place])].set_index("mode") if len(ours) else ours
        row = rows.loc[rows["mean"].idxmax() if mode == "best" else mode] if len(rows) else {}
        theirs = table.loc[place, list(MODES)].max() if mode == "best" else table[mode][place]
        least, most = next(ends)
        yield Cell((row.get("mean", np.nan) - zero) / unit,
                   np.hypot(row.get("sem", np.nan), row.get("published_sem", np.nan)) / unit,
                   row.get("graphs", 1), least, most, papers=(theirs - zero) / unit, scale=100.0)


def probability(evidence, claimed):
    """The best LB configuration with the `claimed` probability beats those with another one.

    Parameters
    ----------
    claimed : dict of float
        By problem.
    """
    grid = evidence.runs("grid").query("mode == 'lb'")
    theirs = papers("probability")
    keys = ["lb_probability", "mu", "lambda_", "crossover_rate"]
    for problem, p in claimed.items():
        for place, frame in _places(grid.set_index(PLACE), [problem], DATASETS):
            scores = frame.pivot_table("best_fitness", "graph", keys)
            has = scores.columns.get_level_values(0) == p
            best = [of[of.mean().idxmax()] for of in (scores.loc[:, has], scores.loc[:, ~has])
                    if of.size]
            difference = best[0] - best[1] if len(best) == 2 else frame["best_fitness"][:0]
            yield sampled(difference, 1, _MORE, scale=frame["best_fitness"].mean(),
                          papers=1.0 if theirs["lb"][place] == p else -1.0)


def sizes(evidence, ranges):
    """Numbers of vertices: the least and the greatest of each dataset are in the range given."""
    runs = evidence.runs("evaluation", None)
    for dataset, (least, most) in ranges.items():
        vertices = runs.loc[runs["dataset"] == dataset, "vertices"]
        for value in (vertices.min(), vertices.max()):
            yield Cell(value, least=least, most=most)


def elitist(evidence):
    """The number of courses in which the best score ever falls, which should be 0."""
    course = evidence.traces["best_fitness"].stack()
    falls = course.groupby(["problem", "dataset", "graph", "mode"]).diff() < 0
    for _, of in falls.groupby([*PLACE, "mode"]):
        yield Cell(of.sum(), most=0)


def alike(evidence, modes, problems=GRAPH_PROBLEMS, datasets=DATASETS, **region):
    """The percentage of recorded points at which the courses of modes lie within 1 %."""
    course, ends = evidence.traces["best_fitness"][list(modes)].dropna(), _ranges(**region)
    same = 100.0 * (course.max(axis=1) < _SAME * course.min(axis=1))
    for _, frame in _places(same.groupby([*PLACE, "graph"]).mean(), problems, datasets):
        yield sampled(frame, evidence.repetitions, *next(ends), scale=100.0)


def _scale(evidence, measure, frame, a, b):
    """Return the reference of relative differences: for deviations, which may be 0, the score."""
    if measure == "deviation":
        frame = evidence.by_graph("score").reindex(frame.index)
    return frame[[a, b]].mean().max()


def _places(frame, problems, datasets):
    """The rows of each problem and dataset, none where there are none."""
    for problem, dataset in itertools.product(problems, datasets):
        here = frame.index.isin([problem], "problem") & frame.index.isin([dataset], "dataset")
        yield (problem, dataset), frame[here]


def _ranges(at_least=-np.inf, at_most=np.inf, expected=None, tolerance=0.0):
    """The range of each cell, in order."""
    if expected is None:
        return itertools.repeat((at_least, at_most))
    return ((value - tolerance, value + tolerance) for value in expected)
