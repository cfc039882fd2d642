"""The study in several sizes: its experiments stand in ``data/experiments``, each in all its sizes.

- grid: every configuration on the training graphs;
- evaluation: the selected configurations on the test graphs;
- replication: the configurations that the paper selected, on the same test graphs. memlab's grid
  search may have selected others; differences between the replication and the paper are not due to
  the selection;
- universality: one configuration per mode for everything, on the same test graphs;
- timing: the evaluation's runs on a few graphs again, one at a time.

Where a size spends its runs on the paper's own configurations, as many graphs of each cell are run
as decide the cell, see `memlab.paper.planning`.
"""

import math
from dataclasses import dataclass

from ..study import experiment
from ..study.execute import run
from ..study.store import Store
from ..support import paths
from ..support.checks import choice, real
from . import planning

PAPER = ("grid", "evaluation", "replication", "universality", "timing")
_MARGIN = "margin-"


@dataclass(frozen=True)
class Profile:
    """A size of the study; see `profile`.

    Parameters
    ----------
    name : str
        "smoke", "quick", "laptop" or "paper".
    purpose : str
        A one-line description for people.
    parts : tuple of str
        Names of its experiments, in the order in which they run.
    planned : str
        The part whose graphs are planned for the verdicts of Table 1, if any.
    seconds, power, margin : float
        How they are planned: the arguments of `memlab.paper.planning.counts`.

    Examples
    --------
    >>> smoke = profile("smoke")
    >>> smoke.parts[:2], len(smoke.plan("grid"))
    (('grid', 'evaluation'), 128)
    """

    name: str
    purpose: str
    parts: tuple = PAPER
    planned: str = ""
    seconds: float = math.inf
    power: float = 0.8
    margin: float = planning.MARGIN

    @property
    def size(self):
        """The profile that it is like in all else, such as "quick" for "margin-0.5": str."""
        return self.name if self.name in PROFILES else "quick"

    def counts(self):
        """Return how many graphs of each cell are planned: DataFrame of `planning.counts`."""
        return planning.counts(self.seconds, self.margin, self.power)

    def plan(self, part, seed=0, grid=None):
        """Return the plan of one part.

        Parameters
        ----------
        part : str
            One of `parts`.
        seed : int
            Seed of all graphs and runs.
        grid : DataFrame, optional
            Runs of the grid search, as for `memlab.study.read_plan`.

        Returns
        -------
        Plan
            The plan.

        Examples
        --------
        >>> len(profile("paper").plan("grid"))      # 105,840 for each problem, as in the paper
        211680
        """
        file = paths.data("experiments") / f"{choice('part', part, self.parts)}.toml"
        plan = experiment.read_plan(file, seed, grid, self.size)
        return planning.planned(plan, self.counts()) if part == self.planned else plan

    def plans(self, seed=0, grid=None):
        """Return the plans of all parts.

        Parameters
        ----------
        seed : int
            Seed of all graphs and runs.
        grid : DataFrame, optional
            Runs of the grid search, as for `memlab.study.read_plan`.

        Returns
        -------
        dict of Plan
            By part, in the order in which they run.
        """
        return {part: self.plan(part, seed, grid) for part in self.parts}

    def compute(self, folder, seed=0, **options):
        """Compute the missing runs of the study; those that go one at a time as soon as they can.

        Parameters
        ----------
        folder : Path
            The folder in which each part has a store.
        seed : int
            Seed of all graphs and runs.
        **options
            Arguments of `memlab.study.run`: executor, workers, progress.

        Returns
        -------
        dict of Store
            The stores by part.
        """
        stores, grid = {}, None
        for part in sorted(self.parts, key=lambda part: (part != "grid", part != "timing")):
            stores[part] = run(self.plan(part, seed, grid), folder / part, **options)
            if part == "grid":
                grid = stores[part].runs()
        return {part: stores[part] for part in self.parts}

    def load(self, folder, parts=None):
        """Load a finished study from a folder.

        Parameters
        ----------
        folder : Path
            The folder given to `compute`.
        parts : sequence of str, optional
            The parts to load; by default all.

        Returns
        -------
        dict of Store
            The stores by part.

        Raises
        ------
        FileNotFoundError
            If a part is missing.
        ValueError
            If a part is not finished.
        """
        command, stores = f"python3 -m memlab study {self.option}", {}
        for part in self.parts if parts is None else parts:
            try:
                stores[part] = Store.load(folder / part, complete=False)
            except FileNotFoundError as error:
                raise FileNotFoundError(f"{error}; `{command}` makes it") from None
            if not stores[part].finished().all():
                raise ValueError(f"the {part} in {folder} is not finished; `{command}` goes on")
        return stores

    @property
    def option(self):
        """The option of ``python3 -m memlab study`` that runs it: str."""
        return (f"--profile {self.name}" if self.name in PROFILES
                else f"--margin {self.margin:g}")


PROFILES = {one.name: one for one in (
    Profile("smoke", "everything once, in seconds, with numbers that mean nothing",
            ("grid", "evaluation", "universality", "timing")),
    Profile("quick", "the paper's configurations, on as many graphs of a cell as decide it where "
            "that is cheap", ("evaluation",), "evaluation", seconds=130.0),
    Profile("laptop", "the paper's protocol on a seventh of its training graphs and 100 test "
            "graphs, and its configurations on as many graphs of a cell as decide it",
            planned="replication", power=0.98),
    Profile("paper", "the paper's protocol in full"))}


def profile(name):
    """Return the profile of a name.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"} or str
        The name; "margin-0.5" is a size that decides, with a probability of 80 % in each cell,
        whether the scores of the paper's configurations are within 0.5 % of the paper's.

    Returns
    -------
    Profile
        The profile.

    Raises
    ------
    ValueError
        If there is no such profile; the message lists all profiles.

    Examples
    --------
    >>> profile("laptop").plan("evaluation").graphs
    100
    """
    if name.startswith(_MARGIN):
        try:
            margin = float(name.removeprefix(_MARGIN))
        except ValueError:
            raise ValueError("margin must be a number of per cent, not "
                             f"{name.removeprefix(_MARGIN)!r}") from None
        real("margin", margin, minimum=0.1, maximum=10.0)
        return Profile(f"{_MARGIN}{margin:g}", "the paper's configurations, on as many graphs as "
                       f"decide whether scores are within {margin:g} % of the paper's",
                       ("evaluation",), "evaluation", margin=margin)
    return PROFILES[choice("profile", name, tuple(PROFILES))]
