"""Problems in files: DIMACS CNF and WCNF, QUBO, spin glasses, and a form of our own."""

import io
import re
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
from scipy import sparse

from ...graphs import adjacency
from ...graphs.formats import read_file, write_file
from ...graphs.readers import once
from ...graphs.text import FormatError, Text, named_after, told
from ...support import checks
from ...support.files import content, read_arrays
from . import MOST_BITS, PseudoBoolean, Rows
from .makers import ising, max_sat, qubo


def read_problem(path, format=None, **options):
    """Read a problem from a file.

    Parameters
    ----------
    path : str or path-like
        The format follows from the suffix:

        - ``.cnf``, ``.wcnf``: DIMACS, ``p cnf n m`` or ``p wcnf n m top``, or without such a line,
          as in the MaxSAT Evaluations since 2022, where ``h`` marks a hard clause;
        - ``.qubo``, ``.sparse``, ``.qs``: qbsolv's ``p qubo 0 n nodes couplers``, which counts from
          0, or Biq Mac's ``n m`` and entries ``i j q`` of a symmetric matrix, which count from 1
          and of which those off the diagonal count twice; a comment ``# ObjectiveOffset 7``, of
          QOBLIB, is added to the value; all are minimised unless ``minimise=False`` says otherwise;
        - ``.bqp``: OR-Library's number of problems, and each as Biq Mac's, but maximised;
        - ``.sg``: a spin glass, ``n m`` and couplings ``i j J``, which count from 1;
        - ``.npz``: what `PseudoBoolean.to_arrays` returns.

        Behind any of these ``.gz .xz .bz2`` may follow. CNF, WCNF, qbsolv's and OR-Library's files
        with another suffix, or none, are recognised by their content.
    format : {"cnf", "wcnf", "qubo", "biqmac", "bqp", "ising", "npz"}, optional
        The format, if neither tells it. The first two mean the same here, and so do the next two.
    **options
        Those of the functions that make such a problem. For QUBO and spin glasses also ``base``, 0
        or 1: the number of the first bit in the file. For OR-Library's files also ``number``: which
        problem, counted from 1. For spin glasses also ``loops``, "field" or "constant": whether
        ``i i J`` stands for a field, -J s, or for -J, since s s is 1.

    Returns
    -------
    PseudoBoolean
        Named after the file, without folder and suffix, if it holds no name. A pair that is listed
        twice is merged with a note if both values are equal, and refused if not.

    Raises
    ------
    OSError
        If the file cannot be opened.
    FormatError
        A ValueError: if the file does not follow its format, or its problem would not fit in the
        available memory. The message names the file and, where possible, the line.
    ValueError, TypeError
        If `format` or an option is none of the above.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "two.cnf").write_text("p cnf 2 3\\n1 2 0\\n-1 2 0\\n-2 0\\n")
    ...     ml.read_problem(f"{folder}/two.cnf")
    PseudoBoolean('two', n=2, functions=3)
    """
    path = Path(path)
    if path.is_dir():
        raise FormatError(path, None, "a folder, not a file")
    problem = read_file(path, format, FORMATS, **options)
    problem.instance_name = problem.instance_name or named_after(path)
    return problem


def write_problem(problem, path, format=None):
    """Write a problem to a file, which replaces an existing one.

    Read again, it has the same value for every solution.

    Parameters
    ----------
    problem : PseudoBoolean
        The problem.
    path : str or path-like
        The format follows from the suffix, as for `read_problem`: ``.cnf``, ``.wcnf``, ``.qubo``
        or ``.npz``. Behind any of these ``.gz .xz .bz2`` may follow.
    format : {"cnf", "wcnf", "qubo", "npz"}, optional
        The format, if the suffix does not tell it.

    Raises
    ------
    TypeError
        If `problem` is no PseudoBoolean.
    ValueError
        If the format is unknown, or cannot hold the problem: npz holds any.

    Examples
    --------
    >>> import tempfile
    >>> import memlab as ml
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_problem(ml.problems.max_sat([[1, 2], [-1]]), f"{folder}/two.cnf")
    ...     print(Path(folder, "two.cnf").read_text())
    p cnf 2 2
    1 2 0
    -1 0
    """
    checks.instance("problem", problem, PseudoBoolean)
    write_file(problem, Path(path), format, {name: row for name, row in FORMATS.items() if row[2]})


