"""The problems of experiments: one of `memlab.problems.PROBLEMS`, or a user-defined one.

A user-defined problem is given as ``"module:function"``: a function, in a file ``module.py`` next
to the experiment, that makes a problem from a `Graph`. Reading and running such an experiment
executes that file.
"""

import contextlib
import functools
import importlib.util
import inspect
import os
import re
import sys
import threading
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from unittest import mock

import numpy as np
from numba.core.dispatcher import Dispatcher

from ..checks import choice, known, real
from ..graphs.graph import Graph
from ..paths import PACKAGE
from ..problems import PROBLEMS
from . import methods
from .sources import content

# Columns of the tables of runs, whose names an option must not have.
TAKEN = {"run", "problem", "dataset", "split", "graph", "graph_index", "complement", "repetition",
         "seed", "budget", "graph_seed", "method", "time_limit", "family", "unit", "unit_kind",
         "vertices", "edges", "best_fitness", "unique_best", "evaluations", "local_search_steps",
         "upper_bound", "proved",
         *(key for method in methods.METHODS.values() for key in method.keys)}


@dataclass(frozen=True)
class ProblemSpec:
    """A problem and its options, each a possible factor.

    Parameters
    ----------
    name : str
        "mis", "maxcut", "dlb", "unitation" or "module:function".
    options : dict or sequence of (str, value)
        Keyword arguments of the problem's class or function; others have their defaults.
    content : str
        For a user-defined problem, the fingerprint of its module and of all that this loads from
        its folder, which distinguishes its versions.
    data : sequence of (str, str)
        Further files that it reads, relative to that folder, and their fingerprints.
    alone : bool
        Whether a user-defined problem is an instance itself: its function takes no graph.

    Raises
    ------
    ValueError, TypeError
        If the name is unknown, or the problem does not allow an option.

    Examples
    --------
    >>> ProblemSpec("mis").columns
    {'problem': 'mis', 'local_search': 'repair'}
    """

    name: str
    options: tuple[tuple[str, object], ...] = ()
    content: str = ""
    data: tuple[tuple[str, str], ...] = ()
    alone: bool = False

    def __post_init__(self):
        object.__setattr__(self, "data", tuple(map(tuple, self.data)))
        options = dict(self.options)
        for name, value in options.items():
            if not isinstance(value, str | bool):
                real(name, value)      # refuses NaN and infinity
        if not self.is_own:
            choice("problem, if not your 'module:function',", self.name, tuple(PROBLEMS))
            kind = PROBLEMS[self.name]
            self._check_options(kind)
            # which checks their values
            self.problem(kind(*kind.example) if kind.is_data else Graph.from_edges(1, []))
        elif not self.content:
            raise ValueError(f"problem {self.name!r} must be made by ProblemSpec.read")
        # sorted, and without defaults, so that equal problems are written alike
        options = options.items() - self._defaults.items()
        object.__setattr__(self, "options", tuple(sorted(options)))

    @classmethod
    def read(cls, name, options, folder, data=(), alone=False):
        """Specify a problem by its name, whether built in or defined in a folder.

        Parameters
        ----------
        name : str
            As above.
        options : dict
            Keyword arguments of the class or function. The contents of a file that one of them
            names, such as ``prices = "prices.csv"``, are part of a user-defined problem.
        folder : path-like
            The folder of the module.
        data : sequence of str
            Further files that a user-defined problem reads, relative to the folder.
        alone : bool
            Whether there are no graphs or other instances, so that its function is called without.

        Returns
        -------
        ProblemSpec
            The specification.

        Raises
        ------
        FileNotFoundError
            If there is no such module.
        ValueError, TypeError
            If there is no such problem, class or function, or it has no such arguments, or one of
            them has the name of a column of the tables.
        """
        if ":" not in str(name):
            return cls(name, options | ({"data": data[0]} if data else {}))
        if not re.fullmatch(r"[\w.]*\w:\w+", name):
            raise ValueError(f"problem must be 'module:function', not {name!r}")
        files = [(file, content(Path(folder, file))) for file in data]
        spec = cls(name, options, content(*_load(_module_path(name, folder), options)[1]), files,
                   alone)
        spec._check_options(spec.function(folder))
        for taken in sorted(TAKEN.intersection(options)):
            raise ValueError(f"key {taken!r} of {name!r} must not be called like a column of runs")
        return spec

    @property
    def is_own(self):
        """Whether the problem is user-defined."""
        return ":" in str(self.name)

    @property
    def needs_graph(self):
        """Whether the problem is defined on a graph, or is one of those that a source holds."""
        if self.is_own:
            return not self.alone
        return PROBLEMS[self.name].needs_graph or PROBLEMS[self.name].is_data

    def fits(self, source):
        """Return whether the instances of a source, or of a dataset by its name, are of its kind.
        """
        holds_problems = getattr(source, "holds", "graph") == "problem"
        return self.is_own or holds_problems == PROBLEMS[self.name].is_data

    @property
    def columns(self):
        """The problem and its options, including defaults, as columns of a table: dict."""
        return {"problem": self.name, **self._defaults, **dict(self.options)}

    @property
    def _defaults(self):
        parameters = {} if self.is_own else self._parameters(PROBLEMS[self.name])
        return {name: parameter.default for name, parameter in parameters.items()
                if parameter.default is not parameter.empty}

    def _parameters(self, make):
        """Return the parameters of a class or function after the graph, which comes first: dict."""
        parameters = dict(inspect.signature(make).parameters)
        if getattr(make, "is_data", False):
            return {name: parameters[name] for name in make.options}
        return dict(list(parameters.items())[self.needs_graph:])

    def _check_options(self, make):
        """Refuse options that a class or function does not take, and require those it needs."""
        parameters, options = self._parameters(make), dict(self.options)
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            return
        known(options, ["problem", *parameters])
        for name, parameter in parameters.items():
            if parameter.default is parameter.empty and name not in options:
                raise ValueError(f"key {name!r} is missing")

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
            If the module or what it loads has changed, or it has no such function.
        """
        path, name = _module_path(self.name, folder), self.name.partition(":")[2]
        for file, before in self.data:
            if content(Path(folder, file)) != before:
                raise ValueError(f"file {file} has changed since the experiment was read")
        module, files = _load(path, dict(self.options))
        if content(*files) != self.content:
            raise ValueError(f"{path} has changed since the experiment was read, or what it loads")
        if not callable(function := getattr(module, name, None)):
            raise ValueError(f"problem {self.name!r}: {path.name} has no function {name!r}")
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

        Raises
        ------
        ImportError
            If a function of the user's imports a module of the folder, or reads a file there that
            was not read at the import and no option names: changes would go unnoticed.
        """
        if not self.is_own:
            kind, options = PROBLEMS[self.name], dict(self.options)
            if kind.is_data:
                return kind.from_arrays(graph.to_arrays() | {
                    name: np.array(value) for name, value in options.items()})
            return kind(*[graph][:self.needs_graph], **options)
        make, path = self.function(folder), _module_path(self.name, folder)
        data = [Path(folder, file) for file, _ in self.data]
        files = [*_load(path, dict(self.options))[1], *data]
        before = {*map(os.path.realpath, files)}

        def refuse(file):
            if os.path.realpath(file) not in before:
                raise ImportError(
                    f"{path.name} must import or read {os.path.relpath(file, path.parent)} at its "
                    "top and not in a function, or take its name from an option, or its table must "
                    "name it as data: otherwise the experiment does not notice when it changes")

        with _watched(path.parent, refuse):
            return make(*[graph][:self.needs_graph], **dict(self.options))

    def to_dict(self):
        """Return the specification as plain data.

        Returns
        -------
        str or dict
            The name alone, if all options have their defaults.
        """
        details = dict(self.options) | {name: value for name, value in (
            ("content", self.content), ("data", [*map(list, self.data)]), ("alone", self.alone))
            if value}
        return {"problem": self.name, **details} if details else self.name


