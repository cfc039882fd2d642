"""Tours and functions, each drawn from the seed of an instance."""

import numpy as np
from numba import njit

import memlab as ml


def drawn(*, seed):
    """Return what an instance is drawn from."""
    return seed


@njit
def shorter(tour, far, pairs, start):
    """Turn the first segment that makes a tour shorter: return the tries and the gain."""
    for k in range(len(pairs)):
        i, j = pairs[(start + k) % len(pairs)]
        a, b, c, d = tour[i - 1], tour[i], tour[j], tour[(j + 1) % len(tour)]
        gain = far[a, b] + far[c, d] - far[a, c] - far[b, d]
        if gain > 1e-12:
            tour[i:j + 1] = tour[i:j + 1][::-1].copy()
            return k + 1, gain
    return len(pairs), 0.0


def tour(seed, n=60, keys=False, inverse=True, fixed=False):
    """Round tours through random places of a square, as orders or as random keys.

    Learning is 2-opt, whose scan begins anywhere, or is fixed; a move that is tried counts as a
    call. The inverse of the decoding deals out the same keys in the order of the tour.
    """
    places = np.random.default_rng(seed).random((n, 2))
    far = np.linalg.norm(places[:, None] - places, axis=2)
    pairs = 1 + np.argwhere(np.tri(n - 1, k=-1).T)      # the first place stays where it is

    def two_opt(tour, value, f, rng):
        while True:
            tour = tour.copy()
            tried, gain = shorter(tour, far, pairs, 0 if fixed else rng.integers(len(pairs)))
            f.charge(tried)
            if not gain:
                return
            yield tour, (value := value + gain)

    order = ml.spaces.Permutation(n, cyclic=True)
    coding = {"decode": np.argsort, "solutions": order, "encode": (
        lambda tour, keys: np.sort(keys)[np.argsort(tour)]) if inverse else None}
    return ml.FunctionProblem(
        ml.spaces.Reals(0, 1, n) if keys else order, lambda x: far[x, np.roll(x, -1)].sum(),
        minimise=True, local_search=two_opt, **coding if keys else {})


# half the width of the box, and the function
FUNCTIONS = {"rastrigin": (5.12, lambda x: (10 + x * x - 10 * np.cos(2 * np.pi * x)).sum()),
             "schwefel": (512, lambda x: (418.9828872724339 - x * np.sin(np.abs(x)**0.5)).sum()),
             "griewank": (512, lambda x: (
                 1 + x @ x / 4000 - np.cos(x / np.arange(1, len(x) + 1)**0.5).prod()))}


def function(seed, formula, gray=True, n=4, grain=1e-9):
    """A function on a grid of 1,024 points an axis, which begins anywhere and is closed to a ring.

    Values are rounded up to multiples of the grain.
    """
    (half, f), begin = FUNCTIONS[formula], np.random.default_rng(seed).integers(1024, size=n)
    number = np.argsort(np.arange(1024) ^ np.arange(1024) >> 1)      # of a Gray code
    places = (lambda x: number[x.reshape(n, 10) @ (1 << np.arange(10))]) if gray else np.asarray
    return ml.FunctionProblem(
        ml.spaces.Bits(10 * n) if gray else ml.spaces.Reals(0, 1023, n), minimise=True,
        function=lambda x: grain * np.ceil(
            f(half * ((places(x) + begin) % 1024 / 512 - 1)) / grain))
