"""The problems of experiments: one of `memlab.problems.PROBLEMS`, or a user-defined one.

A user-defined problem is given as ``"module:function"``: a function, in a file ``module.py`` next
to the experiment, that makes a problem from a `Graph`. Reading and running such an experiment
executes that file.
"""

import functools
import importlib.util
import inspect
import re
import sys
from dataclasses import dataclass
from numbers import Real
from pathlib import Path

from ..checks import real
from ..graphs.graph import Graph
from ..problems import PROBLEMS
from . import methods
from .sources import content

# Columns of the tables of runs, whose names an option must not have.
_TAKEN = {"run", "problem", "dataset", "split", "graph", "graph_index", "complement", "repetition",
          "seed", "budget", "graph_seed", "method", "time_limit", "family", "unit", "unit_kind",
          "vertices", "edges", "best_fitness", "unique_best", "evaluations", "local_search_steps",
          "upper_bound", "proved",
          *(key for method in methods.METHODS.values() for key in method.keys)}


@dataclass(frozen=True)
class Question:
    """A problem and its options, each a possible factor.

    Parameters
    ----------
    name : str
        "mis", "maxcut", "dlb" or "module:function".
    options : tuple of (str, value)
        Keyword arguments of the problem's class or function; others have their defaults.
    content : str
        Fingerprint of the module of a user-defined problem, which distinguishes its versions.

    Raises
    ------
    ValueError, TypeError
        If the name is unknown, or the problem does not allow an option.

    Examples
    --------
    >>> Question("mis").columns
    {'problem': 'mis', 'local_search': 'repair'}
    """

    name: str
    options: tuple[tuple[str, object], ...] = ()
    content: str = ""

    def __post_init__(self):
        for name, value in self.options:
            if not isinstance(value, str | bool | Real):
                raise TypeError(f"{name} must be a number, a string or a boolean, not {value!r}")
            if not isinstance(value, str | bool):
                real(name, value)      # refuses NaN and infinity
        if self.is_own and not self.content:
            raise ValueError(f"problem {self.name!r} must be made by Question.own, which knows its "
                             "module")
        if not self.is_own:
            if self.name not in PROBLEMS:
                raise ValueError(f"problem must be one of {', '.join(map(repr, PROBLEMS))} or "
                                 f"'module:function', not {self.name!r}")
            _check_options(self.maker, self.needs_graph, dict(self.options))
            tiny = [Graph.from_edges(1, [])] if self.needs_graph else []
            self.maker(*tiny, **dict(self.options))      # it checks their values
        # sorted, and without defaults, so that equal questions are written alike
        options = [tuple(option) for option in self.options
                   if tuple(option) not in self._defaults.items()]
        object.__setattr__(self, "options", tuple(sorted(options)))

    @classmethod
    def own(cls, name, options, folder):
        """Make the question for a user-defined problem.

        Parameters
        ----------
        name : str
            "module:function".
        options : dict
            Keyword arguments of the function.
        folder : path-like
            The folder of the module.

        Raises
        ------
        FileNotFoundError
            If there is no such module.
        ValueError
            If the module has no such function, or the function no such arguments, or one of them
            has the name of a column of the tables.
        """
        if not re.fullmatch(r"[\w.]*\w:\w+", name):
            raise ValueError(f"problem must be 'module:function', not {name!r}")
        path = _module_path(name, folder)
        if not path.is_file():
            raise FileNotFoundError(f"problem {name!r} must be in a file {path.name} next to the "
                                    f"experiment, but there is no {path}")
        question = cls(name, tuple(options.items()), content(path))
        function = question.function(folder)
        if not inspect.signature(function).parameters:
            raise ValueError(f"problem {name!r} must take a graph, its first argument")
        _check_options(function, True, options)
        for taken in sorted(_TAKEN.intersection(options)):
            raise ValueError(f"key {taken!r} must have another name in {name!r}, since tables of "
                             "runs have a column of that name")
        return question

    @property
    def is_own(self):
        """Whether the problem is user-defined."""
        return ":" in self.name

    @property
    def maker(self):
        """The class of the problem; None if it is user-defined."""
        return PROBLEMS.get(self.name)

    @property
    def needs_graph(self):
        """Whether the problem is defined on a graph."""
        return self.is_own or "graph" in inspect.signature(self.maker).parameters

    @property
    def columns(self):
        """The problem and its options, including defaults, as columns of a table: dict."""
        return {"problem": self.name, **self._defaults, **dict(self.options)}

    @property
    def _defaults(self):
        parameters = {} if self.is_own else _options(self.maker, self.needs_graph)
        return {name: parameter.default for name, parameter in parameters.items()
                if parameter.default is not parameter.empty}

    def function(self, folder):
        """Load the function of a user-defined problem.

        Parameters
        ----------
        folder : path-like
            The folder of the module.

        Returns
        -------
        callable
            The function.

        Raises
        ------
        ValueError
            If the module has changed or has no such function.
        """
        path = _module_path(self.name, folder)
        if content(path) != self.content:
            raise ValueError(f"{path} has changed since the experiment was read")
        wanted = self.name.partition(":")[2]
        function = getattr(_load(path, self.content), wanted, None)
        if not callable(function):
            raise ValueError(f"problem {self.name!r} must name a function, but {path.name} has no "
                             f"function {wanted!r}")
        return function

    def problem(self, graph, folder=""):
        """Make the problem on a graph.

        Parameters
        ----------
        graph : Graph or None
            The graph, if the problem needs one.
        folder : path-like
            The folder of the module of a user-defined problem.

        Returns
        -------
        Problem
            The problem.
        """
        make = self.function(folder) if self.is_own else self.maker
        return make(*([graph] if self.needs_graph else []), **dict(self.options))

    def to_dict(self):
        """Return the question as plain data.

        Returns
        -------
        str or dict
            The name alone, if all options have their defaults.
        """
        found = {**dict(self.options), **({"content": self.content} if self.content else {})}
        return {"problem": self.name, **found} if found else self.name


def from_dict(data):
    """Return the question that `Question.to_dict` wrote."""
    options = {"problem": data} if isinstance(data, str) else dict(data)
    name, made_by = options.pop("problem"), options.pop("content", "")
    return Question(name, tuple(options.items()), made_by)


def _options(make, needs_graph):
    """Return the parameters of a class or function after the graph, which comes first: dict."""
    return dict(list(inspect.signature(make).parameters.items())[needs_graph:])


def _check_options(make, needs_graph, options):
    """Refuse options that a class or function does not take, and require those that it needs."""
    parameters = _options(make, needs_graph)
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return
    known(options, ["problem", *parameters])
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in options:
            raise ValueError(f"key {name!r} is missing")


def known(keys, allowed):
    """Refuse keys of a table that are not allowed."""
    for key in keys:
        if key not in allowed:
            raise ValueError(f"unknown key {key!r}; allowed are "
                             f"{', '.join(map(repr, allowed))}")


def _module_path(name, folder):
    return Path(folder, *name.partition(":")[0].split(".")).with_suffix(".py")


@functools.cache
def _load(path, content):
    """Load the module of a file, once for each content, and allow imports from its folder."""
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))      # at the end, so that it hides no other modules
    specification = importlib.util.spec_from_file_location(f"{path.stem}_{content}", path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__] = module      # Numba looks up the module of a function
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise ImportError(f"{path.name} cannot be imported: {type(error).__name__}: "
                          f"{error}") from error
    return module
