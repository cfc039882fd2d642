"""A graph problem in each of the representations that the kernels know, all made alike to use."""

import functools

import numpy as np

import memlab as ml
from memlab.kernels.rng import seed_state

KINDS = {
    "mis": ml.MaxIndependentSet,
    "augment": functools.partial(ml.MaxIndependentSet, local_search="augment"),
    "swap": functools.partial(ml.MaxIndependentSet, local_search="swap"),
    "maxcut": ml.MaxCut,
    "weighted": ml.MaxCut,
}
REPRESENTATIONS = ("rows", "wide rows", "lists")
CASES = [(kind, representation) for kind in KINDS for representation in REPRESENTATIONS
         if kind != "weighted" or representation == "lists"]
_HUB = 255       # a vertex of this degree needs counters of 16 bits


def force(problem, representation):
    """Make a graph problem use bit-packed rows or neighbour lists, whatever its size."""
    vars(problem)["_by_rows"] = representation != "lists"
    return problem


class Prepared:
    """Fitness and local search of whole arrays of solutions, in one representation.

    "wide rows" sets a star of 255 leaves beside the graph, which forces 16-bit counters and is
    otherwise out of the way: no vertex of it is selected, or, at the start of a local search, its
    leaves, which is the best that can be done with it.
    """

    def __init__(self, kind, graph, representation, seed=0):
        self.n, self.leaves = graph.n, np.zeros(0, np.uint8)
        if representation == "wide rows":
            star = graph.n + np.column_stack((np.zeros(_HUB, int), np.arange(1, _HUB + 1)))
            edges = np.concatenate((graph.edges, star))
            graph = ml.Graph.from_edges(graph.n + _HUB + 1, edges)
            self.leaves = np.arange(_HUB + 1, dtype=np.uint8).clip(max=1)
        self.problem = force(KINDS[kind](graph), representation)
        self.workspace, self.state = self.problem.workspace(1), seed_state(seed)

    def _pack(self, solutions, extra):
        extra = np.broadcast_to(extra, (len(solutions), len(extra)))
        return self.problem.pack(np.concatenate((solutions, extra), axis=1))

    def fitness(self, solutions):
        """Fitness of every row: int array."""
        return self.problem.score(self.workspace, self._pack(solutions, 0 * self.leaves))[0]

    def local_search(self, solutions, most=2**63 - 1):
        """(local optima, their fitness, steps) of every row; one workspace and one generator."""
        genomes = self._pack(solutions, self.leaves)
        fitness, steps = self.problem.score(self.workspace, genomes, most, self.state)
        optima = self.problem.unpack(genomes)
        assert (optima[:, self.n:] == self.leaves).all()
        size = self.leaves.sum(dtype=int) * (fitness > 0)      # not with conflicts
        return optima[:, :self.n], fitness - size, steps


def every_solution(n):
    """All bit strings, row x being x in binary, bit 0 first: uint8 (2**n, n)."""
    return ((np.arange(2**n)[:, None] >> np.arange(n)) & 1).astype(np.uint8)
