"""The registry of methods for experiments.

A method consists of a class of settings, each a possible factor, and of a function that takes the
problem and the settings and returns a `memlab.run.Run`: a solution, its value and its cost.
"""

import functools
import math
import time
from dataclasses import asdict, dataclass, fields

from .. import baselines, neural, optima
from ..checks import choice, integer, real
from ..evolution import evolve
from ..names import DATASETS
from ..parameters import Configuration
from ..problems import PROBLEMS, MaxCut, MaxIndependentSet
from ..run import Run


@dataclass(frozen=True)
class RandomSampling:
    """Settings of `memlab.baselines.random_sampling`: uniformly random solutions.

    Examples
    --------
    >>> from memlab.study import Block, Plan
    >>> len(Plan("random", [Block(["mis"], ["er_small"], [RandomSampling()])], graphs=2))
    2
    """


@dataclass(frozen=True)
class Restarts:
    """Settings of `memlab.baselines.restarts`: local search from new random points.

    Examples
    --------
    >>> from memlab.study import Block, Plan
    >>> len(Plan("restarts", [Block(["mis"], ["er_small"], [Restarts()])], repetitions=3))
    3
    """


@dataclass(frozen=True)
class Greedy:
    """Settings of `memlab.baselines.greedy`."""

    order: str = "min_degree"
    tries: int | None = None

    def __post_init__(self):
        choice("order", self.order, baselines.ORDERS[MaxIndependentSet])
        if self.tries is not None:
            integer("tries", self.tries, minimum=1)


@dataclass(frozen=True)
class CoinFlip:
    """Settings of `memlab.baselines.coin_flip`."""

    passes: int = 0

    def __post_init__(self):
        integer("passes", self.passes, minimum=0)


@dataclass(frozen=True)
class Network:
    """Settings of a trained network, as for `memlab.neural.load`.

    Parameters
    ----------
    architecture, variant : str
        The network and its variant.
    trained_on : str, optional
        The dataset on which it was trained; by default that of the graph.
    """

    architecture: str = "gin"
    variant: str = "repaired"
    trained_on: str | None = None

    def __post_init__(self):
        choice("architecture", self.architecture, neural.NETWORKS)
        choice("variant", self.variant, tuple(neural.VARIANTS))
        if self.trained_on is not None:
            choice("trained_on", self.trained_on, DATASETS)


@dataclass(frozen=True)
class Optimum:
    """Settings of a solver, which gives a value, an upper bound and perhaps a proof.

    Parameters
    ----------
    solver : str
        A method of `memlab.optima.solve`.
    seconds, effort : float
        Its limits per graph; 60 seconds if neither is given.

    Examples
    --------
    >>> Optimum("highs", seconds=30)
    Optimum(solver='highs', seconds=30.0, effort=None)
    """

    solver: str = "auto"
    seconds: float | None = None
    effort: float | None = None

    def __post_init__(self):
        choice("solver", self.solver, optima.METHODS)
        if self.effort is not None:
            object.__setattr__(self, "effort", real("effort", self.effort, above=0))
        if self.seconds is not None or self.effort is None:
            seconds = real("seconds", 60.0 if self.seconds is None else self.seconds, above=0)
            object.__setattr__(self, "seconds", seconds)


def _evolve(problem, settings, budget, seed, *, dataset=None, **rest):
    return evolve(problem, **asdict(settings), budget=budget, seed=seed, **rest)


def _baseline(of):
    return lambda problem, settings, budget, seed, **_: of(problem, budget, seed)


def _constructed(find):
    """Make a method that constructs a single solution and measures its time."""
    def construct(problem, settings, budget, seed, **rest):
        begin = time.perf_counter()
        solution = find(problem, settings, seed, **rest)
        seconds = time.perf_counter() - begin
        return Run(best_fitness=problem.fitness(solution), best_solution=solution, evaluations=1,
                   seconds=seconds)

    return construct


def _decode(problem, settings, seed, *, dataset=None, **_):
    trained_on = settings.trained_on or dataset
    if trained_on is None:
        raise ValueError("trained_on must say which dataset's network to use on these graphs, "
                         "which are of none")
    of_graph = "mis" if isinstance(problem, MaxIndependentSet) else "maxcut"
    return _network(settings.architecture, of_graph, trained_on,
                    settings.variant).decode(problem.graph)


