"""Maximum Independent Set: fitness, and the repair that the paper uses as local search.

Fitness is the size of the set if it is independent, else minus the number of its internal edges
(paper, eq. 1). The repair removes the vertex with most selected neighbours, ties uniformly at
random, until the set is independent (paper, section 3.2).

Two forms of the graph: `SetRows` with bit-packed adjacency rows, fastest up to some thousand
vertices, and `SetLists` with neighbour lists only, for large sparse graphs.

Arguments that kernels share: `instance` and `workspace` are named tuples of this file; `genomes`,
`phenotypes` and `sets`, uint64 (slots, words), hold bit-packed solutions, a row each; `slot` and
`parent` are rows, `vertex` is a number from 0; `rng`, uint64 (4,), is the state of the random
numbers. What a kernel changes, it changes in place.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from ...kernels import protocol
from ...kernels.bits import bit, flip, list_ones, padded, zeros
from ...kernels.buckets import Buckets, clear, held, make_buckets, pick, put, take
from ...kernels.jit import kernel
from ...kernels.rng import below
from ...kernels.simd import BLOCK, clear_ones, common_ones, lowest_bit, subtract_rows_and_match


class SetRows(NamedTuple):
    """A graph as bit-packed rows: vertex v is position v."""

    rows: np.ndarray       # uint64 (n, padded words)


class SetRowsWorkspace(NamedTuple):
    """Scratch of the dense repair, and what is remembered of each slot's genome."""

    counts: np.ndarray     # uint8 or uint16 (64 * words,), selected neighbours; whole blocks
    matches: np.ndarray    # uint64 (padded words,), the vertices of the largest count as a bit mask
    tied: np.ndarray       # int64 (64 * words + 2,), these vertices as a list
    removed: np.ndarray    # int64 (64 * words,), vertices removed since `counts` was up to date
    edges: np.ndarray      # int64 (slots,), internal edges
    sizes: np.ndarray      # int64 (slots,), selected vertices


class SetLists(NamedTuple):
    """A graph as neighbour lists (CSR)."""

    indptr: np.ndarray     # int64 (n + 1,)
    indices: np.ndarray    # int32 (2 m,)


class SetListsWorkspace(NamedTuple):
    """Scratch of the sparse repair, and what is remembered of each slot's genome."""

    counts: np.ndarray     # int32 (n,), selected neighbours of each selected vertex
    buckets: Buckets       # the selected vertices by their count
    edges: np.ndarray      # int64 (slots,)
    sizes: np.ndarray      # int64 (slots,)


