"""Evolutionary algorithms of other libraries, each set so that it is what its name says.

A library's algorithm with the library's defaults is often another one; each docstring says what had
to be set. They are methods of experiments, ``method = "pymoo_ga"``, and take a `memlab.Trial` as an
algorithm of the reader's own does: the trial scores and counts. They need pip install
"memlab[libraries]".
"""

from ...evolution.configuration import Configuration


def check(**settings):
    """Check settings of these algorithms, and return them: dict.

    Raises
    ------
    TypeError, ValueError
        As from `memlab.evolve`, whose settings they are.

    Examples
    --------
    >>> check(mu=10, tournament_size=3)
    {'mu': 10, 'tournament_size': 3}
    """
    parents = "tournament" if "tournament_size" in settings else "uniform"
    checked = Configuration("darwinian", parents=parents, **settings)
    return {name: getattr(checked, name) for name in settings}
