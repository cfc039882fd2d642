"""The walk: three modes on DeceptiveLeadingBlocks, bit by bit."""

import itertools
import time

import pandas as pd

from ... import plots
from ...plots.theory.walk import bit_rows, progress_rows
from ..walk import COURSE, MODES, Walk, picture, table
from ..widgets.layout import build, lead
from ..widgets.pictures import Charts
from ..widgets.runner import Job
from .view import JobView

_MOST_RECORDS = 600      # of a walk


class WalkJob(Job):
    """Walks of the three modes with one clock, and what they have been through.

    Parameters
    ----------
    n, k, seed : int
    speed : callable
        ``speed()`` gives iterations a second, or 0 for a few events.
    """

    def __init__(self, n, k, seed, speed):
        super().__init__(speed)
        self.walks = [Walk(mode, n, k, seed) for mode in MODES]
        self._courses = {mode: [] for mode in MODES}
        self._record()

    @property
    def done(self):
        return all(walk.done for walk in self.walks)

    def work(self):
        if self._speed() > 0:
            return super().work()
        self.step()
        time.sleep(0.3)
        return not self.done

    def advance(self, amount, until):
        left = int(amount)
        while left > 0 and not self.done and time.perf_counter() < until:
            # between two records, which a logarithmic axis can just tell apart
            piece = min(left, 1 + max(walk.iterations for walk in self.walks) // 50)
            for walk in self.walks:
                walk.advance(piece)
            self._record()
            left -= piece
        return int(amount) - left

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
        return {"table": table(self.walks).set_index("mode"), "picture": picture(self.walks),
                "course": self.course()}

    def export(self):
        """Code, data and the name of a file."""
        code = "import memlab as ml\n\nwalks = {}\n" + "".join(
            f"walks[{walk.mode!r}] = {walk.code()}\n" for walk in self.walks)
        walk = self.walks[0]
        return code, self.course(), f"walk_n{walk.n}_k{walk.k}.csv"


def walk_charts(shown):
    """The two charts of a snapshot of `WalkJob`, a dict by the names of their data."""
    blocks = shown["picture"]["block"].max() + 1
    expected = shown["table"].reset_index().assign(blocks=blocks)
    return {"bits": plots.theory.bits(shown["picture"]),
            "course": plots.theory.progress(shown["course"], expected)}


class WalkView(JobView):
    """The controls of the walks, and their pictures.

    Attributes
    ----------
    k, blocks, seed : ipywidgets.Widget
    """

    def __init__(self):
        super().__init__("walk")
        controls = build("walk")
        self.k, self.blocks, self.seed = controls.values()
        for control in controls.values():
            control.observe(lambda _: self.runner.changed(), "value")
        self._lead.value = lead(self._words["lead"])
        self._charts = Charts(least_width=420)
        self._lay_out(list(controls.values()), self._charts)
        self.runner.reset()

    def _make(self):
        n, k, seed = self.k.value * self.blocks.value, self.k.value, self.seed.value
        self._fresh = True
        self._export.clear()
        return lambda: WalkJob(n, k, seed, lambda: self.speed.value)

    def _draw(self, shown):
        if self._fresh:
            self._charts.show(walk_charts(shown))
            self._fresh = False
        else:
            self._charts.update({"bits": bit_rows(shown["picture"]),
                                 "course": progress_rows(shown["course"])})
