"""Read an experiment from a TOML file into a `Plan`, with errors that name the place.

An example of such a file::

    name = "swap-or-repair"              # results in runs/NAME; by default that of the file
    title = "Does a better local search make up for a smaller population?"
    budget = 40_000                      # evaluations of a run
    repetitions = 3                      # seeds per graph, the same for all methods
    seed = 0
    traced_graphs = 5                    # of each source: their runs keep their course
    target = 40                          # value at which an evolution stops
    solutions = true                     # keep the best solution of each run: Store.solutions
    keep_states = true                   # go on from here when the budget is larger

    [[graphs]]                           # one or more sources
    dataset = "er_large"                 # generated, ...
    split = "test"
    count = 20
    repetitions = 1                      # instead of those above; any source may say so
    [[graphs]]
    files = ["frb*.mis", "G14.txt"]      # ... files, relative to this one, ...
    base = 0                             # (with format, base, relabel, weight and number as for
                                         # memlab.read_graph)
    [[graphs]]
    generate = "er"                      # ... or drawn, by memlab.graphs.random_graphs.MODELS
    n = [50, 100]
    p = 0.1
    count = 20

    [[instances]]                        # for problem "pseudo-boolean", in place of graphs:
    files = ["uf*.cnf", "gka1a.sparse"]  # files that memlab.read_problem reads, ...
    [[instances]]
    generate = "nk"                      # ... or drawn, by memlab.problems.GENERATORS
    n = [100, 200]
    k = 4
    count = 20
    [[instances]]                        # for a problem of your own, which gets the path of a file
    files = "tours/*.csv"                # that memlab cannot read, ...
    [[instances]]
    generate = "mine:random_tour"        # ... or what a function returns, which gets the seed, too
    n = [20, 50]                         # its keyword arguments
    count = 20

    [[problems]]
    problem = "mis"                      # "maxcut", "dlb", "leadingones", "pbo", ..., or your own
    local_search = ["repair", "swap"]    # a list is a factor: every combination is run
    [[problems]]
    problem = "mine:make"                # without graphs and instances, it is called without one
    data = ["prices.csv"]                # files that it reads: a change of them is noticed

    [[methods]]
    mode = ["baldwinian", "lamarckian"]  # an evolution with its parameters, ...
    mu = [10, 250]
    lambda_ = 50                         # or lambda
    learning_depth = [1, 10, inf]        # inf: to the end
    [[methods]]
    method = "restarts"                  # ... a baseline or a solver, ...
    [[methods]]
    method = "mine:umda"                 # ... or your own: a function, as for memlab.run
    mu = [50, 100]                       # its keyword arguments
    name = "UMDA {mu}"                   # what reports call a method; not part of the results

A table such as ``[profiles.smoke]`` holds what is different in another size of the same experiment:
its entries replace those of the same name.

The entry ``parameters``, in place of mu, ``lambda_``, crossover_rate and lb_probability, takes them
from the paper ("published", for every problem, dataset and mode; "published universal", one for
every mode) or from the grid search of the same study ("selected", "selected universal"). An
lb_probability beside it takes the place of theirs.
"""

import functools
import itertools
import math
import pkgutil
import re
import warnings
from dataclasses import fields, replace
from pathlib import Path

import pandas as pd

from ..evolution.configuration import Configuration, dependent
from ..evolution.modes import MODES, PAPER_MODES
from ..graphs.random_graphs import MODELS
from ..problems import GENERATORS
from ..support.checks import choice, flag, instance, integer, known, optional
from ..support.names import OLD_NAMES, renamed, takes_old_names
from . import methods, own, tuned
from .blocks import Block
from .experiment_file import PLAN, PROFILES, ExperimentError, naming, read
from .plan import Plan
from .problems import ProblemSpec
from .sources import NO_GRAPH, Dataset, Files, Generated

__all__ = ["PROFILES", "ExperimentError", "combinations", "read_plan", "universal"]


