"""Claims judged by the paper's own numbers: its tables, and the marks in them."""

import itertools

from ...evolution.modes import PAPER_MODES
from ...support.names import GRAPH_PROBLEMS
from .evidence import papers
from .verdicts import Estimate

_DIGITS = 1e-9      # tolerance for equality of two numbers of a table


def percentages(_, printed):
    """Baldwinian scores in per cent of the solver's on independent sets, as the text has them."""
    table = papers("score").loc["mis"]
    for dataset, percent in printed.items():
        value = 100 * table["baldwinian"][dataset] / table["Solver"][dataset]
        yield Estimate(value, least=percent - 0.015, most=percent + 0.015)


def bound(_, datasets):
    """No mode of the paper is above its solver: the best mode in per cent of the solver."""
    table = papers("score").loc[list(itertools.product(GRAPH_PROBLEMS, datasets))]
    for value in 100 * table[[*PAPER_MODES]].max(axis=1) / table["Solver"]:
        yield Estimate(value, most=100)


def marks(_, measure, bold, direction="highest", spread=False):
    """Marks of a table: a cell for each number, which is above 0 if mark and rule differ.

    Parameters
    ----------
    measure : str
        As for `papers`.
    bold : dict
        By problem and dataset: the modes whose numbers are marked.
    direction : {"highest", "lowest"}
        The numbers of each column that are marked according to the caption.
    spread : bool
        Whether numbers whose range of one standard deviation overlaps with that of the highest are
        marked, too.
    """
    table, deviations = papers(measure), papers("deviation") * (1 if spread else 0)
    for problem, columns in bold.items():
        for dataset, marked in columns.items():
            values, room = (frame.loc[(problem, dataset), [*PAPER_MODES]]
                            for frame in (table, deviations))
            best = values.idxmax() if direction == "highest" else values.idxmin()
            for mode in PAPER_MODES:
                beyond = abs(values[mode] - values[best]) - (room[mode] + room[best])
                # numbers just at the limit may be marked or not, since they are rounded
                yield Estimate(beyond if mode in marked else -beyond, most=_DIGITS)


def averages(_, printed):
    """Averages of the universality cost over datasets, by problem and mode, two decimals."""
    table = papers("loss").groupby("problem").mean()
    for problem, modes in printed.items():
        for mode, value in modes.items():
            # six rounded losses, and a rounded average
            yield Estimate(table[mode][problem], least=value - 0.01, most=value + 0.01)