def _read_cnf(path, **options):
    text = Text(path, b"c")
    letters, numbers = text.letters(), np.zeros(len(text.line), np.int64)
    first, n, m, top = 0, 2**31 - 1, None, np.inf      # any number of bits and clauses
    if letters[0] == ord("p"):
        _, kind, n, m, *top = text.head("p cnf n m", "p wcnf n m", "p wcnf n m top")
        first, top = text.row_size[0], 0 if kind == "cnf" else [*top, np.inf][0]
        if kind == "wcnf" and top < 1:
            raise text.fault(0, f"top, {top}, must be at least 1")
    end = [*text.row_first[letters == ord("%")], len(numbers)][0]      # SATLIB's files end so
    marks = text.row_first[letters == ord("h")] if m is None else []
    words = np.setdiff1d(np.arange(first, end), marks)
    numbers[words], numbers[marks] = text.integers(words), np.iinfo(np.int64).max
    numbers = numbers[first:end]
    lines, ends = text.line[first:end], np.flatnonzero(numbers == 0)
    if not len(ends) or ends[-1] < len(numbers) - 1:
        raise text.error(text.line[end - 1], "the last clause must end with 0")
    begins = np.concatenate(([0], ends[:-1] + 1))
    sizes, inside, weights = ends - begins, numbers != 0, None
    if top:
        for i in np.flatnonzero(numbers[begins] < 1)[:1]:
            raise text.error(lines[begins[i]], "a clause must begin with its weight, at least 1")
        hard = (numbers[begins] >= top) | np.isin(first + begins, marks)
        weights = np.where(hard, np.inf, numbers[begins])
        inside[begins], sizes = False, sizes - 1
    clauses = Rows(numbers[inside], sizes)
    lines = lines[ends]
    for i in np.flatnonzero((sizes < 1) | (sizes > MOST_BITS))[:1]:
        raise text.error(lines[i], f"a clause must have 1 to {MOST_BITS} literals, not {sizes[i]}")
    for i in clauses.rows_where(np.abs(clauses.values) > n):
        raise text.error(lines[i], f"a clause must hold literals of the variables 1 to {n}")
    for i in Rows(np.abs(clauses.values), sizes).repeating():
        raise text.error(lines[i], "a clause must not repeat a variable")
    if m not in (None, len(sizes)):
        raise text.fault(0, f"the p line says {m} clauses, but there are {len(sizes)}")
    return max_sat(clauses, weights, n=None if m is None else n, **options)


def _read_qubo(path, minimise=True, base=None, **options):
    text = Text(path, b"c")
    if text.letters()[0] == ord("p"):
        n, bits, values, _ = _entries(text, "p qubo 0 n nodes couplers", base)
        return qubo(sparse.coo_array((values, bits), shape=(n, n)), minimise=minimise, **options)
    text = Text(path, b"#", inline=True)
    for offset in re.findall(rb"^#[ \t]*ObjectiveOffset[ \t]+(\S+)", text.data, re.MULTILINE):
        options["offset"] = float(offset)
    return _symmetric(text, base, 0, minimise=minimise, **options)


def _symmetric(text, base, row, more=False, **options):
    """Return the problem of a symmetric matrix, whose entries off the diagonal are there twice."""
    n, (i, j), values, _ = _entries(text, "n m", base, row, more)
    apart = i != j
    places = np.concatenate((i, j[apart])), np.concatenate((j, i[apart]))
    values = np.concatenate((values, values[apart]))
    return qubo(sparse.coo_array((values, places), shape=(n, n)), **options)


def _read_bqp(path, minimise=False, base=None, number=None, **options):
    text = Text(path, b"#", inline=True)
    count, row = int(text.integers(np.array([0]))[0]), 1
    if not 0 < (checks.optional("number", number, minimum=1) or count == 1) <= count:
        raise text.error(1, f"the file holds {count} problems; number=1 to {count} says which")
    for _ in range((number or 1) - 1):
        row = min(row + 1 + max(0, text.head("n m", row=row)[1]), len(text.row_line))
    named = {"instance_name": f"{named_after(path)}-{number}"} if number else {}
    return _symmetric(text, base, row, (number or 1) < count, minimise=minimise, **named | options)


def _read_ising(path, base=None, loops=None, **options):
    text = Text(path, b"#", inline=True)
    n, bits, couplings, rows = _entries(text, "n m", base)
    loop = bits[0] == bits[1]
    checks.choice("loops", loops or "field", ("field", "constant"))
    for row in rows[loop][:1] if loops is None else []:
        raise text.fault(row, 'a coupling must join two different spins; loops="field" or '
                         'loops="constant" says what one to itself means')
    if loops == "field":
        options["fields"] = np.bincount(bits[0][loop], couplings[loop], n)
    elif loops:
        options["offset"] = -couplings[loop].sum()
    edges = Rows(bits.T[~loop].ravel(), np.full(np.count_nonzero(~loop), 2))
    return ising(n, edges, couplings[~loop], **options)


