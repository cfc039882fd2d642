"""The methods of experiments: the one registry of them.

A method consists of a class of settings, each a possible factor, and of a function that takes the
problem and the settings. A method that comes with memlab is one more entry of `METHODS`, beside its
class of settings and its function; everything else asks the entry. Entries name functions of other
rooms as "module:function", and these are imported only when they are used. An `OwnMethod` is the
reader's: it needs no entry.
"""

import math
import pkgutil
import time
from dataclasses import asdict, dataclass, fields
from typing import NamedTuple

from ..evolution.configuration import Configuration, dependent
from ..evolution.modes import MODES
from ..evolution.run import Run
from ..problems import PROBLEMS
from ..support.checks import Checked, checked, choice, integer, optional
from ..support.names import GRAPH_PROBLEMS, LABELS, OLD_NAMES, renamed
from .modules import Specification


class CheckedByItsRoom:
    """The base class of settings that the function `Method.check` knows more about."""

    def __post_init__(self):
        check = pkgutil.resolve_name(method_of(self).check)
        for name, value in check(**asdict(self)).items():
            object.__setattr__(self, name, value)


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
class Greedy(Checked):
    """Settings of `memlab.baselines.greedy`."""

    order: str = checked("min_degree", choice, allowed=PROBLEMS["mis"].greedy_orders)
    tries: int | None = checked(None, optional, minimum=1)


@dataclass(frozen=True)
class CoinFlip(Checked):
    """Settings of `memlab.baselines.coin_flip`."""

    passes: int = checked(0, integer, minimum=0)


@dataclass(frozen=True)
class Network(CheckedByItsRoom):
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


@dataclass(frozen=True)
class Optimum(CheckedByItsRoom):
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


@dataclass(frozen=True)
class OwnMethod(Specification):
    """An algorithm of the reader's, as for `memlab.run`: a function in a module, and its settings.

    Parameters
    ----------
    name, options, content, data
        As for any `memlab.study.modules.Specification`: "module:function", and all its keyword
        arguments but the trial, those with their defaults included.
    """

    kind = "method"

    @classmethod
    def read(cls, name, options, folder, data=()):
        """Specify an algorithm: as for `memlab.study.modules.Specification.read`.

        Defaults are settings, too, if they are strings, booleans or numbers.
        """
        spec = super().read(name, options, folder, data)
        defaults = {key: parameter.default
                    for key, parameter in spec.parameters(spec.function(folder)).items()
                    if isinstance(parameter.default, str | bool | int | float)
                    and key not in cls.taken}
        return super().read(name, defaults | options, folder, data)


class Method(NamedTuple):
    """An entry of `METHODS`.

    Parameters
    ----------
    name, label : str
        What experiments and what people call it.
    settings : type
        The class of its settings, a dataclass.
    function : str
        "module:function", imported when it is first used. The function takes the problem, the
        settings and what `takes` says as keyword arguments. It returns a `memlab.Run`, or a
        solution, which then counts as one evaluation.
    takes : tuple of str
        What else the function takes: "budget", "seed", "target", "trace", "dataset", the name of
        the graph's dataset or None, and "folder", that of the experiment.
    check : str
        "module:function" for settings that are `CheckedByItsRoom`. The function takes them as
        keyword arguments, and returns those that it changes, such as a default filled in: a dict.
    missing : str
        "module:function" for a method that needs a package which may not be installed. The function
        takes the settings, and returns the name of such a package, or an empty string.
    problems : tuple of str
        The problems that it can solve, if not all.
    for_sets : tuple of str
        Values of its settings that fit independent sets only.
    searches : bool
        Whether the problem's local search matters to it. In evolution, the mode decides then.
    cost_like : str
        The mode whose runs take as long; empty for evolution, which has a mode of its own, and for
        methods whose time does not depend on the budget.
    is_solver : bool
        Whether it works up to a limit of its own, and gives a bound and perhaps a proof. It then
        runs only once on a graph, may do better the next time, and ends early only with its
        process.
    columns : tuple of (str, str)
        Settings whose columns in tables have other names, and these names.

    Examples
    --------
    >>> METHODS["restarts"].searches, METHODS["coin_flip"].problems
    (True, ('maxcut',))
    """

    name: str
    label: str
    settings: type
    function: str
    takes: tuple[str, ...] = ("seed",)
    check: str = ""
    missing: str = ""
    problems: tuple[str, ...] = ()
    for_sets: tuple[str, ...] = ()
    searches: bool = False
    cost_like: str = ""
    is_solver: bool = False
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def keys(self):
        """Names of its settings: list of str."""
        return [field.name for field in fields(self.settings)]


METHODS = {method.name: method for method in (
    Method("evolution", "evolution", Configuration, "memlab.evolution.evolution:evolve",
           ("budget", "seed", "target", "trace"), searches=True),
    Method("random", "random", RandomSampling, "memlab.solvers.baselines:random_sampling",
           ("budget", "seed"), cost_like="darwinian"),
    # a restart searches from a random point, and costs nearly as much as a Baldwinian offspring
    Method("restarts", "restarts", Restarts, "memlab.solvers.baselines:restarts",
           ("budget", "seed"), searches=True, cost_like="baldwinian"),
    Method("greedy", "greedy", Greedy, "memlab.solvers.baselines:greedy", problems=GRAPH_PROBLEMS,
           for_sets=("degree", "min_degree")),
    Method("coin_flip", "coin_flip", CoinFlip, "memlab.solvers.baselines:coin_flip",
           problems=("maxcut",)),
    Method("network", "network", Network, "memlab.solvers.neural.method:construct", ("dataset",),
           check="memlab.solvers.neural.method:check", problems=GRAPH_PROBLEMS),
    # the column "seconds" is the time that a run took
    Method("optimum", "optimum", Optimum, "memlab.solvers.optima.method:run",
           check="memlab.solvers.optima.method:check",
           missing="memlab.solvers.optima.method:missing",
           problems=GRAPH_PROBLEMS, for_sets=("kamis",), is_solver=True,
           columns=(("seconds", "time_limit"),)),
)}
LABELS.update((method.name, method.label) for method in METHODS.values())
# settings that tables show only where they are used, and their defaults
DIALS = {"learning_probability": 1.0, "learning_depth": math.inf, **{
    name: getattr(Configuration, name) for name in (
        "inherits", "expected_flips", "crossover", "survivors", "parents", "tournament_size",
        "distant_probability", "lambda_rule", "update_strength", "success_rate")}}
