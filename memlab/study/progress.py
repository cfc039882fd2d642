"""Progress of a study: a bar in a terminal or notebook, and occasional plain lines elsewhere."""

import sys
import time

from tqdm.auto import tqdm

_SILENCE = 30     # seconds between plain lines
_BAR = "{desc} {percentage:3.0f}% |{bar}| {elapsed} gone, {remaining} left"


class Progress:
    """Counts finished runs, and weights them by their expected cost to estimate the time left.

    Parameters
    ----------
    name : str
        What is being done.
    total, done : int
        Runs of the plan; those that were finished before.
    cost : float
        Expected cost of the rest, in any unit.
    show : bool
        Whether to show anything.
    """

    def __init__(self, name, total, done, cost, show=True):
        self.name, self.total, self.done, self.cost = name, total, done, cost
        self.before, self.spent = done, 0.0
        self.begin = self.last = time.monotonic()
        self.lines = show and not _can_draw()
        self.bar = tqdm(total=cost, desc=name, disable=self.lines or not show, bar_format=_BAR)

    def __enter__(self):
        self.advance(0, 0.0)
        return self

    def __exit__(self, *_):
        self.bar.close()
        if self.lines:
            self._line()

    def advance(self, runs, cost):
        """Record further finished runs and their expected cost."""
        self.done += runs
        self.spent += cost
        self.bar.set_description_str(f"{self.name}: {self._counts()}", refresh=False)
        # the sum of all parts may exceed the total by a rounding error
        self.bar.update(min(cost, self.cost - self.bar.n))
        if self.lines and time.monotonic() - self.last >= _SILENCE:
            self._line()

    def _line(self):
        self.last = time.monotonic()
        left = ""
        if 0 < self.spent < 0.999 * self.cost:
            rest = (self.last - self.begin) * (self.cost / self.spent - 1)
            left = f", about {duration(rest)} left"
        print(f"{self.name}: {self._counts()}{left}", file=sys.stderr, flush=True)

    def _counts(self):
        elapsed = time.monotonic() - self.begin
        fresh = self.done - self.before
        rate = f", {fresh / elapsed:.1f} runs/s" if fresh and elapsed > 0 else ""
        return f"{self.done:,} of {self.total:,} runs{rate}"


def duration(seconds):
    """Return a duration as text for people.

    Examples
    --------
    >>> duration(4.2), duration(95), duration(7300)
    ('4 s', '1.6 min', '2.0 h')
    """
    for unit, size in (("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def _can_draw():
    return sys.stderr.isatty() or "ipykernel" in sys.modules
