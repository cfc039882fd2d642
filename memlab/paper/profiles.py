"""The study in four sizes: its experiments stand in ``data/experiments``, each in all its sizes.

- grid: every configuration on the training graphs;
- evaluation: the selected configurations on the test graphs;
- replication: the configurations that the paper selected, on the same test graphs. memlab's grid
  search may have selected others; differences between the replication and the paper are not due to
  the selection;
- universality: one configuration per mode for everything, on the same test graphs;
- timing: the evaluation's runs on a few graphs again, one at a time.
"""

import functools
import tomllib
from dataclasses import dataclass

from ..study import experiment
from ..study.execute import run
from ..study.store import Store
from ..support import paths
from ..support.checks import choice

PAPER = ("grid", "evaluation", "replication", "universality", "timing")


@dataclass(frozen=True)
class Profile:
    """A size of the study; see `profile`.

    Parameters
    ----------
    name : str
        "smoke", "quick", "laptop" or "paper".
    purpose : str
        A one-line description for people.

    Examples
    --------
    >>> smoke = profile("smoke")
    >>> smoke.parts[:2], len(smoke.plan("grid"))
    (('grid', 'evaluation'), 128)
    """

    name: str
    purpose: str

    @functools.cached_property
    def parts(self):
        """Names of its experiments, in the order in which they run: tuple of str."""
        return tuple(part for part in PAPER if self.name in tomllib.loads(
            _file(part).read_text("utf-8"))["profiles"])

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
        choice("part", part, self.parts)
        return experiment.read_plan(_file(part), seed, grid, self.name)

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

    def compute(self, folder, seed=0, begins=lambda stores, part: None, **options):
        """Compute the missing runs of the study; those that go one at a time as soon as they can.

        Parameters
        ----------
        folder : Path
            The folder in which each part has a store.
        seed : int
            Seed of all graphs and runs.
        begins : callable
            ``begins(stores, part)`` is called before each part, with the finished stores by part.
        **options
            Arguments of `memlab.study.run`: executor, workers, progress.

        Returns
        -------
        dict of Store
            The stores by part.
        """
        begins({}, "grid")
        stores = {"grid": run(self.plan("grid", seed), folder / "grid", **options)}
        plans = self.plans(seed, stores["grid"].runs())
        for part in sorted(self.parts[1:], key=lambda part: not plans[part].one_at_a_time):
            begins(stores, part)
            stores[part] = run(plans[part], folder / part, **options)
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
        command, stores = f"python3 -m memlab study --profile {self.name}", {}
        for part in self.parts if parts is None else parts:
            try:
                stores[part] = Store.load(folder / part, complete=False)
            except FileNotFoundError as error:
                raise FileNotFoundError(f"{error}; `{command}` makes it") from None
            if not stores[part].finished().all():
                raise ValueError(f"the {part} in {folder} is not finished; `{command}` goes on")
        return stores


def _file(part):
    return paths.data("experiments") / f"{part}.toml"


PROFILES = {name: Profile(name, purpose) for name, purpose in zip(experiment.PROFILES, (
    "everything once, in seconds, with numbers that mean nothing",
    "the whole grid on one graph per dataset, the evaluation on four",
    "the paper's protocol on a seventh of its training graphs and 100 test graphs",
    "the paper's protocol in full",
), strict=True)}


def profile(name):
    """Return the profile of a name.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
        The name.

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
    >>> profile("quick").plan("evaluation").graphs
    4
    """
    return PROFILES[choice("profile", name, tuple(PROFILES))]