def read_plan(path, seed=None, grid=None, profile=None):
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
    profile : str, optional
        A size of the experiment: the name of a table ``[profiles.NAME]``.

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
    >>> from memlab.support.paths import data
    >>> plan = read_plan(data("experiments") / "grid.toml", profile="quick")
    >>> plan.name, len(plan)
    ('grid', 3024)
    """
    path = Path(path)
    own.end_import()
    folder, content = path.absolute().parent, read(path, profile)
    each = functools.partial(_each, path, content)
    sources = each("graphs", _sources, folder, "graph", MODELS)
    own_ones = any(":" in str(table.get("problem")) for table in content["problems"])
    sources += each("instances", _sources, folder, "own" if own_ones else "problem", GENERATORS)
    read_problem = functools.partial(ProblemSpec.read, alone=not sources)
    problems = each("problems", _specified, "problem", read_problem, folder)
    options = {name: content[name] for name in PLAN if name in content}
    if seed is not None:
        options["seed"] = seed
    kinds = {(type(source), source.split, source.count, source.repetitions) for source in sources}
    if len(kinds) == 1 and kinds.pop()[::3] == (Dataset, None):      # as plans always were written
        options |= {"split": sources[0].split, "graphs": sources[0].count}
        sources = [source.dataset for source in sources]
    chosen, blocks = functools.cache(functools.partial(tuned.chosen, grid=grid)), []
    with naming(path):
        cells = _cells(problems, sources, content["methods"])
    for cell in cells:
        named = each("methods", _named, folder, chosen, *cell)
        with naming(path):
            blocks.append(Block(*cell, [one for one, _ in named], [name for _, name in named]))
    with naming(path):
        return Plan(blocks=blocks, folder=str(folder), **options)


def _cells(problems, sources, methods):
    """Return the problems and sources of each block: one, or all pairs if methods depend on them.
    """
    for problem in problems:
        if problem.needs_graph and not problem.fitting(sources):
            wanted = "graphs" if problem.fitting([NO_GRAPH]) else "instances"
            raise ValueError(f"table [[{wanted}]] is missing for problem {problem.name!r}")
    sources = sources or [NO_GRAPH]
    if any(table.get("parameters") in ("published", "selected") for table in methods):
        return [([problem], [source]) for problem in problems
                for source in problem.fitting(sources)]
    return [(problems, sources)]


@takes_old_names
def combinations(method="evolution", **factors):
    """Return the settings of a method for every combination of the given levels.

    Parameters
    ----------
    method : str
        Name of a method, one of `memlab.study.METHODS`.
    **factors
        Settings; a list is a factor, with a level per entry. Those of `configuration.dependent`,
        such as ``lb_probability`` (only in modes such as "lb") and ``learning_probability`` (only
        in modes that learn), are used only with the levels with which they mean something.

    Returns
    -------
    list
        Of `Method`; for evolution, of `Configuration`.

    Examples
    --------
    >>> [settings.mu for settings in combinations(mode="lamarckian", mu=[10, 50], lambda_=10)]
    [10, 50]
    """
    keys = _keys(method)
    known(factors, keys)
    factors = {name: factors[name] for name in keys if name in factors}
    if method == "evolution":
        return list(dict.fromkeys(Configuration(**one) for one in _every_evolution(factors)))
    return list(dict.fromkeys(methods.Method(method, one) for one in _every(factors)))


def _keys(method):
    """Return the names of the settings of a method that comes with memlab: list of str."""
    if method == "evolution":
        return [field.name for field in fields(Configuration)]
    return [name for name, _ in methods.Method(method).options]


def _every_evolution(factors):
    """Return every combination of factors, each without those that mean nothing in it."""
    combined = _every(factors)
    for settings, (name, (other, those)) in itertools.product(combined, dependent().items()):
        # if no level of the table fits, it is a mistake, which the settings tell
        levels = _as_list(factors.get(other, []))
        if any(level in those for level in levels) and settings[other] not in those:
            settings.pop(name, None)
    return combined


def universal():
    """Return the paper's universal configurations, one for each mode: list of Configuration."""
    return _with_chosen("published universal", {"mode": list(PAPER_MODES)}, tuned.chosen, [], [])


def _with_chosen(parameters, factors, chosen, problems, sources):
    """Return configurations whose parameters the paper or a grid search chose.

    Parameters
    ----------
    parameters : str
        One of `memlab.study.tuned.CHOICES`.
    factors : dict
        All other settings.
    chosen : callable
        As `memlab.study.tuned.chosen`.
    problems, sources : list
        A single one of each, unless the parameters are universal.
    """
    for name in tuned.PARAMETERS:
        if name in factors and name != "lb_probability":
            raise ValueError(f"key {name!r} must not be given beside 'parameters'")
    rows, where = chosen(choice("parameters", parameters, tuned.CHOICES)), "all problems"
    if "problem" in rows:
        (problem,), (source,) = problems, sources
        dataset = source if isinstance(source, str) else getattr(source, "dataset", "files")
        rows = rows[(rows["problem"] == problem.name) & (rows["dataset"] == dataset)]
        where = f"{problem.name!r} on {dataset!r}"
    rows, configurations = {row["mode"]: row for row in rows.to_dict("records")}, []
    for settings in _every_evolution(factors):
        mode = choice("mode", settings["mode"], tuple(MODES))
        if mode not in rows:
            raise ValueError(f"there are no {parameters} parameters of {mode!r} for {where}")
        theirs = {name: rows[mode][name] for name in tuned.PARAMETERS if pd.notna(rows[mode][name])}
        configurations.append(Configuration(**theirs | settings))
    return list(dict.fromkeys(configurations))


