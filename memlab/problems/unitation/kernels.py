"""Fitness by the number of ones, and local search that flips single bits."""

from typing import NamedTuple

import numpy as np

from ...kernels import protocol
from ...kernels.bits import bit, flip, ones
from ...kernels.jit import kernel
from ...kernels.rng import below


class Unitary(NamedTuple):
    """A function of the number of ones, and which of the better neighbours local search takes."""

    values: np.ndarray      # int64 (n + 1,), the fitness by the number of ones
    any_better: bool        # any of them, instead of one of the best


@kernel
def value_of_ones(instance, genomes, slot):
    """Fitness of ``genomes[slot]``, bit-packed, uint64 (slots, words): int64."""
    return instance.values[ones(genomes, slot)]


@kernel
def climb_ones(instance, genomes, slot, most, rng):
    """Hill climber on ``genomes[slot]``, in place, up to `most` steps.

    `rng`, uint64 (4,), is the state of the random numbers. Returns (fitness, steps).

    The search is strict, and so never turns round: it only adds ones or only removes them. Where
    both are steps that it could take, all n bits are, and a fair draw among them decides. Then each
    set of bits that it could flip is equally likely.
    """
    values, begin = instance.values, ones(genomes, slot)
    n, here = len(values) - 1, values[begin]
    above = values[begin + 1] if begin < n else here
    lower = values[begin - 1] if begin > 0 else here
    adds = above > here and (above >= lower or instance.any_better)
    removes = lower > here and (lower >= above or instance.any_better)
    if adds and removes and most > 0:
        adds = below(rng, n) < n - begin
    step = 1 if adds else -1
    end, steps = begin, 0
    while steps < most and 0 <= end + step <= n and values[end + step] > values[end]:
        end += step
        steps += 1
    left, wrong = steps, n - begin if adds else begin
    position = 0
    while left > 0:
        if bit(genomes, slot, position) != adds:
            if left == wrong or below(rng, wrong) < left:
                flip(genomes, slot, position)
                left -= 1
            wrong -= 1
        position += 1
    return values[end], steps


protocol.implement_alone(Unitary, value_of_ones, climb_ones)
