"""Slow and obvious readers of problem files, word by word: what a solution is worth."""

import math
import re
from collections import defaultdict

import numpy as np


def read(path):
    """Read a file that is sound; returns the number of bits, and terms.

    A term is a tuple of bits, and a dict of what it is worth, by the values of these bits; others
    are worth nothing.
    """
    if path.suffix == ".npz":
        return arrays(np.load(path))
    text = path.read_bytes().decode("latin-1").removeprefix("\xef\xbb\xbf")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    apart = re.sub(r"(?<!\S)#.*", "", text)
    rows, others = ([words for line in one.split("\n")
                     if (words := re.findall(r"[^ \t\v\f]+", line))] for one in (text, apart))
    rows = [words for words in rows if words[0][0] != "c"]
    if path.suffix in (".cnf", ".wcnf"):
        return clauses(rows)
    if rows[0][0] == "p":
        n, entries = triples(rows, 3, 0)
        return n, [((i, j), {(1, 1): value}) for i, j, value in entries]
    if path.suffix == ".bqp":
        others.pop(0)
    n, entries = triples(others, 0, 1)
    if path.suffix in (".qubo", ".sparse", ".qs", ".bqp"):
        offsets = [float(word) for word in re.findall(
            r"^#[ \t]*ObjectiveOffset[ \t]+(\S+)", text, re.MULTILINE)][-1:]
        offsets = [] if path.suffix == ".bqp" else offsets
        return n, [*[((0,), {(0,): value, (1,): value}) for value in offsets],
                   *[((i, j), {(1, 1): value if i == j else 2 * value}) for i, j, value in entries]]
    return n, [((i, j), {(a, b): -value if a == b else value for a in (0, 1) for b in (0, 1)})
               for i, j, value in entries]


def triples(rows, place, base):
    """The number of bits, which stands in the first row, and (i, j, value) of all other rows."""
    entries = {frozenset((integer(i) - base, integer(j) - base)): (
        integer(i) - base, integer(j) - base, number(value)) for i, j, value in rows[1:]}
    return integer(rows[0][place]), [*entries.values()]      # a pair that is listed twice is one


def clauses(rows):
    header = rows.pop(0) if rows[0][0] == "p" else ["p", "wcnf"]
    weighted, top = header[1] == "wcnf", math.inf if len(header) < 5 else integer(header[4])
    words = []
    for row in rows:
        if row[0] == "%":
            break
        words += row
    read, clause = [], []
    for word in words:
        clause.append(math.inf if word == "h" else integer(word))
        if clause[-1] == 0:
            read.append((clause[0], clause[1:-1]) if weighted else (1, clause[:-1]))
            clause = []
    all_soft = sum(weight for weight, _ in read if weight < top)
    terms = []
    for weight, literals in read:
        bits, broken = (tuple(abs(i) - 1 for i in literals), tuple(int(i < 0) for i in literals))
        worth = defaultdict(lambda soft=weight if weight < top else 0: soft)
        worth[broken] = 0 if weight < top else -all_soft - 1
        terms.append((bits, worth))
    given = len(header) > 2
    return integer(header[2]) if given else 1 + max(max(bits) for bits, _ in terms), terms


def arrays(given):
    """The terms of a problem in our own form, in its unit."""
    terms, place = [], 0
    begin = np.concatenate(([0], np.cumsum(given["lengths"].astype(int))))
    for size, table in zip(given["sizes"].tolist(), given["which"].tolist(), strict=True):
        bits, values = tuple(given["members"][place:place + size].tolist()), given["values"]
        terms.append((bits, {
            tuple(key >> i & 1 for i in range(size)): float(values[begin[table] + key])
            * float(given["unit"]) for key in range(2**size)}))
        place += size
    return int(given["size"][0]), terms


def integer(word):
    if not re.fullmatch("[+-]?[0-9]+", word) and float(word) != int(float(word)):
        raise ValueError(word)
    return int(word) if re.fullmatch("[+-]?[0-9]+", word) else int(float(word))


def number(word):
    return integer(word) if re.fullmatch("[+-]?[0-9]+", word) else float(word)


def value(terms, x):
    """What a solution is worth."""
    return math.fsum(worth[key] if isinstance(worth, defaultdict) else worth.get(key, 0)
                     for bits, worth in terms for key in [tuple(int(x[i]) for i in bits)])


def size_of(terms):
    """The largest value that all terms together could have, whatever its sign."""
    return math.fsum(max(map(abs, [0, *worth.values(), worth.default_factory() if isinstance(
        worth, defaultdict) else 0])) for _, worth in terms)
