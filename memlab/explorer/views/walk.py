"""The walk: three modes on DeceptiveLeadingBlocks, bit by bit."""

import itertools
import time

import ipywidgets as W
import pandas as pd

from ... import plots
from ...plots.theory.walk import bit_rows, progress_rows
from ..walk import COURSE, MODES, Walk, picture, table
from ..widgets import tables
from ..widgets.export import Export
from ..widgets.messages import Message
from ..widgets.pictures import Charts
from ..widgets.runner import Pace, Runner
from .layout import SLIDER, body, lead, row, seed, speed

SPEEDS = {"three events a second": 0, "10 iterations a second": 10,
          "100 iterations a second": 100, "1,000 iterations a second": 1_000,
          "10⁵ iterations a second": 100_000, "as fast as it goes": None}
_COLUMNS = {
    "iterations": ("iterations", ",.0f"), "expected_iterations": ("expected", "power"),
    "level": ("blocks solved", ".0f"), "damaged": ("of them damaged", ".0f"),
    "accepted": ("accepted", ",.0f"), "local_search_steps": ("search steps", ",.0f"),
}
_LEAD = ("One parent, one offspring. A block counts when all its bits are one; in the first block "
         "that is not complete, every one costs fitness. Darwin has to flip all its bits at once. "
         "Lamarck is thrown back to zeros by his own learning. Baldwin wanders across the "
         "plateau, for all that counts is what he can learn.")
_MOST_RECORDS = 600      # of a walk


class WalkJob:
    """Walks of the three modes with one clock, and what they have been through.

    Parameters
    ----------
    n, k, seed : int
    speed : callable
        ``speed()`` gives a value of `SPEEDS`.
    """

    def __init__(self, n, k, seed, speed):
        self.walks = [Walk(mode, n, k, seed) for mode in MODES]
        self._speed, self._pace, self._due = speed, Pace(), 0.0
        self._courses = {mode: [] for mode in MODES}
        self._record()

    @property
    def done(self):
        return all(walk.done for walk in self.walks)

    def work(self):
        now, rate, passed = time.perf_counter(), self._speed(), self._pace.passed()
        if rate == 0:
            self.step()
            time.sleep(0.3)
        elif rate is None:
            while not self.done and time.perf_counter() < now + 0.03:
                self._advance(self._stride)
        else:
            self._due += rate * passed
            while self._due >= 1:
                piece = min(int(self._due), self._stride)
                self._advance(piece)
                self._due -= piece
            time.sleep(0.02)
        return not self.done

    @property
    def _stride(self):
        """Iterations between two records, which a logarithmic axis can just tell apart."""
        return 1 + max(w.iterations for w in self.walks) // 50

    def _advance(self, iterations):
        for walk in self.walks:
            if not walk.done:
                walk.advance(iterations)
        self._record()

    def step(self):
        """The next change of every parent."""
        for walk in self.walks:
            walk.event()
        self._record()

    def _record(self):
        """Keep what has changed; of too many records every other is dropped."""
        for walk in self.walks:
            course = self._courses[walk.mode]
            if not course or course[-1]["iterations"] != walk.iterations:
                course.append({column: getattr(walk, column) for column in COURSE})
            if len(course) > _MOST_RECORDS:
                del course[1:-1:2]

    def course(self):
        """What has been recorded: DataFrame."""
        return pd.DataFrame(itertools.chain(*self._courses.values()))

    def snapshot(self):
        return {"table": table(self.walks), "picture": picture(self.walks),
                "course": self.course()}


def walk_charts(shown):
    """The two charts of a snapshot of `WalkJob`, a dict by the names of their data."""
    blocks = shown["picture"]["block"].max() + 1
    expected = shown["table"].assign(blocks=blocks)
    return {"bits": plots.theory.bits(shown["picture"]),
            "course": plots.theory.progress(shown["course"], expected)}


class WalkView:
    """The controls of the walks, and their pictures.

    Attributes
    ----------
    box : ipywidgets.Widget
    """

    def __init__(self):
        self.message = Message()
        self.runner = Runner(self._make, self._show, self.message,
                             "The next change of every parent")
        self.k = W.IntSlider(3, 2, 6, description="block length k", continuous_update=False,
                             **SLIDER)
        self.blocks = W.IntSlider(12, 1, 30, description="blocks n/k", continuous_update=False,
                                  **SLIDER)
        self.seed = seed()
        self.speed = speed(SPEEDS, "100 iterations a second")
        for control in (self.k, self.blocks, self.seed):
            control.observe(lambda _: self.runner.changed(), "value")
        self._charts, self._table = Charts(least_width=420), W.HTML()
        self._export = Export(self._give, self.message)
        self.box = body([self.k, self.blocks, self.seed], row(self.runner.box, self.speed),
                        self.message, W.HTML(lead(_LEAD)), self._table, self._charts,
                        self._export.box)
        self._fresh = True
        self.runner.reset()

    def _make(self):
        n, k, seed = self.k.value * self.blocks.value, self.k.value, self.seed.value
        self._fresh = True
        self._export.clear()
        return lambda: WalkJob(n, k, seed, lambda: SPEEDS[self.speed.value])

    def _show(self, shown):
        self._table.value = tables.by_mode(shown["table"].set_index("mode"), _COLUMNS)
        if self._fresh:
            self._charts.show(walk_charts(shown))
            self._fresh = False
        else:
            self._charts.update({"bits": bit_rows(shown["picture"]),
                                 "course": progress_rows(shown["course"])})

    def _give(self):
        if self.runner.job is None:
            raise ValueError("there is no walk to export yet")
        walks = self.runner.job.walks
        code = "import memlab as ml\n\nwalks = {}\n" + "".join(
            f"walks[{w.mode!r}] = {w.code()}\n" for w in walks)
        return code, self.runner.job.course(), f"walk_n{walks[0].n}_k{walks[0].k}.csv"
