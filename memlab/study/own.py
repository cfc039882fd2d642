"""Functions of the reader's own, in modules beside an experiment: problems, instances, algorithms.

Such a function is given as ``"module:function"``: it is in a file ``module.py`` next to the
experiment. Reading and running such an experiment executes that file; if it is a script that itself
reads an experiment or runs a study, up to there. The contents of the file, of all modules of its
folder that it imports, and of the data that the experiment names are part of the experiment.
"""

import ast
import contextlib
import contextvars
import importlib.util
import inspect
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from numba.core.dispatcher import Dispatcher

from ..support.checks import known, real
from .sources import Generated, Source, content, unchanged

# Columns of the tables of runs, whose names no option must have.
TAKEN = {"run", "name", "problem", "dataset", "split", "graph", "graph_index", "complement",
         "repetition", "seed", "budget", "graph_seed", "method", "time_limit", "family", "unit",
         "unit_kind", "vertices", "edges", "best_fitness", "unique_best", "evaluations", "content",
         "local_search_steps", "seconds", "upper_bound", "proved", "value", "fitness_unit", "data",
         "calls"}


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
        For a function of the reader's, the fingerprint of its module, of the modules of its folder
        that this imports, and of files that options name; it distinguishes versions.
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
            if not isinstance(value, str | bool | None):
                real(name, value)      # refuses NaN and infinity
        object.__setattr__(self, "options", tuple(sorted(options.items())))
        if self.is_own and not self.content:
            raise ValueError(f"{self.kind} {self.name!r} must be made by the method read")

    @classmethod
    def read(cls, name, options, folder, data=(), **more):
        """Specify what has a name, or a function in a module of a folder.

        Parameters
        ----------
        name : str
            A name, or "module:function".
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
        if ":" not in str(name):
            return cls(name, options | ({"data": data[0]} if data else {}))
        files = [(file, content(Path(folder, file))) for file in data]
        spec = cls(name, options, "unknown", files, **more)
        object.__setattr__(spec, "content", content(*spec._code(folder)))
        spec.check_options(spec.function(folder))
        for taken in sorted(cls.taken.intersection(options)):
            raise ValueError(f"key {taken!r} of {name!r} must not be called like a column of runs")
        return spec

    @property
    def is_own(self):
        """Whether it is a function of the reader's."""
        return ":" in str(self.name)

    @property
    def module(self):
        """The file of the function's module, relative to the experiment's folder: str."""
        return self.name.partition(":")[0].replace(".", "/") + ".py"

    @property
    def files(self):
        """The names of files of the reader's, and their fingerprints: list of (str, str)."""
        return [(self.module, self.content), *self.data] if self.is_own else []

    def parameters(self, make):
        """Return the parameters of a class or function after its first one: dict."""
        return dict(list(inspect.signature(make).parameters.items())[1:])

    def defaults(self, make):
        """Return the defaults of these parameters, as far as they can be options: dict."""
        return {name: parameter.default for name, parameter in self.parameters(make).items()
                if isinstance(parameter.default, str | bool | int | float | None)}

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
            If the module or what it imports has changed, or it has no such function.
        """
        for file in self.data:
            unchanged(folder, *file)
        path, *others = self._code(folder)
        if content(path, *others) != self.content:
            raise ValueError(f"{path} has changed since the experiment was read, or what it "
                             "imports or an option names")
        module, name = _load(path), self.name.partition(":")[2]
        if not callable(function := getattr(module, name, None)):
            raise ValueError(f"{self.kind} {self.name!r}: {path.name} has no function {name!r}, at "
                             "least not above its first use of ml.study.read_plan or ml.study.run")
        return function

    def _code(self, folder):
        """Return the paths of the module, of its imports and of files that options name."""
        path = Path(folder).resolve() / self.module
        named = [path.parent / value for _, value in self.options if isinstance(value, str)]
        return [path, *sorted({*_imported(path), *filter(Path.is_file, named)} - {path})]

    def paths(self, folder):
        """Return the paths of all files that it reads, in a folder: list of Path.

        Raises a ValueError if one has changed.
        """
        self.function(folder)
        return [*self._code(folder), *(Path(folder, file) for file, _ in self.data)]

    def arguments(self, folder):
        """Return the keyword arguments of the function, for a folder: dict.

        The name of a file beside the module is given as its whole path, so that the function finds
        it wherever it is called.
        """
        place = (Path(folder).resolve() / self.module).parent
        return {name: str(place / value) if isinstance(value, str) and (place / value).is_file()
                else value for name, value in self.options}

    def details(self):
        """Return the fields besides the name as plain data, without those that are empty: dict."""
        fields = {"content": self.content, "data": [*map(list, self.data)]}
        return dict(self.options) | {name: value for name, value in fields.items() if value}


@dataclass(frozen=True)
class Drawn(Specification, Source):
    """Instances that a function of the reader's draws, for the reader's own problem.

    Parameters
    ----------
    name, options, content, data
        As for any `memlab.study.own.Specification`: "module:function", and keyword arguments, which
        become columns such as ``graph_n``. The function also gets ``seed``, a list of integers as
        NumPy's generators take it.
    count : int
        Number of instances.
    """

    count: int = 1

    kind = "generate"
    holds = "own"
    taken = frozenset(("index", "seed"))

    generate = property(lambda self: self.name)
    label = Generated.label

    def parameters(self, make):
        """Return the parameters of the function but its seed: dict."""
        return {name: one for name, one in inspect.signature(make).parameters.items()
                if name != "seed"}

    def graph(self, index, seed, folder=""):
        """Draw an instance."""
        apart = int.from_bytes(self.label.encode(), "little")
        return self.function(folder)(**self.arguments(folder), seed=[apart, seed, index])

    def columns(self, index, seed):
        """Return the columns of tables for an instance, with the function's arguments: dict."""
        drawn = {f"graph_{name}": value for name, value in self.options}
        return super().columns(index, seed) | drawn

    def made_of(self, index):
        """Return the fingerprints of the function's files: tuple."""
        return tuple(self.files)

    def to_dict(self):
        """The source as plain data."""
        return {"drawn": Source.to_dict(self)}


