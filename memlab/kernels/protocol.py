"""The interface between engine and problems; each problem's kernel file implements it.

An *instance* is a named tuple of read-only arrays (the graph, prepared), a *workspace* a named
tuple of scratch arrays and of what is remembered per population slot. `genomes` and `phenotypes`
are uint64 (slots, padded words), bit-packed; `slot` and `parent` are numbers of rows; `rng` is the
state of the random number generator, uint64 (4,).
"""

import functools

from numba import types
from numba.extending import overload

UNBOUNDED = 2**63 - 1      # steps of a local search that goes on to its end


def raw_fitness(instance, workspace, genomes, slot, parent, distance):
    """Fitness (int64) of ``genomes[slot]`` without local search; remembers what the slot needs.

    It differs from ``genomes[parent]`` in at most `distance` bits, exactly if that is 0. A negative
    `parent` stands for "none known", here and in `learn`.
    """
    raise NotImplementedError("overloaded in jitted code only")


def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most, rng):
    """Local search: turns ``phenotypes[slot]``, a copy of the genome, into a local optimum.

    The search ends early after `most` steps (int64), counted like the steps taken: a move that
    counts more steps than are left is not begun. With `most` 0 no random number is drawn.

    Returns the fitness of what it left and the number of steps taken (int64 each). `in_place` says
    that the two arrays are one and the same: the genome itself changes.
    """
    raise NotImplementedError("overloaded in jitted code only")


def assimilate(instance, workspace, genomes, slot, fitness):
    """Called when ``genomes[slot]`` has become what was just learned, of the given fitness."""
    raise NotImplementedError("overloaded in jitted code only")


def holds(numba_type, named_tuple):
    """Whether a Numba type is that of the given named tuple class."""
    return (isinstance(numba_type, types.BaseNamedTuple)
            and numba_type.instance_class is named_tuple)


def implement(kind, **functions):
    """Have jitted code call functions of a problem's own where its instance is a `kind`.

    Parameters
    ----------
    kind : type
        A named tuple class.
    **functions : kernel or function
        `raw_fitness`, `learn` and `assimilate`, each with the arguments that it has above, by the
        same names.
    """
    for name, function in functions.items():
        # compiled for every caller, as the caller is: what is jitted already is not taken
        _overload(globals()[name], kind, getattr(function, "py_func", function))


def implement_alone(kind, fitness, climb):
    """Implement a problem that needs no workspace, since its kernels look at one genome alone.

    Parameters
    ----------
    kind : type
        A named tuple class.
    fitness, climb : kernel
        ``fitness(instance, genomes, slot)``, and ``climb(instance, genomes, slot, most, rng)``, a
        local search in place that returns fitness and steps.
    """
    implement(
        kind,
        raw_fitness=lambda instance, workspace, genomes, slot, parent, distance: fitness(
            instance, genomes, slot),
        learn=lambda instance, workspace, genomes, phenotypes, slot, parent, distance, in_place,
        most, rng: climb(instance, phenotypes, slot, most, rng),
        assimilate=lambda instance, workspace, genomes, slot, fitness: None)


def _overload(declared, kind, function):
    @overload(declared)
    @functools.wraps(declared)
    def choose(*arguments):
        return function if holds(arguments[0], kind) else None
