"""Write sums of functions: DIMACS CNF and WCNF, QUBO, and a form of our own."""

from collections import Counter

import numpy as np


def write_cnf(problem, file, weighted=False):
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


def write_qubo(problem, file):
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


def write_npz(problem, file):
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
