"""MatrixMarket, which SciPy reads and writes by its definition."""

import io
import re

import numpy as np

from ..support import memory
from ..support.files import content
from .adjacency import bytes_needed, note
from .graph import Graph
from .text import named_after, told


def read(path):
    """Read MatrixMarket: a symmetric matrix, all of it or one half; entries at one place add up.

    Network Repository writes only one % in front. The diagonal is no edge, which a note tells.
    """
    from scipy import sparse
    from scipy.io import mminfo, mmread

    with told(path):
        data = re.sub(rb"\A%?%", b"%%", content(path))
        n, _, entries, _, field, symmetry = mminfo(io.BytesIO(data))
        if field == "complex" or symmetry not in ("general", "symmetric"):
            raise ValueError(f"a {symmetry} matrix of {field} numbers is no undirected graph; "
                             "allowed are real, integer or pattern, and general or symmetric")
        memory.check(bytes_needed(n, entries), f"a matrix of {entries} entries")
        matrix = sparse.csr_array(mmread(io.BytesIO(data)))
        matrix.sum_duplicates()
        if field == "pattern":      # an entry is there, or not
            matrix.data[:] = 1
        if loops := np.count_nonzero(matrix.diagonal()):
            note(f"{path}: {loops} entries on the diagonal are no edges, and are left out")
            matrix.setdiag(0)
        return Graph.from_scipy(matrix, name=named_after(path), labels=range(1, n + 1))


def write(graph, file):
    """Write MatrixMarket."""
    from scipy.io import mmwrite

    if graph.is_weighted and not graph.weights.all():
        raise ValueError("graph must have no edge of weight 0, which is no entry of a matrix")
    mmwrite(file, graph.to_scipy(), symmetry="symmetric",
            field="integer" if graph.is_weighted else "pattern")
