"""Exact runtime of the Baldwinian (1+1) EA on DeceptiveLeadingBlocks.

The recursion of `memlab.theory.lb` has constant coefficients. Its solution is made of powers
of a bidiagonal matrix. Mean and variance together are `moments` of LB evolution with probability 0.
"""

import math

import numpy as np

from .blocks import fresh_steps, search_steps
from .lb import Plateau
from .lb import moments as moments


def level_totals(n, k, strict=False):
    """Expected iterations, accepted offspring and local-search steps by level, each (n // k,).

    With strict acceptance, offspring accepted on the level itself are not among them.
    """
    plateau, fresh = Plateau(n, k, strict), fresh_steps(n, k)
    iterations = _by_level(*_climb(plateau, 0), plateau.levels)
    # The probability of acceptance cancels: every level has the same number of accepted offspring.
    accepted = np.full(n // k, plateau.x[0])
    behind = sum(_by_level(*part, plateau.levels) for part in _tagged(plateau))
    leading = np.concatenate([[0.0], np.cumsum(behind)[:-1]])
    rows, chances = plateau.step[:k - 1], plateau.average[0]      # of the critical block
    beyond = chances @ rows[:, k - 1:].sum(axis=1)      # then those behind are searched
    return iterations, accepted, leading + chances @ search_steps(rows) + beyond * fresh[1:]


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
    steps = search_steps(plateau.step[[plateau.k, plateau.k - 1]]) / plateau.accept
    slope = steps[0] - steps[1]
    level = steps[0] - slope * plateau.e[0]      # the steps, over r, are level + slope e
    return [(matrix, factor * source) for factor, (matrix, source) in
            ((level, _climb(plateau, 0)), (plateau.mix[0] * slope, _climb(plateau, 1)))]


def _by_level(matrix, source, levels):
    """First entries of ``matrix**j @ source`` for all levels j: float64 (levels,).

    They are products of two vectors each, of which there are as many as the root of `levels`.
    """
    many = math.isqrt(levels - 1) + 1
    jump, rows, columns = np.linalg.matrix_power(matrix, many), [np.eye(len(matrix))[0]], [source]
    for _ in range(many - 1):
        rows.append(rows[-1] @ jump)
        columns.append(matrix @ columns[-1])
    return (np.array(rows) @ np.array(columns).T).ravel()[:levels]
