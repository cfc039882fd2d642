"""The walk: three modes on DeceptiveLeadingBlocks, bit by bit."""

import itertools
import time

import pandas as pd

from ... import plots
from ...plots.theory.walk import bit_rows, progress_rows
from ...theory.walk import MODES, Walk
from ..walk import COURSE, picture, table
from ..widgets.layout import classed
from ..widgets.pictures import Charts
from ..widgets.runner import Job
from .view import JobView

_MOST_RECORDS = 600      # maximum number of records of a walk
_PARTS = 200      # parts of a mode's duration if it has its own clock


class WalkJob(Job):
    """Walks of the three modes with a common clock, and their recorded course.

    Parameters
    ----------
    n, k, seed : int
    speed : callable
        ``speed()`` returns iterations per second; or a negative number, whose absolute value is the
        expected duration of every mode in seconds, each with its own clock.
    """

    def __init__(self, n, k, seed, speed):
        super().__init__(lambda: speed() if speed() > 0 else _PARTS / -speed())
        self._paced = speed
        self.walks = [Walk(mode, n, k, seed) for mode in MODES]
        self._courses = {mode: [] for mode in MODES}
        self._record()

    @property
    def done(self):
        return all(walk.done for walk in self.walks)

    def advance(self, amount, until):
        left, own = int(amount), self._paced() < 0
        while left > 0 and not self.done and time.perf_counter() < until:
            # at most the distance of two records, which a logarithmic axis can just separate
            piece = min(left, 1 + max(walk.iterations for walk in self.walks) // 50)
            for walk in self.walks:
                share = piece * walk.expected / _PARTS if own else piece
                walk.advance(max(1, round(share)), until)
            self._record()
            left -= piece
        return int(amount) - left

    def step(self):
        """Advance every walk to the next change of its parent."""
        for walk in self.walks:
            walk.event()
        self._record()

    def _record(self):
        """Record changes; if there are too many records, every other one is dropped."""
        for walk in self.walks:
            course = self._courses[walk.mode]
            if not course or course[-1]["iterations"] != walk.iterations:
                course.append({column: getattr(walk, column) for column in COURSE})
            if len(course) > _MOST_RECORDS:
                del course[1:-1:2]

    def course(self):
        """Return the records: DataFrame."""
        return pd.DataFrame(itertools.chain(*self._courses.values()))

    def snapshot(self):
        return {"table": table(self.walks).set_index("mode"), "picture": picture(self.walks),
                "course": self.course()}

    def export(self):
        """Code, data, and what to call the files."""
        code = "import memlab as ml\n\nwalks = {}\n" + "".join(
            f"walks[{walk.mode!r}] = {walk.code()}\n" for walk in self.walks)
        walk = self.walks[0]
        return code, self.course(), f"walk_n{walk.n}_k{walk.k}"


def walk_charts(shown):
    """Return the two charts of a snapshot of `WalkJob`: dict by the names of their data."""
    blocks = shown["picture"]["block"].max() + 1
    expected = shown["table"].reset_index().assign(blocks=blocks)
    return {"bits": plots.theory.bits(shown["picture"]),
            "course": plots.theory.progress(shown["course"], expected).properties(height=130)}


class WalkView(JobView):
    """The controls of the walks, and their pictures."""

    def __init__(self, settings=None):
        self._charts = classed("wide", Charts())
        super().__init__("walk", settings, self._charts)

    def _make(self):
        n, k, seed = (self.named["k"].value * self.named["blocks"].value, self.named["k"].value,
                      self.named["seed"].value)
        self._fresh = True
        return lambda: WalkJob(n, k, seed, lambda: self.named["speed"].value)

    def _draw(self, shown):
        if self._fresh:
            self._charts.show(walk_charts(shown))
            self._fresh = False
        else:
            self._charts.update({"bits": bit_rows(shown["picture"]),
                                 "course": progress_rows(shown["course"])})
