"""Functions in modules of the reader's own, beside an experiment: problems and algorithms.

Such a function is given as ``"module:function"``: it is in a file ``module.py`` next to the
experiment. Reading and running such an experiment executes that file; if it is a script that itself
reads an experiment or runs a study, up to there. The contents of the file, and of all that it loads
from its folder, are part of the experiment; what its functions open only later is refused, since
changes would go unnoticed, and so is what replaces a function that other runs use.
"""

import contextlib
import contextvars
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

from numba.core.dispatcher import Dispatcher

from ..support.checks import known, real
from ..support.paths import PACKAGE
from .sources import content, unchanged

# Columns of the tables of runs, whose names no option must have.
TAKEN = {"run", "name", "problem", "dataset", "split", "graph", "graph_index", "complement",
         "repetition", "seed", "budget", "graph_seed", "method", "time_limit", "family", "unit",
         "unit_kind", "vertices", "edges", "best_fitness", "unique_best", "evaluations", "content",
         "local_search_steps", "seconds", "upper_bound", "proved", "value", "fitness_unit", "data"}


@dataclass(frozen=True)
class Specification:
    """What an experiment calls by a name, with options: built in, or a function of the reader's.

    Parameters
    ----------
    name : str
        A name, or "module:function".
    options : dict or sequence of (str, value)
        Keyword arguments, each a possible factor: strings, booleans and finite numbers.
    content : str
        For a function of the reader's, the fingerprint of its module and of all that this loads
        from its folder, which distinguishes its versions.
    data : sequence of (str, str)
        Further files that it reads, relative to that folder, and their fingerprints.
    """

    name: str
    options: tuple[tuple[str, object], ...] = ()
    content: str = ""
    data: tuple[tuple[str, str], ...] = ()

    kind = "problem"      # what messages call it
    taken = frozenset(TAKEN)

    def __post_init__(self):
        object.__setattr__(self, "data", tuple(map(tuple, self.data)))
        options = dict(self.options)
        for name, value in options.items():
            if not isinstance(value, str | bool):
                real(name, value)      # refuses NaN and infinity
        object.__setattr__(self, "options", tuple(sorted(options.items())))
        if self.is_own and not self.content:
            raise ValueError(f"{self.kind} {self.name!r} must be made by the method read")

    @classmethod
    def read(cls, name, options, folder, data=(), **more):
        """Specify a function in a module of a folder.

        Parameters
        ----------
        name : str
            "module:function".
        options : dict
            Keyword arguments of the function. The contents of a file that one of them names, such
            as ``prices = "prices.csv"``, are part of the specification.
        folder : path-like
            The folder of the module.
        data : sequence of str
            Further files that the function reads, relative to the folder.
        **more
            Further fields of the class.

        Returns
        -------
        Specification
            An instance of the class.

        Raises
        ------
        FileNotFoundError
            If there is no such module.
        ValueError, TypeError
            If there is no such function, or it has no such arguments, or one of them has the name
            of a column of the tables.
        """
        files = [(file, content(Path(folder, file))) for file in data]
        spec = cls(name, options, content(*_load(cls._module(name, folder), options)[1]), files,
                   **more)
        spec.check_options(spec.function(folder))
        for taken in sorted(cls.taken.intersection(options)):
            raise ValueError(f"key {taken!r} of {name!r} must not be called like a column of runs")
        return spec

    @classmethod
    def _module(cls, name, folder):
        """Return the path of a function's module, which is always in the folder."""
        if not re.fullmatch(r"[\w.]*\w:\w+", name):
            raise ValueError(f"{cls.kind} must be 'module:function', not {name!r}")
        place = Path(folder).resolve()
        return place.joinpath(*name.partition(":")[0].split(".")).with_suffix(".py")

    @property
    def is_own(self):
        """Whether it is a function of the reader's."""
        return ":" in str(self.name)

    def parameters(self, make):
        """Return the parameters of a class or function after its first one: dict."""
        return dict(list(inspect.signature(make).parameters.items())[1:])

    def check_options(self, make):
        """Refuse options that a class or function does not take, and require those it needs."""
        parameters, options = self.parameters(make), dict(self.options)
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            return
        known(options, [self.kind, *parameters])
        for name, parameter in parameters.items():
            if parameter.default is parameter.empty and name not in options:
                raise ValueError(f"key {name!r} is missing")

    def function(self, folder):
        """Load the function of the reader's.

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
        path, name = self._module(self.name, folder), self.name.partition(":")[2]
        for file in self.data:
            unchanged(folder, *file)
        module, files = _load(path, dict(self.options))
        if content(*files) != self.content:
            raise ValueError(f"{path} has changed since the experiment was read, or what it loads")
        if not callable(function := getattr(module, name, None)):
            raise ValueError(f"{self.kind} {self.name!r}: {path.name} has no function {name!r}, at "
                             "least not above its first use of ml.study.read_plan or ml.study.run")
        return function

    @contextlib.contextmanager
    def calling(self, folder):
        """Load the function, to call it in the block.

        Parameters
        ----------
        folder : path-like
            The folder of the module.

        Raises
        ------
        ImportError
            In the block, if the function imports a module of the folder, or reads a file there that
            was not read at the import and no option names: changes would go unnoticed.
        RuntimeError
            After the block, if the function replaced what other runs use, see `_shared`. This is
            put back.
        """
        make, path = self.function(folder), self._module(self.name, folder)
        before = {*map(os.path.realpath, self.paths(folder))}

        def refuse(file):
            if os.path.realpath(file) not in before:
                raise ImportError(
                    f"{path.name} must import or read {os.path.relpath(file, path.parent)} at its "
                    "top and not in a function, or take its name from an option, or its table must "
                    "name it as data: otherwise the experiment does not notice when it changes")

        with _watched(path.parent, refuse):
            yield make

    def paths(self, folder):
        """Return the paths of the files that a function of the reader's reads, in a folder: a list.
        """
        data = [Path(folder, file) for file, _ in self.data]
        return [*_load(self._module(self.name, folder), dict(self.options))[1], *data]

    def arguments(self, folder):
        """Return the keyword arguments of the function, for a folder: dict.

        The name of a file beside the module is given as its whole path, so that the function finds
        it wherever it is called.
        """
        place = self._module(self.name, folder).parent
        return {name: str(place / value) if isinstance(value, str) and (place / value).is_file()
                else value for name, value in self.options}

    def details(self):
        """Return the fields besides the name as plain data, without those that are empty: dict."""
        fields = {"content": self.content, "data": [*map(list, self.data)]}
        return dict(self.options) | {name: value for name, value in fields.items() if value}


# Besides all of memlab, modules that methods use and the reader's code could change.
_SHARED = {"builtins", "math", "random", "time", "numpy", "numpy.random"}
_LOADED = {}      # by its file: a module, and the contents of all files it loaded
_IMPORTING = contextvars.ContextVar("_IMPORTING", default=False)
_LISTENERS = []   # functions that want to know which files are opened
_LOCK = threading.RLock()


class _ComesToStudy(BaseException):
    """A module that is being imported for its functions comes to a study, and is not needed on."""


def end_import():
    """End the import of the reader's module that calls this, if it is one: it starts no study."""
    if _IMPORTING.get():
        raise _ComesToStudy


