"""Score many solutions in one call, for algorithms that are not Algorithm 1.

Every solution is copied into a row of its own first, so that a workspace for one genome suffices.
"""

from . import protocol
from .bits import copy_row
from .jit import kernel
from .ledger import fingerprint


@kernel
def measure(instance, workspace, row, genomes, fitness):
    """Write the raw fitness of all genomes into `fitness`, int64 (k,).

    `genomes` is uint64 (k, padded words), `row` uint64 (1, padded words), overwritten.
    """
    for i in range(len(fitness)):
        copy_row(genomes, i, row, 0)
        fitness[i] = protocol.raw_fitness(instance, workspace, row, 0)


@kernel
def improve(instance, workspace, row, genomes, fitness, steps, most, rng):
    """Improve all genomes in place by at most `most` steps each; fill `fitness` and `steps`.

    Both are int64 (k,); `genomes` and `row` are as for `measure`, `rng` is uint64 (4,).
    """
    for i in range(len(fitness)):
        copy_row(genomes, i, row, 0)
        fitness[i], steps[i] = protocol.learn(instance, workspace, row, row, 0, -1, 0, True, most,
                                              rng)
        copy_row(row, 0, genomes, i)


@kernel
def identify(genomes, fitness, least, prints):
    """Write fingerprints of the genomes of at least this fitness into `prints`; return how many.

    `genomes` is uint64 (k, padded words), `fitness` int64 (k,), `prints` uint64 (k,).
    """
    number = 0
    for i in range(len(fitness)):
        if fitness[i] >= least:
            prints[number] = fingerprint(genomes, i)
            number += 1
    return number
