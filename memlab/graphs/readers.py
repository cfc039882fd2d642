"""Readers of the text formats for graphs: DIMACS, PACE, METIS, Gset and edge lists.

Each takes a path and the number of the first vertex and returns a Graph; all raise FormatError.
"""

import re

import numpy as np

from ..support import checks, memory
from . import adjacency
from .adjacency import note
from .graph import MOST_VERTICES, Graph
from .text import Text, named_after


def read_dimacs(path, base=1):
    """Read DIMACS: ``p edge n m``, then ``e u v`` lines; ``c`` lines are comments.

    Both conventions for m are accepted: the number of ``e`` lines and that of different edges.
    Descriptor lines (``d``, ``v``, ``x``) are skipped; vertex weights (``n`` lines) must be 1.
    """
    text = Text(path, b"c")
    letters = text.letters()
    for row in _first(~np.isin(letters, list(b"pendvx"))):
        raise text.error(text.row_line[row], "line begins with "
                         f"{text.word(text.row_first[row])!r}; allowed are c, p, e, n, d, v, x")
    if (letters == ord("p")).nonzero()[0].tolist() != [0]:
        raise text.error(text.row_line[0], "'p edge n m' must come once, before all other lines")
    if text.row_size[0] != 4 or text.word(1) not in ("edge", "edges", "col", "clq"):
        raise text.error(text.row_line[0], "the p line must be 'p edge n m' or 'p col n m'")
    n, m = _counts(text, [2, 3])
    nodes, edges = np.flatnonzero(letters == ord("n")), np.flatnonzero(letters == ord("e"))
    weights = _table(text, nodes, "n, a vertex and its weight")
    for row in _first(weights[:, 1] != 1):
        raise text.error(text.row_line[nodes][row], "vertex weights are not supported; allowed is "
                         "1")
    rows = _table(text, edges, "e and two vertices")
    return _graph(text, n, rows, text.row_line[edges], base, m=m)


def read_gr(path, base=1):
    """Read PACE: ``p td n m`` or ``p tw n m``, then ``u v`` lines; ``c`` lines are comments.

    The ninth DIMACS challenge has ``p sp n m``, and each edge as two arcs, ``a u v weight``.
    """
    text = Text(path, b"c")
    kind = [text.word(i) for i in range(min(2, text.row_size[0]))]
    if text.row_size[0] != 4 or kind not in (["p", "td"], ["p", "tw"], ["p", "sp"]):
        raise text.error(text.row_line[0], "the first line must be 'p td n m', 'p tw n m' or 'p sp "
                         "n m'")
    arcs, (n, m) = "sp" in kind, _counts(text, [2, 3])
    for row in _first(arcs & (text.letters()[1:] != ord("a"))):
        raise text.error(text.row_line[1 + row], "the line must begin with a")
    rows = _table(text, np.arange(1, len(text.row_size)), "a, two vertices and a weight" if arcs
                  else "two vertices", (4 if arcs else 2,), int(arcs))
    return _graph(text, n, rows, text.row_line[1:], base, m=m / 2 if arcs else m, both_ends=arcs)


def read_gset(path, base=1):
    """Read Gset (rudy): ``n m``, then ``u v`` or ``u v weight`` lines; ``#`` opens a comment."""
    text = Text(path, b"#", inline=True)
    n, m = _header(text, (2,), "'n m', the numbers of vertices and edges")
    return _graph(text, n, _edge_table(text, 1), text.row_line[1:], base, m=m)


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
    if weight != "weight" and weight is not None:
        checks.integer("weight", weight, minimum=3, maximum=4)
    rows, ids = _edge_table(text, 0, weight), None
    vague, base = base is None and not (relabel or stated), base or 0
    if vague and len(rows) and rows[:, :2].min() > 0:
        note(f"{path}: no edge has vertex 0, which is counted as one without neighbours; base=1 "
             "reads a file that counts from 1, and relabel=True keeps only vertices with edges")
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
    n, m = _header(text, (2, 3, 4), "'n m' or 'n m fmt'")
    begin = text.row_size[0]
    code = text.word(2).zfill(3) if begin > 2 else "000"
    if len(code) > 3 or {*code} - {"0", "1"}:
        raise text.error(text.row_line[0], f"fmt {text.word(2)!r} is not supported; allowed are "
                         "three digits 0 or 1, for vertex sizes, vertex weights and edge weights")
    header = int(text.row_line[0])
    of_vertices = np.setdiff1d(np.arange(header + 1, text.lines + 1), text.comment_lines)
    if len(of_vertices) < n:
        raise text.error(text.lines, f"the file ends too early: the header (line {header}) says "
                         f"{n} vertices, but only {len(of_vertices)} have a line")
    words = np.arange(begin, len(text.line))
    size = 1 + int(code[2])        # numbers per neighbour
    own = int(code[0])
    if code[1] == "1":
        own += int(text.integers(np.array([3]))[0]) if begin > 3 else 1
    if code[:2] != "00":      # vertices have a size, which sets and cuts do not need, and weights
        if own < 1 or (text.row_size[1:] < own).any() or len(text.row_size) - 1 != n:
            raise text.error(text.row_line[0], f"by fmt each of {n} lines begins with {own} "
                             "numbers of its vertex")
        weights = text.integers(text.row_first[1:, None] + np.arange(int(code[0]), own))
        for row in _first((weights != 1).any(axis=1)):
            raise text.error(text.row_line[1 + row], "vertex weights are not supported; allowed is "
                             "1")
        note(f"{path}: numbers of vertices, {own} on each line, are left out")
    for row in _first((text.row_size[1:] - own) % size):
        raise text.error(text.row_line[1 + row], "a weight is missing: fmt 1 wants pairs of "
                         "a neighbour and the weight of its edge")
    words = np.setdiff1d(words, text.row_first[1:, None] + np.arange(own)) if own else words
    lines = text.line[words]
    vertex = np.searchsorted(of_vertices, lines)
    # lines hold complete pairs, so neighbours and weights alternate over the whole file
    numbers = text.integers(words).reshape(-1, size)
    rows = np.column_stack((vertex[::size] + base, numbers))
    return _graph(text, n, rows, lines[::size], base, m=m, both_ends=True)


