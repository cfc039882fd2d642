"""What hypothesis draws: graphs."""

from hypothesis import strategies as st

import memlab as ml


@st.composite
def graphs(draw, min_n=1, max_n=10, weighted=False):
    """A Graph with min_n..max_n vertices, from edgeless to complete; weights of -3..3 if wanted."""
    n = draw(st.integers(min_n, max_n))
    pairs = [(u, v) for u in range(n) for v in range(u + 1, n)]
    present = draw(st.lists(st.booleans(), min_size=len(pairs), max_size=len(pairs)))
    edges = [pair for pair, here in zip(pairs, present, strict=True) if here]
    weights = None
    if weighted:
        weights = draw(st.lists(st.integers(-3, 3), min_size=len(edges), max_size=len(edges)))
    return ml.Graph.from_edges(n, edges, weights=weights)
