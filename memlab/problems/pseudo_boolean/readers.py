"""Read problems from files: DIMACS CNF and WCNF, QUBO, spin glasses, and a form of our own."""

import re
from pathlib import Path

import numpy as np
from scipy import sparse

from ...graphs.formats import read_file
from ...graphs.text import FormatError, Text, named_after
from ...support import checks
from ...support.files import read_arrays
from . import MOST_BITS, PseudoBoolean, Rows
from .makers import ising, max_sat, qubo

_MOST_BITS = 2**31 - 1      # of a problem
_INFINITE = np.iinfo(np.int64).max


def read_problem(path, format=None, **options):
    """Read a problem from a file.

    Parameters
    ----------
    path : str or path-like
        The format follows from the suffix:

        - ``.cnf``, ``.wcnf``: DIMACS, ``p cnf n m`` or ``p wcnf n m top``, or without such a line,
          as in the MaxSAT Evaluations since 2022, where ``h`` marks a hard clause;
        - ``.qubo``, ``.sparse``: qbsolv's ``p qubo 0 n nodes couplers``, which counts from 0, or
          Biq Mac's ``n m`` and entries ``i j q`` of a symmetric matrix, which count from 1 and
          of which those off the diagonal count twice; both are minimised unless
          ``minimise=False`` says otherwise, as Beasley's files need;
        - ``.sg``: a spin glass, ``n m`` and couplings ``i j J``, which count from 1;
        - ``.npz``: what `PseudoBoolean.to_arrays` returns.
    format : {"cnf", "qubo", "ising", "npz"}, optional
        The format, if the suffix does not tell it.
    **options
        Those of the functions that make such a problem. For QUBO and spin glasses also ``base``, 0
        or 1: the number of the first bit in the file.

    Returns
    -------
    PseudoBoolean
        Named after the file, without folder and suffix, if it holds no name.

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


def _read_cnf(path, **options):
    text = Text(path, b"c")
    letters, numbers = text.letters(), np.zeros(len(text.line), np.int64)
    first, n, m, top = 0, _MOST_BITS, None, np.inf
    if letters[0] == ord("p"):
        first, (n, m, top) = text.row_size[0], _problem_line(text)
    end = [*text.row_first[letters == ord("%")], len(numbers)][0]      # SATLIB's files end so
    marks = text.row_first[letters == ord("h")] if m is None else []
    words = np.setdiff1d(np.arange(first, end), marks)
    numbers[words], numbers[marks] = text.integers(words), _INFINITE
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
        raise text.error(text.row_line[0], f"the p line says {m} clauses, but there are "
                         f"{len(sizes)}")
    return max_sat(clauses, weights, n=None if m is None else n, **options)


def _problem_line(text):
    """Return n, m, and the least weight of a hard clause, or 0 if clauses have no weights."""
    words = [text.word(i) for i in range(min(2, text.row_size[0]))]
    if (*words, text.row_size[0]) not in (("p", "cnf", 4), ("p", "wcnf", 4), ("p", "wcnf", 5)):
        raise text.error(text.row_line[0], "the p line must be 'p cnf n m' or 'p wcnf n m top'")
    n, m, *top = text.integers(np.arange(2, text.row_size[0])).tolist()
    if min(top, default=1) < 1:
        raise text.error(text.row_line[0], f"top, {top[0]}, must be at least 1")
    return n, m, 0 if "cnf" in words else [*top, np.inf][0]


def _read_qubo(path, minimise=True, base=None, **options):
    text = Text(path, b"c")
    if text.letters()[0] == ord("p"):
        n, i, j, values = _entries(text, "p qubo 0 n nodes couplers", base)
    else:
        n, i, j, values = _entries(Text(path, b"#", inline=True), "n m", base)
        apart = i != j      # entries of a symmetric matrix, which are there twice
        values = np.concatenate((values, values[apart]))
        i, j = np.concatenate((i, j[apart])), np.concatenate((j, i[apart]))
    matrix = sparse.coo_array((values, (i, j)), shape=(n, n))
    return qubo(matrix, minimise=minimise, **options)


def _read_ising(path, base=None, **options):
    n, i, j, couplings = _entries(Text(path, b"#", inline=True), "n m", base)
    return ising(n, np.column_stack((i, j)), couplings, **options)


def _entries(text, header, base):
    """Return n, two numbers of bits, counted from 0, and a value for every row behind the first.

    The first row is like the `header`, which ends with n and the numbers of the other rows. Bits
    are counted from `base`, by default 0 if the header begins with a p, and otherwise 1.
    """
    words = header.split()
    base = checks.optional("base", base, minimum=0, maximum=1)
    base = int(words[0] == "n") if base is None else base
    if text.row_size[0] != len(words):
        raise text.error(text.row_line[0], f"the first line must be {header!r}")
    n, *numbers = text.integers(np.arange(words.index("n"), len(words))).tolist()
    rows = len(text.row_line) - 1
    if sum(numbers) != rows or not rows:
        raise text.error(text.row_line[0], f"the first line must say how many follow, at least 1: "
                         f"it says {sum(numbers)}, and {rows} do")
    for row in np.flatnonzero(text.row_size[1:] != 3)[:1] + 1:
        raise text.error(text.row_line[row], "the line must be two numbers of bits and a value, "
                         f"not {text.row_size[row]} words")
    first = text.row_first[1:]
    bits = text.integers(first[:, None] + np.arange(2)) - base
    for row in np.flatnonzero(((bits < 0) | (bits >= n)).any(axis=1))[:1]:
        raise text.error(text.row_line[row + 1], f"bits must be {base} to {n - 1 + base}")
    return n, *bits.T, _reals(text, first + 2)


def _reals(text, words):
    """Return words as integers if all are, and otherwise as floats."""
    try:
        return text.integers(words)
    except FormatError:
        values = [text.word(i) for i in words]
    for i, value in enumerate(values):
        if not re.fullmatch(r"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?", value):
            raise text.error(text.line[words[i]], f"{value!r} is not a number")
    return np.array(values, float)


def _read_npz(path, **options):
    with path.open("rb") as file:
        try:
            given = {name: np.array(value) for name, value in options.items()}
            return PseudoBoolean.from_arrays(read_arrays(file) | given)
        except Exception as error:
            raise FormatError(path, None, f"not an npz file of a problem: {error}") from None


# by format: its suffixes, and the reader
FORMATS = {"cnf": (".cnf .wcnf", _read_cnf), "qubo": (".qubo .sparse", _read_qubo),
           "ising": (".sg", _read_ising), "npz": (".npz", _read_npz)}
