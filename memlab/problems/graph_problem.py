"""Problems on a graph."""

import numpy as np

from ..graphs import formats
from ..graphs.graph import Graph
from ..support import checks
from .problem import Problem, size

MOST_PACKED_VERTICES = 16_384      # adjacency rows of at most 32 MB


class GraphProblem(Problem):
    """A problem on a graph."""

    needs_graph = True

    def __init__(self, graph):
        self.graph = checks.instance("graph", graph, Graph)
        self.n = size(graph.n)

    def names_of(self, x):
        """Return the names of the vertices that are 1, as `memlab.Graph.names_of` does: list."""
        return self.graph.names_of(x)

    def to_arrays(self):
        """Return the graph, for files.

        Returns
        -------
        dict of ndarray
            size (one number, n), edges, name, and weights and labels if there are any.
        """
        return {"size": np.array([self.graph.n]), **formats.to_arrays(self.graph)}

    @classmethod
    def from_arrays(cls, arrays):
        """Make the problem that `to_arrays` described.

        Parameters
        ----------
        arrays : dict of ndarray
            Its result.

        Returns
        -------
        GraphProblem
            An equal problem.
        """
        graph = formats.from_arrays(*arrays["size"].tolist(), arrays)
        return cls(graph, **{option: str(arrays[option]) for option in cls.options
                             if option in arrays})

    def __repr__(self):
        return f"{type(self).__name__}({self.graph!r})"
