"""Survivor selection: the mu fittest of parents and offspring (paper, algorithm 1).

Or of the offspring alone: "plus" and "comma" selection, as evolution strategies name them [1]_.

The population is a list of slots sorted by fitness. Most offspring are worse than the worst parent
and cost one comparison; the others are inserted. No sort, hence nothing unstable.

References
----------
.. [1] H.-P. Schwefel. Evolution and optimum seeking. Wiley, 1995.
"""

from .jit import kernel
from .rng import below

RANDOM, OFFSPRING, PARENTS = range(3)     # in the order of `parameters.TIES`


@kernel
def sort_slots(order, fitness, mu):
    """Sort the slots ``order[:mu]`` by fitness, best first, in place (insertion: stable).

    `order` is int32 (slots,), `fitness` int64 (slots,).
    """
    for i in range(1, mu):
        slot = order[i]
        place = i
        while place > 0 and fitness[order[place - 1]] < fitness[slot]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = slot


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
    rivals = 0 if comma else mu           # the parents that may survive
    length, freed, aside = rivals, 0, lambda_ if comma else 0
    for i in range(mu):
        merged[aside + i] = order[i]
    for i in range(mu, mu + lambda_):
        slot = order[i]
        value = fitness[slot]
        if length >= mu and value < fitness[merged[mu - 1]]:
            order[freed] = slot           # the parents' places are free: merged holds them
            freed += 1
            continue
        considered[length - rivals] = slot
        place = length
        while place > 0 and (fitness[merged[place - 1]] < value
                             or (ties == OFFSPRING and fitness[merged[place - 1]] == value)):
            merged[place] = merged[place - 1]
            place -= 1
        merged[place] = slot
        length += 1
    if ties == RANDOM and length > mu:
        _shuffle_ties(merged, fitness, mu, length, rng)
    for i in range(freed - 1, -1, -1):    # downwards: the two ranges may overlap
        order[mu + i] = order[i]
    for i in range(mu, length):
        order[freed + i] = merged[i]
    for i in range(mu - rivals):
        order[freed + length + i] = merged[aside + i]
    for i in range(mu):
        order[i] = merged[i]
    return lambda_ - freed


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