def _load(path, options):
    """Return the module of a file, and all files that belong to it in its folder, itself first.

    The others are modules and data that it loads, and files that options name. It is loaded anew
    after a change of what it loads.
    """
    end_import()
    module, files = _LOADED.get(path, (None, {}))
    if not module or any(not file.is_file() or content(file) != before
                         for file, before in files.items()):
        module, files = _LOADED[path] = _import(path)
    named = (path.parent / value for value in options.values() if isinstance(value, str))
    return module, [path, *sorted({*files, *filter(os.path.isfile, named)} - {path})]


def _import(path):
    """Import the module of a file; return it, and the contents of what it loads of its folder."""
    folder, others = path.parent, {file.parent for file in _LOADED}
    for other in {folder, *others}:      # of another experiment, helpers may have the same names
        for name in _beside(other):
            del sys.modules[name]
    specification = importlib.util.spec_from_file_location(f"{path.stem}_{content(path)}", path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__], opened = module, []      # Numba looks up the module of a function
    importing = _IMPORTING.set(True)
    try:
        with _watched(folder, opened.append), contextlib.suppress(_ComesToStudy):
            specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise ImportError(f"{path.name} cannot be imported: {type(error).__name__}: "
                          f"{error}") from error
    finally:
        _IMPORTING.reset(importing)
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

    In the block Python also looks for modules in the folder, after all others, which it must not
    hide. Afterwards it does not: another experiment may have helpers of the same names.
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
    with (_LOCK, mock.patch.object(sys, "path", [*sys.path, str(folder)]),
          mock.patch.object(SourceFileLoader, "path_stats", stats),
          mock.patch.object(Dispatcher, "enable_caching", cache)):
        _LISTENERS.append(opened)
        replaced = []
        shared = [(owner, dict(vars(owner))) for owner in _shared(len(sys.modules))]
        try:
            yield
        finally:
            _LISTENERS.remove(opened)
            for owner, attributes in shared:
                replaced += _put_back(owner, attributes)
        if replaced:
            raise RuntimeError(f"{', '.join(sorted(replaced))} must not be replaced: other runs "
                               "use it")


def _put_back(owner, attributes):
    """Give a module or class its attributes back; return the names of those that were replaced."""
    now = dict(vars(owner))
    replaced = [name for name, value in attributes.items() if now.get(name) is not value]
    if isinstance(owner, type):      # but modules may load more of themselves
        replaced += now.keys() - attributes.keys()
    for name in replaced:
        setattr(owner, name, attributes[name]) if name in attributes else delattr(owner, name)
    return [f"{owner.__name__}.{name}" for name in replaced]


@functools.lru_cache(maxsize=1)
def _shared(_):
    """Return modules and classes whose attributes the reader's code must not replace."""
    modules = [module for name, module in sys.modules.items()
               if name in _SHARED or name.partition(".")[0] == "memlab"]
    classes = {value for module in modules for value in vars(module).values()
               if isinstance(value, type) and value.__module__.partition(".")[0] == "memlab"}
    return [*modules, *classes]


@functools.cache
def _listen():
    """Let Python tell from now on which files it opens to read: such a hook cannot be removed."""
    def hook(event, arguments):
        if _LISTENERS and event == "open" and not arguments[2] & os.O_WRONLY and (
                not isinstance(arguments[0], int)):
            _LISTENERS[-1](os.fsdecode(arguments[0]))
    sys.addaudithook(hook)
