"""Progress of a study: a bar in a terminal or notebook, and occasional plain lines elsewhere."""

from tqdm.auto import tqdm

from ..support.progress import pace as pace_of_lines


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
    pace : float, optional
        Expected seconds for a unit of the cost.
    unit : str
        What is counted.
    """

    def __init__(self, name, total, done, cost, show=True, pace=None, unit="runs"):
        self.name, self.runs, self.finished, self.counted = name, total, done, unit
        self.pace = pace
        super().__init__(total=cost, desc=self._counts(), disable=not show, miniters=0,
                         **pace_of_lines())

    @property
    def format_dict(self):
        """As tqdm's, with the time that is left: by the pace so far, at first by the expected."""
        facts = super().format_dict
        pace = facts["elapsed"] / facts["n"] if facts["n"] else self.pace
        return facts | {"left": "?" if pace is None else self.format_interval(
            pace * (facts["total"] - facts["n"]))}

    def begin(self, name, total, done, unit="runs"):
        """Count the runs of another plan from now on."""
        self.name, self.runs, self.finished, self.counted = name, total, done, unit
        self.set_description_str(self._counts(), refresh=False)

    def advance(self, runs, cost):
        """Record further finished runs and their expected cost."""
        self.finished += runs
        self.set_description_str(self._counts(), refresh=False)
        # the sum of all parts may exceed the total by a rounding error
        self.update(min(cost, self.total - self.n) if not self.disable else 0)

    def _counts(self):
        return f"{self.name}: {self.finished:,} of {self.runs:,} {self.counted}"


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
