"""What all forms of Maximum Cut do alike: an offspring is reached from its parent flip by flip.

A *walker* is a genome on its way from parent to child. Sums of functions are searched so, too.
"""

import numpy as np

from ...kernels import protocol
from ...kernels.bits import copy_row, flip
from ...kernels.jit import kernel
from ...kernels.simd import lowest_bit


@kernel
def copy_gains(workspace, source, target):
    """Copy the gains from one place to another."""
    copy_row(workspace.gains, source, workspace.gains, target)


def implement(kind, count, gain_of, step, climb, farthest):
    """Implement the protocol for one form of the graph.

    Parameters
    ----------
    kind : type
        The form's named tuple class.
    count, gain_of, step, climb, farthest : kernel
        As those in `rows` and `lists`. The workspace has `cuts`, `gains`, which `count` fills, and
        a `walker`, whose place there is the last.
    """
    def raw_fitness(instance, workspace, genomes, slot):
        return count(instance, workspace, genomes, slot, -1)

    def offspring_fitness(instance, workspace, genomes, slot, parent, distance):
        walker = workspace.walker
        cut = workspace.cuts[parent]
        copy_row(genomes, parent, walker, 0)
        for i in range(genomes.shape[1]):
            word = genomes[slot, i] ^ genomes[parent, i]
            while word:
                vertex = 64 * i + lowest_bit(word)
                cut += gain_of(instance, walker, 0, vertex)
                flip(walker, 0, vertex)
                word &= word - np.uint64(1)
        workspace.cuts[slot] = cut
        return cut

    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        if parent < 0 or distance > farthest(instance):
            cut = count(instance, workspace, genomes, slot, parent)
        else:
            walker = workspace.walker
            cut = workspace.cuts[parent]
            copy_gains(workspace, parent, slot)
            copy_row(genomes, parent, walker, 0)
            for i in range(genomes.shape[1]):
                word = genomes[slot, i] ^ genomes[parent, i]
                while word:
                    cut += step(instance, workspace, slot, walker, 0, 64 * i + lowest_bit(word))
                    word &= word - np.uint64(1)
            workspace.cuts[slot] = cut
        if most == 0:
            return cut, 0
        place = slot
        if not in_place:
            place = len(workspace.cuts)        # the walker's
            copy_gains(workspace, slot, place)
        optimum, steps = climb(instance, workspace, place, phenotypes, slot, cut, most, rng)
        if in_place:
            workspace.cuts[slot] = optimum
        return optimum, steps

    def assimilate(instance, workspace, genomes, slot, fitness):
        copy_gains(workspace, len(workspace.cuts), slot)
        workspace.cuts[slot] = fitness

    protocol.implement(kind, raw_fitness=raw_fitness, offspring_fitness=offspring_fitness,
                       learn=learn, assimilate=assimilate)
