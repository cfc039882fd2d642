"""Tours through points of the plane, from files or drawn, as a problem of one's own."""

import numpy as np

import memlab as ml


def random_points(n, seed):
    return np.random.default_rng(seed).random((n, 2))


def tour(points, closed=True):
    if isinstance(points, str):
        points = np.loadtxt(points, delimiter=",")

    def length(order):
        legs = np.linalg.norm(points[order] - points[np.roll(order, 1)], axis=1)
        return legs[not closed:].sum()
    return ml.FunctionProblem(ml.spaces.Permutation(len(points), cyclic=closed), length,
                              minimise=True)
