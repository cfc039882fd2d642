"""The methods of experiments: functions by name.

A method is a function: it takes a problem and its settings as keyword arguments, checks them, and
returns a `memlab.Run`, or a solution. Its signature says which settings there are, each a possible
factor. `METHODS` gives names to those that come with memlab; they are imported only when they are
used. Any other is the reader's own, and is called "module:function".
"""

import inspect
import math
import pkgutil
import time
from dataclasses import asdict, dataclass, fields
from typing import NamedTuple

from ..evolution.configuration import Configuration, dependent
from ..evolution.modes import MODES
from ..evolution.run import Run
from ..evolution.trial import run
from ..graphs.graph import Graph
from ..problems import PROBLEMS
from ..support.checks import choice
from ..support.names import GRAPH_PROBLEMS, OLD_NAMES, renamed
from .own import Specification

# arguments that are the run's, and no settings; a function may take some of them
_OF_THE_RUN = ("budget", "seed", "target", "trace")


class Entry(NamedTuple):
    """What there is to know of a method without importing it.

    Parameters
    ----------
    function : str
        "module:function".
    check : str
        "module:function" that takes the settings and returns those that it changes, such as a
        default filled in: a dict. Without it, the method itself checks them on a small problem.
    problems : tuple of str
        The problems that it can solve, if not all.
    searches : bool
        Whether the problem's local search matters to it. In evolution, the mode decides then.
    is_solver : bool
        Whether it works up to a limit of its own, and gives a bound and perhaps a proof. It then
        runs only once on a graph, may do better the next time, and ends early only with its
        process.
    takes_trial : bool
        Whether it takes a trial in place of a problem, as the reader's own algorithms do.

    Examples
    --------
    >>> METHODS["restarts"].searches, METHODS["coin_flip"].problems
    (True, ('maxcut',))
    """

    function: str
    check: str = ""
    problems: tuple[str, ...] = ()
    searches: bool = False
    is_solver: bool = False
    takes_trial: bool = False


_BASELINES, _SOLVER, _RIVALS = (f"memlab.solvers.{name}" for name in (
    "baselines", "optima.method", "rivals"))
METHODS = {
    "evolution": Entry("memlab.evolution.evolve:evolve", searches=True),
    "random": Entry(f"{_BASELINES}:random_sampling"),
    "restarts": Entry(f"{_BASELINES}:restarts", searches=True),
    "greedy": Entry(f"{_BASELINES}:greedy", problems=GRAPH_PROBLEMS),
    "coin_flip": Entry(f"{_BASELINES}:coin_flip", problems=("maxcut",)),
    "optimum": Entry(f"{_SOLVER}:run", f"{_SOLVER}:check", GRAPH_PROBLEMS, is_solver=True),
    **{name: Entry(f"{_RIVALS}.{name.partition('_')[0]}:{name}", f"{_RIVALS}:check",
                   takes_trial=True)
       for name in ("pymoo_ga", "deap_mu_plus_lambda", "nevergrad_one_plus_one", "pygad_ga",
                    "inspyred_ga")}}
_OWN = Entry("memlab.evolution.trial:run", searches=True)
_COLUMNS = {"seconds": "time_limit"}      # the column "seconds" is the time that a run took
# the columns of all settings, in tables of runs
SETTINGS = (*(field.name for field in fields(Configuration)), "order", "tries", "passes",
            "solver", "time_limit", "effort")
# settings that tables show only where they are used, and their defaults
DIALS = {"learning_probability": 1.0, "learning_depth": math.inf, **{
    name: getattr(Configuration, name) for name in (
        "inherits", "expected_flips", "crossover", "survivors", "parents", "tournament_size",
        "distant_probability", "lambda_rule", "update_strength", "success_rate", "count")}}


@dataclass(frozen=True)
class Method(Specification):
    """A method of an experiment, with its settings; evolution is a `Configuration` instead.

    Parameters
    ----------
    name, options, content, data
        As for any `memlab.study.own.Specification`: a name of `METHODS` or "module:function", and
        all keyword arguments that are settings, those with their defaults included.

    Examples
    --------
    >>> columns(Method("optimum", {"solver": "highs", "seconds": 30}))
    {'method': 'optimum', 'solver': 'highs', 'time_limit': 30.0, 'effort': None}
    """

    kind = "method"

    def __post_init__(self):
        super().__post_init__()
        if not self.is_own:
            entry = METHODS[choice("method", self.name, tuple(METHODS))]
            function = pkgutil.resolve_name(entry.function)
            self.check_options(function)
            options = self.defaults(function) | dict(self.options)
            if entry.check:
                options |= pkgutil.resolve_name(entry.check)(**options)
            object.__setattr__(self, "options", tuple(options.items()))

    @classmethod
    def read(cls, name, options, folder, data=()):
        """Specify an algorithm: as for `memlab.study.own.Specification.read`.

        Defaults are settings, too, if they are strings, booleans or numbers.
        """
        spec = super().read(name, options, folder, data)
        defaults = {key: value for key, value in spec.defaults(spec.function(folder)).items()
                    if value is not None and key not in cls.taken}
        return super().read(name, defaults | options, folder, data)

    def parameters(self, make):
        """Return the parameters of a function that are settings: dict."""
        return {name: parameter for name, parameter in super().parameters(make).items()
                if self.is_own or name not in _OF_THE_RUN}


