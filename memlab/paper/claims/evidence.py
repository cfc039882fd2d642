"""The evidence for claims: a study's measures graph by graph, and the paper's own values."""

import functools
from types import SimpleNamespace

import numpy as np
import pandas as pd

from ...analysis.frames import CELL, GRAPH, SOURCE
from ...evolution.modes import PAPER_MODES
from .. import published, tables
from ..agreement import PUBLISHED_BUDGET, comparable

LOGS = ("unique", "seconds", "convergence", "reach")      # measures whose logarithm is averaged
SETTLED = 2_000      # evaluations; before, many populations are close to their initial state
_NEAR = 0.01         # a run has converged when its score stays this close to its last one
_SAME = 1.01         # courses are alike if highest / lowest is below this


class Missing(Exception):
    """The study lacks the runs that a claim needs."""


class Evidence:
    """The runs of a study, and its measures.

    Parameters
    ----------
    study : dict
        As for `memlab.paper.claims.judge`.
    otherwise : callable, optional
        The table of a measure for which the study lacks runs.
    """

    def __init__(self, study, otherwise=None):
        self._otherwise = otherwise
        self._runs = {part: store.runs() for part, store in study.items()}
        self._traces = study["evaluation"].traces() if "evaluation" in study else ()
        self._tables = {}

    def runs(self, part):
        """Return the runs of a part of the study.

        Raises
        ------
        Missing
            If there are none, or none with the paper's budget.
        """
        if part not in self._runs:
            raise Missing(f"the study has no {part}")
        if not comparable(self._runs[part]):
            raise Missing("runs have another budget than the paper's 40,000 evaluations")
        return self._runs[part]

    @functools.cached_property
    def traces(self):
        """Mean course on each graph: best_fitness and diversity, each with a column per mode."""
        self.runs("evaluation")
        if not len(self._traces):
            raise Missing("no run was traced")
        keys = [*GRAPH, "evaluations", "mode"]
        return self._traces.groupby(keys)[["best_fitness", "diversity"]].mean().unstack("mode")

    @functools.cached_property
    def repetitions(self):
        """Runs of a mode on a graph of the evaluation, 0 without one."""
        return self._runs["evaluation"]["repetition"].nunique() if "evaluation" in self._runs else 0

    def table(self, measure):
        """Return a measure of every mode on every graph.

        Parameters
        ----------
        measure : str
            One of

            - score, deviation (over seeds), unique (best solutions met), seconds;
            - gap (to the best mode, %);
            - loss (of the universal configuration, %);
            - convergence, reach (evaluations), diversity, anytime (mean score over all points),
              diversities (at each point);
            - alike (learning: the percentage of recorded points at which the courses of the modes
              with local search lie within 1 %);
            - comparison: `memlab.paper.tables.compare_scores`, with a row per cell.

        Returns
        -------
        DataFrame
            Index problem, dataset, graph; a column for each mode. Those in `LOGS` are logarithms.

        Raises
        ------
        Missing
            If the study lacks its runs.
        """
        if measure not in self._tables:
            try:
                frame = _MEASURES[measure](self)
                if frame.empty:
                    raise Missing(f"the study has no runs that show the {measure}")
            except Missing:
                if self._otherwise is None:
                    raise
                return self._otherwise(measure)
            self._tables[measure] = np.log(frame) if measure in LOGS else frame
        return self._tables[measure]


def _runs(part, column="best_fitness", how="mean"):
    """Return a measure: a column of the runs on the graphs that all modes of a dataset have."""
    return lambda evidence: evidence.runs(part).groupby([*GRAPH, "mode"])[column].agg(
        how).unstack("mode").dropna()


def _gap(evidence):
    """Return the loss of every mode against that of the highest mean."""
    scores = evidence.table("score")
    best = scores.groupby(SOURCE).mean().idxmax(axis=1)
    top = pd.concat({source: scores.loc[source, mode] for source, mode in best.items()},
                    names=SOURCE)
    return scores.apply(tables.losses, reference=top, cell=SOURCE)


