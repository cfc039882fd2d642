"""The methods of experiments, and the one registry of them.

A method is a class of settings, each a possible factor, and a function that is given the problem
and these settings and returns a `memlab.run.Run`: a solution, its value and what it cost.
"""

from dataclasses import asdict, dataclass, fields

from .. import baselines, optima
from ..checks import choice, real
from ..evolution import evolve
from ..parameters import Configuration
from ..problems import MaxCut, MaxIndependentSet
from ..run import Run


@dataclass(frozen=True)
class RandomSampling:
    """Uniformly random solutions, the best of which counts."""


@dataclass(frozen=True)
class Restarts:
    """Local search from fresh random points."""


@dataclass(frozen=True)
class Optimum:
    """A solver: value, upper bound, proof.

    Parameters
    ----------
    solver : str
        A method of `memlab.optima.solve`.
    seconds, effort : float
        Its limits for one graph; without either, 60 seconds.
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


def _evolve(problem, settings, budget, seed, **rest):
    return evolve(problem, **asdict(settings), budget=budget, seed=seed, **rest)


def _baseline(of):
    return lambda problem, settings, budget, seed, **_: of(problem, budget, seed)


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
    "optimum": (Optimum, _solve),
}
_NAMES = {settings: name for name, (settings, _) in METHODS.items()}


def name(settings):
    """The name of the method that has such settings."""
    return _NAMES[type(settings)]


def keys(method):
    """The settings that a method has: list of str."""
    return [field.name for field in fields(METHODS[method][0])]


def solve(problem, settings, budget, seed, **rest):
    """Run a method on a problem; returns a `Run`. An evolution takes target and trace, too."""
    return METHODS[name(settings)][1](problem, settings, budget, seed, **rest)


def columns(settings):
    """The method and its settings as columns of a table: a dict.

    Examples
    --------
    >>> columns(Optimum("highs", 30))
    {'method': 'optimum', 'solver': 'highs', 'effort': None, 'time_limit': 30.0}
    """
    found = asdict(settings)
    if isinstance(settings, Optimum):      # "seconds" are those a run took
        found["time_limit"] = found.pop("seconds")
    return {"method": name(settings), **found}


def to_dict(settings):
    """A method and its settings as plain data; of an evolution, what `Configuration` writes."""
    if isinstance(settings, Configuration):
        return settings.to_dict()
    data = {"method": name(settings), **asdict(settings)}
    if isinstance(settings, Optimum):      # only the limits that there are
        data = {key: value for key, value in data.items() if value is not None}
    return data


def from_dict(data):
    """The settings that `to_dict` wrote."""
    data = dict(data)
    return METHODS[data.pop("method", "evolution")][0](**data)


def check_fits(settings, problem):
    """Refuse what are no settings of a method, and a solver for a problem that it cannot solve.

    Raises
    ------
    TypeError, ValueError
    """
    if type(settings) not in _NAMES:
        raise TypeError("configurations of a block must be settings of a method, such as "
                        f"Configuration, not {settings!r}")
    if isinstance(settings, Optimum) and problem.maker not in (MaxIndependentSet, MaxCut):
        raise ValueError(f"method 'optimum' must be for problem 'mis' or 'maxcut', not "
                         f"{problem.name!r}")
    if getattr(settings, "solver", "") == "kamis" and problem.maker is not MaxIndependentSet:
        raise ValueError(f"solver 'kamis' must be for problem 'mis', not {problem.name!r}")