def from_dict(data):
    """Return the specification that `ProblemSpec.to_dict` wrote."""
    options = {"problem": data} if isinstance(data, str) else dict(data)
    name, *rest = (options.pop(key, default) for key, default in (
        ("problem", None), ("content", ""), ("data", ()), ("alone", False)))
    return ProblemSpec(name, options, *rest)


def _module_path(name, folder):
    return Path(folder).resolve().joinpath(*name.partition(":")[0].split(".")).with_suffix(".py")


_LOADED = {}      # by its file: a module, and the contents of all files it loaded
_LISTENERS = []   # functions that want to know which files are opened
_LOCK = threading.RLock()


def _load(path, options):
    """Return the module of a file, and all files that belong to it in its folder, itself first.

    The others are modules and data that it loads, and files that options name. It is loaded anew
    after a change of what it loads.
    """
    module, files = _LOADED.get(path, (None, {}))
    if not module or any(not file.is_file() or content(file) != before
                         for file, before in files.items()):
        module, files = _LOADED[path] = _import(path)
    named = (path.parent / value for value in options.values() if isinstance(value, str))
    return module, [path, *sorted({*files, *filter(os.path.isfile, named)} - {path})]


def _import(path):
    """Import the module of a file; return it, and the contents of what it loads of its folder."""
    folder = path.parent
    if str(folder) not in sys.path:
        sys.path.append(str(folder))      # at the end, so that it hides no other modules
    for name in _beside(folder):
        del sys.modules[name]
    specification = importlib.util.spec_from_file_location(f"{path.stem}_{content(path)}", path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__], opened = module, []      # Numba looks up the module of a function
    try:
        with _watched(folder, opened.append):
            specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise ImportError(f"{path.name} cannot be imported: {type(error).__name__}: "
                          f"{error}") from error
    return module, {file: content(file) for file in [path, *opened]}