_network = functools.lru_cache(neural.load)


def _solve(problem, settings, budget, seed, **_):
    found = optima.solve(problem, settings.seconds, settings.solver, seed, effort=settings.effort)
    if found.interrupted:
        raise KeyboardInterrupt
    return Run(best_fitness=found.value, best_solution=found.solution, seconds=found.seconds,
               upper_bound=found.upper_bound, proved=found.proved)


# name: class of settings, function
METHODS = {
    "evolution": (Configuration, _evolve),
    "random": (RandomSampling, _baseline(baselines.random_sampling)),
    "restarts": (Restarts, _baseline(baselines.restarts)),
    "greedy": (Greedy, _constructed(lambda problem, settings, seed, **_: baselines.greedy(
        problem, settings.order, settings.tries, seed))),
    "coin_flip": (CoinFlip, _constructed(lambda problem, settings, seed, **_: baselines.coin_flip(
        problem, settings.passes, seed))),
    "network": (Network, _constructed(_decode)),
    "optimum": (Optimum, _solve),
}
# the problems of a method, if not all
_PROBLEMS = {CoinFlip: (MaxCut,), **dict.fromkeys(
    (Greedy, Network, Optimum), (MaxIndependentSet, MaxCut))}
DIALS = {"learning_rate": 1.0, "learning_depth": math.inf}      # of offspring, and their defaults
_NAMES = {settings: name for name, (settings, _) in METHODS.items()}


def name(settings):
    """Return the name of the method with these settings."""
    return _NAMES[type(settings)]


def keys(method):
    """Return the names of a method's settings: list of str."""
    return [field.name for field in fields(METHODS[method][0])]


def solve(problem, settings, budget, seed, **rest):
    """Run a method on a problem, and return a `Run`.

    Evolution also takes target and trace; a network takes the dataset of the graph.
    """
    return METHODS[name(settings)][1](problem, settings, budget, seed, **rest)


def columns(settings):
    """Return the method and its settings as columns of a table: a dict.

    Examples
    --------
    >>> columns(Optimum("highs", 30))
    {'method': 'optimum', 'solver': 'highs', 'effort': None, 'time_limit': 30.0}
    """
    found = asdict(settings)
    if isinstance(settings, Optimum):      # the column "seconds" is the time that a run took
        found["time_limit"] = found.pop("seconds")
    if isinstance(settings, Configuration):
        for dial, default in DIALS.items():
            if settings.mode == "darwinian":      # which has neither
                found[dial] = None
            elif found[dial] is None:
                found[dial] = default
    return {"method": name(settings), **found}


def to_dict(settings):
    """Return a method and its settings as plain data; for evolution, `Configuration.to_dict`."""
    if isinstance(settings, Configuration):
        return settings.to_dict()
    data = {"method": name(settings), **asdict(settings)}
    if isinstance(settings, Optimum):      # only the limits that there are
        data = {key: value for key, value in data.items() if value is not None}
    return data


def from_dict(data):
    """Return the settings that `to_dict` wrote."""
    data = dict(data)
    return METHODS[data.pop("method", "evolution")][0](**data)


def check_fits(settings, problem):
    """Refuse objects that are not settings of a method, and methods that do not fit the problem.

    Raises
    ------
    TypeError, ValueError
        If the settings are refused.
    """

    if type(settings) not in _NAMES:
        raise TypeError("configurations of a block must be settings of a method, such as "
                        f"Configuration, not {settings!r}")
    allowed = _PROBLEMS.get(type(settings), [problem.maker])
    if problem.maker not in allowed:
        named = " or ".join(repr(key) for key, maker in PROBLEMS.items() if maker in allowed)
        raise ValueError(f"method {name(settings)!r} must be for problem {named}, not "
                         f"{problem.name!r}")
    if isinstance(settings, Greedy) and problem.maker is MaxCut:
        choice("order", settings.order, baselines.ORDERS[MaxCut])
        if settings.tries is not None:
            raise ValueError(f"tries must be left out for problem 'maxcut', not {settings.tries}")
    if getattr(settings, "solver", "") == "kamis" and problem.maker is not MaxIndependentSet:
        raise ValueError(f"solver 'kamis' must be for problem 'mis', not {problem.name!r}")
