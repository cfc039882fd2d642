"""Readers of the text formats for graphs: DIMACS, PACE, METIS, Gset, edge lists, MatrixMarket.

Each takes a path and the number of the first vertex and returns a Graph; all raise FormatError.
"""

import re

import numpy as np

from ..support import checks, memory
from . import adjacency
from .graph import MOST_VERTICES, Graph
from .text import Text, named_after


def read_dimacs(path, base=1):
    """Read DIMACS: ``p edge n m``, then ``e u v`` lines; ``c`` lines are comments.

    Both conventions for m are accepted: the number of ``e`` lines and that of different edges.
    Descriptor lines (``d``, ``v``, ``x``) are skipped; vertex weights (``n`` lines) must be 1.
    """
    text = Text(path, b"c")
    letters = text.letters()
    for row in np.flatnonzero(~np.isin(letters, list(b"pendvx")))[:1]:
        raise text.fault(row, f"line begins with {text.word(text.row_first[row])!r}; allowed are "
                         "c, p, e, n, d, v, x")
    if (letters == ord("p")).nonzero()[0].tolist() != [0]:
        raise text.fault(0, "'p edge n m' must come once, before all other lines")
    *_, n, m = _head(text, "p edge n m", "p edges n m", "p col n m", "p clq n m")
    nodes, edges = np.flatnonzero(letters == ord("n")), np.flatnonzero(letters == ord("e"))
    _check_ones(text, nodes, text.table(nodes, "n, a vertex and its weight", (3,))[:, 1:], 1)
    words = text.table(edges, "e and two vertices", (3,))[:, 1:]
    return _graph(text, n, text.integers(words), text.row_line[edges], base, m)


def read_gr(path, base=1):
    """Read PACE: ``p td n m`` or ``p tw n m``, then ``u v`` lines; ``c`` lines are comments.

    The ninth DIMACS challenge has ``p sp n m``, and each edge as two arcs, ``a u v weight``.
    """
    text = Text(path, b"c")
    _, kind, n, m = _head(text, "p td n m", "p tw n m", "p sp n m")
    arcs, rows = kind == "sp", np.arange(1, len(text.row_line))
    for row in rows[arcs & (text.letters()[1:] != ord("a"))][:1]:
        raise text.fault(row, "the line must begin with a")
    wanted, size = ("a, two vertices and a weight", 4) if arcs else ("two vertices", 2)
    edges = text.integers(text.table(rows, wanted, (size,))[:, int(arcs):])
    return _graph(text, n, edges, text.row_line[1:], base, m / 2 if arcs else m, arcs)


def read_gset(path, base=1):
    """Read Gset (rudy): ``n m``, then ``u v`` or ``u v weight`` lines; ``#`` opens a comment."""
    text = Text(path, b"#", inline=True)
    n, m = _head(text, "n m")
    return _graph(text, n, _edge_table(text, 1), text.row_line[1:], base, m)


def read_edgelist(path, base=None, relabel=False, weight="weight"):
    """Read an edge list: ``u v`` or ``u v weight`` lines; ``#`` or ``%`` opens a comment.

    Commas may separate, too. With four columns, as KONECT's, `weight` must name that of weights: 3
    or 4, or None for none.

    The comment ``# n = 10`` states n; without it n is one more than the largest vertex, and a note
    tells if 0 does not occur, unless `base` is given. `relabel` renumbers the vertices that occur,
    in the order of their numbers in the file, which become their labels.
    """
    text = Text(path, b"[#%]", inline=True, empty_allowed=True, blank=b",")
    if other := re.match(rb"%+[ \t]*(asym|bip|MatrixMarket)\b", text.data):
        raise text.error(1, f"{other[1].decode()} is no edge list of an undirected graph: asym are "
                         "arcs, and bip has two kinds of vertices with the same numbers; "
                         "format='matrixmarket' reads MatrixMarket")
    stated = [*re.finditer(rb"^[ \t]*#[ \t]*n[ \t]*=[ \t]*(\d+)[ \t]*$", text.data, re.MULTILINE)]
    rows, ids = _edge_table(text, 0, weight), None
    vague, base = base is None and not (relabel or stated), base or 0
    if vague and len(rows) and rows[:, :2].min() > 0:
        adjacency.note(f"{path}: no edge has vertex 0, which is counted as one without neighbours; "
                       "base=1 reads a file that counts from 1, and relabel=True keeps only "
                       "vertices with edges")
    if relabel and len(rows):
        ids, places = np.unique(rows[:, :2], return_inverse=True)
        rows[:, :2] = places.reshape(-1, 2) + base
        n, ids = len(ids), ids.tolist()
    elif stated:
        n, *more = (int(match[1][:30]) for match in stated)     # far too large if it is cut off
        line = text.data.count(b"\n", 0, stated[0].start(1)) + 1
        _check_n(text, line, n)
        if others := {*more} - {n}:
            raise text.error(line, f"n is {n} here, and {min(others)} in another such comment")
    elif len(rows):
        n = int(rows[:, :2].max()) + 1 - base
        _check_n(text, text.row_line[rows[:, :2].max(axis=1).argmax()], max(n, 1),
                 "; relabel=True numbers only the vertices that occur")
    else:
        raise text.error(None, "the file holds no edges; a graph without edges needs a line such "
                         "as '# n = 10'")
    return _graph(text, max(n, 1), rows, text.row_line, base, labels=ids)