def _check_both_ends(text, n, rows, lines, base):
    u, v = rows[:, :2].T - base
    there, back = u * n + v, v * n + u
    if np.array_equal(np.sort(there), np.sort(back)):      # much faster than the search
        return
    for row in _first(~np.isin(back, there)):
        u, v = rows[row, :2].tolist()
        raise text.error(lines[row], f"vertex {u} lists vertex {v}, but vertex {v} does not list "
                         f"vertex {u}; every edge must be listed from both ends")


def _first(wrong):
    """Return the first wrong row in a list, or an empty list if there is none."""
    return np.flatnonzero(wrong)[:1].tolist()


def _header(text, sizes, wanted):
    """Return n and m from the first row, whose number of words must be one of `sizes`."""
    if text.row_size[0] not in sizes:
        raise text.error(text.row_line[0], f"the first line must be {wanted}; it holds "
                         f"{text.row_size[0]} words")
    return _counts(text, [0, 1])


def _counts(text, words):
    """Return n and m from two words of the first row."""
    n, m = text.integers(np.array(words)).tolist()
    _check_n(text, text.row_line[0], n)
    return n, m


def _check_n(text, line, n, advice=""):
    try:
        checks.integer("the number of vertices", n, minimum=1, maximum=MOST_VERTICES)
        memory.check(adjacency.bytes_needed(n, 0), f"a graph of {n} vertices")
    except ValueError as error:
        raise text.error(line, f"{error}{advice}") from None


def _edge_table(text, begin, weight="weight"):
    """Return the rows from `begin` on: pairs of vertices, with or without a weight."""
    wanted, columns, sizes = "two vertices, and a weight on every line or on none", None, (2, 3)
    if weight != "weight":
        columns, sizes = [0, 1, weight - 1] if weight else [0, 1], range(weight or 2, 5)
        wanted = f"as many words as the others, and a weight in column {weight}"
    elif len(text.row_size) > begin and text.row_size[begin] == 4:
        wanted += "; of four, weight=3 or weight=4 names the column, or weight=None none"
    return _table(text, np.arange(begin, len(text.row_line)), wanted, sizes, 0, columns)


def _table(text, rows, wanted, sizes=(3,), skip=1, columns=None):
    """Return the words of the rows with these numbers, without the first `skip`: an int64 array.

    Every row must have the same number of words, one of `sizes`; `wanted` describes a valid row.
    `columns` are the words to return instead.
    """
    if not len(rows):
        return np.empty((0, sizes[0] - skip), np.int64)
    size = text.row_size[rows]
    right = size[0] if size[0] in sizes else sizes[0]
    for row in _first(size != right):
        raise text.error(text.row_line[rows[row]], f"{size[row]} words; the line must hold "
                         f"{wanted}")
    columns = np.arange(skip, right) if columns is None else np.array(columns)
    return text.integers(text.row_first[rows, None] + columns)


def _graph(text, n, rows, lines, base, m=None, both_ends=False, labels=None):
    """Build the graph of rows (u, v) or (u, v, weight), and report errors with their lines."""
    for row, what in adjacency.flaws(rows[:, :2], base, n - 1 + base):
        raise text.error(lines[row], what)
    if both_ends:
        _check_both_ends(text, n, rows, lines, base)
    weighted = rows.shape[1] == 3
    if weighted:
        *_, clash = adjacency.distinct(adjacency.keys_of(n, rows[:, :2] - base), rows[:, 2])
        for row, earlier in clash:
            raise text.error(lines[row], f"edge ({rows[row, 0]}, {rows[row, 1]}) has weight "
                             f"{rows[row, 2]} here and {rows[earlier, 2]} on line "
                             f"{lines[earlier]}")
    if both_ends:
        rows = rows[rows[:, 0] < rows[:, 1]]
    graph = Graph.from_edges(n, rows[:, :2] - base, name=named_after(text.path),
                             weights=rows[:, 2] if weighted else None,
                             labels=labels or (range(base, n + base) if base else None))
    if m is not None and m not in (len(rows), graph.m):
        different = "" if graph.m == len(rows) else f" ({graph.m} different ones)"
        raise text.error(text.row_line[0], f"the header says {m} edges, but the file lists "
                         f"{len(rows)}{different}")
    return graph
