"""Hinton and Nowlan's experiment: without learning, with it, and with inherited learning."""

import time

import numpy as np
import pandas as pd

from ...names import label
from ...plots.curves import course
from ...plots.palette import ALLELES
from ...plots.palette import MODES as STYLES
from ...plots.style import labelled
from ...theory.needle import Learners
from ..widgets.layout import classed
from ..widgets.pictures import Charts, Maps
from ..widgets.runner import Job
from .view import JobView

MODES = {"darwinian": (False, False), "baldwinian": (True, False), "lamarckian": (True, True)}


class NeedleJob(Job):
    """Three evolutions from the same initial population, which differ in learning and inheritance.

    Parameters
    ----------
    population, trials, generations, seed : int
        As for `memlab.theory.hinton_nowlan`; Darwinian evolution has no trials.
    speed : callable
        ``speed()`` returns generations per second.
    """

    def __init__(self, population, trials, generations, seed, speed):
        super().__init__(speed)
        self._given, self._generations = (population, trials, seed), generations
        self.learners = {mode: Learners(population, trials=trials * learns, seed=seed,
                                        inherited=inherits)
                         for mode, (learns, inherits) in MODES.items()}
        self._alleles = {}
        self.step()

    @property
    def done(self):
        return len(self.learners["darwinian"].rows) >= self._generations

    def advance(self, amount, until):
        did = 0
        while did < int(amount) and not self.done and time.perf_counter() < until:
            self.step()
            did += 1
        return did

    def step(self):
        """Advance by one generation; the display shows the living, not yet their offspring."""
        for mode, one in self.learners.items():
            self._alleles[mode] = one.alleles.copy()
            one.step()

    def course(self):
        """Return the course so far: DataFrame."""
        courses = {mode: one.course() for mode, one in self.learners.items()}
        return pd.concat(courses, names=["mode"]).reset_index(0)

    def snapshot(self):
        course = self.course()
        return {"table": course.groupby("mode", sort=False).last(), "course": course,
                "alleles": self._alleles}

    def export(self):
        """Code, data, and what to call the files."""
        population, trials, seed = self._given
        lines = [f"courses[{mode!r}] = ml.theory.hinton_nowlan({population}, trials="
                 f"{trials * learns}, generations={len(self.learners[mode].rows)}, seed={seed}, "
                 f"inherited={inherits})" for mode, (learns, inherits) in MODES.items()]
        code = "\n".join(["import memlab as ml", "", "courses = {}", *lines, ""])
        return code, self.course(), "hinton_nowlan"


class NeedleView(JobView):
    """The controls of the experiment, its course, and the genes of all individuals."""

    def __init__(self, settings=None):
        self._charts, self._maps = Charts(), Maps(chosen=0)
        super().__init__("needle", settings, *(classed("line", picture)
                                               for picture in (self._charts, self._maps)))

    def _make(self):
        trials, population, generations, seed, speed = self.named.values()
        given = population.value, trials.value, generations.value, seed.value
        axis = {"x": "generation", "ends": [0, generations.value]}
        charts = {mode: course(ALLELES, "share", f"{label(mode)}: genes", field="allele",
                               unit="share of genes", scale={"domain": [0, 1]}, **axis)
                  for mode in MODES}
        charts["fitness"] = course({label(mode): STYLES[mode] for mode in MODES}, "fitness",
                                   "Fitness", unit="mean", scale={"domain": [0, 20]}, **axis)
        self._charts.show(charts, height=118, legends=False)
        return lambda: NeedleJob(*given, lambda: speed.value)

    def _draw(self, shown):
        past = shown["course"].assign(last=shown["course"].groupby("mode").cumcount(False) == 0)
        rows = {mode: part.melt(["generation", "last"], list(ALLELES), "allele", "share")
                for mode, part in past.groupby("mode")}
        fitness = labelled(past[["mode", "generation", "last", "fitness"]])
        self._charts.update(rows | {"fitness": fitness})
        order = {mode: np.argsort(-(genes == 1).sum(axis=1), kind="stable")
                 for mode, genes in shown["alleles"].items()}
        self._maps.show([[np.equal(genes[order[mode]].T, allele) for allele in (1, 0)]
                         for mode, genes in shown["alleles"].items()],
                        [ALLELES["right"].colour, ALLELES["wrong"].colour],
                        [f"{label(mode)}: individuals by genes" for mode in MODES])
