"""The evidence for claims: a study's measures graph by graph, and the paper's own values."""

import functools

import numpy as np
import pandas as pd

from ...modes import PAPER_MODES as MODES
from .. import configurations, published, tables

PLACE = ["problem", "dataset"]
GRAPH = [*PLACE, "graph"]
LOGS = ("unique", "seconds", "convergence", "reach")      # measures whose logarithm is averaged
SETTLED = 2_000      # evaluations; before, populations are close to their initial state
_NEAR = 0.01         # a run has converged when its score stays this close to its last one


class Missing(Exception):
    """The study lacks the runs that a claim needs."""


class Evidence:
    """The runs of a study, and its measures.

    Parameters
    ----------
    study : dict
        As for `memlab.paper.claims.judge`.
    """

    def __init__(self, study):
        self._parts = {part: of.runs() if hasattr(of, "runs") else of for part, of in study.items()}
        if hasattr(study.get("evaluation"), "traces"):
            self._parts["traces"] = study["evaluation"].traces()
        self._measures = {}
        self.missing = ""

    def runs(self, part, budget=tables.PUBLISHED_BUDGET):
        """The runs of a part of the study, with the paper's budget or, for None, any.

        Raises
        ------
        Missing
            If there are none.
        """
        if part not in self._parts:
            raise Missing(f"the study has no {part}")
        runs = self._parts[part]
        if budget is not None and not (runs["budget"] == budget).all():
            raise Missing("runs have another budget than the paper's 40,000 evaluations")
        return runs

    @property
    def comparison(self):
        """`memlab.paper.tables.compare_scores` of the evaluation: index problem, dataset."""
        return self._known("comparison", lambda: tables.compare_scores(
            self.runs("evaluation")).set_index(PLACE))

    @functools.cached_property
    def traces(self):
        """Mean course on each graph: best_fitness and diversity, each with a column per mode."""
        runs = self.runs("evaluation")
        traces = self._parts.get("traces", ())
        if not len(runs) or not len(traces):
            raise Missing("no run was traced")
        keys = [*GRAPH, "evaluations", "mode"]
        return traces.groupby(keys)[["best_fitness", "diversity"]].mean().unstack("mode")

    @functools.cached_property
    def repetitions(self):
        """Runs of a mode on a graph of the evaluation, 0 without one."""
        runs = self._parts.get("evaluation")
        return 0 if runs is None else runs["repetition"].nunique()

    def by_graph(self, measure):
        """A measure of every mode on every graph.

        Parameters
        ----------
        measure : str
            score, deviation (over seeds), unique (best solutions met), seconds, gap (to the best
            mode, %), loss (of the universal configuration, %), selected and universal (loss of the
            paper's configurations against ours on training graphs, %), convergence and reach
            (evaluations), diversity, anytime (mean score over the whole course).

        Returns
        -------
        DataFrame
            Index problem, dataset, graph; a column for each mode. Those in `LOGS` are logarithms.
        """
        return self._known(measure, lambda: _MEASURES[measure](self)[list(MODES)])

    def _known(self, name, compute):
        """Return a frame, computed once, or an empty one, with a note of what is missing."""
        if name not in self._measures:
            try:
                self._measures[name] = compute(), ""
            except Missing as reason:
                index = pd.MultiIndex.from_arrays([[]] * len(GRAPH), names=GRAPH)
                nothing = pd.DataFrame(columns=list(MODES), index=index, dtype=float)
                self._measures[name] = nothing, str(reason)
        frame, self.missing = self._measures[name]
        return frame


def _by_graph(runs, column, how="mean"):
    return runs.groupby([*GRAPH, "mode"])[column].agg(how).unstack("mode")


def _losses(of, reference):
    """Per cent that `of` lies below `reference`, graph by graph: the linearised ratio of means."""
    means = reference.groupby(PLACE).transform("mean")
    ratio = of.groupby(PLACE).transform("mean") / means
    return 100 * (1 - ratio) + 100 * (ratio * reference - of) / means


def _gap(evidence):
    """Of every mode to that of the highest mean, in per cent."""
    scores = _by_graph(evidence.runs("evaluation"), "best_fitness")
    best = scores.groupby(PLACE).mean().idxmax(axis=1)
    top = pd.concat([scores.loc[place, best[place]] for place in best.index], keys=best.index,
                    names=PLACE)
    return scores.apply(lambda of: _losses(of, top))


