"""Progress of a study: a bar in a terminal or notebook, and occasional plain lines elsewhere."""

from tqdm.auto import tqdm

from ..support.progress import pace


class Progress(tqdm):
    """Counts what is finished, and weights it by its expected cost to estimate the time left.

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
    unit : str
        What is counted.
    """

    def __init__(self, name, total, done, cost, show=True, unit="runs"):
        # it is shown when it has a text; the time left follows from the pace so far
        super().__init__(total=cost, disable=not show, miniters=0, smoothing=0, delay=1e-9,
                         **pace())
        self.name, self.finished, self.whole = name, done, f"of {total:,} {unit}"
        self.set_description_str(f"{name}: {done:,} {self.whole}")

    def advance(self, runs, cost):
        """Record further finished runs and their expected cost."""
        self.finished += runs
        self.set_description_str(f"{self.name}: {self.finished:,} {self.whole}", refresh=False)
        # the sum of all parts may exceed the total by a rounding error
        self.update(min(cost, self.total - self.n) if not self.disable else 0)


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
