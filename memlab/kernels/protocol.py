"""What the engine asks of a problem. Each problem's kernel file overloads these for its own arrays.

An *instance* is a named tuple of read-only arrays (the graph, prepared), a *memory* a named tuple
of scratch arrays and of what is remembered per population slot. Genomes are rows of bit-packed
words; `slot`, `parent` are row numbers.
"""

from numba import types


def raw_fitness(instance, memory, genomes, slot):
    """Fitness (int64) of ``genomes[slot]`` without local search; remembers what the slot needs."""
    raise NotImplementedError("overloaded in jitted code only")


def offspring_fitness(instance, memory, genomes, slot, parent, distance):
    """The same, for an offspring that differs from ``genomes[parent]`` in `distance` bits."""
    raise NotImplementedError("overloaded in jitted code only")


def learn(instance, memory, genomes, phenotypes, slot, parent, distance, in_place, rng):
    """Local search: turns ``phenotypes[slot]``, a copy of the genome, into a local optimum.

    Returns the optimum's fitness and the number of steps taken (int64 each). `in_place` says that
    the two arrays are one and the same: the genome itself becomes the optimum. A negative `parent`
    stands for "none known".
    """
    raise NotImplementedError("overloaded in jitted code only")


def assimilate(instance, memory, slot, fitness):
    """Called when the genome of `slot` becomes the optimum just learned, of the given fitness."""
    raise NotImplementedError("overloaded in jitted code only")


def holds(numba_type, named_tuple):
    """Whether a Numba type is that of the given named tuple class."""
    return (isinstance(numba_type, types.BaseNamedTuple)
            and numba_type.instance_class is named_tuple)
