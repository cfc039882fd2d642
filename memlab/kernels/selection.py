"""Survivor selection: the mu fittest of parents and offspring (paper, algorithm 1).

Or of the offspring alone: "plus" and "comma" selection, as evolution strategies name them [1]_.

The population is a list of slots sorted by fitness. Most offspring are worse than the worst parent
and cost one comparison. The others are sorted and merged with the parents, which takes a time of
n log n for n individuals, or they are inserted if they are few. All this is stable.

References
----------
.. [1] H.-P. Schwefel. Evolution and optimum seeking. Wiley, 1995.
"""

from .jit import kernel
from .rng import below

RANDOM, OFFSPRING, PARENTS = range(3)     # in the order of `configuration.TIES`
RUN = 8                                   # slots that are sorted by insertion, which is faster
FEW = 500                                 # offspring, and more than parents, that are inserted


@kernel
def sort_slots(slots, fitness, younger, total, scratch):
    """Sort ``slots[:total]`` by fitness, best first, in place: parts of `RUN`, 2 `RUN`, ... slots.

    Of equally fit slots, the later ones come first if `younger`, else the earlier ones. `slots` is
    int32 (at least total,), `fitness` int64 (slots,); the last entries of `scratch`, int32 (at
    least total,), are overwritten.
    """
    room, width = len(scratch) - total, RUN
    for begin in range(0, total, RUN):
        for i in range(begin + 1, min(begin + RUN, total)):
            scratch[room] = slots[i]
            merge_in(slots, fitness, younger, begin, i, scratch, room, room + 1)
    while width < total:
        for begin in range(0, total - width, 2 * width):
            middle, end = begin + width, min(begin + 2 * width, total)
            for i in range(middle, end):
                scratch[room + i] = slots[i]
            merge_in(slots, fitness, younger, begin, middle, scratch, room + middle, room + end)
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
def survive(order, fitness, mu, lambda_, ties, comma, merged, considered, rng):
    """Put the mu fittest slots first, best first, and the other slots, free again, behind them.

    On entry ``order[:mu]`` are the parents, sorted, and the next `lambda_` slots the offspring, in
    the order of birth. With `comma` no parent survives; there are then at least mu offspring. Ties
    at the cut are broken uniformly at random, or in favour of the younger ones (OFFSPRING) or the
    older ones (PARENTS): then equally fit slots always stand in that order.

    `order` is int32 (slots,), `fitness` int64 (slots,), `rng` uint64 (4,); `merged`, int32
    (slots,), is scratch. Returns how many offspring came into consideration, which are listed in
    `considered`, int32 (lambda,); as many of these slots, the last ones, dropped out of it.
    """
    younger = ties == OFFSPRING
    inserts = mu < lambda_ <= FEW         # the worst survivor so far then gets better soon
    rivals = 0 if comma else mu           # the parents that may survive
    length, freed = rivals, 0
    for i in range(rivals):
        merged[i] = order[i]
    for i in range(mu, mu + lambda_):
        number = i - mu - freed
        if length >= mu and fitness[order[i]] < fitness[merged[mu - 1]]:
            order[mu + freed] = order[i]
            freed += 1
            continue
        considered[number] = order[i]
        if inserts:
            merge_in(merged, fitness, younger, 0, length, considered, number, number + 1)
            length += 1
    number = lambda_ - freed
    if not inserts:
        sort_slots(considered, fitness, younger, number, merged)
        merge_in(merged, fitness, younger, 0, rivals, considered, 0, number)
        length = rivals + number
    if ties == RANDOM and length > mu:
        _shuffle_ties(merged, fitness, mu, length, rng)
    for i in range(mu, length):
        order[freed + i] = merged[i]
    for i in range(mu - rivals):
        order[lambda_ + i] = order[i]
    for i in range(mu):
        order[i] = merged[i]
    return number


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
