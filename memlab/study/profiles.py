"""How much of the study to run: four profiles, and the plans that they stand for."""

from dataclasses import dataclass
from pathlib import Path

from ..checks import choice
from ..names import DATASETS, GRAPH_PROBLEMS, MODES
from ..paths import ROOT
from .plan import Block, Configuration, Plan, grid


@dataclass(frozen=True)
class Profile:
    """The size of a study.

    Attributes
    ----------
    name : str
    configurations : tuple of Configuration
        What the grid search tries.
    training_graphs, test_graphs : int
        Graphs per dataset of the grid search and of the evaluation.
    repetitions : int
        Seeds per test graph.
    traced_graphs : int
        Test graphs whose convergence and diversity are kept.
    timed_graphs : int
        Test graphs of the timing, whose runs are made again one at a time.
    selection : {"published", "grid"}
        Whether the evaluation runs the configurations that the paper selected, or those that are
        best in the own grid search. On very few training graphs the own selection is mostly luck.
    datasets : tuple of str
    budget : int
        Fitness evaluations of a run.
    purpose : str
        One line for people.
    """

    name: str
    configurations: tuple[Configuration, ...]
    training_graphs: int
    test_graphs: int
    repetitions: int
    traced_graphs: int
    timed_graphs: int
    selection: str
    datasets: tuple[str, ...] = DATASETS
    budget: int = 40_000
    purpose: str = ""


PROFILES = {profile.name: profile for profile in (
    Profile("smoke",
            grid(mu=(10, 50), lambda_=(10, 50), crossover_rate=(0.0, 1.0), lb_probability=(0.5,)),
            training_graphs=1, test_graphs=2, repetitions=2, traced_graphs=2, timed_graphs=1,
            selection="published", datasets=("er_small", "ba_small"), budget=1_000,
            purpose="everything once, in seconds, with numbers that mean nothing"),
    Profile("quick", grid(),
            training_graphs=1, test_graphs=4, repetitions=3, traced_graphs=4, timed_graphs=1,
            selection="published",
            purpose="the whole grid on one graph per dataset, the evaluation on four"),
    Profile("laptop", grid(),
            training_graphs=10, test_graphs=100, repetitions=3, traced_graphs=20, timed_graphs=10,
            selection="grid",
            purpose="the paper's protocol on a seventh of its training graphs and 100 test graphs"),
    Profile("paper", grid(),
            training_graphs=70, test_graphs=7_500, repetitions=3, traced_graphs=100,
            timed_graphs=10, selection="grid",
            purpose="the paper's protocol in full"),
)}


def profile(name):
    """The profile of that name.

    Raises
    ------
    ValueError
        If there is none; the message lists those there are.

    Examples
    --------
    >>> profile("quick").test_graphs
    4
    """
    return PROFILES[choice("profile", name, tuple(PROFILES))]


def grid_plan(name, seed=0):
    """The plan of a profile's grid search: all configurations once on each training graph.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    seed : int
        Seed of the study.

    Examples
    --------
    >>> len(grid_plan("paper"))          # 105,840 for each of two problems, as in the paper
    211680
    """
    size = profile(name)
    block = Block(GRAPH_PROBLEMS, size.datasets, size.configurations)
    return Plan("grid", [block], split="train", graphs=size.training_graphs, budget=size.budget,
                seed=seed)


def evaluation_plan(name, best, seed=0):
    """The plan of a profile's evaluation: one configuration per problem, dataset and mode.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    best : DataFrame
        Columns problem, dataset, mode, mu, lambda_, crossover_rate, lb_probability: a row for
        every cell, as `published.best_configurations` and `tables.best_configurations` give them.
    seed : int
        Seed of the study.

    Raises
    ------
    ValueError
        If `best` has not exactly one row for a cell of the profile.

    Examples
    --------
    >>> from memlab.study import published
    >>> len(evaluation_plan("quick", published.best_configurations()))   # 48 cells x 4 x 3
    576
    """
    size = profile(name)
    return Plan("evaluation", _cells(size, best), split="test", graphs=size.test_graphs,
                repetitions=size.repetitions, budget=size.budget, seed=seed,
                traced_graphs=size.traced_graphs)


def universality_plan(name, universal, seed=0):
    """The plan that prices one configuration per mode for everything, on the test graphs.

    Its runs have the graphs and the seeds of the evaluation, so that the two are compared in pairs.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    universal : DataFrame
        Columns mode, mu, lambda_, crossover_rate, lb_probability: a row for every mode, as
        `published.universal_configurations` and `selection.universal_configurations` give them.
    seed : int
        Seed of the study.

    Raises
    ------
    ValueError
        If `universal` has not exactly one row for a mode.

    Examples
    --------
    >>> from memlab.study import published
    >>> len(universality_plan("paper", published.universal_configurations()))
    1080000
    """
    size = profile(name)
    rows = _unique(universal, ["mode"])
    block = Block(GRAPH_PROBLEMS, size.datasets, [_configuration(rows, (mode,)) for mode in MODES])
    return Plan("universality", [block], split="test", graphs=size.test_graphs,
                repetitions=size.repetitions, budget=size.budget, seed=seed)


def timing_plan(name, best, seed=0):
    """The plan of the runtime table: runs of the evaluation again, without traces.

    The evaluation keeps all cores busy, and records traces; running time is measured on few graphs
    (10 with 3 seeds, as in the paper), one run at a time: give `run` a single worker.

    Parameters
    ----------
    name, best, seed
        As for `evaluation_plan`.

    Examples
    --------
    >>> from memlab.study import published
    >>> len(timing_plan("paper", published.best_configurations()))      # 48 cells x 10 x 3
    1440
    """
    size = profile(name)
    return Plan("timing", _cells(size, best), split="test", graphs=size.timed_graphs,
                repetitions=size.repetitions, budget=size.budget, seed=seed)


def _cells(size, best):
    """Blocks of one problem and dataset each, with the configuration that `best` has per mode."""
    rows = _unique(best, ["problem", "dataset", "mode"])
    return [Block([problem], [dataset],
                  [_configuration(rows, (problem, dataset, mode)) for mode in MODES])
            for problem in GRAPH_PROBLEMS for dataset in size.datasets]


def _unique(frame, keys):
    rows = {}
    for row in frame.itertuples():
        key = tuple(getattr(row, name) for name in keys)
        if key in rows:
            raise ValueError(f"configurations must have one row for {key}, but there are more")
        rows[key] = row
    return rows


def _configuration(rows, key):
    if key not in rows:
        raise ValueError(f"configurations must have one row for {key}, but there is none")
    row = rows[key]
    probability = row.lb_probability
    # A missing number in a frame is NaN.
    missing = probability is None or probability != probability
    return Configuration(row.mode, row.mu, row.lambda_, row.crossover_rate,
                         None if missing else probability)


def folder(name, out=None):
    """Where the results of a profile go: `out`, or ``runs/<name>`` in the clone of memlab.

    Below it are ``grid``, ``evaluation`` (stores), ``notebooks`` and ``report.html``.

    Parameters
    ----------
    name : {"smoke", "quick", "laptop", "paper"}
    out : str or path-like, optional

    Returns
    -------
    Path
        Absolute. Without a clone (memlab installed as a package) the default is below the working
        directory.
    """
    name = profile(name).name
    if out is not None:
        return Path(out).absolute()
    return (ROOT if (ROOT / "environment.yml").exists() else Path.cwd()) / "runs" / name
