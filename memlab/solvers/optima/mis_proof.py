"""Branch and bound for Maximum Independent Set on bit sets: larger sets, and proofs of the largest.

Vertices that are still possible are dealt out to cliques; no independent set has two vertices of
one clique, so that no more than the cliques' number can be added. Vertices for which there is no
clique below the number wanted are branched on, unless one of them can take another's place [1]_.

All sets are bit sets over the vertices, and the graph is a bit set of non-neighbours a vertex.

References
----------
.. [1] P. San Segundo, F. Matia, D. Rodriguez-Losada, M. Hernando. An improved bit parallel exact
   maximum clique algorithm. Optimization Letters 7, 2013.
"""

from typing import NamedTuple

import numpy as np

from ...kernels.jit import kernel
from ...kernels.simd import lowest_bit

# places in Proof.numbers
_DEPTH, BEST, WORK = range(3)
_NONE, _MORE = -1, -2


class Proof(NamedTuple):
    """A graph, and how far the search for an independent set in it has come.

    At depth d of the search tree, the present set holds the d vertices ``chosen[:d]``; row d of
    `possible` and of `branches` belongs to it.
    """

    apart: np.ndarray       # uint64 (n, words), the vertices that are not a vertex's neighbours
    possible: np.ndarray    # uint64 (n + 1, words), vertices that may still be added
    branches: np.ndarray    # int32 (n + 1, n), a larger set needs one of them
    left: np.ndarray        # int64 (n + 1,), how many branches are not tried yet
    chosen: np.ndarray      # int32 (n + 1,)
    # the following describe one node of the tree
    cliques: np.ndarray     # uint64 (n + 1, words)
    rest: np.ndarray        # uint64 (2, words), vertices of no clique yet; those that fit it
    best: np.ndarray        # uint8 (n,)
    numbers: np.ndarray     # int64 (3,): present depth, size of the best set, words looked at


