"""The walk: three modes on DeceptiveLeadingBlocks, bit by bit."""

import itertools
import time

import pandas as pd

from ... import plots
from ...plots.theory.walk import bit_rows, progress_rows
from ..walk import COURSE, MODES, Walk, picture, table
from ..widgets.layout import build
from ..widgets.pictures import Charts
from ..widgets.runner import Job
from .view import JobView

_MOST_RECORDS = 600      # of a walk
_TICK = 0.03      # seconds


class WalkJob(Job):
    """Walks of the three modes with one clock, and what they have been through.

    Parameters
    ----------
    n, k, seed : int
    speed : callable
        ``speed()`` gives iterations a second; 0 for a few events; or less, for the seconds that
        every mode is to take in expectation, each on a clock of its own.
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
        speed = self._speed()
        if speed > 0:
            return super().work()
        begin = time.perf_counter()
        if speed == 0:
            self.step()
        for walk in self.walks if speed else ():
            walk.advance(max(1, round(walk.expected * _TICK / -speed)), begin + _TICK)
        self._record()
        time.sleep(max(0, begin + (_TICK if speed else 0.3) - time.perf_counter()))
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
            "course": plots.theory.progress(shown["course"], expected).properties(height=130)}


class WalkView(JobView):
    """The controls of the walks, and their pictures.

    Attributes
    ----------
    k, blocks, seed : ipywidgets.Widget
    """

    def __init__(self, settings=None):
        super().__init__("walk")
        self.named = build("walk", settings)
        self.k, self.blocks, self.seed, self.speed = self.named.values()
        controls = [self.k, self.blocks, self.seed]
        for control in controls:
            control.observe(lambda _: self.runner.changed(), "value")
        self._explain(self._words["info"])
        self._charts = Charts(wide=True)
        self._lay_out(controls, self._charts)
        self.runner.reset()

    def _make(self):
        n, k, seed = self.k.value * self.blocks.value, self.k.value, self.seed.value
        self._fresh = True
        self._export.clear()
        return lambda: WalkJob(n, k, seed, lambda: self.speed.value)

    def _draw(self, shown):
        if shown is None:
            self._charts.update(dict.fromkeys(self._charts.rows, ()))
        elif self._fresh:
            self._charts.show(walk_charts(shown))
            self._fresh = False
        else:
            self._charts.update({"bits": bit_rows(shown["picture"]),
                                 "course": progress_rows(shown["course"])})
