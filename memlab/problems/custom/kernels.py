"""User-defined problems: two functions that work on a genome as an array of bytes.

The functions are called through their addresses. So one engine, compiled once and kept, serves all
problems whose functions take the same types.
"""

from typing import NamedTuple

import numpy as np
from numba import types

from ...kernels import protocol
from ...kernels.jit import kernel

MOST_FITNESS = 2**40      # so that the sum over millions of individuals does not overflow


class Custom(NamedTuple):
    """The problem's functions and the further arguments of both."""

    fitness: types.FunctionType        # fitness(x, *data)
    local_search: types.FunctionType   # local_search(x, rng, *data) changes x, returns its steps
    data: tuple


class LimitedCustom(NamedTuple):
    """The same with a local search that accepts a maximum number of steps."""

    fitness: types.FunctionType
    local_search: types.FunctionType   # local_search(x, rng, most, *data)
    data: tuple


class CustomWorkspace(NamedTuple):
    """Scratch workspace, and a flag for broken rules."""

    x: np.ndarray      # uint8 (n,), the genome at hand
    wrong: np.ndarray  # bool (1,), whether a fitness, a number of steps or x was out of its range


class CompiledFunction(types.WrapperAddressProtocol):
    """A jitted function for arguments of certain types, as a value that kernels can call.

    Parameters
    ----------
    function : jitted function
        Compiled for the types if it is not yet.
    arguments : tuple of numba types
    """

    def __init__(self, function, arguments):
        function.compile(arguments)
        self.function = function         # its machine code lives as long as it does
        result = function.overloads[arguments]
        self._signature = result.signature
        self._address = result.library.get_pointer_to_function(
            result.fndesc.llvm_cfunc_wrapper_name)

    def signature(self):
        """The types that it takes and returns."""
        return self._signature

    def __wrapper_address__(self):
        return self._address


@kernel
def read_bits(genomes, slot, x):
    """Write the bits of ``genomes[slot]`` into `x`, one a byte."""
    n = len(x)
    for word in range(n >> 6):
        bits = genomes[slot, word]
        for i in range(64):
            x[64 * word + i] = (bits >> np.uint64(i)) & np.uint64(1)
    for position in range(n & ~63, n):
        x[position] = (genomes[slot, position >> 6] >> np.uint64(position & 63)) & np.uint64(1)


@kernel
def write_bits(x, genomes, slot):
    """The inverse of `read_bits`."""
    n = len(x)
    for word in range(n >> 6):
        bits = np.uint64(0)
        for i in range(64):
            bits |= np.uint64(x[64 * word + i] & 1) << np.uint64(i)
        genomes[slot, word] = bits
    if n & 63:
        bits = np.uint64(0)
        for position in range(n & ~63, n):
            bits |= np.uint64(x[position] & 1) << np.uint64(position & 63)
        genomes[slot, n >> 6] = bits


# -------------------------------------------------------------------------- what the engine calls

@kernel
def custom_fitness(instance, workspace, genomes, slot):
    """The user's fitness of ``genomes[slot]``."""
    read_bits(genomes, slot, workspace.x)
    return _measured(instance, workspace)


@kernel
def _measured(instance, workspace):
    value = instance.fitness(workspace.x, *instance.data)
    workspace.wrong[0] |= not -MOST_FITNESS < value < MOST_FITNESS    # of its own type: none wraps
    return np.int64(value)


@kernel
def _search(instance, x, most, rng):
    return instance.local_search(x, rng, *instance.data)


@kernel
def _limited_search(instance, x, most, rng):
    return instance.local_search(x, rng, most, *instance.data)


def _learning(search):
    """What `learn` is with a form's call of the user's local search."""
    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        x = workspace.x
        read_bits(genomes, slot, x)
        if most == 0:
            return _measured(instance, workspace), 0
        steps = search(instance, x, most, rng)
        workspace.wrong[0] |= not 0 <= steps < MOST_FITNESS or steps > most
        every = np.uint8(0)
        for position in range(len(x)):
            every |= x[position]
        workspace.wrong[0] |= every > 1
        write_bits(x, phenotypes, slot)
        return _measured(instance, workspace), np.int64(steps)

    return learn


for _kind, _call in ((Custom, _search), (LimitedCustom, _limited_search)):
    protocol.implement(
        _kind, raw_fitness=custom_fitness, learn=_learning(_call),
        offspring_fitness=lambda instance, workspace, genomes, slot, parent,
        distance: custom_fitness(
            instance, workspace, genomes, slot),
        assimilate=lambda instance, workspace, genomes, slot, fitness: None)