def _beside(folder):
    """Return the names of the modules and packages that were imported from a folder."""
    names = []
    for name, module in sys.modules.items():
        spec, place = getattr(module, "__spec__", None), str(folder.joinpath(*name.split(".")))
        if spec and name.partition(".")[0] != "memlab" and {f"{place}.py", place}.intersection(
                [spec.origin, *(spec.submodule_search_locations or ())]):
            names.append(name)
    return names


@contextlib.contextmanager
def _watched(folder, note):
    """Call `note` with each file of the folder that this thread opens to read in the block.

    Compiled code that Python and Numba keep of its modules is not used: Python's does not tell
    versions of the same second and size, nor Numba's other helpers and data.
    """
    others = [place for place in (sys.prefix, sys.base_prefix, PACKAGE)
              if Path(place).is_relative_to(folder)]

    def belongs(file):
        parts = Path(os.path.relpath(file, folder)).parts      # ".." in front if it is elsewhere
        return not any(part.startswith(".") for part in parts) and not any(
            map(Path(file).is_relative_to, others))

    def opened(name):
        for place in {os.path.abspath(name), os.path.realpath(name)}:
            if threading.get_ident() == thread and belongs(place) and os.path.isfile(place):
                note(Path(place))

    def stats(loader, path):
        if belongs(path):
            raise OSError("its compiled code is not used")
        return path_stats(loader, path)

    def cache(function):
        if not belongs(function.py_func.__code__.co_filename):
            enable_caching(function)

    path_stats, enable_caching = SourceFileLoader.path_stats, Dispatcher.enable_caching
    thread = threading.get_ident()      # in others, a worker may be reading another run's graph
    _listen()
    with (_LOCK, mock.patch.object(SourceFileLoader, "path_stats", stats),
          mock.patch.object(Dispatcher, "enable_caching", cache)):
        _LISTENERS.append(opened)
        try:
            yield
        finally:
            _LISTENERS.remove(opened)


@functools.cache
def _listen():
    """Let Python tell from now on which files it opens to read: such a hook cannot be removed."""
    def hook(event, arguments):
        if _LISTENERS and event == "open" and not arguments[2] & os.O_WRONLY and (
                not isinstance(arguments[0], int)):
            _LISTENERS[-1](os.fsdecode(arguments[0]))
    sys.addaudithook(hook)
