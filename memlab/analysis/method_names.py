"""What the methods and problems of an experiment's runs are called: names with what varies."""

import numpy as np
import pandas as pd

from ..evolution.modes import MODES
from ..study.methods import METHODS
from ..study.methods import SETTINGS as OF_METHODS
from ..study.problems import TAKEN
from ..support.names import label
from . import frames
from .frames import SOURCE

# Factors in which methods for the same problem may differ; any other factor makes it a new problem.
SETTINGS = ("local_search", *(name for name in OF_METHODS if name != "mode"), "budget")
_NOT_FACTORS = {*TAKEN, "local_search"}
_IN_BRACKETS = {"solver": "{}", "time_limit": "{} s"}
_SHORT = {"lambda_": "lambda", "crossover_rate": "crossover", "lb_probability": "p"}


def named(runs):
    """Return the runs with readable names of their methods and problems.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        The same columns, with runs of the same problem and dataset together, and

        - problem: "clique" for independent sets of complements; the factors of the problem, if
          they vary, behind its name: "dlb n=60 k=3"; "minimised" behind that if its values are;
        - best_fitness: the value of the problem as stated, in one unit for all its instances, see
          `memlab.analysis.frames.valued`;
        - family: the mode ("LB"), or the method's name ("restarts");
        - method: its name in the experiment's file, or the family; and those settings that vary
          within it: "LB, swap mu=10";
        - unit, unit_kind: the graph, and "graphs"; or, where there are not several, the
          repetition, and "repetitions".

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": "a",
    ...                      "repetition": [0, 1, 0, 1], "mode": "lb", "mu": [10, 10, 50, 50],
    ...                      "best_fitness": [31, 33, 32, 36]})
    >>> named(runs)[["family", "method", "unit", "unit_kind", "best_fitness"]]
      family    method unit    unit_kind  best_fitness
    0     LB  LB mu=10    0  repetitions            31
    1     LB  LB mu=10    1  repetitions            33
    2     LB  LB mu=50    0  repetitions            32
    3     LB  LB mu=50    1  repetitions            36
    """
    runs = runs.reset_index(drop=True)
    frame = with_columns(runs, dataset="", graph="", mode=None, method="evolution", name=None,
                         complement=False)
    frame[["dataset", "graph"]] = frame[["dataset", "graph"]].fillna("")
    family = frame["mode"].where(frame["mode"].notna(), frame["method"])
    frame["family"] = family.map(label)
    cliques = frame["complement"].eq(True) & (frame["problem"] == "mis")
    frame["problem"] = frame["problem"].where(~cliques, "clique")
    extra = [name for name in runs if name not in {*_NOT_FACTORS, *settings(runs)}]
    frame["problem"] = _described(frame, "problem", varied(frame, extra, ["problem"]))
    frame = frames.valued(frame)
    frame["method"] = _described(frame, "family", varied(frame))
    given = frame["name"].dropna().unique()
    frame["name"] = frame["name"].where(frame["name"].notna(), frame["family"])
    for name in given:
        rows = frame[frame["name"] == name]
        # methods of one name differ in these
        factors = varied(rows, ["family", *settings(runs)], SOURCE)
        frame.loc[rows.index, "method"] = _described(rows, "name", factors)
    several = frame.groupby(SOURCE)["graph"].transform("nunique") > 1
    frame["unit"] = frame["graph"].where(several, frame["repetition"]).astype(str)
    frame["unit_kind"] = np.where(several, "graphs", "repetitions")
    return frame.sort_values(SOURCE, key=lambda names: pd.factorize(names)[0], ignore_index=True)