# nobody knows how long one takes: as long as restarts
_OWN = Method("", "", OwnMethod, "memlab.study.methods:run_own",
              ("budget", "seed", "target", "folder"), searches=True, cost_like="baldwinian")
_OF_SETTINGS = {method.settings: method for method in (*METHODS.values(), _OWN)}


def method_of(settings):
    """Return the entry of the method with these settings: Method.

    Examples
    --------
    >>> method_of(Restarts()).name
    'restarts'
    """
    if isinstance(settings, OwnMethod):
        return _OWN._replace(name=settings.name, label=settings.name)
    return _OF_SETTINGS[type(settings)]


def searches(settings):
    """Return whether the problem's local search matters to a method with these settings: bool.

    Examples
    --------
    >>> searches(Restarts()), searches(Configuration("darwinian", 10, 10, 0.0))
    (True, False)
    """
    mode = getattr(settings, "mode", None)
    return method_of(settings).searches and (mode is None or MODES[mode].learns)


def solve(problem, settings, budget, seed, **more):
    """Run a method on a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    settings : Configuration or settings of another method
        The method.
    budget : int
        Number of evaluations.
    seed : int
        Seed of the run.
    **more
        What the method may take beside them: target, trace, dataset, folder.

    Returns
    -------
    Run
        Its result.
    """
    method = method_of(settings)
    function = pkgutil.resolve_name(method.function)
    given = {"budget": budget, "seed": seed, **more}
    taken = {name: given[name] for name in method.takes if name in given}
    begin = time.perf_counter()
    result = function(problem, **asdict(settings), **taken)
    if isinstance(result, Run):
        return result
    seconds = time.perf_counter() - begin
    return Run(best_fitness=problem.fitness(result), best_solution=result,
               best_value=problem.value(result), feasible=problem.is_feasible(result),
               evaluations=1, seconds=seconds)


def run_own(problem, budget, seed, target=None, folder="", **specification):
    """Run an algorithm of the reader's from the folder of its module, and return its Run."""
    own = OwnMethod(**specification)
    run = pkgutil.resolve_name("memlab.evolution.trial:run")
    with own.calling(folder) as function:
        return run(problem, function, budget, seed, target, **own.arguments(folder))


def columns(settings):
    """Return the method and its settings as columns of a table: a dict.

    Examples
    --------
    >>> columns(Optimum("highs", 30))
    {'method': 'optimum', 'solver': 'highs', 'effort': None, 'time_limit': 30.0}
    """
    method = method_of(settings)
    if isinstance(settings, OwnMethod):
        return {"method": method.name, **dict(settings.options)}
    values = asdict(settings)
    for name, column in method.columns:
        values[column] = values.pop(name)
    for dial in DIALS.keys() & values.keys():
        other, allowed, _ = dependent().get(dial, (dial, [values[dial]], ""))
        if values[other] not in allowed:
            values[dial] = None
        elif values[dial] is None:
            values[dial] = DIALS[dial]
    return {"method": method.name, **values}


def to_dict(settings):
    """Return a method and its settings as plain data, as in the manifest of a store."""
    if isinstance(settings, Configuration):      # by the names that manifests always had
        first = {new: old for old, new in OLD_NAMES.items()}
        return {first.get(name, name): value for name, value in settings.to_dict().items()}
    method = method_of(settings)
    if isinstance(settings, OwnMethod):
        return {"method": method.name, **settings.details()}
    return {"method": method.name, **{name: value for name, value in asdict(settings).items()
                                      if value is not None or not method.is_solver}}


def from_dict(data):
    """Return the settings that `to_dict` wrote."""
    data = dict(data)
    name = data.pop("method", "evolution")
    if ":" in name:
        return OwnMethod(name, content=data.pop("content"), data=data.pop("data", ()), options=data)
    return METHODS[name].settings(**renamed(data))


def check_fits(settings, problem):
    """Refuse objects that are not settings of a method, and methods that do not fit a problem.

    Parameters
    ----------
    settings : object
        Settings of a method, if it is right.
    problem : str
        Name of the problem.

    Raises
    ------
    TypeError, ValueError
        If the settings are refused.
    """
    if type(settings) not in _OF_SETTINGS:
        raise TypeError(f"configurations must be settings of methods, not {settings!r}")
    method = method_of(settings)
    if problem not in (method.problems or [problem]):
        allowed = " or ".join(map(repr, method.problems))
        raise ValueError(f"method {method.name!r} must be for problem {allowed}, not {problem!r}")
    for name, value in vars(settings).items():
        if value in method.for_sets and problem != "mis":
            raise ValueError(f"{name} {value!r} must be for problem 'mis', not {problem!r}")
