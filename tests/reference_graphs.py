"""A slow, obvious version of a random graph model."""

import itertools


def model_rb(rng, cliques, clique_size, constraints, disallowed, ordered=True):
    """Edges of Model RB as a set of frozensets, following Xu et al. (2005) word by word.

    With ``ordered=False`` a pair of cliques remembers what either order has drawn: the classical
    mistake, here for the tests to show that they would notice.
    """
    parts = [range(i * clique_size, (i + 1) * clique_size) for i in range(cliques)]
    edges = {frozenset(pair) for part in parts for pair in itertools.combinations(part, 2)}
    spent = {}
    for _ in range(constraints):
        i, j = rng.choice(cliques, 2, replace=False)
        if not ordered and i > j:
            i, j = j, i
        used = spent.setdefault((i, j), set())
        free = [pair for pair in itertools.product(parts[i], parts[j]) if pair not in used]
        drawn = rng.choice(len(free), min(disallowed, len(free)), replace=False)
        used |= {free[d] for d in drawn}
        edges |= {frozenset(free[d]) for d in drawn}
    return edges
