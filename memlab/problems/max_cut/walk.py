"""What all forms of Maximum Cut do alike: an offspring is reached from its parent flip by flip.

A *walker* is a genome on its way from parent to child. Sums of functions are searched so, too.
"""

import numpy as np
from numba.extending import register_jitable

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
    @register_jitable
    def walk(instance, workspace, genomes, slot, parent, has_gains):
        """Reach ``genomes[slot]`` from its parent, along with its gains or without; the cut."""
        walker, cut = workspace.walker, workspace.cuts[parent]
        copy_row(genomes, parent, walker, 0)
        for i in range(genomes.shape[1]):
            word = genomes[slot, i] ^ genomes[parent, i]
            while word:
                vertex = 64 * i + lowest_bit(word)
                if has_gains:
                    cut += step(instance, workspace, slot, walker, 0, vertex)
                else:
                    cut += gain_of(instance, walker, 0, vertex)
                    flip(walker, 0, vertex)
                word &= word - np.uint64(1)
        workspace.cuts[slot] = cut
        return cut

    def raw_fitness(instance, workspace, genomes, slot, parent, distance):
        if parent < 0:
            return count(instance, workspace, genomes, slot, parent)
        return walk(instance, workspace, genomes, slot, parent, False)

    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        if parent < 0 or distance > farthest(instance):
            cut = count(instance, workspace, genomes, slot, parent)
        else:
            copy_gains(workspace, parent, slot)
            cut = walk(instance, workspace, genomes, slot, parent, True)
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

    protocol.implement(kind, raw_fitness=raw_fitness, learn=learn, assimilate=assimilate)
