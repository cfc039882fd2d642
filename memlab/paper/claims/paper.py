"""Claims judged by the paper's own numbers: its protocol, its tables, and the marks in them."""

import functools

import numpy as np

from ... import problems
from ...graphs import datasets
from ...modes import PAPER_MODES as MODES
from ..profiles import profile
from .evidence import papers
from .verdicts import Cell

_DIGITS = 1e-9                 # tolerance for equality of two numbers of a table
_TRAINING_GRAPHS = 35_000      # of each dataset of GraphBench


def protocol(_, what, expected):
    """A number that follows from the paper's protocol, as in memlab's profile "paper"."""
    yield Cell(_protocol()[what], least=expected, most=expected)


@functools.cache
def _protocol():
    plans = profile("paper").plans()
    grid = plans["grid"]
    return {"configurations": len(grid) / (12 * grid.graphs),
            "per cent of the training graphs": 100 * grid.graphs / _TRAINING_GRAPHS,
            "runs of the grid": len(grid) / 2,
            "runs of the evaluation": len(plans["evaluation"]) / 2}


def percentages(_, printed):
    """Baldwinian scores in per cent of the solver's on independent sets, as the text has them."""
    table = papers("score")
    for dataset, percent in printed.items():
        place = ("mis", dataset)
        value = 100 * table["baldwinian"][place] / table["Solver"][place]
        yield _own(value, percent - 0.015, percent + 0.015)


def bound(_, datasets, problems=("mis", "maxcut")):
    """No mode of the paper is above its solver: the best mode in per cent of the solver."""
    table = papers("score")
    for problem in problems:
        for dataset in datasets:
            place = (problem, dataset)
            yield _own(100 * table.loc[place, list(MODES)].max() / table["Solver"][place], most=100)


def marks(_, measure, bold, direction="highest", spread=False):
    """Marks of a table: a cell for each number, which is above 0 if mark and rule differ.

    Parameters
    ----------
    measure : str
    bold : dict
        By problem and dataset: the modes whose numbers are marked.
    direction : {"highest", "lowest"}
        The numbers of each column that are marked according to the caption.
    spread : bool
        Whether numbers whose range of one standard deviation overlaps with that of the highest are
        marked, too.
    """
    table = papers(measure)[list(MODES)]
    for problem, columns in bold.items():
        for dataset, marked in columns.items():
            values = table.loc[(problem, dataset)]
            best = values.idxmax() if direction == "highest" else values.idxmin()
            away = (values - values[best]).abs()
            room = papers("deviation").loc[(problem, dataset), list(MODES)] if spread else 0 * away
            for mode in MODES:
                beyond = away[mode] - (room[mode] + room[best])
                # numbers just at the limit may be marked or not, since they are rounded
                yield _own(beyond if mode in marked else -beyond, most=_DIGITS)


def averages(_, printed):
    """Averages of the universality cost over datasets, by problem and mode, two decimals."""
    table = papers("loss").groupby("problem").mean()
    for problem, modes in printed.items():
        for mode, value in modes.items():
            # six rounded losses, and a rounded average
            yield _own(table[mode][problem], value - 0.01, value + 0.01)


def _own(value, least=-np.inf, most=np.inf):
    """Return the cell of a number from the paper's tables."""
    return Cell(value, least=least, most=most, papers=value)


def local_optima(_, problem, points=20, improvable=False):
    """Whether a flip still improves what local search returns: a cell for each random point.

    Parameters
    ----------
    problem : {"mis", "maxcut"}
    points : int
    improvable : bool
        What the claim says.
    """
    graph, = datasets.generate("er_small", count=1, seed=0)
    of, rng = problems.PROBLEMS[problem](graph), np.random.default_rng(0)
    for seed in range(points):
        found = of.local_search(rng.integers(0, 2, graph.n, dtype=np.uint8), seed=seed)
        flipped = found.solution ^ np.eye(graph.n, dtype=np.uint8)
        better = sum(of.fitness(x) > found.fitness for x in flipped)
        yield Cell(better, least=1) if improvable else Cell(better, most=0)
