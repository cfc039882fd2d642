"""Maximum Independent Set with a local search that goes on where the paper's repair ends.

The repaired set is augmented to a maximal one, and, if wanted, improved by (1,2)-swaps to a set
from which no member can make room for two others (Andrade, Resende and Werneck 2012).
"""

from typing import NamedTuple

import numpy as np
from numba.extending import overload

from . import mis, protocol
from .jit import kernel
from .mis_lists import ListsScratch, augment_by_lists, survey, swap_by_lists
from .mis_rows import RowsScratch, augment_by_rows, swap_by_rows


class SetSearch(NamedTuple):
    """A graph, and how far a set is improved."""

    graph: mis.SetRows | mis.SetLists
    swaps: bool             # beyond augmentation


class SetSearchMemory(NamedTuple):
    """Scratch, and what is remembered of each slot's genome."""

    repair: mis.SetRowsMemory | mis.SetListsMemory
    scratch: RowsScratch | ListsScratch
    optima: np.ndarray      # int64 (slots,), fitness of a genome known as a local optimum, else -1


@kernel
def search_by_rows(instance, memory, sets, slot, rng):
    """Local search of ``sets[slot]`` in place; returns (size, steps)."""
    graph, scratch = instance.graph, memory.scratch
    size, removals = mis.repair_by_rows(graph, memory.repair, sets, slot, rng)
    added = augment_by_rows(graph, scratch, sets, slot, rng)
    gained, moved = 0, 0
    if instance.swaps:
        gained, moved = swap_by_rows(graph, scratch, sets, slot, rng)
    return size + added + gained, removals + added + moved


@kernel
def search_by_lists(instance, memory, sets, slot, rng):
    """The same on neighbour lists."""
    graph, scratch = instance.graph, memory.scratch
    size, removals = mis.repair_by_lists(graph, memory.repair, sets, slot, rng)
    survey(graph, scratch, sets, slot)
    added = augment_by_lists(graph, scratch, sets, slot, rng)
    gained, moved = 0, 0
    if instance.swaps:
        gained, moved = swap_by_lists(graph, scratch, sets, slot, rng)
    return size + added + gained, removals + added + moved


# -------------------------------------------------------------------------- what the engine calls

def _raw_fitness(instance, memory, genomes, slot):
    memory.optima[slot] = -1
    return mis.count_set(instance.graph, memory.repair, genomes, slot)


def _assimilate(instance, memory, slot, fitness):
    memory.optima[slot] = fitness


protocol.implement(
    SetSearch, raw_fitness=_raw_fitness, assimilate=_assimilate,
    offspring_fitness=lambda instance, memory, genomes, slot, parent, distance: mis.count_change(
        instance.graph, memory.repair, genomes, slot, parent, distance))


@overload(protocol.learn)
def _learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
    if not protocol.holds(instance, SetSearch):
        return None
    graph = instance.types[instance.fields.index("graph")]
    search = search_by_rows if protocol.holds(graph, mis.SetRows) else search_by_lists

    def learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
        if distance == 0 and parent >= 0 and memory.optima[parent] >= 0:
            size, steps = memory.optima[parent], 0        # a copy of a local optimum
        else:
            size, steps = search(instance, memory, phenotypes, slot, rng)
        memory.optima[slot] = size if in_place or steps == 0 else -1
        return size, steps

    return learn