def make(indptr, indices, places, size):
    """Make a search for independent sets of more than a given size.

    Parameters
    ----------
    indptr : ndarray of int64, shape (n + 1,)
    indices : ndarray of int32, shape (2 m,)
        The lists of neighbours of a graph with n vertices and m edges.
    places : ndarray of int64, shape (n,)
        Vertex v is bit ``places[v]`` of all bit sets. The search is fastest if the vertices with
        most neighbours come last.
    size : int
        Only sets of more vertices are searched for.

    Returns
    -------
    Proof
    """
    n = len(indptr) - 1
    words = -(-n // 64)
    pairs = np.zeros((n, 64 * words), bool)
    pairs[:, :n] = ~np.eye(n, dtype=bool)
    pairs[places[np.repeat(np.arange(n), np.diff(indptr))], places[indices]] = False
    apart = np.packbits(pairs, axis=1, bitorder="little").view(np.uint64)

    def empty(*shape, dtype=np.uint64):
        return np.zeros((n + 1, *shape), dtype)
    proof = Proof(apart, empty(words), empty(n, dtype=np.int32), empty(dtype=np.int64),
                  empty(dtype=np.int32), empty(words), np.zeros((2, words), np.uint64),
                  np.zeros(n, np.uint8), np.array([0, size, 0]))
    proof.possible[0] = np.packbits(np.arange(64 * words) < n, bitorder="little").view(np.uint64)
    proof.left[0] = _branch(proof, 0)
    return proof


@kernel
def advance(proof, work):
    """Continue the search, and return whether it has finished.

    Parameters
    ----------
    proof : Proof
        Changed in place.
    work : int
        The number of words of bit sets after which to stop, approximately.

    Returns
    -------
    bool
        If true, no independent set is larger than ``proof.numbers[BEST]``.
    """
    numbers = proof.numbers
    end = numbers[WORK] + work
    words = proof.apart.shape[1]
    while numbers[WORK] < end:
        depth = numbers[_DEPTH]
        if proof.left[depth] == 0:
            if depth == 0:
                return True
            numbers[_DEPTH] -= 1
            continue
        proof.left[depth] -= 1
        v = proof.branches[depth, proof.left[depth]]
        proof.chosen[depth] = v
        depth += 1
        more = np.uint64(0)
        for word in range(words):
            common = proof.possible[depth - 1, word] & proof.apart[v, word]
            proof.possible[depth, word] = common
            more |= common
        # later branches may have this vertex
        proof.possible[depth - 1, v >> 6] |= np.uint64(1) << np.uint64(v & 63)
        numbers[WORK] += words
        if more == 0:
            if depth > numbers[BEST]:
                _keep(proof, depth)
            continue
        numbers[_DEPTH] = depth
        proof.left[depth] = _branch(proof, depth)
    return False


@kernel
def _keep(proof, depth):
    proof.numbers[BEST] = depth
    proof.best[:] = 0
    for i in range(depth):
        proof.best[proof.chosen[i]] = 1


@kernel
def _branch(proof, depth):
    """List the vertices one of which a larger set must have, and return their number.

    They are taken out of `possible`; the last is branched on first.
    """
    words = proof.apart.shape[1]
    wanted = proof.numbers[BEST] - depth       # so many cliques are no more than the best
    rest = proof.rest
    for word in range(words):
        rest[0, word] = proof.possible[depth, word]
    first = number = 0
    while number < wanted:
        while first < words and rest[0, first] == 0:
            first += 1
        if first == words:
            return 0
        _grow(proof, number, first)
        number += 1
    listed = 0
    for word in range(first, words):
        while rest[0, word] != 0:
            v = 64 * word + lowest_bit(rest[0, word])
            rest[0, word] &= rest[0, word] - np.uint64(1)
            if not _joins(proof, number, v):
                proof.branches[depth, listed] = v
                listed += 1
    for i in range(listed):
        v = proof.branches[depth, i]
        proof.possible[depth, v >> 6] ^= np.uint64(1) << np.uint64(v & 63)
    return listed


@kernel
def _grow(proof, clique, first):
    """Move a maximal clique from the rest to a row of cliques."""
    rest = proof.rest
    words = proof.apart.shape[1]
    for word in range(words):
        rest[1, word] = rest[0, word]
        proof.cliques[clique, word] = 0
    for word in range(first, words):
        while rest[1, word] != 0:
            v = 64 * word + lowest_bit(rest[1, word])
            _flip(proof, clique, v)
            rest[0, word] ^= np.uint64(1) << np.uint64(v & 63)
            rest[1, word] ^= np.uint64(1) << np.uint64(v & 63)
            for later in range(word, words):
                rest[1, later] &= ~proof.apart[v, later]
            proof.numbers[WORK] += words


@kernel
def _joins(proof, number, v):
    """Put v into a clique, if one takes it, so that it need not be branched on."""
    for clique in range(number):
        w = _stranger(proof, clique, v)
        if w == _NONE:
            _flip(proof, clique, v)
            return True
        for other in range(number if w != _MORE else 0):
            if other != clique and _stranger(proof, other, w) == _NONE:
                _flip(proof, clique, w)
                _flip(proof, other, w)
                _flip(proof, clique, v)
                return True
    return False


@kernel
def _flip(proof, clique, v):
    """Take v into a clique, or out of it."""
    proof.cliques[clique, v >> 6] ^= np.uint64(1) << np.uint64(v & 63)


@kernel
def _stranger(proof, clique, v):
    """The clique's only vertex that is not adjacent to v, `_NONE`, or `_MORE` if there are more."""
    only = _NONE
    for word in range(proof.apart.shape[1]):
        apart = proof.cliques[clique, word] & proof.apart[v, word]
        if apart != 0:
            if only != _NONE or apart & (apart - np.uint64(1)) != 0:
                only = _MORE
                break
            only = 64 * word + lowest_bit(apart)
    proof.numbers[WORK] += word + 1
    return only
