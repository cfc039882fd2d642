"""The study in four sizes: for each, a folder of experiments in ``data/experiments``.

- grid: every configuration on the training graphs;
- evaluation: the selected configurations on the test graphs;
- replication: the configurations that the paper selected, on the same test graphs, where the own
  grid search may have selected others: what it differs in from the paper is not the selection;
- universality: one configuration per mode for everything, on the same test graphs;
- timing: the evaluation's runs on a few graphs again, one at a time;
- local_search, cuts, factors, optima, best_known, price, restarted, dials: what goes beyond the
  paper.
"""

from dataclasses import dataclass

from .. import paths
from ..checks import choice
from .execute import run
from .experiment import read_plan
from .store import Store

PAPER = ("grid", "evaluation", "replication", "universality", "timing")
PARTS = (*PAPER, "local_search", "cuts", "factors", "optima", "best_known", "price", "restarted",
         "dials")


@dataclass(frozen=True)
class Profile:
    """A size of the study.

    Attributes
    ----------
    name : str
    purpose : str
        One line for people.
    """

    name: str
    purpose: str

    @property
    def parts(self):
        """Names of its experiments, in the order of running: tuple of str."""
        folder = paths.data("experiments") / self.name
        return tuple(part for part in PARTS if (folder / f"{part}.toml").is_file())

    def plan(self, part, seed=0, grid=None):
        """The plan of one part.

        Parameters
        ----------
        part : str
        seed : int
            Of all graphs and runs.
        grid : DataFrame, optional
            Runs of the grid search, as for `memlab.study.read_plan`.

        Examples
        --------
        >>> len(profile("paper").plan("grid"))      # 105,840 for each problem, as in the paper
        211680
        """
        choice("part", part, self.parts)
        return read_plan(paths.data("experiments") / self.name / f"{part}.toml", seed, grid)

    def plans(self, seed=0, grid=None):
        """The plans of all parts: a dict, in the order of running."""
        return {part: self.plan(part, seed, grid) for part in self.parts}

    def compute(self, folder, seed=0, **options):
        """Compute what is missing of the study.

        Parameters
        ----------
        folder : Path
            Each part has a store below it.
        seed : int
        **options
            Of `memlab.study.run`: executor, workers, progress.

        Returns
        -------
        dict of Store
            With the names of the parts as keys.

        Examples
        --------
        >>> import tempfile
        >>> from pathlib import Path
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     stores = profile("smoke").compute(Path(folder), workers=1, progress=False)
        ...     sum(len(stores[part].runs()) for part in PAPER if part in stores)
        288
        """
        stores = {"grid": run(self.plan("grid", seed), folder / "grid", **options)}
        for part, plan in self.plans(seed, stores["grid"].runs()).items():
            if part != "grid":
                stores[part] = run(plan, folder / part, **options)
        return stores

    def load(self, folder, parts=None):
        """The finished study in a folder, to read.

        Parameters
        ----------
        folder : Path
        parts : sequence of str, optional
            Only these.

        Returns
        -------
        dict of Store

        Raises
        ------
        FileNotFoundError
            If a part is missing.
        ValueError
            If a part is not finished.
        """
        command = f"python3 -m memlab study --profile {self.name}"
        stores = {}
        for part in self.parts if parts is None else parts:
            if not (folder / part / "manifest.json").exists():
                raise FileNotFoundError(f"there is no {part} in {folder}; `{command}` makes it")
            stores[part] = Store.load(folder / part)
            if not stores[part].finished().all():
                raise ValueError(f"the {part} in {folder} is not finished; `{command}` goes on "
                                 "with it")
        return stores


PROFILES = {name: Profile(name, purpose) for name, purpose in {
    "smoke": "everything once, in seconds, with numbers that mean nothing",
    "quick": "the whole grid on one graph per dataset, the evaluation on four",
    "laptop": "the paper's protocol on a seventh of its training graphs and 100 test graphs",
    "paper": "the paper's protocol in full",
}.items()}


def profile(name):
    """The profile of that name.

    Raises
    ------
    ValueError
        If there is none; the message lists those there are.

    Examples
    --------
    >>> profile("quick").plan("evaluation").graphs
    4
    """
    return PROFILES[choice("profile", name, tuple(PROFILES))]