def distinct(runs):
    """Drop runs that repeat others because their method has no local search.

    An experiment combines every method with every local search. Runs of Darwinian evolution, random
    sampling and solvers do not depend on it and are repeated.

    Parameters
    ----------
    runs : DataFrame
        As returned by `memlab.study.Store.runs`.

    Returns
    -------
    DataFrame
        The same columns; ``local_search`` is missing if the method has none.

    Examples
    --------
    >>> runs = pd.DataFrame({"run": range(4), "method": "evolution",
    ...                      "mode": ["lb", "darwinian"] * 2,
    ...                      "local_search": ["repair", "repair", "swap", "swap"],
    ...                      "best_fitness": [31, 28, 33, 28], "seconds": 0.1})
    >>> distinct(runs)[["mode", "local_search", "best_fitness"]]
            mode local_search  best_fitness
    0         lb       repair            31
    1  darwinian          NaN            28
    2         lb         swap            33
    """
    if "local_search" not in runs:
        return runs
    idle = runs["method"].isin([name for name, one in METHODS.items() if not one.searches])
    if "mode" in runs:
        idle |= runs["mode"].isin([name for name, mode in MODES.items() if not mode.learns])
    runs = runs.assign(local_search=runs["local_search"].where(~idle))
    return runs[~runs.drop(columns=["run", "seconds"]).duplicated()]


def settings(runs):
    """Return the columns that may be settings of methods, the reader's own included: list of str.

    In the frames of `memlab.study.Store.runs` the latter are between method and seed.

    Examples
    --------
    >>> runs = pd.DataFrame({"price": [1], "method": ["mine:umda"], "size": [50], "seed": [3]})
    >>> "size" in settings(runs), "price" in settings(runs)
    (True, False)
    """
    names, own = list(runs), []
    # `named` gives methods other names, and keeps these as families
    if {"method", "seed"} <= set(names) and runs.get("family", runs["method"]).str.contains(
            ":").any():
        own = names[names.index("method"):names.index("seed")]
    return [*SETTINGS, *(name for name in own if name not in _NOT_FACTORS)]


def varied(runs, factors=None, within=(*SOURCE, "family")):
    """Return the factors with several levels within the same problem, graph source and family.

    Parameters
    ----------
    runs : DataFrame
        As returned by `named`.
    factors : sequence of str, optional
        Columns, by default `settings`; those that the frame lacks are left out.
    within : sequence of str
        The columns of the groups in which the levels are counted.

    Returns
    -------
    list of str

    Examples
    --------
    >>> runs = pd.DataFrame({"problem": "mis", "dataset": "er_small", "graph": "a", "repetition": 0,
    ...                      "mode": "lb", "mu": [10, 50], "lambda_": 10, "best_fitness": [31, 33]})
    >>> varied(named(runs))
    ['mu']
    """
    groups = [runs[name] for name in within]
    return [name for name in (settings(runs) if factors is None else factors) if name in runs
            and runs[name].map(text).groupby(groups).nunique().gt(1).any()]


def text(value):
    """Return a level of a factor as text, empty for a setting that the method does not have.

    Examples
    --------
    >>> text(10.0), text("swap"), text(float("nan"))
    ('10', 'swap', '')
    """
    if value is None or value != value:
        return ""
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def with_columns(runs, **columns):
    """Return the runs with the missing columns added."""
    return runs.assign(**{name: value for name, value in columns.items() if name not in runs})


def _described(frame, name, factors):
    """Return a column of names, each followed by the levels of the factors."""
    columns = [frame[factor].map(text) for factor in factors]
    return [_description(first, dict(zip(factors, levels, strict=True)))
            for first, *levels in zip(frame[name], *columns, strict=True)]


def _description(name, levels):
    """Return a name with its distinctive settings, as in "LB, swap mu=10"."""
    levels = {factor: level for factor, level in levels.items() if level}
    brackets = [form.format(levels.pop(factor)) for factor, form in _IN_BRACKETS.items()
                if factor in levels]
    words = ", ".join(filter(None, [name, levels.pop("local_search", "")]))
    pairs = [f"{_SHORT.get(factor, factor)}={level}" for factor, level in levels.items()]
    return " ".join([words, *pairs, *([f"({', '.join(brackets)})"] if brackets else [])])