def rows_workspace(n, largest_degree, slots):
    """Workspace for a population of `slots` genomes on n vertices."""
    words = -(-n // (64 * BLOCK)) * BLOCK
    dtype = np.uint8 if largest_degree < 255 else np.uint16
    return SetRowsWorkspace(zeros((64 * words,), dtype), zeros((padded(words),)),
                            np.zeros(64 * words + 2, np.int64), np.zeros(64 * words, np.int64),
                            np.zeros(slots, np.int64), np.zeros(slots, np.int64))


def lists_workspace(degrees, slots):
    """Workspace for a population of `slots` genomes on a graph with the given degrees."""
    n = len(degrees)
    return SetListsWorkspace(np.zeros(n, np.int32), make_buckets(degrees),
                             np.zeros(slots, np.int64), np.zeros(slots, np.int64))


# --------------------------------------------------------------------------------------- fitness

def selected_neighbours(instance, genomes, slot, vertex):
    """How many neighbours of `vertex` are selected in ``genomes[slot]``: int64."""
    raise NotImplementedError("overloaded in jitted code only")


@overload(selected_neighbours)
def _selected_neighbours(instance, genomes, slot, vertex):
    def by_rows(instance, genomes, slot, vertex):
        return common_ones(instance.rows, vertex, genomes, slot)

    def by_lists(instance, genomes, slot, vertex):
        total = 0
        for entry in range(instance.indptr[vertex], instance.indptr[vertex + 1]):
            total += bit(genomes, slot, instance.indices[entry])
        return total

    return by_rows if protocol.holds(instance, SetRows) else by_lists


@kernel
def count_edges(instance, workspace, genomes, slot, parent, distance):
    """Fitness (int64) of ``genomes[slot]``, whose edges and size are counted and remembered.

    They follow from those of its parent, or of the empty set, if that differs from it in fewer bits
    or the parent is -1. For each vertex in which the two sets differ, its neighbours in both are
    added up, with a minus if it leaves. The sum is twice the change of the edges: an edge between
    two such vertices is counted from both its ends.
    """
    if distance == 0 and parent >= 0:
        return _remember(workspace, slot, workspace.edges[parent], workspace.sizes[parent])
    twice, size = 0, 0
    known = parent >= 0 and distance <= common_ones(genomes, slot, genomes, slot)
    if known:
        twice, size = 2 * workspace.edges[parent], workspace.sizes[parent]
    for i in range(genomes.shape[1]):
        word = genomes[slot, i] ^ (genomes[parent, i] if known else np.uint64(0))
        while word:
            vertex = 64 * i + lowest_bit(word)
            near = selected_neighbours(instance, genomes, slot, vertex)
            if known:
                near += selected_neighbours(instance, genomes, parent, vertex)
            enters = 2 * bit(genomes, slot, vertex) - 1
            twice += enters * near
            size += enters
            word &= word - np.uint64(1)
    return _remember(workspace, slot, twice // 2, size)


@kernel
def _remember(workspace, slot, edges, size):
    workspace.edges[slot] = edges
    workspace.sizes[slot] = size
    return size if edges == 0 else -edges


# ---------------------------------------------------------------------------------------- repair

@kernel
def repair_by_rows(instance, workspace, sets, slot, most, rng):
    """Remove vertices from ``sets[slot]`` until it is independent, but no more than `most`.

    The graph has rows. Returns (fitness, removals), and remembers the edges and the size that the
    set had before.

    The largest count never rises, so the levels are processed from the top. Within a level, the
    removal of a vertex takes its tied neighbours out of the level and changes nothing else there.
    So a random order of the tied vertices, without those that have left the level, is a sequence of
    random removals. The counters of all other vertices are needed only for the next level, and are
    updated in one pass.
    """
    rows, counts, matches = instance.rows, workspace.counts, workspace.matches
    tied, removed = workspace.tied, workspace.removed
    words = (len(rows) + 63) // 64          # without those that round up to whole blocks
    level, size = 0, 0
    for i in range(words):
        word = sets[slot, i]
        while word:
            vertex = 64 * i + lowest_bit(word)
            count = common_ones(rows, vertex, sets, slot)
            counts[vertex] = count
            level = max(level, count)
            size += 1
            word &= word - np.uint64(1)
    edges, removals, pending = 0, 0, 0
    while level > 0 and removals < most:
        subtract_rows_and_match(counts, rows, removed, pending, level, sets, slot, matches)
        ties = list_ones(matches, words, tied)
        pending, before, was_tied = 0, 0, 0
        while ties > 0:
            rank = below(rng, ties)
            ties -= 1
            vertex = tied[np.uint64(rank)]
            tied[np.uint64(rank)] = tied[np.uint64(ties)]
            # the row of the vertex before takes longer to reach `matches` than to be looked up
            word, shift = np.uint64(vertex >> 6), np.uint64(vertex & 63)
            is_tied = np.int64((matches[word] >> shift) & np.uint64(1))
            is_tied &= ~(was_tied & bit(rows, before, vertex))
            clear_ones(matches, rows, before, was_tied)
            removed[np.uint64(pending)] = vertex
            pending += is_tied
            before, was_tied = vertex, is_tied
        for i in range(words):          # those still tied at the end are those removed
            sets[slot, i] &= ~matches[i]
        removals += pending
        edges += level * pending
        level -= 1
    surplus = max(0, removals - most)
    for i in range(pending - surplus, pending):      # more than allowed: the last ones stay
        flip(sets, slot, removed[i])
    edges -= (level + 1) * surplus
    removals -= surplus
    return _ended(instance, workspace, sets, slot, edges, size, removals, most), removals


@kernel
def repair_by_lists(instance, workspace, sets, slot, most, rng):
    """Remove vertices from ``sets[slot]`` until it is independent, but no more than `most`.

    The graph has neighbour lists; the selected vertices are in buckets by their count. Returns
    (fitness, removals), and remembers the edges and the size that the set had before.
    """
    indptr, indices = instance.indptr, instance.indices
    counts, buckets = workspace.counts, workspace.buckets
    clear(buckets)
    level, size = 0, 0
    for i in range(sets.shape[1]):
        word = sets[slot, i]
        while word:
            vertex = 64 * i + lowest_bit(word)
            count = selected_neighbours(instance, sets, slot, vertex)
            counts[vertex] = count
            if count > 0:
                put(buckets, count, vertex)
                level = max(level, count)
            size += 1
            word &= word - np.uint64(1)
    edges, removals = 0, 0
    while level > 0 and removals < most:
        if held(buckets, level) == 0:
            level -= 1
            continue
        vertex = pick(buckets, level, rng)
        take(buckets, level, vertex)
        flip(sets, slot, vertex)
        removals += 1
        edges += level
        for entry in range(indptr[vertex], indptr[vertex + 1]):
            neighbour = indices[entry]
            if bit(sets, slot, neighbour):
                count = counts[neighbour]
                take(buckets, count, neighbour)
                counts[neighbour] = count - 1
                if count > 1:
                    put(buckets, count - 1, neighbour)
    return _ended(instance, workspace, sets, slot, edges, size, removals, most), removals


@kernel
def _ended(instance, workspace, sets, slot, edges, size, removals, most):
    """Fitness of ``sets[slot]``, of `size` vertices before a repair removed `removals` of them.

    With them `edges` edges went from inside the set.
    """
    fitness = size - removals
    if removals == most:        # the repair may have ended early
        fitness = count_edges(instance, workspace, sets, slot, -1, 0)
    _remember(workspace, slot, edges + max(0, -fitness), size)
    return fitness


# -------------------------------------------------------------------------- what the engine calls

def _learning(repair):
    """Return the protocol's `learn` for a form of the graph, given the form's repair."""
    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        copied = distance == 0 and parent >= 0
        if most == 0 or (copied and workspace.edges[parent] == 0):        # which needs no repair
            return count_edges(instance, workspace, genomes, slot, parent, distance), 0
        fitness, removals = repair(instance, workspace, phenotypes, slot, most, rng)
        if in_place:
            _assimilate(instance, workspace, genomes, slot, fitness)
        return fitness, removals

    return learn


@kernel
def _assimilate(instance, workspace, genomes, slot, fitness):
    workspace.edges[slot], workspace.sizes[slot] = 0, fitness
    if fitness < 0:         # the repair ended early
        count_edges(instance, workspace, genomes, slot, -1, 0)


for _kind, _repair in ((SetRows, repair_by_rows), (SetLists, repair_by_lists)):
    protocol.implement(_kind, raw_fitness=count_edges, learn=_learning(_repair),
                       assimilate=_assimilate)
