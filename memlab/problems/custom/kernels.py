"""User-defined problems: two functions that work on a genome as an array of bytes.

The functions are called through their addresses. So one engine, compiled once and kept, serves all
problems whose functions take the same types.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import types
from numba.core import cgutils
from numba.experimental.function_type import FunctionModel
from numba.extending import NativeValue, register_model, typeof_impl, unbox

from ...kernels import protocol
from ...kernels.bits import bit, flip, read_bits
from ...kernels.jit import kernel

MOST_FITNESS = 2**40      # so that the sum over millions of individuals does not overflow


class Custom(NamedTuple):
    """The problem's functions and the further arguments of both."""

    fitness: Callable                # fitness(x, *data)
    local_search: Callable           # local_search(x, rng, *data) changes x, returns its steps
    data: tuple


class LimitedCustom(Custom):
    """The same, with local_search(x, rng, most, *data), which accepts a maximum number of steps."""


class CustomWorkspace(NamedTuple):
    """Scratch workspace, and whether a rule was broken in a run."""

    padded: np.ndarray   # uint8 (64 * words,), the genome at hand in whole words, zeros behind it
    x: np.ndarray        # uint8 (n,), the genome: a view of `padded`
    wrong: np.ndarray    # bool (1,), a fitness, a number of steps or a bit out of range


class CompiledFunction:
    """A jitted function that kernels can take as a value, and call.

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
        self.signature = result.signature
        self.address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


class CompiledType(types.FunctionType):
    """The type of a `CompiledFunction`: that of its arguments and of what it returns."""


register_model(CompiledType)(FunctionModel)


@typeof_impl.register(CompiledFunction)
def _type_of(function, context):
    return CompiledType(function.signature)


@unbox(CompiledType)
def _unbox(kind, function, c):
    """Pass the address by which exceptions are raised; those that Numba passes swallow them."""
    value = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    address = c.pyapi.object_getattr_string(function, "address")
    value.jit_addr = c.pyapi.long_as_voidptr(address)
    c.pyapi.decref(address)
    return NativeValue(value._getvalue())


# -------------------------------------------------------------------------- what the engine calls

@kernel
def custom_fitness(instance, workspace, genomes, slot, parent, distance):
    """The user's fitness of ``genomes[slot]``: int64."""
    read_bits(genomes, slot, workspace.padded)
    return _measured(instance, workspace)


@kernel
def _measured(instance, workspace):
    value = instance.fitness(workspace.x, *instance.data)
    # compared in its own type, so that none wraps around
    workspace.wrong[0] |= not -MOST_FITNESS < value < MOST_FITNESS
    return np.int64(value)


@kernel
def _search(instance, x, most, rng):
    return instance.local_search(x, rng, *instance.data)


@kernel
def _limited_search(instance, x, most, rng):
    return instance.local_search(x, rng, most, *instance.data)


def _learning(search):
    """Return the protocol's `learn`, given how the user's local search is called."""
    def learn(instance, workspace, genomes, phenotypes, slot, parent, distance, in_place, most,
              rng):
        read_bits(genomes, slot, workspace.padded)
        if most == 0:
            return _measured(instance, workspace), 0
        x = workspace.x
        steps = search(instance, x, most, rng)
        workspace.wrong[0] |= not 0 <= steps < MOST_FITNESS or steps > most
        for position in range(len(x)):
            workspace.wrong[0] |= x[position] > 1
            if x[position] != bit(phenotypes, slot, position):
                flip(phenotypes, slot, position)
        return _measured(instance, workspace), np.int64(steps)

    return learn


for _kind, _call in ((Custom, _search), (LimitedCustom, _limited_search)):
    protocol.implement(_kind, raw_fitness=custom_fitness, learn=_learning(_call),
                       assimilate=lambda instance, workspace, genomes, slot, fitness: None)
