"""Tabu search for weighted Maximum Cut [1]_: from local optimum to local optimum.

Each move flips the vertex that gains most, or loses least, among those that were not flipped
recently. A recently flipped vertex may be flipped if that gives a new best cut.

References
----------
.. [1] G. Kochenberger, J.-K. Hao, Z. Lü, H. Wang, F. Glover. Solving large scale Max Cut problems
   via tabu search. Journal of Heuristics 19, 2013.
"""

import numpy as np

from ..kernels.jit import kernel
from ..kernels.rng import below
from .maxcut_anneal import flip, keep

_SPREAD = 10                    # range of the random part of a tenure, which prevents cycles
_NONE = np.int64(-1 << 62)      # below any gain


@kernel
def search_on(search, until, wait, stall, most, rng):
    """Make moves until `stall` in a row improve nothing, or `most` in all; return their number.

    Parameters
    ----------
    search : maxcut_anneal.Cut
        Changed in place.
    until : ndarray of int64, shape (n,)
        Zeros; changed in place: the move before which each vertex must not be flipped.
    wait : int
        The minimum number of moves for which a flipped vertex must not be flipped back.
    stall, most : int
        Limits on moves in a row without a better cut, and on all moves.
    rng : ndarray of uint64

    Returns
    -------
    int
    """
    n = len(search.sides)
    move = last = 0
    while move - last < stall and move < most:
        move += 1
        free = top = _NONE
        for v in range(n):      # without branches, so that it becomes vector instructions
            top = max(top, search.gains[v])
            free = max(free, search.gains[v] if until[v] < move else _NONE)
        better = search.cuts[0] + top > search.cuts[1]
        wanted = top if better else free
        if wanted == _NONE:     # all wait
            continue
        v = below(rng, n)       # ties are broken by where one begins to look
        while search.gains[v] != wanted or not (better or until[v] < move):
            v = v + 1 if v + 1 < n else 0
        flip(search, v)
        until[v] = move + wait + below(rng, _SPREAD)
        if search.cuts[0] > search.cuts[1]:
            keep(search)
            last = move
    return move