def name_of(settings):
    """Return the name of the method with these settings: str."""
    return "evolution" if isinstance(settings, Configuration) else settings.name


def method_of(settings):
    """Return the entry of the method with these settings: Entry.

    Examples
    --------
    >>> method_of(Method("optimum")).is_solver
    True
    """
    return METHODS.get(name_of(settings), _OWN)


def searches(settings):
    """Return whether the problem's local search matters to a method with these settings: bool.

    Examples
    --------
    >>> searches(Method("restarts")), searches(Configuration("darwinian", 10, 10, 0.0))
    (True, False)
    """
    mode = getattr(settings, "mode", None)
    return method_of(settings).searches and (mode is None or MODES[mode].learns)


def solve(problem, settings, budget, seed, target=None, trace=False, folder=""):
    """Run a method on a problem.

    Parameters
    ----------
    problem : Problem
        The problem.
    settings : Configuration or Method
        The method.
    budget, seed, target, trace
        As for `memlab.evolve`; a method may need none of them.
    folder : path-like
        That of the experiment.

    Returns
    -------
    Run
        Its result.
    """
    function = pkgutil.resolve_name(method_of(settings).function)
    given = {"budget": budget, "seed": seed, "target": target}
    begin = time.perf_counter()
    if isinstance(settings, Configuration):
        return function(problem, **asdict(settings), **given, trace=trace)
    if settings.is_own:
        return function(problem, settings.function(folder), **given, **settings.arguments(folder))
    if METHODS[settings.name].takes_trial:
        return run(problem, function, **given, **dict(settings.options))
    taken = inspect.signature(function).parameters
    given = {name: value for name, value in given.items() if name in taken}
    result = function(problem, **dict(settings.options), **given)
    if isinstance(result, Run):
        return result
    seconds = time.perf_counter() - begin
    return Run(best_fitness=problem.fitness(result), best_solution=result,
               best_value=problem.value(result), feasible=problem.is_feasible(result),
               evaluations=1, seconds=seconds)


def columns(settings):
    """Return the method and its settings as columns of a table: a dict.

    Examples
    --------
    >>> columns(Method("greedy"))
    {'method': 'greedy', 'order': 'min_degree', 'tries': None}
    """
    if not isinstance(settings, Configuration):
        return {"method": settings.name} | {
            _COLUMNS.get(name, name): value for name, value in settings.options}
    values = asdict(settings)
    for dial in DIALS.keys() & values.keys():
        other, allowed = dependent().get(dial, (dial, [values[dial]]))
        if values[other] not in allowed:
            values[dial] = None
        elif values[dial] is None:
            values[dial] = DIALS[dial]
    return {"method": "evolution", **values}


def to_dict(settings):
    """Return a method and its settings as plain data, as in the manifest of a store."""
    if isinstance(settings, Configuration):      # by the names that manifests always had
        first = {new: old for old, new in OLD_NAMES.items()}
        return {first.get(name, name): value for name, value in settings.to_dict().items()}
    is_solver = method_of(settings).is_solver
    return {"method": settings.name, **{name: value for name, value in settings.details().items()
                                        if value is not None or not is_solver}}


def from_dict(data):
    """Return the settings that `to_dict` wrote."""
    data = dict(data)
    name = data.pop("method", "evolution")
    if name == "evolution":
        return Configuration(**renamed(data))
    return Method(name, content=data.pop("content", ""), data=data.pop("data", ()), options=data)


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
    if not isinstance(settings, Configuration | Method):
        raise TypeError(f"configurations must be settings of methods, not {settings!r}")
    method = method_of(settings)
    if problem not in (method.problems or [problem]):
        allowed = " or ".join(map(repr, method.problems))
        raise ValueError(f"method {settings.name!r} must be for problem {allowed}, not {problem!r}")
    if method.problems and not method.check:
        function = pkgutil.resolve_name(method.function)
        function(PROBLEMS[problem](Graph.from_edges(1, [])), **dict(settings.options))
