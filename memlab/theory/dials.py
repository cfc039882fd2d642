"""Exact runtime of the (1+1) EA on DeceptiveLeadingBlocks with the dials of learning turned.

Offspring learn with a probability, for a limited number of steps; the mutation rate is any. Of a
parent with j leading solved blocks matters

- m, how many of these are *damaged*: they have k-1 ones, and local search spends a step on each;
- l, the ones of the critical block behind them;
- v, the fitness that it owes to this block, which may be learned.

The order of the damaged blocks does not matter: local search either reaches the critical block with
`depth` - m steps left, or the offspring falls behind its parent. So m is at most the depth, and a
level has about (depth + 1) k states; the blocks to the right are random. All levels are solved at
once by state reduction; the values then follow from the last level to the first.
"""

import numpy as np

from .blocks import fundamental_matrix, mutation_matrix, uniform_block


def mean(n, k, inherits, strict, learns, depth, expected_flips):
    """Expected number of iterations (float); arguments checked by the caller.

    `inherits` and `learns` are probabilities; `depth` is an int, or None for no limit.
    """
    levels = n // k
    most = levels if depth is None else min(depth, levels) if learns > 0 else 0
    left = n if depth is None else min(depth, n) if learns > 0 else 0
    step, fresh = mutation_matrix(n / expected_flips, k), uniform_block(k)
    damaged, ones = np.divmod(np.arange((most + 1) * k), k)
    # what local search leaves of the critical block's ones: none is worse than k-1 of them
    rest = np.maximum(0, ones - np.maximum(left - damaged, 0))
    stuck = (ones < k - 1) | (damaged >= min(left, most))
    keeps = learns * (1 - inherits) > 0
    learned = np.column_stack([damaged, ones, k - 1 - rest])[stuck]
    raw = np.column_stack([np.zeros(k, int), np.arange(k), k - 1 - np.arange(k)])
    states, place = np.unique(np.vstack([raw, learned] if keeps else [raw]), axis=0,
                              return_inverse=True)
    # ends[m, l]: the states that an offspring with such blocks becomes, if it solves no more
    into_raw, ends = place[:k], np.zeros((most + 1, k, len(states)))
    if keeps:
        ends[damaged[stuck], ones[stuck], place[k:]] = 1 - inherits
    ends[damaged[stuck], ones[stuck], into_raw[rest[stuck]]] += inherits
    unlearned = np.zeros((k, len(states)))
    unlearned[np.arange(k), into_raw] = 1.0

    kept = _kept(step[np.ix_([k, k - 1], [k, k - 1])], levels, most, states[-1, 0])
    of_damage, of_ones, value = kept[:, states[:, 0]], step[states[:, 1]], states[:, 2]
    moves = learns * np.einsum("jsm,sl,mlt->jst", of_damage, of_ones[:, :k], ends, optimize=True)
    moves += (1 - learns) * of_damage[:, :, :1] * (of_ones[:, :k] @ unlearned)
    accepts = np.greater if strict else np.greater_equal
    moves *= accepts(value, value[:, None])
    solves = np.array([step[states[:, 1], k], step[states[:, 1], k - 1]])
    further = np.arange(most + 1) < left       # whether a further damaged block can be repaired

    def onwards(chances, after):
        """Expected value after solving the critical block, by how many are damaged already."""
        repaired = np.append(after[1:], 0.0) * further
        return chances[0][..., None] * after + chances[1][..., None] * repaired

    def leaves(level, after, after_raw):
        """Expected value of what lies beyond the level, from each of its states."""
        return (learns * (of_damage[level] * onwards(solves, after)).sum(axis=1)
                + (1 - learns) * of_damage[level, :, 0] * solves[0] * after_raw)

    one = np.ones(most + 1)
    exits = np.array([leaves(level, one, 1.0) for level in range(levels)])
    visits = fundamental_matrix(moves, exits)
    after, after_raw = np.zeros(most + 1), 0.0
    for level in reversed(range(levels)):
        here = visits[level] @ (1.0 + leaves(level, after, after_raw))
        after = np.einsum("l,mlt,t->m", fresh[:k], ends, here) + onwards(fresh[[k, k - 1]], after)
        after_raw = fresh[:k] @ unlearned @ here + fresh[k] * after_raw
    return learns * after[0] + (1 - learns) * after_raw


def _kept(stay, levels, most, before):
    """Return the chances of each number of damaged blocks if all leading ones stay solved.

    Parameters
    ----------
    stay : ndarray of float64, shape (2, 2)
        Chances of a block, full or damaged, to be either afterwards.
    levels, most, before : int
        Numbers of leading blocks are below `levels`; those of damaged ones are at most `before` and
        afterwards at most `most`.

    Returns
    -------
    ndarray of float64, shape (levels, before + 1, most + 1)
        By the number of leading blocks, and of damaged ones before and after.
    """
    full, damaged = np.zeros((levels, most + 1)), np.zeros((before + 1, most + 1))
    full[0, 0] = damaged[0, 0] = 1.0
    for table, (good, bad) in ((full, stay[0]), (damaged, stay[1])):
        for blocks in range(1, len(table)):
            table[blocks] = good * table[blocks - 1]
            table[blocks, 1:] += bad * table[blocks - 1, :-1]
    # more damaged blocks than leading ones are never met
    others = np.maximum(np.arange(levels)[:, None] - np.arange(before + 1), 0)
    kept = np.zeros((levels, before + 1, most + 1))
    for shift in range(before + 1):
        kept[:, :, shift:] += damaged[:, shift, None] * full[others, :most + 1 - shift]
    return kept