_LOADED = {}      # modules by the fingerprint of them and of what they import
_FILES = set()    # of all these
_IMPORTING = contextvars.ContextVar("_IMPORTING", default=False)


class _ComesToStudy(BaseException):
    """A module that is being imported for its functions comes to a study, and is not needed on."""


def end_import():
    """End the import of the reader's module that calls this, if it is one: it starts no study."""
    if _IMPORTING.get():
        raise _ComesToStudy


def _load(path):
    """Return the module of a file, loaded anew after a change of it or of what it imports."""
    files = _imported(path)
    version = path, content(*files)
    if version not in _LOADED:
        _LOADED[version] = _import(path, files)
    return _LOADED[version]


def _imported(path):
    """Return the files of a module's folder that it imports, directly or not, itself first."""
    files = [path]
    for file in files:
        for node in ast.walk(ast.parse(file.read_bytes(), file.name)):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            level, module = getattr(node, "level", 0), getattr(node, "module", None)
            base = file.parents[level - 1] if level else path.parent
            for alias in node.names:
                parts = ".".join(filter(None, [module, alias.name])).split(".")
                places = [base.joinpath(*parts[:end + 1]) for end in range(len(parts))]
                files += [one for place in places if parts[0] != "memlab"
                          for one in (place.with_suffix(".py"), place / "__init__.py")
                          if one.is_file() and one not in files]
    return files


def _import(path, files):
    """Import the module of a file, which may import these from its folder.

    Python looks there after all others, which they must not hide, and no longer afterwards: another
    experiment may have helpers of the same names. Compiled code is not kept: Python's does not tell
    versions of the same second and size, nor Numba's other helpers and data.
    """
    def cache(function):
        if function.py_func.__code__.co_filename not in _FILES:
            enable_caching(function)

    _FILES.update(map(str, files))
    kept = {"__main__", *(module.__name__ for module in _LOADED.values())}
    old = {name.partition(".")[0] for name, module in sys.modules.items()
           if getattr(module, "__file__", None) in _FILES and name not in kept}
    for name in [name for name in sys.modules if name.partition(".")[0] in old]:
        del sys.modules[name]      # of another experiment, or an earlier version
    enable_caching, importing = Dispatcher.enable_caching, _IMPORTING.set(True)
    specification = importlib.util.spec_from_file_location(f"{path.stem}_{content(path)}", path)
    module = importlib.util.module_from_spec(specification)
    sys.modules[module.__name__] = module      # Numba looks up the module of a function
    try:
        with (mock.patch.multiple(sys, path=[*sys.path, str(path.parent)],
                                  dont_write_bytecode=True),
              mock.patch.object(Dispatcher, "enable_caching", cache),
              contextlib.suppress(_ComesToStudy)):
            specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise ImportError(f"{path.name} cannot be imported: {type(error).__name__}: "
                          f"{error}") from error
    finally:
        _IMPORTING.reset(importing)
    return module
