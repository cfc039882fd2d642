"""Read an experiment from a TOML file into a `Plan`, with errors that name the place.

An example of such a file::

    name = "swap-or-repair"              # results in runs/NAME; by default that of the file
    title = "Does a better local search make up for a smaller population?"
    budget = 40_000                      # evaluations of a run
    repetitions = 3                      # seeds per graph, the same for all methods
    seed = 0
    traced_graphs = 5                    # of each source: their runs keep their course
    target = 40                          # fitness at which an evolution stops

    [[graphs]]                           # one or more sources
    dataset = "er_large"                 # generated, ...
    split = "test"
    count = 20
    [[graphs]]
    files = ["frb*.mis", "G14.txt"]      # ... files, relative to this one, ...
    [[graphs]]
    graphbench = "GraphBench"            # ... or the real data in this folder
    dataset = "ba_small"

    [[problems]]
    problem = "mis"                      # "mis", "maxcut", "dlb", "module:function" next to this
    local_search = ["repair", "swap"]    # a list is a factor: every combination is run

    [[methods]]
    mode = ["baldwinian", "lamarckian"]  # an evolution with its parameters, ...
    mu = [10, 250]
    learning_depth = [1, 10, inf]        # inf: to the end
    [[methods]]
    method = "restarts"                  # ... a baseline, a network or a solver

The entry ``parameters``, in place of mu, ``lambda_``, crossover_rate and lb_probability, takes them
from the paper ("published", for every problem, dataset and mode; "published universal", one for
every mode) or from the grid search of the same study ("selected", "selected universal").
"""

import contextlib
import importlib.util
import itertools
import math
import re
import tomllib
import warnings
from pathlib import Path

import pandas as pd

from ..checks import choice, flag
from ..modes import MODES
from ..names import GRAPH_PROBLEMS
from ..parameters import Configuration
from ..paths import data
from . import methods, questions, sources, tuned
from .plan import Block, Plan

PARAMETERS = ("published", "published universal", "selected", "selected universal")
_TABLES = ("graphs", "problems", "methods")
_PLAN = ("name", "title", "budget", "repetitions", "seed", "traced_graphs", "target",
         "one_at_a_time")
_MOST = 10**4      # maximum number of combinations in a table
_MODES_WITH = {"lb_probability": [name for name, mode in MODES.items() if mode.inherits is None],
               **dict.fromkeys(methods.DIALS, tuple(name for name in MODES if MODES[name].learns))}
_OPTIONAL = {"kamis": "chszlablib", "cpsat": "ortools", "gurobi": "gurobipy"}


class ExperimentError(ValueError):
    """A file is not a valid experiment: the message says where, what is wrong and what is allowed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.toml")
    ...     _ = file.write_text("budget = 0")
    ...     read_plan(file)
    Traceback (most recent call last):
    memlab.study.experiment.ExperimentError: ...
    """


