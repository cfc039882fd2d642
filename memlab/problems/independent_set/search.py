"""Maximum Independent Set with a local search that continues where the paper's repair ends.

The repaired set is augmented to a maximal one, and, if wanted, improved by (1,2)-swaps to a set
from which no member can make room for two others (Andrade, Resende and Werneck 2012).
"""

from typing import NamedTuple

from ...kernels import protocol
from . import repair as mis
from .search_lists import ListsScratch, survey_and_augment, swap_by_lists
from .search_rows import RowsScratch, augment_by_rows, swap_by_rows


class SetSearch(NamedTuple):
    """A graph as rows, and how far a set is improved."""

    graph: mis.SetRows | mis.SetLists
    swaps: bool             # whether swaps follow the augmentation


class SetSearchOnLists(SetSearch):
    """The same, of a graph as lists."""


class SetSearchWorkspace(NamedTuple):
    """Scratch of the repair, and of what follows it."""

    repair: mis.SetRowsWorkspace | mis.SetListsWorkspace
    scratch: RowsScratch | ListsScratch


# -------------------------------------------------------------------------- what the engine calls

def _learning(repair, augment, swap):
    """Return the protocol's `learn` for a form of the graph, given the form's kernels."""
    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        graph, scratch = instance.graph, workspace.scratch
        if most == 0:       # the workspace does not know a parent that inherited what it learned
            return mis.count_edges(graph, workspace.repair, genomes, slot, -1, 0), 0
        fitness, steps = repair(graph, workspace.repair, phenotypes, slot, most, rng)
        if steps < most:
            added = augment(graph, scratch, phenotypes, slot, most - steps, rng)
            fitness, steps = fitness + added, steps + added
        if instance.swaps:
            gained, moved = swap(graph, scratch, phenotypes, slot, most - steps, rng)
            fitness, steps = fitness + gained, steps + moved
        return fitness, steps

    return learn


for _kind, *_kernels in ((SetSearch, mis.repair_by_rows, augment_by_rows, swap_by_rows),
                         (SetSearchOnLists, mis.repair_by_lists, survey_and_augment,
                          swap_by_lists)):
    protocol.implement(
        _kind, learn=_learning(*_kernels),
        raw_fitness=lambda instance, workspace, genomes, slot, parent, distance: mis.count_edges(
            instance.graph, workspace.repair, genomes, slot, parent, distance),
        assimilate=lambda instance, workspace, genomes, slot, fitness: None)
