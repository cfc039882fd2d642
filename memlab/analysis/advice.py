"""Which mode to take for a graph, as the map of random graphs suggests."""

import functools
import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ..evolution.configuration import Configuration
from ..problems import one_of
from ..support.checks import real
from ..support.paths import data

_TABLE = "advice.csv"
_RARE = 6      # standard deviations
_SETTINGS = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability", "step_cost"]
_CHEAPEST = 0.01      # where prices are compared by their quotient, 0 counts as this


@dataclass(frozen=True)
class Advice:
    """What the map suggests for a graph; see `advise`.

    Attributes
    ----------
    configuration : Configuration
        The suggested mode and its settings, among them the price as `step_cost`.
    gain, low, high : float
        How much better than the paper's universal Baldwinian configuration it was at this place of
        the map, in per cent of that one's result, with a 95 % interval over twelve graphs.
    n : int
        Vertices of the graphs at this place.
    p, price : float
        Their probability of an edge, and the price of a step that was paid there.
    outside : tuple of str
        Why the map need not hold for this graph; empty if nothing speaks against it.
    """

    configuration: Configuration
    gain: float
    low: float
    high: float
    n: int
    p: float
    price: float
    outside: tuple

    def __str__(self):
        settings = self.configuration.to_dict()
        doubt = "; ".join(self.outside)
        return (f"{settings.pop('mode')}, "
                + ", ".join(f"{name.rstrip('_')} {value:g}" for name, value in settings.items()
                            if value is not None)
                + f"; gain {self.gain:.1f} % [{self.low:.1f}, {self.high:.1f}]"
                + (f"; outside what was measured: {doubt}" if doubt else ""))


def advise(problem, price=0.0):
    """Suggest a mode and its configuration for a problem, from what was measured on random graphs.

    The map (``data/experiments/map/plane.toml``) has 144 places: G(n, p) of twelve sizes and
    densities, with 40,000 evaluations a run. Taken is the place nearest to the graph, and of 14
    configurations the best on the places around it, so that its own graphs measure the gain.
    A graph may look random and not be: nothing here sees a planted set.

    Parameters
    ----------
    problem : MaxIndependentSet or MaxCut
        The problem.
    price : float
        Price of a step of local search, in evaluations, at least 0.

    Returns
    -------
    Advice
        The suggestion, what to expect of it, and why not to rely on it.

    Raises
    ------
    TypeError, ValueError
        If the problem is another one, or the price is not a number of at least 0.

    Examples
    --------
    >>> import memlab as ml
    >>> problem = ml.MaxIndependentSet(ml.datasets.graph("er_large", seed=0))
    >>> advice = ml.advise(problem, price=1)
    >>> print(advice)
    lamarckian, mu 10, lambda 10, crossover_rate 0, step_cost 1; gain 10.1 % [6.4, 13.9]
    >>> advice.n, advice.p, advice.outside
    (850, 0.15, ())
    >>> run = ml.evolve(problem, **advice.configuration.to_dict(), budget=1_000)
    """
    graph, price = one_of(problem).graph, real("price", price, minimum=0)
    density = 2 * graph.m / max(graph.n * (graph.n - 1), 1)
    table, outside = _table(), []
    places = table[table["problem"] == problem.name]
    for name, column, value, least in (("the price", "step_cost", price, _CHEAPEST),
                                       ("its number of vertices", "n", graph.n, 1),
                                       ("its density", "p", density, 1e-9)):
        measured = np.unique(places[column])
        steps = np.log(np.maximum(measured, least))
        distance = np.abs(steps - math.log(max(value, least)))
        places = places[places[column] == measured[distance.argmin()]]
        if distance.min() > np.diff(steps).max() / 2:
            outside.append(f"{name}, {round(value, 4):g}, is not between {measured[0]:g} and "
                           f"{measured[-1]:g}")
    place = places.iloc[0].replace({np.nan: None}).to_dict()
    if getattr(problem, "search", "repair") != "repair":
        outside.append("its local search is not the repair")
    if graph.weights is not None:
        outside.append("its edges have weights")
    if not outside and _is_unlike_random(graph, density):
        outside.append("its degrees or triangles are not those of a random graph")
    settings = {name: place[name] for name in _SETTINGS}
    return Advice(Configuration(**settings | {"step_cost": price}), place["gain"], place["low"],
                  place["high"], place["n"], place["p"], place["step_cost"], tuple(outside))


@functools.cache
def _table():
    return pd.read_csv(data(_TABLE))


def _is_unlike_random(graph, p):
    """Whether degrees or triangles are far from those of G(n, p), by normal laws."""
    edges, triples = graph.to_scipy().toarray().astype(np.float32), math.comb(graph.n, 3)
    q = p * (1 - p)
    spread = graph.degrees.var() / (graph.n * q) - 1
    triangles = np.sum(edges @ edges * edges, dtype=float) / 6 - triples * p**3
    # with m edges given, what is left of the variance is that of paths, and of triangles themselves
    error = math.sqrt(triples * (3 * p**2 * q**2 + q**3))
    return abs(spread) > _RARE * math.sqrt(2 / graph.n) or abs(triangles) > _RARE * max(error, 1)