def _entries(text, form, base, begin=0, more=False):
    """Return n, two numbers of bits, counted from 0, a value, and the row, for every row of them.

    The row `begin` has a `form`, which ends with n and the numbers of the other rows. `more` may
    follow. Bits are counted from `base`, by default 0 if the form begins with a p, and otherwise 1.
    """
    base = checks.optional("base", base, minimum=0, maximum=1)
    base = int(form[0] == "n") if base is None else base
    n, *numbers = text.head(form, row=begin)[form.split().index("n"):]
    rows = np.arange(begin + 1, len(text.row_line))[:sum(numbers) if more else None]
    if sum(numbers) != len(rows) or not len(rows):
        raise text.fault(begin, "the line must say how many follow, at least 1: it says "
                         f"{sum(numbers)}, and {len(rows)} do")
    words, lines = text.table(rows, "two numbers of bits and a value", (3,)), text.row_line[rows]
    bits = text.integers(words[:, :2])
    for line in lines[((bits < base) | (bits >= n + base)).any(axis=1)][:1]:
        raise text.error(line, f"bits must be {base} to {n - 1 + base}")
    values = text.integers(words[:, 2], fractions=True)
    kept = once(text, n, bits, values, lines)
    if len(kept) < len(rows):
        adjacency.note(f"{text.path}: merged {len(rows) - len(kept)} entries that are listed twice")
    return n, bits[kept].T - base, values[kept], rows[kept]


def _read_npz(path, **options):
    given = {name: np.array(value) for name, value in options.items()}
    return PseudoBoolean.from_arrays(read_arrays(io.BytesIO(content(path))) | given)


def _write_cnf(problem, file, weighted=False):
    """Write clauses, each a function with one value if no literal is true, and another if one is.

    The fitness is the weight of all satisfied clauses; a hard clause costs one more than all bring.
    """
    clauses, right = [], problem.unit == 1
    for bits, values in _functions(problem):
        low, high = min(values), max(values)
        right &= values.count(high) == len(values) - 1 and 0 in (low, high)
        key = values.index(low)
        literals = [-bit - 1 if key >> j & 1 else bit + 1 for j, bit in enumerate(bits)]
        clauses.append((low, high, literals))
    top = 1 + sum(high for _, high, _ in clauses)
    lows = {low for low, *_ in clauses}
    right &= lows <= {0, -top} and problem.has_constraints == (-top in lows)
    _check(right, "the weight of satisfied clauses")
    _check(weighted or (top == 1 + len(clauses) and lows == {0}), "without weights, unlike WCNF,")
    rows = [f"p {'w' * weighted}cnf {problem.n} {problem.m}{f' {top}' * weighted}"]
    for _, high, literals in clauses:
        rows.append(" ".join(map(str, [*[high or top] * weighted, *literals, 0])))
    file.write("\n".join([*rows, ""]).encode("ascii"))


def _write_qubo(problem, file):
    """Write a matrix as qbsolv does: the entries of single bits, then those of pairs."""
    _check(problem.unit < 0 and problem.subsets.sizes.max() < 3 and not problem.has_constraints,
           "minimised, and a sum of functions of at most 2 bits")
    entries, constant = matrix_of(problem)
    places = sorted((i != j, i, j) for (i, j), value in entries.items() if value)
    _check(places and not constant, "0 if all bits are, and not only then,")
    pairs = sum(apart for apart, *_ in places)
    rows = [f"p qubo 0 {problem.n} {len(places) - pairs} {pairs}"]
    rows += [f"{i} {j} {entries[i, j] * problem.unit!r}" for _, i, j in places]
    file.write("\n".join([*rows, ""]).encode("ascii"))


def matrix_of(problem):
    """Return what a sum of functions of at most two bits is made of, in units of the problem.

    Returns
    -------
    entries : Counter
        By the numbers of two bits, ascending: twice the same one, or a pair.
    constant : int
        The value if all bits are 0.
    """
    entries, constant = Counter(), 0
    for (i, *others), (zero, *values) in _functions(problem):
        constant += zero
        entries[i, i] += values[0] - zero
        for j in others:
            entries[j, j] += values[1] - zero
            entries[min(i, j), max(i, j)] += values[2] - values[1] - values[0] + zero
    return entries, constant


def _write_npz(problem, file):
    """Write any problem."""
    np.savez_compressed(file, allow_pickle=False, **problem.to_arrays())


def _functions(problem):
    """Return a list with the bits and the values of each function."""
    bits, tables = ([part.tolist() for part in np.split(rows.values, rows.bounds[1:-1])]
                    for rows in (problem.subsets, problem.tables))
    return [(each, tables[table]) for each, table in zip(bits, problem.which, strict=True)]


def _check(right, what):
    if not right:
        raise ValueError(f"problem must be {what} to be written in this format; npz holds any")


# by format: its suffixes, the reader, the writer, and what is in each such file, if it is known
FORMATS = {"cnf": (".cnf", _read_cnf, _write_cnf, rb"^p cnf "),
           "wcnf": (".wcnf", _read_cnf, partial(_write_cnf, weighted=True), rb"^p wcnf "),
           "qubo": (".qubo", _read_qubo, _write_qubo, rb"^p qubo "),
           "biqmac": (".sparse .qs", _read_qubo, None, rb"^# ObjectiveOffset "),
           "bqp": (".bqp", _read_bqp, None, rb"\A\s*\d+\s*\n\s*\d+[ \t]+\d+\s*\n"),
           "ising": (".sg", _read_ising, None, rb"(?!)"),
           "npz": (".npz", told(_read_npz, "not an npz file of a problem: "), _write_npz,
                   rb"\APK")}