def read_metis(path, base=1):
    """Read METIS: ``n m [fmt]``, then a line of neighbours per vertex; ``%`` lines are comments.

    With fmt 1 (also 01, 001) each neighbour is followed by the weight of its edge. Every edge must
    be listed from both ends. With fmt 10 a line begins with the weights of its vertex, which must
    be 1, with fmt 100 with its size; both are left out with a note.
    """
    text = Text(path, b"%")
    n, m, *more = _head(text, "n m", "n m fmt", "n m fmt ncon")
    code = text.word(2).zfill(3) if more else "000"
    if len(code) > 3 or {*code} - {"0", "1"}:
        raise text.fault(0, f"fmt {text.word(2)!r} is not supported; allowed are three digits 0 or "
                         "1, for vertex sizes, vertex weights and edge weights")
    lines = enumerate(text.data.split(b"\n")[:text.lines], 1)
    of_vertices = np.array([i for i, line in lines if i > text.row_line[0]
                            and not line.lstrip().startswith(b"%")], int)
    if len(of_vertices) < n:
        raise text.error(text.lines, "the file ends too early: the header (line "
                         f"{text.row_line[0]}) says {n} vertices, but only {len(of_vertices)} have "
                         "a line")
    rows, size = np.arange(1, len(text.row_line)), 1 + int(code[2])      # numbers per neighbour
    own = int(code[0]) + int(code[1]) * (more[1:] or [1])[0]
    if code[:2] != "00":      # vertices have a size, which sets and cuts do not need, and weights
        if own < 1 or (text.row_size[1:] < own).any() or len(rows) != n:
            raise text.fault(0, f"by fmt each of {n} lines begins with {own} numbers of its vertex")
        _check_ones(text, rows, text.row_first[1:, None] + np.arange(own), int(code[0]))
        adjacency.note(f"{path}: numbers of vertices, {own} on each line, are left out")
    for row in rows[(text.row_size[1:] - own) % size > 0][:1]:
        raise text.fault(row, "a weight is missing: fmt 1 wants pairs of a neighbour and the "
                         "weight of its edge")
    words = np.arange(text.row_size[0], len(text.line))
    words = np.setdiff1d(words, text.row_first[1:, None] + np.arange(own)) if own else words
    lines = text.line[words[::size]]
    vertex = np.searchsorted(of_vertices, lines)
    # lines hold complete pairs, so neighbours and weights alternate over the whole file
    numbers = text.integers(words).reshape(-1, size)
    return _graph(text, n, np.column_stack((vertex + base, numbers)), lines, base, m, True)


def _check_ones(text, rows, words, skip):
    """Refuse weights of vertices that are not 1: the words of rows, but for the first of each."""
    for row in rows[(text.integers(words)[:, skip:] != 1).any(axis=1)][:1]:
        raise text.fault(row, "vertex weights are not supported; allowed is 1")


