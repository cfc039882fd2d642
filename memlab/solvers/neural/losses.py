"""The losses with which the networks are trained, as published and repaired.

A network gives each vertex a probability p, and the loss is a multilinear function of these. Let A
be the adjacency matrix, E = p'Ap (a sum over ordered adjacent pairs), and N the same sum over
ordered non-adjacent pairs.

- Independent sets, published (GraphBench): n (beta E - N), with beta = 1.
- Independent sets, repaired: E / 2 - sum p, divided by n; for p in {0, 1} the numerator is the
  number of edges inside the set minus its size.
- Cuts, published: s'As with s = 2p - 1. Repaired: the same divided by twice the number of edges, so
  that all graphs have equal weight.

For the published loss of independent sets, p = 1 everywhere is a strict local minimum in [0, 1]^n
if and only if each degree is below (n - 1) / (1 + beta). Proof: at this point the derivative with
respect to p_i is 2 n ((1 + beta) d_i - (n - 1)), where d_i is the degree. If all derivatives are
negative, the loss increases in every direction into the cube. If one is not negative, lowering p_i
alone changes the loss linearly and does not increase it. `memlab.neural.threshold` solves this
condition for beta.
"""


def published_set(p, adjacency, n, beta=1.0):
    """Return GraphBench's loss of an independent set; `n` is the number of vertices."""
    edges = p @ (adjacency @ p)
    return n * (beta * edges - (p.sum() ** 2 - p @ p - edges))


def repaired_set(p, adjacency, n):
    """Return the expected edges inside the set minus its expected size, divided by n.

    The expectation is over independent draws of the vertices with probabilities `p`.
    """
    return (p @ (adjacency @ p) / 2 - p.sum()) / n


def published_cut(p, adjacency, n):
    """Return GraphBench's loss of a cut."""
    s = 2 * p - 1
    return s @ (adjacency @ s)


def repaired_cut(p, adjacency, n):
    """Return GraphBench's loss of a cut divided by twice the number of edges."""
    return published_cut(p, adjacency, n) / adjacency.sum()


LOSSES = {("mis", "published"): published_set, ("mis", "repaired"): repaired_set,
          ("maxcut", "published"): published_cut, ("maxcut", "repaired"): repaired_cut}
