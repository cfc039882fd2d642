"""Read problems from files: DIMACS CNF and WCNF, QUBO, spin glasses, and a form of our own."""

import io
import re
from pathlib import Path

import numpy as np
from scipy import sparse

from ...graphs import adjacency
from ...graphs.formats import read_file
from ...graphs.text import FormatError, Text, named_after, told
from ...support import checks
from ...support.files import content, read_arrays
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
        - ``.qubo``, ``.sparse``, ``.qs``: qbsolv's ``p qubo 0 n nodes couplers``, which counts from
          0, or Biq Mac's ``n m`` and entries ``i j q`` of a symmetric matrix, which count from 1
          and of which those off the diagonal count twice; a comment ``# ObjectiveOffset 7``, of
          QOBLIB, is added to the value; all are minimised unless ``minimise=False`` says otherwise;
        - ``.bqp``: OR-Library's number of problems, and each as Biq Mac's, but maximised;
        - ``.sg``: a spin glass, ``n m`` and couplings ``i j J``, which count from 1;
        - ``.npz``: what `PseudoBoolean.to_arrays` returns.

        Behind any of these ``.gz .xz .bz2`` may follow. CNF, WCNF, qbsolv's and OR-Library's files
        with another suffix, or none, are recognised by their content.
    format : {"cnf", "qubo", "bqp", "ising", "npz"}, optional
        The format, if neither tells it.
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
    if not 0 < (number or count == 1) <= count:
        raise text.error(1, f"the file holds {count} problems; number=1 to {count} says which")
    for _ in range((number or 1) - 1):
        row += 1 + max(0, _sizes(text, ["n", "m"], row)[1])
    named = {"instance_name": f"{named_after(path)}-{number}"} if number else {}
    return _symmetric(text, base, row, (number or 1) < count, minimise=minimise, **named | options)


def _read_ising(path, base=None, loops=None, **options):
    text = Text(path, b"#", inline=True)
    n, bits, couplings, rows = _entries(text, "n m", base)
    loop = bits[0] == bits[1]
    checks.choice("loops", loops or "field", ("field", "constant"))
    for row in rows[loop][:1] if loops is None else []:
        raise text.error(text.row_line[row], "a coupling must join two different spins; loops="
                         '"field" or loops="constant" says what one to itself means')
    if loops == "field":
        options["fields"] = np.bincount(bits[0][loop], couplings[loop], n)
    elif loops:
        options["offset"] = -couplings[loop].sum()
    return ising(n, np.transpose(bits)[~loop], couplings[~loop], **options)


def _entries(text, header, base, begin=0, more=False):
    """Return n, two numbers of bits, counted from 0, a value, and the row, for every row of them.

    The row `begin` is like the `header`, which ends with n and the numbers of the other rows.
    `more` may follow. Bits are counted from `base`, by default 0 if the header begins with a p, and
    otherwise 1.
    """
    words = header.split()
    base = checks.optional("base", base, minimum=0, maximum=1)
    base = int(words[0] == "n") if base is None else base
    n, *numbers = _sizes(text, words, begin)
    rows = np.arange(begin + 1, len(text.row_line))[:sum(numbers) if more else None]
    if sum(numbers) != len(rows) or not len(rows):
        raise text.error(text.row_line[begin], "the line must say how many follow, at least 1: "
                         f"it says {sum(numbers)}, and {len(rows)} do")
    for row in rows[text.row_size[rows] != 3][:1]:
        raise text.error(text.row_line[row], "the line must be two numbers of bits and a value, "
                         f"not {text.row_size[row]} words")
    first = text.row_first[rows]
    bits = text.integers(first[:, None] + np.arange(2)) - base
    for row in rows[((bits < 0) | (bits >= n)).any(axis=1)][:1]:
        raise text.error(text.row_line[row], f"bits must be {base} to {n - 1 + base}")
    values = _reals(text, first + 2)
    _, kept, clash = adjacency.distinct(adjacency.keys_of(n, bits), values)
    for row, earlier in clash:
        raise text.error(text.row_line[rows[row]], "this pair has another value on line "
                         f"{text.row_line[rows[earlier]]}")
    if len(kept) < len(rows):
        adjacency.note(f"{text.path}: merged {len(rows) - len(kept)} entries that are listed twice")
    kept.sort()
    return n, bits[kept].T, values[kept], rows[kept]


def _sizes(text, words, row):
    """Return n and the numbers behind it from a row that is like these words."""
    if text.row_size[row:row + 1].tolist() != [len(words)]:
        raise text.error([*text.row_line[row:row + 1], text.lines][0],
                         f"the line must be {' '.join(words)!r}")
    first = text.row_first[row]
    return text.integers(np.arange(first + words.index("n"), first + len(words))).tolist()


def _reals(text, words):
    """Return words as integers if all are, and otherwise as floats."""
    try:
        return text.integers(words)
    except FormatError:
        values = text.reals(words)
    for word in words[np.isnan(values)][:1]:
        raise text.error(text.line[word], f"{text.word(word)!r} is not a number")
    return values


def _read_npz(path, **options):
    with told(path, "not an npz file of a problem: "):
        given = {name: np.array(value) for name, value in options.items()}
        return PseudoBoolean.from_arrays(read_arrays(io.BytesIO(content(path))) | given)


# by format: its suffixes, the reader, the writer, and what is in each such file, if it is known
FORMATS = {"cnf": (".cnf .wcnf", _read_cnf, None, rb"^p w?cnf "),
           "qubo": (".qubo .sparse .qs", _read_qubo, None, rb"^(p qubo |# ObjectiveOffset )"),
           "bqp": (".bqp", _read_bqp, None, rb"\A\s*\d+\s*\n\s*\d+[ \t]+\d+\s*\n"),
           "ising": (".sg", _read_ising, None, rb"(?!)"),
           "npz": (".npz", _read_npz, None, rb"\APK")}