def read_matrix(path):
    """Read MatrixMarket: a symmetric matrix, all of it or one half; entries at one place add up.

    Network Repository writes only one % in front. The diagonal is no edge, which a note tells.
    SciPy's reader takes damaged numbers for others, and may crash.
    """
    from scipy import sparse

    text = Text(path, b"%", empty_allowed=True)
    kind = text.data.partition(b"\n")[0].decode("latin-1").lower().split()
    if not re.fullmatch("%%?matrixmarket matrix coordinate (real|double|integer|pattern) "
                        "(general|symmetric)", " ".join(kind)):
        raise text.error(1, "the first line must be '%%MatrixMarket matrix coordinate', real, "
                         "integer or pattern, general or symmetric; others are no undirected graph")
    n, columns, m = _head(text, "n columns m")
    rows = np.arange(1, len(text.row_line))
    if m != len(rows):
        raise text.fault(0, f"the line says {m} entries, but there are {len(rows)}")
    weighted = kind[3] != "pattern"
    words = text.table(rows, "a row, a column and, unless pattern, a value", (2 + weighted,))
    places = text.integers(words[:, :2])
    for row in rows[((places < 1) | (places > [n, columns])).any(axis=1)][:1]:
        raise text.fault(row, f"rows must be 1 to {n}, and columns 1 to {columns}")
    apart = places[:, 0] != places[:, 1]
    loops, (i, j) = text.integers(words[~apart, 2:], fractions=True), places[apart].T - 1
    if len(loops):
        adjacency.note(f"{path}: {len(loops)} entries on the diagonal are no edges: left out")
    values = text.integers(words[apart, 2]) if weighted else np.ones(len(i), np.int64)
    adjacency.weight_array(len(i), values)
    if kind[4] == "symmetric":
        i, j, values = np.append(i, j), np.append(j, i), np.append(values, values)
    matrix = sparse.csr_array((values, (i, j)), shape=(n, columns))      # which adds duplicates
    matrix.data = matrix.data if weighted else np.ones_like(matrix.data)
    return Graph.from_scipy(matrix, name=named_after(path), labels=range(1, n + 1))


def _check_both_ends(text, n, rows, lines, base):
    u, v = rows[:, :2].T - base
    there, back = u * n + v, v * n + u
    if np.array_equal(np.sort(there), np.sort(back)):      # much faster than the search
        return
    for row in np.flatnonzero(~np.isin(back, there))[:1]:
        u, v = rows[row, :2].tolist()
        raise text.error(lines[row], f"vertex {u} lists vertex {v}, but vertex {v} does not list "
                         f"vertex {u}; every edge must be listed from both ends")


def _head(text, *forms):
    """Return the words of the first row, and check that its n is that of a graph."""
    words = text.head(*forms)
    _check_n(text, text.row_line[0], words[forms[0].split().index("n")])
    return words


def _check_n(text, line, n, advice=""):
    try:
        checks.integer("the number of vertices", n, minimum=1, maximum=MOST_VERTICES)
        memory.check(adjacency.bytes_needed(n, 0), f"a graph of {n} vertices")
    except ValueError as error:
        raise text.error(line, f"{error}{advice}") from None


def _edge_table(text, begin, weight="weight"):
    """Return the rows from `begin` on: pairs of vertices, with or without a weight."""
    wanted, sizes = "two vertices, and a weight on every line or on none", (2, 3)
    columns = slice(None)
    if weight != "weight":
        checks.optional("weight", weight, minimum=3, maximum=4)
        columns = [0, 1, weight - 1] if weight else [0, 1]
        sizes = range(columns[-1] + 1, 5)
        wanted = f"as many words as the others, and a weight in column {weight}"
    elif 4 in text.row_size[begin:begin + 1]:
        wanted += "; of four, weight=3 or weight=4 names the column, or weight=None none"
    words = text.table(np.arange(begin, len(text.row_line)), wanted, sizes)
    return text.integers(words[:, columns])


def once(text, n, pairs, values, lines):
    """Return the first row of each pair, ascending, and refuse a pair with two values.

    `pairs` count from 0 or from 1 to n.
    """
    _, rows, clash = adjacency.distinct(adjacency.keys_of(n, pairs), values)
    for row, earlier in clash:
        raise text.error(lines[row], f"pair {tuple(pairs[row].tolist())} has another value on line "
                         f"{lines[earlier]}")
    return np.sort(rows)


def _graph(text, n, rows, lines, base, m=None, both_ends=False, labels=None):
    """Build the graph of rows (u, v) or (u, v, weight), and report errors with their lines."""
    for row, what in adjacency.flaws(rows[:, :2], base, n - 1 + base):
        raise text.error(lines[row], what)
    if both_ends:
        _check_both_ends(text, n, rows, lines, base)
    weighted = rows.shape[1] == 3
    if weighted:
        once(text, n, rows[:, :2], rows[:, 2], lines)
    if both_ends:
        rows = rows[rows[:, 0] < rows[:, 1]]
    graph = Graph.from_edges(n, rows[:, :2] - base, name=named_after(text.path),
                             weights=rows[:, 2] if weighted else None,
                             labels=labels or (range(base, n + base) if base else None))
    if m is not None and m not in (len(rows), graph.m):
        different = "" if graph.m == len(rows) else f" ({graph.m} different ones)"
        raise text.fault(0, f"the header says {m} edges, but the file lists {len(rows)}{different}")
    return graph
