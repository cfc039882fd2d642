"""Exact runtime of the Baldwinian (1+1) EA on DeceptiveLeadingBlocks.

The recursion of `memlab.theory.plateau` has constant coefficients. Its solution is a sum of powers
of a bidiagonal matrix, which costs O(log n) products of small matrices. Mean and variance together
are `moments` of LB evolution with probability 0.
"""

import numpy as np

from . import lb
from .blocks import fresh_steps
from .plateau import Plateau

moments = lb.moments


def mean(n, k, inherits, strict):
    """Expected number of iterations (float); arguments checked by the caller."""
    plateau = Plateau(n, k, strict)
    matrix, source = _climb(plateau, 0)
    return (_power_sum(matrix, plateau.levels) @ source)[0]


def local_search_steps(n, k, inherits, strict):
    """Expected improving steps of local search in a whole run, the initial one included."""
    plateau, fresh = Plateau(n, k, strict), fresh_steps(n, k)
    return (fresh[0] + _critical(plateau, fresh).sum()
            + sum((_power_sum(matrix, plateau.levels, repeated=True) @ source)[0]
                  for matrix, source in _tagged(plateau)))


def level_totals(n, k):
    """Expected iterations, accepted offspring and local-search steps by level, each (n // k,)."""
    plateau, fresh = Plateau(n, k), fresh_steps(n, k)
    matrix, source = _climb(plateau, 0)
    iterations = _powers(matrix, plateau.levels) @ source
    # The probability of acceptance cancels: every level has the same number of accepted offspring.
    accepted = np.full(n // k, plateau.x[0])
    behind = sum(_powers(matrix, plateau.levels) @ source for matrix, source in _tagged(plateau))
    leading = np.concatenate([[0.0], np.cumsum(behind)[:-1]])
    return iterations, accepted, leading + _critical(plateau, fresh)


def _climb(plateau, lowest):
    """Matrix and vector: entry 0 of ``matrix**j @ vector`` is level j's share of degree `lowest`.

    With lowest = 0 this is the time spent on level j.
    """
    matrix = plateau.c0 * (np.diag(plateau.down) + np.diag(plateau.mix[:-1], 1))
    ratio = (plateau.c1 / plateau.c0) ** plateau.degree
    return matrix[lowest:, lowest:], plateau.x[lowest:] * ratio[:len(ratio) - lowest]


def _tagged(plateau):
    """Matrices and vectors of the steps in a leading block with j blocks behind it, in two parts.

    There are such steps only while all blocks before it are good; their factors cancel, so only the
    blocks behind it keep their 1/r = c0 + c1 e.
    """
    level, slope = plateau.leading_steps()
    return [(matrix, factor * source) for factor, (matrix, source) in
            ((level, _climb(plateau, 0)), (plateau.mix[0] * slope, _climb(plateau, 1)))]


def _critical(plateau, fresh):
    """Expected steps in the critical block and behind it, by level (levels,)."""
    alone, ahead = plateau.critical_steps(0.0), plateau.critical_steps(1.0)
    return plateau.average[0] @ alone + fresh[1:] * (plateau.average[0] @ (ahead - alone))


def _power_sum(matrix, count, repeated=False):
    """Sum of matrix**w over w < count; `repeated`: of (count - 1 - w) * matrix**w."""
    one, zero = np.eye(len(matrix)), np.zeros_like(matrix)
    blocks = np.block([[matrix, one, zero], [zero, one, one], [zero, zero, one]])
    size = len(matrix) * (2 if repeated else 1)
    return np.linalg.matrix_power(blocks, count)[:len(matrix), size:size + len(matrix)]


def _powers(matrix, count):
    """First rows of matrix**w for w = 0, ..., count-1: float64 (count, d)."""
    rows = np.zeros((count, len(matrix)))
    rows[0, 0] = 1.0
    for power in range(1, count):
        rows[power] = rows[power - 1] @ matrix
    return rows