def _loss(evidence):
    """Of the universal configuration, in per cent."""
    specialised, universal = (_by_graph(evidence.runs(part), "best_fitness")
                              for part in ("evaluation", "universality"))
    return specialised.apply(lambda of: _losses(universal[of.name], of))


def _signed(losses):
    """Return the losses on BA graphs, and the negative losses on other graphs."""
    return losses.mul(np.where(losses.index.isin(["ba_small", "ba_large"], "dataset"), 1, -1),
                      axis=0)


def _rivals(evidence, ours, theirs, keys):
    """Return the loss of the paper's configurations against memlab's on training graphs, in %."""
    grid = evidence.runs("grid")
    own, rival = (_by_graph(grid.merge(chosen[[*keys, *tables.PARAMETERS]]), "best_fitness")
                  for chosen in (ours(grid), published.read(theirs)))
    return _losses(rival, own)


def _convergence(evidence):
    """Evaluations after which the course stays within 1 % of its end."""
    course = evidence.traces["best_fitness"]
    final = course.groupby(GRAPH).transform("last")
    far = _evaluations(course, course < final - _NEAR * final.abs()).max()
    return np.log(far.fillna(_evaluations(course, course.notna()).min()))


def _reach(evidence):
    """Evaluations after which a mode is as good as Darwinian evolution is in the end."""
    course = evidence.traces["best_fitness"]
    final = course["darwinian"].groupby(GRAPH).transform("last")
    hits = _evaluations(course, course.ge(final, axis=0)).min()
    # targets that are never reached count as twice the budget
    return np.log(hits.fillna(2 * tables.PUBLISHED_BUDGET))


def _evaluations(course, where):
    """Of each point where it is so, by graph."""
    points = course.index.get_level_values("evaluations").to_series(index=course.index)
    return where.apply(points.where).groupby(GRAPH)


_MEASURES = {
    "score": lambda evidence: _by_graph(evidence.runs("evaluation"), "best_fitness"),
    "deviation": lambda evidence: _by_graph(evidence.runs("evaluation"), "best_fitness", "std"),
    "unique": lambda evidence: np.log(_by_graph(evidence.runs("evaluation"), "unique_best")),
    "seconds": lambda evidence: np.log(_by_graph(evidence.runs("timing"), "seconds")),
    "gap": _gap,
    "loss": _loss,
    "excess": lambda evidence: _signed(_loss(evidence)),
    "selected": lambda evidence: _rivals(
        evidence, configurations.best_configurations, "best_parameters", tables.CELL),
    "universal": lambda evidence: _rivals(
        evidence, configurations.universal_configurations, "universal_parameters", ["mode"]),
    "convergence": _convergence,
    "reach": _reach,
    "diversity": lambda evidence: evidence.traces["diversity"].query(
        f"evaluations >= {SETTLED}").groupby(GRAPH).mean(),
    # without an independent set the score is 0
    "anytime": lambda evidence: evidence.traces["best_fitness"].dropna().clip(lower=0).groupby(
        GRAPH).mean(),
}


@functools.cache
def papers(measure):
    """Return a measure as printed in the paper's tables.

    Returns
    -------
    DataFrame
        Index problem, dataset; a column for each mode; NaN if the paper does not print it.
    """
    tables_of = {
        "score": ("scores", "mean"), "deviation": ("scores", "std"), "gap": ("scores", "mean"),
        "unique": ("unique_solutions", "mean"), "seconds": ("runtime_seconds", "mean"),
        "probability": ("best_parameters", "lb_probability"),
        "loss": ("universality_loss_percent", "loss_percent")}
    if measure == "excess":
        return _signed(papers("loss"))
    if measure not in tables_of:
        return papers("score") * np.nan
    name, column = tables_of[measure]
    frame = published.read(name).set_index(tables.CELL)[column].unstack("mode")
    if measure == "gap":
        return 100 * (1 - frame.div(frame[list(MODES)].max(axis=1), axis=0))
    return np.log(frame) if measure in LOGS else frame
