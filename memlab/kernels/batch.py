"""Score one or many solutions in one call, each by itself: a workspace for one genome suffices."""

from . import protocol
from .jit import kernel


@kernel
def measure(instance, workspace, genomes, fitness):
    """Write the raw fitness of `genomes`, uint64 (k, padded words), into `fitness`, int64 (k,)."""
    for i in range(len(fitness)):
        fitness[i] = protocol.raw_fitness(instance, workspace, genomes[i:i + 1], 0, -1, 0)


@kernel
def improve(instance, workspace, genomes, fitness, steps, most, rng):
    """Improve all genomes in place by at most `most` steps each; fill `fitness` and `steps`.

    Both are int64 (k,); `genomes` are as for `measure`, `rng` is uint64 (4,).
    """
    for i in range(len(fitness)):
        row = genomes[i:i + 1]
        fitness[i], steps[i] = protocol.learn(instance, workspace, row, row, 0, -1, 0, True, most,
                                              rng)
