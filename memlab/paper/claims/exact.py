"""Claims that need no runs: of the runtime analysis, the protocol, and local search."""

import functools
import itertools
from math import comb, e, exp, log2

import numpy as np

from ... import theory
from ...graphs import datasets
from ...problems import PROBLEMS
from ..profiles import profile
from .verdicts import Estimate

_TRAINING_GRAPHS = 35_000      # in each dataset of GraphBench
_POINTS = 20         # random solutions from which local search starts
_BLOCKS = 1_000      # of the smaller of the two strings whose expectations give an exponent
_TOLERANCE = 0.02    # of such an exponent
_QUANTITIES = {
    "runtime": theory.expected_runtime,
    "steps": theory.expected_local_search_steps,
    "evaluations": theory.expected_evaluations,
    "calls": lambda mode, n, k: theory.expected_runtime(mode, n, k) + 1,
    "level": lambda mode, n, k: theory.level_profile(mode, n, k)["iterations"].iloc[0],
}


def protocol(_, what, expected):
    """A number that follows from the paper's protocol, as in memlab's profile "paper"."""
    yield Estimate(_protocol()[what], least=expected, most=expected)


@functools.cache
def _protocol():
    grid, evaluation = (profile("paper").plan(part) for part in ("grid", "evaluation"))
    return {"configurations": len(grid) / (12 * grid.graphs),
            "per cent of the training graphs": 100 * grid.graphs / _TRAINING_GRAPHS,
            "runs of the grid": len(grid) / 2,
            "runs of the evaluation": len(evaluation) / 2}


def local_optima(_, problem, improvable=False):
    """Whether a flip still improves what local search returns: a cell for each random point.

    Parameters
    ----------
    problem : {"mis", "maxcut"}
        The name of a problem.
    improvable : bool
        What the claim says.
    """
    graph, = datasets.generate("er_small", count=1, seed=0)
    instance, rng = PROBLEMS[problem](graph), np.random.default_rng(0)
    for seed in range(_POINTS):
        optimum = instance.local_search(rng.integers(0, 2, graph.n, dtype=np.uint8), seed=seed)
        flipped = optimum.solution ^ np.eye(graph.n, dtype=np.uint8)
        better = sum(instance.fitness(x) > optimum.fitness for x in flipped)
        yield Estimate(better, least=1) if improvable else Estimate(better, most=0)


def exponents(_, over, lengths, under=("",), power=None, at_least=-np.inf):
    """Exponents of n in exact expectations, or in the ratio of two of them.

    Parameters
    ----------
    over, under : list of str
        A quantity and a mode each, as in "runtime darwinian".
    lengths : list of int
        Block lengths k, a cell each.
    under : list of str
        The quantities and modes by which these are divided.
    power : list of float, optional
        Numbers a and b, or such a list for each in `over`: the claim is that the exponent is
        a + b k.
    at_least : float
        Without `power`: the claim is that the exponent is at least this.
    """
    powers = np.broadcast_to((np.nan, np.nan) if power is None else power, (len(over), 2))
    for (first, (a, b)), second, k in itertools.product(zip(over, powers, strict=True), under,
                                                        lengths):
        value = _exponent(first, k) - (_exponent(second, k) if second else 0.0)
        yield (Estimate(value, least=at_least) if power is None else
               Estimate(value, least=a + b * k - _TOLERANCE, most=a + b * k + _TOLERANCE))


@functools.cache
def _exponent(what, k):
    """Return the exponent between two string lengths, of which the second is twice the first."""
    quantity, mode = what.split()
    short, long = (_QUANTITIES[quantity](mode, blocks * k, k) for blocks in (_BLOCKS, 2 * _BLOCKS))
    return log2(long / short)


def bounds(_, which, lengths):
    """Steps of the proof, a cell for each block length k."""
    for k in lengths:
        yield from _BOUNDS[which](k)


def _proof(k):
    """Exact runtimes in parts of the proof's bounds."""
    for blocks in (2, 10, 100, 1_000):
        n = blocks * k
        for mode, bound in {"darwinian": e * n**(k + 1) / k, "lamarckian": e * n**k / k,
                            "baldwinian": 64 * 2**k * n**2 / k}.items():
            yield Estimate(theory.expected_runtime(mode, n, k) / bound, most=1)
        lower = n**(k + 1) / k / 2**k
        yield Estimate(theory.expected_runtime("darwinian", n, k) / lower, least=1)


def _hitting(k):
    """Two bounds on the time of randomised local search, each in parts of the next."""
    bound = k * 2**k / (k - 1)
    yield Estimate(theory.hitting_times(k)[0] / bound, most=1)
    yield Estimate(bound / 2**(k + 1), most=1)


def _visits(k):
    """The probability that a level is visited in Lamarckian evolution."""
    yield Estimate(1 - sum(comb(k, zeros) for zeros in (0, 1)) / 2**k, least=1 / 4)


def _lamarckian(k):
    """The printed lower bound in parts of what it is derived from, and of the exact runtime."""
    yield Estimate(4 * k * (k + 1) / (12 * (k + 1)), least=1 - 1e-12, most=1 + 1e-12)
    n = 1_000 * k
    yield Estimate(n**k / (12 * (k + 1)) / theory.expected_runtime("lamarckian", n, k), most=1)


def _markov(k):
    """The printed probability of failure, e/4, in parts of what it is derived from."""
    moves = 16 * 2**k * k / e
    yield Estimate(e / 4 / (2**(k + 1) / (moves / 2)), least=1 - 1e-12, most=1 + 1e-12)


def _failure(k):
    """The probability that a level is not left in time, as printed and with the mended term."""
    moves = 16 * 2**k * k / e
    yield Estimate(exp(-8 / e) + e / 4, most=3 / 4)
    yield Estimate(exp(-moves / 8) + 2**(k + 1) / (moves / 2), most=3 / 4)


_BOUNDS = {"proof": _proof, "hitting": _hitting, "visits": _visits, "lamarckian": _lamarckian,
           "markov": _markov, "failure": _failure}
