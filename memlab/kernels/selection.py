"""Survivor selection: the mu fittest of parents and offspring (paper, algorithm 1).

Or of the offspring alone: "plus" and "comma" selection, as evolution strategies name them [1]_.

The population is a list of slots sorted by fitness. Most offspring are worse than the worst parent
and cost one comparison. The others are sorted and merged with the parents, which takes a time of
n log n for n individuals. All this is stable.

References
----------
.. [1] H.-P. Schwefel. Evolution and optimum seeking. Wiley, 1995.
"""

from .jit import kernel
from .rng import below

RANDOM, OFFSPRING, PARENTS = range(3)     # in the order of `configuration.TIES`


@kernel
def sort_slots(slots, fitness, younger, begin, end, scratch):
    """Sort ``slots[begin:end]`` by fitness, best first, in place: parts of 1, 2, 4, ... slots.

    Of equally fit slots, the later ones come first if `younger`, else the earlier ones. `slots` is
    int32 (at least end,), `fitness` int64 (slots,); the last ``end - begin`` entries of `scratch`,
    int32 (at least end,), are overwritten.
    """
    room, width = len(scratch) - end, 1
    while width < end - begin:
        for first in range(begin, end - width, 2 * width):
            middle, last = first + width, min(first + 2 * width, end)
            for i in range(middle, last):
                scratch[room + i] = slots[i]
            merge_in(slots, fitness, younger, first, middle, scratch, room + middle, room + last)
        width *= 2


@kernel
def merge_in(slots, fitness, younger, begin, end, others, first, last):
    """Merge ``others[first:last]`` into ``slots[begin:end]``, which grows; both are sorted.

    Of equally fit slots, the others come first if `younger`, else last.
    """
    while last > first:
        last -= 1
        value = fitness[others[last]]
        while end > begin and (fitness[slots[end - 1]] < value
                               or (younger and fitness[slots[end - 1]] == value)):
            slots[end + last - first] = slots[end - 1]
            end -= 1
        slots[end + last - first] = others[last]


@kernel
def survive(order, fitness, mu, lambda_, ties, comma, merged, rng):
    """Put the mu fittest slots first, best first, and the other slots, free again, behind them.

    On entry ``order[:mu]`` are the parents, sorted, and the next `lambda_` slots the offspring, in
    the order of birth. With `comma` no parent survives; there are then at least mu offspring. Ties
    at the cut are broken uniformly at random, or in favour of the younger ones (OFFSPRING) or the
    older ones (PARENTS): then equally fit slots always stand in that order.

    `order` is int32 (slots,), `fitness` int64 (slots,), `rng` uint64 (4,); `merged`, int32
    (slots,), is scratch.
    """
    younger, rivals = ties == OFFSPRING, 0 if comma else mu      # the parents that may survive
    end = mu                # of the offspring that may, which come first from now on
    for i in range(mu, mu + lambda_):
        slot = order[i]
        if comma or fitness[slot] >= fitness[order[mu - 1]]:
            order[i], order[end] = order[end], slot
            end += 1
    for i in range(rivals):
        merged[i] = order[i]
    sort_slots(order, fitness, younger, mu, end, merged)
    merge_in(merged, fitness, younger, 0, rivals, order, mu, end)
    length = rivals + end - mu
    if ties == RANDOM and length > mu:
        _shuffle_ties(merged, fitness, mu, length, rng)
    for i in range(mu - rivals):
        order[lambda_ + i] = order[i]
    for i in range(length):
        order[i] = merged[i]


@kernel
def _shuffle_ties(merged, fitness, mu, length, rng):
    """Draw uniformly which of the slots tied at the cut survive."""
    cut = fitness[merged[mu - 1]]
    begin, end = mu - 1, mu
    while begin > 0 and fitness[merged[begin - 1]] == cut:
        begin -= 1
    while end < length and fitness[merged[end]] == cut:
        end += 1
    for last in range(end - 1, mu - 1, -1):
        other = begin + below(rng, last + 1 - begin)
        merged[last], merged[other] = merged[other], merged[last]
