"""The semidefinite bound of Maximum Cut [1]_, by the mixing method [2]_.

A cut x in {-1, 1}^n has weight ``W/2 - x A x / 4``, where W is the total weight and A the matrix of
weights. Every vector y gives a bound, ``-x A x <= sum(y) + n max eigenvalue(-A - diag(y))``. The
best y solves the dual of a semidefinite program, which the mixing method solves approximately:
every vertex gets a unit vector, and these are turned one by one away from the weighted sum g of the
neighbours' vectors; then y is the norm of g.

References
----------
.. [1] M. Goemans, D. Williamson. Improved approximation algorithms for maximum cut and
   satisfiability problems using semidefinite programming. Journal of the ACM 42(6), 1995.
.. [2] P.-W. Wang, W.-C. Chang, J. Z. Kolter. The mixing method: low-rank coordinate descent for
   semidefinite programming with diagonal constraints. arXiv:1706.00476, 2017.
"""

import time

import numpy as np

_SWEEPS = 100
_ROUNDING = 1e-9
_EIGENVALUE = 4e-10     # seconds of an eigenvalue computation divided by n**3, on a slow core


def least_seconds(n):
    """Return the minimum time that `bound` takes for n vertices, in seconds: float.

    Examples
    --------
    >>> round(least_seconds(1_000), 3)
    0.4
    """
    return _EIGENVALUE * n**3


def bound(matrix, seconds, seed=0):
    """Compute an upper bound on the weight of every cut.

    Parameters
    ----------
    matrix : SciPy CSR array of float64, shape (n, n)
        The symmetric matrix of weights.
    seconds : float
        Time limit. The sweeps end early to leave time for an eigenvalue computation of a dense
        (n, n) matrix, which is always done; the bound is then weaker but valid.
    seed : int
        Seed of the initial vectors.

    Returns
    -------
    float

    Examples
    --------
    >>> import memlab as ml
    >>> triangle = ml.Graph.from_edges(3, [(0, 1), (1, 2), (2, 0)])
    >>> round(bound(triangle.to_scipy().astype(float), seconds=1), 4)
    2.25
    """
    n = matrix.shape[0]
    deadline = time.monotonic() + seconds - least_seconds(n)
    vectors = np.random.default_rng(seed).standard_normal((n, int(np.sqrt(2 * n)) + 2))
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    rows = [slice(*pair) for pair in zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True)]
    for _ in range(_SWEEPS):
        for v, row in enumerate(rows):
            pull = matrix.data[row] @ vectors[matrix.indices[row]]
            length = np.sqrt(pull @ pull)
            if length > 0:
                vectors[v] = pull / -length
        if time.monotonic() > deadline:
            break
    y = np.linalg.norm(matrix @ vectors, axis=1)
    largest = np.linalg.eigvalsh(-matrix.toarray() - np.diag(y))[-1]
    weight = (matrix.sum() + y.sum() + n * largest) / 4
    return float(weight + _ROUNDING * (1 + y.sum()))