def _specified(table, key, read, folder):
    """Return what `read` makes of a table's name and options, for every combination of these."""
    if key not in table:
        raise ValueError(f"key {key!r} is missing")
    data = _as_list(table.get("data", []))
    every = _every({name: value for name, value in table.items() if name != "data"})
    return [read(options.pop(key), options, folder, data) for options in every]


def _sources(table, folder, holds, makers):
    """Return the sources of a table [[graphs]] or [[instances]], one for every combination."""
    table = dict(table)
    repetitions = optional("repetitions", table.pop("repetitions", None), minimum=1)
    return [replace(source, repetitions=repetitions)
            for source in _found(table, folder, holds, makers)]


def _found(table, folder, holds, makers):
    """Return the sources of a table without its repetitions, whose other entries are taken out."""
    datasets = holds == "graph"
    if not all(isinstance(value, str) for value in _as_list(table.get("files", ""))):
        raise TypeError(f"files must be a string or a list of strings, not {table['files']!r}")
    if "files" in table:
        known(table, ("files", "name", "format", "base", "number", "repetitions",
                      *["relabel", "weight", "complement"] * datasets))
        return [Files.find(table.pop("files"), folder, label=table.pop("name", "files"),
                           holds=holds, **table)]
    if "generate" in table:
        count = integer("count", table.pop("count", 1), minimum=1)
        if not datasets and ":" in str(table["generate"]):
            draw = functools.partial(own.Drawn.read, count=count)
            return _specified(table, "generate", draw, folder)
        return [Generated(choice("generate", options.pop("generate"), tuple(makers)), options,
                          count) for options in _every(table)]
    if "dataset" not in table or not datasets:
        raise ValueError("key " + "'dataset', " * datasets + "'files' or 'generate' is missing")
    known(table, Dataset.__dataclass_fields__)
    # only in these two entries is a list a factor
    return [Dataset(**values) for values in _every({
        key: value if key in ("dataset", "split") else [value] for key, value in table.items()})]


def _named(table, *more):
    """Return the settings of a table [[methods]], one for every combination, and their names."""
    def name(settings):
        columns = methods.columns(settings)
        columns["lambda"] = columns.get("lambda_")
        columns = {old: columns[new] for old, new in OLD_NAMES.items() if new in columns} | columns
        known(re.findall(r"{(.*?)}", template), columns)
        return re.sub(r"{(.*?)}", lambda key: str(columns[key[1]]), template)

    template = instance("name", table.get("name", ""), str)
    table = {key: value for key, value in table.items() if key != "name"}
    return [(settings, name(settings)) for settings in _methods(table, *more)]


def _methods(table, folder, *where):
    """Return the settings of a table [[methods]], one for every combination."""
    names = table.get("method", "evolution")
    if isinstance(names, list):
        return [settings for name in names
                for settings in _methods(table | {"method": name}, folder, *where)]
    if "lambda_" not in table:
        table = {"lambda_" if key == "lambda" else key: value for key, value in table.items()}
    if ":" in str(names):
        return _specified(table, "method", methods.Method.read, folder)
    table = renamed(table, warn=True)
    name = choice("method, if not your 'module:function',", names, tuple(methods.METHODS))
    keys = _keys(name)
    known(table, ("method", *keys, "parameters" if name == "evolution" else "optional", "name"))
    factors = {key: value for key, value in table.items() if key in keys}
    if name == "evolution" and "mode" not in table:
        raise ValueError("key 'mode' is missing (a table without 'method' is an evolution)")
    if "parameters" in table:
        return _with_chosen(table["parameters"], factors, *where)
    every = combinations(name, **factors)
    optional = flag("optional", table.get("optional", False))
    return [settings for settings in every if not (optional and _lacks_package(settings))]


def _lacks_package(settings):
    """Return whether a solver's package is not installed, and warn if it is not."""
    solver = dict(settings.options).get("solver")
    package = solver and pkgutil.resolve_name("memlab.solvers.optima.method:missing")(solver)
    if package:
        # without its limits, and so once: a warning with the same text is not shown again
        warnings.warn(f"{settings.name} by {solver} is left out, since a package is not "
                      f"installed: pip install {package}", stacklevel=2)
    return bool(package)


def _each(path, content, name, read, *more):
    """Collect what `read` returns for all tables of a name; errors name the table."""
    items = []
    for number, table in enumerate(content.get(name, []), 1):
        with naming(path, f"[[{name}]] number {number}: "):
            for key, value in table.items():
                if value == []:
                    raise ValueError(f"{key} must have a value, not an empty list")
            items += read(table, *more)
    return items


def _every(table):
    """Return the table once for every combination of the entries of its lists: list of dict."""
    levels = [_as_list(value) for value in table.values()]
    integer("the number of combinations", math.prod(map(len, levels)), maximum=10**4)
    return [dict(zip(table, values, strict=True)) for values in itertools.product(*levels)]


def _as_list(value):
    return value if isinstance(value, list | tuple) else [value]
