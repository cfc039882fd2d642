"""Sums of functions of few bits each: fitness, and hill climbing by single bit flips.

A function of k bits is a table of 2**k values, of which the *key*, the number that its bits form,
chooses one; the first bit is the lowest. The gains of all bits are kept. When a bit flips, the gain
of another can change only through a function of both [1]_, so every bit has the list of its
functions, as *records* that stand side by side in memory: where the *differences* begin that the
bit makes to the function's value when it becomes 1, by the key of the other bits; how many other
bits there are; and those, in order. A record is enough to see what a flip changes.

The search is that by gains in Max-Cut, whose kernels that know nothing of graphs are used here,
too; they call a solution's fitness its cut. While a search goes on, the solution is also held as
bytes, which are read faster than bits.

Arguments that kernels share are those of Max-Cut's kernels; `bit_number` is the number of a bit.

References
----------
.. [1] F. Chicano, D. Whitley and A. Sutton. Efficient identification of improving moves in a ball
   for pseudo-Boolean problems. GECCO 2014.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ...kernels.bits import bit, flip, read_bits
from ...kernels.jit import kernel
from ..max_cut import gains
from ..max_cut.lists import farthest_by_lists
from ..max_cut.walk import implement


class Functions(NamedTuple):
    """All functions, and the records of every bit."""

    members: np.ndarray      # int32, the bits of all functions, one function after the other
    bounds: np.ndarray       # int64 (m + 1,), where those of each function begin in `members`
    starts: np.ndarray       # int32 (m,), where the table of each function begins in `tables`
    tables: np.ndarray       # int64
    differences: np.ndarray  # int64
    indptr: np.ndarray       # int64 (n + 1,), where the records of each bit begin in `records`
    records: np.ndarray      # int32


# ------------------------------------------------------------------------------------ the records

@kernel
def write_records(members, bounds, starts, ends, records):
    """Write the records of all bits.

    `starts`, int64 (m,), is where the differences of each function begin, those of its first bit
    first; `ends`, a copy of ``indptr[:n]``, is overwritten.
    """
    for function in range(len(starts)):
        first, last = bounds[function], bounds[function + 1]
        others = last - first - 1
        for i in range(first, last):
            place = ends[members[i]]
            records[place] = starts[function] + ((i - first) << others)
            records[place + 1] = others
            place += 2
            for j in range(first, last):
                if j != i:
                    records[place] = members[j]
                    place += 1
            ends[members[i]] = place


@kernel
def write_differences(tables, bounds, differences):
    """Write what each bit of each table adds when it becomes 1, by the key of the other bits."""
    place = 0
    for table in range(len(bounds) - 1):
        own, end = 1, bounds[table + 1] - bounds[table]
        while own < end:
            for others in range(end >> 1):
                at = bounds[table] + 2 * others - (others & (own - 1))
                differences[place] = tables[at + own] - tables[at]
                place += 1
            own <<= 1


@kernel
def bit_at(sides, slot, position):
    """The bit of ``sides[slot]`` at a position, all uint64, which is faster than other numbers."""
    return (sides[slot, position >> np.uint64(6)] >> (position & np.uint64(63))) & np.uint64(1)


@kernel
def byte_at(sides, slot, position):
    """As `bit_at`, of a solution whose bits are bytes, uint8 (64 * words,)."""
    return np.uint64(sides[position])


def reading(at):
    """Return the kernel that finds the difference of a record, with `bit_at` or `byte_at`."""
    @register_jitable
    def read_differences(instance, sides, slot, record, others):
        """Where the record's differences begin, and which of them holds for ``sides[slot]``.

        `slot`, the place of the `record`, its number of `others`, and both results are uint64.
        """
        key = np.uint64(0)
        for i in range(others):
            key |= at(sides, slot, np.uint64(instance.records[record + np.uint64(2) + i])) << i
        return np.uint64(instance.records[record]), key
    return read_differences


read_differences = reading(bit_at)


# ------------------------------------------------------------------------------ gains and fitness

@kernel
def gain_of(instance, sides, slot, bit_number):
    """Compute the gain of flipping one bit of ``sides[slot]``, without its gains: int64."""
    gain = np.int64(0)
    record, end = np.uint64(instance.indptr[bit_number]), np.uint64(instance.indptr[bit_number + 1])
    while record < end:
        others = np.uint64(instance.records[record + np.uint64(1)])
        start, key = read_differences(instance, sides, np.uint64(slot), record, others)
        gain += instance.differences[start + key]
        record += np.uint64(2) + others
    return gain * (1 - 2 * bit(sides, slot, bit_number))


@kernel
def count_functions(instance, workspace, genomes, slot, parent):
    """Compute the gains of ``genomes[slot]`` anew, whatever its parent; returns the fitness."""
    members, bounds, tables = instance.members, instance.bounds, instance.tables
    for bit_number in range(len(instance.indptr) - 1):
        workspace.gains[slot, bit_number] = 0
    row, fitness = np.uint64(slot), np.int64(0)
    for function in range(len(instance.starts)):
        first, last = np.uint64(bounds[function]), np.uint64(bounds[function + 1])
        start, key = np.uint64(instance.starts[function]), np.uint64(0)
        for i in range(first, last):
            key |= bit_at(genomes, row, np.uint64(members[i])) << (i - first)
        value = tables[start + key]
        fitness += value
        for i in range(first, last):
            beside = key ^ (np.uint64(1) << (i - first))
            workspace.gains[row, np.uint64(members[i])] += tables[start + beside] - value
    workspace.cuts[slot] = fitness
    return fitness


def flipping(at, change):
    """Return the kernel that flips a bit of ``sides[slot]``, whose gains are those at `place`.

    `sides` is what `at` reads, `bit_at` or `byte_at`, and stays as it is; `change` is `change_gain`
    or does more. Takes the highest bucket so far, and returns what `change` makes of it.
    """
    read = reading(at)

    @register_jitable
    def flip_in(instance, workspace, place, sides, slot, record, others, sign, highest):
        """Change the gains of the other bits of one record; `sign`: -1 from 1 to 0, else 0."""
        start, key = read(instance, sides, slot, record, others)
        now = instance.differences[start + key]
        for i in range(others):
            more = instance.differences[start + (key ^ (np.uint64(1) << i))] - now
            other = np.uint64(instance.records[record + np.uint64(2) + i])
            highest = change(instance, workspace, place, other, (more ^ sign) - sign, highest)
        return highest

    @register_jitable
    def flip_bit(instance, workspace, place, sides, slot, bit_number, highest):
        sign = -np.int64(at(sides, slot, bit_number))
        gain = np.int64(workspace.gains[place, bit_number])
        highest = change(instance, workspace, place, bit_number, -2 * gain, highest)
        record = np.uint64(instance.indptr[bit_number])
        end = np.uint64(instance.indptr[bit_number + np.uint64(1)])
        while record < end:
            others = np.uint64(instance.records[record + np.uint64(1)])
            if others == 2:      # as in MAX-3-SAT: a loop of known length is twice as fast
                others = np.uint64(2)
                highest = flip_in(instance, workspace, place, sides, slot, record, others, sign,
                                  highest)
            else:
                highest = flip_in(instance, workspace, place, sides, slot, record, others, sign,
                                  highest)
            record += np.uint64(2) + others
        return highest

    return flip_bit


def flipping_byte(change):
    """Return the kernel that flips a bit of ``sides[slot]`` in the course of a search."""
    flip_byte = flipping(byte_at, change)

    @register_jitable
    def flip_both(instance, workspace, place, sides, slot, bit_number, highest):
        highest = flip_byte(instance, workspace, place, workspace.bytes, slot, bit_number, highest)
        workspace.bytes[bit_number] ^= 1
        flip(sides, slot, bit_number)
        return highest
    return flip_both


flip_gains = flipping(bit_at, gains.change_gain)


@register_jitable
def flip_bit(instance, workspace, place, sides, slot, bit_number, highest):
    """Flip one bit of ``sides[slot]``, whose gains are those at `place`; returns `highest`."""
    flip_gains(instance, workspace, place, sides, slot, bit_number, highest)
    flip(sides, slot, bit_number)
    return highest


step_by_functions = gains.stepping(flip_bit)
climb_by_blocks = gains.climbing_by_blocks(flipping_byte(gains.mark_block))
climb_by_buckets = gains.climbing_by_buckets(flipping_byte(gains.move))


@kernel
def climb_by_functions(instance, workspace, place, sides, slot, fitness, most, rng):
    """Climb from ``sides[slot]``, with the gains at `place`, up to `most` flips.

    Returns (fitness, flips).
    """
    read_bits(sides, slot, workspace.bytes)
    if len(workspace.best):
        return climb_by_blocks(instance, workspace, place, sides, slot, fitness, most, rng)
    return climb_by_buckets(instance, workspace, place, sides, slot, fitness, most, rng)


implement(Functions, count_functions, gain_of, step_by_functions, climb_by_functions,
          farthest_by_lists)