def read_plan(path, seed=None, grid=None):
    """Read an experiment from a TOML file.

    Parameters
    ----------
    path : str or path-like
        The file.
    seed : int, optional
        Seed that replaces the one in the file.
    grid : DataFrame, optional
        Runs of the grid search from which "selected" parameters come, as returned by `Store.runs`.
        Without it the published parameters take their place, which suffices to estimate costs.

    Returns
    -------
    Plan
        The plan of all runs.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ExperimentError
        If its content is not a valid experiment.

    Examples
    --------
    >>> from memlab.paths import data
    >>> plan = read_plan(data("experiments") / "quick" / "grid.toml")
    >>> plan.name, len(plan)
    ('grid', 3024)
    """
    path = Path(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ExperimentError(f"{path} is not a TOML file: {error}") from error
    with _where(path):
        questions.known(content, (*_PLAN, *_TABLES))
        content |= {name: _tables(content, name) for name in _TABLES}
    folder = path.absolute().parent
    asked = _each(path, "problems", content, lambda table: _questions(table, folder))
    found = _each(path, "graphs", content, lambda table: _sources(table, folder))
    ways = _each(path, "methods", content, lambda table: _methods(table, grid))
    with _where(path):
        if not ways:
            raise ValueError("none of the solvers in [[methods]] is installed")
        if not found and any(question.needs_graph for question in asked):
            raise ValueError("table [[graphs]] is missing; only problem 'dlb' needs none")
        options = {name: content[name] for name in _PLAN if name in content}
        name = options.setdefault("name", path.stem)      # also the name of a folder
        if not isinstance(name, str) or not re.fullmatch(r"\w[\w .-]*", name):
            raise ValueError("name must be letters, digits, spaces, dots, hyphens and underscores, "
                             f"not {name!r}")
        if (data("experiments") / name).is_dir():
            raise ValueError(f"name must not be {name!r}, which is a profile of the study: the "
                             "results would be in the same folder")
        if seed is not None:
            options["seed"] = seed
        return _plan(asked, found, ways, folder=str(folder), **options)


def combinations(method="evolution", **factors):
    """Return the settings of a method for every combination of the given levels.

    Parameters
    ----------
    method : str
        Name of a method, one of `memlab.study.METHODS`.
    **factors
        Settings; a list is a factor, with a level per entry. ``lb_probability`` is used only in
        mode "lb", ``learning_rate`` and ``learning_depth`` in all modes except "darwinian".

    Returns
    -------
    list
        For evolution, of `Configuration`.

    Examples
    --------
    >>> [settings.mu for settings in combinations(mode="lamarckian", mu=[10, 50], lambda_=10)]
    [10, 50]
    """
    method = methods.METHODS[method]
    factors = {name: factors[name] for name in method.keys if name in factors}
    return list(dict.fromkeys(method.settings(**levels) for levels in _every_evolution(factors)))


def _every_evolution(factors):
    """As `_every`, but drop factors that apply only to other modes of the same table."""
    modes, found = _as_list(factors.get("mode", [])), _every(factors)
    for settings, (name, having) in itertools.product(found, _MODES_WITH.items()):
        if any(mode in having for mode in modes) and settings["mode"] not in having:
            settings.pop(name, None)
    return found


def _plan(asked, found, ways, **options):
    """Make the plan of all tables: one block, unless parameters differ between cells."""
    same = {(type(source), source.split, source.count) for source in found}
    if len(same) == 1 and type(found[0]) is sources.Dataset:
        options |= {"split": found[0].split, "graphs": found[0].count}
        found = [source.dataset for source in found]
    found = found or [sources.NO_GRAPH]
    if not any(map(callable, ways)):
        blocks = [Block(asked, found, ways)]
    else:
        blocks = [Block([question], [source], [
            settings for way in ways
            for settings in (way(question, source) if callable(way) else [way])])
            for question, source in itertools.product(asked, found)]
    return Plan(blocks=blocks, **options)


def universal():
    """Return the paper's universal configurations, one for each mode: list of Configuration."""
    return _chosen("published universal", [{"mode": mode} for mode in MODES], None)


def _chosen(parameters, settings, grid):
    """Return configurations whose parameters come from the paper or from a grid search.

    The result is a list of Configuration or, unless these are universal, of functions that return
    such a list for a problem and a source of graphs.
    """
    choice("parameters", parameters, PARAMETERS)
    for each in settings:      # checked before the parameters are known
        Configuration(**each, **({"lb_probability": 0.5} if each["mode"] == "lb" else {}))
    everywhere = parameters.endswith("universal")
    if parameters.startswith("published") or grid is None:
        table = tuned.published("universal_parameters" if everywhere else "best_parameters")
    else:
        table = (tuned.universal_configurations if everywhere
                 else tuned.best_configurations)(grid)

    def found(rows, where):
        of_mode, all_settings = {row["mode"]: row for row in rows.to_dict("records")}, []
        for each in settings:
            row = of_mode.get(each["mode"])
            if row is None:
                raise ValueError(f"parameters = {parameters!r} must be for modes of the grid "
                                 f"search, which has no mode {each['mode']!r} for {where}")
            all_settings += combinations(**each, **{
                name: row[name] for name in tuned.PARAMETERS if pd.notna(row[name])})
        return list(dict.fromkeys(all_settings))

    def of_cell(question, source):
        dataset = source if isinstance(source, str) else getattr(source, "dataset", "")
        rows = table[(table["problem"] == question.name) & (table["dataset"] == dataset)]
        where = f"{question.name!r} on {dataset or 'files'!r}"
        if rows.empty:
            raise ValueError(f"parameters = {parameters!r} must be for problems "
                             f"{' and '.join(map(repr, GRAPH_PROBLEMS))} on the six datasets, not "
                             f"for {where}")
        return found(rows, where)

    return found(table, "all problems and datasets") if everywhere else [of_cell]


def _questions(table, folder):
    """Return the questions of a table [[problems]], one for every combination."""
    if "problem" not in table:
        raise ValueError("key 'problem' is missing")
    found = []
    for options in _every(table):
        name = options.pop("problem")
        if not isinstance(name, str):
            raise TypeError(f"problem must be a string, not {name!r}")
        found.append(questions.Question.own(name, options, folder) if ":" in name
                     else questions.Question(name, tuple(options.items())))
    return found


def _sources(table, folder):
    """Return the sources of a table [[graphs]], one for every dataset and split."""
    if "files" in table:
        questions.known(table, ("files", "complement", "name"))
        _strings("files", table["files"])
        label = {"label": table["name"]} if "name" in table else {}
        return [sources.Files.find(table["files"], folder, table.get("complement", False),
                                   **label)]
    if "dataset" not in table:
        raise ValueError("key 'dataset' or 'files' is missing")
    kind = sources.GraphBench if "graphbench" in table else sources.Dataset
    questions.known(table, kind.__dataclass_fields__)
    if "graphbench" in table:
        _strings("graphbench", table["graphbench"])
    # only in these two entries is a list a factor
    factors = {key: value if key in ("dataset", "split") else [value]
               for key, value in table.items()}
    found = [kind(**values) for values in _every(factors)]
    for source in found:
        source.check(folder)
    return found


def _methods(table, grid):
    """Return the settings of a table [[methods]], one for every combination; see `_chosen`."""
    table = dict(table)
    names = table.pop("method", "evolution")
    if isinstance(names, list):
        return [way for name in names for way in _methods({"method": name, **table}, grid)]
    method = choice("method", names, tuple(methods.METHODS))
    more = {"evolution": ["parameters"], "optimum": ["optional"]}.get(method, [])
    questions.known(table, ("method", *methods.METHODS[method].keys, *more))
    optional = flag("optional", table.pop("optional", False))
    if method == "evolution" and "mode" not in table:
        raise ValueError("key 'mode' is missing (a table without 'method' is an evolution)")
    if "parameters" in table:
        name = table.pop("parameters")
        taken = [key for key in tuned.PARAMETERS if key in table]
        if taken:
            raise ValueError(f"key {taken[0]!r} must not be given beside 'parameters'")
        return _chosen(name, _every_evolution(table), grid)
    found = combinations(method, **table)
    for settings in list(found) if optional else ():
        package = _OPTIONAL.get(settings.solver)
        if package and not importlib.util.find_spec(package):
            found.remove(settings)
            warnings.warn(f"solver {settings.solver!r} is left out, since it is not installed: pip "
                          f"install {package}", stacklevel=2)
    return found


def _tables(content, name):
    found = content.get(name, [])
    if not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
        raise TypeError(f"{name} must be tables, each begun by [[{name}]], not {found!r}")
    if not found and name != "graphs":
        raise ValueError(f"table [[{name}]] is missing")
    return found


def _each(path, name, content, read):
    """Collect what `read` returns for all tables of a name; errors name the table."""
    found = []
    for number, table in enumerate(content[name], 1):
        with _where(path, f"[[{name}]] number {number}: "):
            if (many := math.prod(len(_as_list(value)) for value in table.values())) > _MOST:
                raise ValueError(f"lists must mean at most {_MOST:,} combinations, not {many:,}")
            for key, value in table.items():
                if value == []:
                    raise ValueError(f"{key} must have a value, not an empty list")
                twice = [item for item in _as_list(value) if _as_list(value).count(item) > 1]
                if twice:
                    raise ValueError(f"{key} must have each value once, not {twice[0]!r} again")
            found += read(table)
    return found


@contextlib.contextmanager
def _where(path, table=""):
    """Turn errors inside the block into an `ExperimentError` that names the file and the table."""
    try:
        yield
    except (ValueError, TypeError, OSError, ImportError, SyntaxError) as error:
        raise ExperimentError(f"{path}: {table}{error}") from error


def _strings(name, value):
    if not all(isinstance(item, str) for item in _as_list(value)) or not value:
        raise TypeError(f"{name} must be a string or a list of strings, not {value!r}")


def _every(table):
    """Return the table once for every combination of the entries of its lists: list of dict."""
    return [dict(zip(table, values, strict=True))
            for values in itertools.product(*map(_as_list, table.values()))]


def _as_list(value):
    return value if isinstance(value, list | tuple) else [value]