def _loss(evidence):
    """Return the loss of the universal configuration."""
    specialised, universal = (_runs(part)(evidence) for part in ("evaluation", "universality"))
    return tables.losses(universal, specialised, SOURCE)


def _convergence(evidence):
    """Return the evaluations after which the course stays within 1 % of its end."""
    course = evidence.traces["best_fitness"]
    final = course.groupby(GRAPH).transform("last")
    far = _evaluations(course < final - _NEAR * final.abs()).max()
    return far.fillna(_evaluations(course.notna()).min())


def _reach(evidence):
    """Return the evaluations after which a mode is as good as Darwinian evolution is at its end."""
    course = evidence.traces["best_fitness"]
    final = course["darwinian"].groupby(GRAPH).transform("last")
    # targets that are never reached count as twice the budget
    return _evaluations(course.ge(final, axis=0)).min().fillna(2 * PUBLISHED_BUDGET)


def _alike(evidence):
    """Return the percentage of points at which the courses of the modes with local search agree."""
    course = evidence.traces["best_fitness"].drop(columns="darwinian").dropna()
    same = 100.0 * (course.max(axis=1) < _SAME * course.min(axis=1))
    return same.groupby(GRAPH).mean().to_frame("learning")


def _evaluations(where):
    """Group by graph the evaluations of those points of a course at which a condition holds."""
    points = where.index.get_level_values("evaluations").to_series(index=where.index)
    return where.apply(points.where).groupby(GRAPH)


_MEASURES = {
    "score": _runs("evaluation"),
    "deviation": _runs("evaluation", how="std"),
    "unique": _runs("evaluation", "unique_best"),
    "seconds": _runs("timing", "seconds"),
    "gap": _gap,
    "loss": _loss,
    "convergence": _convergence,
    "reach": _reach,
    "alike": _alike,
    "diversities": lambda evidence: evidence.traces["diversity"].query(
        f"evaluations >= {SETTLED}"),
    "diversity": lambda evidence: evidence.table("diversities").groupby(GRAPH).mean(),
    # without an independent set the score is 0
    "anytime": lambda evidence: evidence.traces["best_fitness"].dropna().clip(lower=0).groupby(
        GRAPH).mean(),
    "comparison": lambda evidence: tables.compare_scores(
        evidence.runs("evaluation")).set_index(CELL),
}
# where the paper prints a measure, or what it follows from: the table and its column
_PRINTED = {
    "score": ("scores", "mean"), "gap": ("scores", "mean"), "deviation": ("scores", "std"),
    "unique": ("unique_solutions", "mean"), "seconds": ("runtime_seconds", "mean"),
    "loss": ("universality_loss_percent", "loss_percent")}


@functools.cache
def papers(measure):
    """Return a measure as it follows from the paper's tables.

    Returns
    -------
    DataFrame
        Index problem, dataset; a column for each mode. Those in `LOGS` are logarithms.

    Raises
    ------
    Missing
        If the paper does not print it.
    """
    if measure == "comparison":
        rows = published.read("scores").query("mode in @PAPER_MODES").set_index(CELL)
        return rows.assign(sem=0.0, published_sem=0.0, degrees=np.inf)
    if measure not in _PRINTED:
        raise Missing("the paper does not print it")
    table, column = _PRINTED[measure]
    frame = published.read(table).set_index(CELL)[column].unstack("mode")
    if measure == "gap":
        frame = 100 * (1 - frame.div(frame[[*PAPER_MODES]].max(axis=1), axis=0))
    return np.log(frame) if measure in LOGS else frame


def printed(measure):
    """Return `papers` of a measure as the table of a study: a single graph has each number."""
    return papers(measure).assign(graph="").set_index("graph", append=True)


PAPER = SimpleNamespace(table=printed, repetitions=0)      # the paper's tables in place of a study
