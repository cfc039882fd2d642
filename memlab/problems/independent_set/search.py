"""Maximum Independent Set with a local search that continues where the paper's repair ends.

The repaired set is augmented to a maximal one, and, if wanted, improved by (1,2)-swaps to a set
from which no member can make room for two others (Andrade, Resende and Werneck 2012).
"""

from typing import NamedTuple

import numpy as np

from ...kernels import protocol
from . import repair as mis
from .search_lists import ListsScratch, survey_and_augment, swap_by_lists
from .search_rows import SWAP, RowsScratch, augment_by_rows, swap_by_rows


class SetSearch(NamedTuple):
    """A graph as rows, and how far a set is improved."""

    graph: mis.SetRows | mis.SetLists
    swaps: bool             # whether swaps follow the augmentation


class SetSearchOnLists(SetSearch):
    """The same, of a graph as lists."""


class SetSearchWorkspace(NamedTuple):
    """Scratch of the repair and what follows it, and what is remembered of each slot."""

    repair: mis.SetRowsWorkspace | mis.SetListsWorkspace
    scratch: RowsScratch | ListsScratch
    optima: np.ndarray      # int64 (slots,), fitness of a genome known as a local optimum, else -1
    ended: np.ndarray       # bool (1,), whether the last search left nothing that it could do


# -------------------------------------------------------------------------- what the engine calls

def _raw_fitness(instance, workspace, genomes, slot, parent, distance):
    workspace.optima[slot] = -1
    return mis.count_edges(instance.graph, workspace.repair, genomes, slot, parent, distance)


def _assimilate(instance, workspace, genomes, slot, fitness):
    workspace.optima[slot] = fitness if workspace.ended[0] else -1


def _learning(repair, augment, swap):
    """Return the protocol's `learn` for a form of the graph, given the form's kernels."""
    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        graph, scratch, optima = instance.graph, workspace.scratch, workspace.optima
        if most == 0:       # the workspace does not know a parent that inherited what it learned
            optima[slot] = -1
            return mis.count_edges(graph, workspace.repair, genomes, slot, -1, 0), 0
        if distance == 0 and parent >= 0 and optima[parent] >= 0:
            fitness, steps = optima[parent], 0        # a copy of a local optimum
        else:
            fitness, steps = repair(graph, workspace.repair, phenotypes, slot, most, rng)
            if steps < most:
                added = augment(graph, scratch, phenotypes, slot, most - steps, rng)
                fitness, steps = fitness + added, steps + added
            if instance.swaps:
                gained, moved = swap(graph, scratch, phenotypes, slot, most - steps, rng)
                fitness, steps = fitness + gained, steps + moved
        workspace.ended[0] = steps == 0 or most - steps >= SWAP
        optima[slot] = fitness if steps == 0 or (in_place and workspace.ended[0]) else -1
        return fitness, steps

    return learn


for _kind, *_kernels in ((SetSearch, mis.repair_by_rows, augment_by_rows, swap_by_rows),
                         (SetSearchOnLists, mis.repair_by_lists, survey_and_augment,
                          swap_by_lists)):
    protocol.implement(_kind, learn=_learning(*_kernels), raw_fitness=_raw_fitness,
                       assimilate=_assimilate)
