"""Which mode to take for a graph, as the map of random graphs suggests."""

import math
from typing import NamedTuple

import numpy as np
import pandas as pd

from ..evolution.configuration import Configuration
from ..problems import one_of
from ..support.checks import real
from ..support.paths import data

_RARE = 6      # standard deviations
_SETTINGS = ["mode", "mu", "lambda_", "crossover_rate", "lb_probability", "step_cost"]
_AXES = {"n": "its number of vertices", "p": "its density", "step_cost": "the price"}
_LEAST = 1, 1e-9, 0.01      # as what zeros count where quotients are compared
_NEAR = 0.2      # half a step of the map, in logarithms: so far its border is part of it


class Advice(NamedTuple):
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

    Examples
    --------
    >>> import memlab as ml
    >>> type(ml.advise(ml.MaxCut(ml.datasets.graph("er_small")))).__name__
    'Advice'
    """

    configuration: Configuration
    gain: float
    low: float
    high: float
    n: int
    p: float
    price: float
    outside: tuple


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
    >>> advice.configuration.mode, advice.configuration.mu, advice.gain
    ('lamarckian', 10, 10.1449)
    >>> advice.n, advice.p, advice.outside
    (850, 0.15, ())
    >>> run = ml.evolve(problem, **advice.configuration.to_dict(), budget=1_000)
    """
    graph, price = one_of(problem).graph, real("price", price, minimum=0)
    p = 2 * graph.m / max(graph.n * (graph.n - 1), 1)
    table = pd.read_csv(data("advice.csv")).query("problem == @problem.name")
    places, here = (np.log(np.maximum(values, _LEAST)) for values in (
        table[[*_AXES]].to_numpy(), (graph.n, p, price)))
    beyond = (here < places.min(axis=0) - _NEAR) | (here > places.max(axis=0) + _NEAR)
    outside = [f"{words} was not measured" for words, is_so in zip(_AXES.values(), beyond,
                                                                   strict=True) if is_so]
    if getattr(problem, "search", "repair") != "repair":
        outside.append("its local search is not the repair")
    if graph.weights is not None:
        outside.append("its edges have weights")
    if not outside and _is_unlike_random(graph, p):
        outside.append("its degrees or triangles are not those of a random graph")
    nearest = np.abs(places - here).sum(axis=1).argmin()
    place = table.astype(object).replace({np.nan: None}).to_dict("records")[nearest]
    settings = {name: place[name] for name in _SETTINGS} | {"step_cost": price}
    return Advice(Configuration(**settings), *(place[name] for name in ("gain", "low", "high",
                                                                        *_AXES)), tuple(outside))


def _is_unlike_random(graph, p):
    """Whether degrees or triangles are far from those of G(n, p), by normal laws."""
    edges, triples = graph.to_scipy().toarray().astype(np.float32), math.comb(graph.n, 3)
    q = p * (1 - p)
    spread = graph.degrees.var() / (graph.n * q) - 1
    triangles = np.sum(edges @ edges * edges, dtype=float) / 6 - triples * p**3
    # with m edges given, what is left of the variance is that of paths, and of triangles themselves
    error = math.sqrt(triples * (3 * p**2 * q**2 + q**3))
    return abs(spread) > _RARE * math.sqrt(2 / graph.n) or abs(triangles) > _RARE * max(error, 1)
