"""Damaged problem files, of every format: refused with the file's name, or a sound problem.

A problem is sound if it has the values that a slow and obvious reader reads.
"""

import functools

import attacks
import numpy as np
import pytest
import reference_problem_files as reference

import memlab as ml
from memlab.graphs.text import FormatError

SAT = "c small\np cnf 9 12\n" + "".join(
    f"{1 + i % 9} {-(1 + (i + 2) % 9)} {1 + (i + 5) % 9} 0\n" for i in range(12))
OLD = "p wcnf 5 4 40\n40 1 2 0\n3 -1 4 0\n2 5 0\n40 -2 -5 3 0\n"
NEW = "c new\nh 1 2 0\n3 -1 4 0\n2 5 0\nh -2 -5 3 0\n"
QUBO = "p qubo 0 6 3 3\n0 0 -4\n1 1 2.5\n5 5 1e1\n0 1 3\n2 4 -2\n1 5 7\n"
BQP = "1\n4 3\n1 1 -4\n1 2 3\n4 3 7\n"
TRIPLES = "# Biq Mac\n6 4\n1 1 -4\n1 2 3\n3 5 -2\n2 6 7\n"


@pytest.mark.slow
def test_no_damaged_problem_file_does_harm():
    outcomes, faults = attacks.survived(__file__, 2000)
    assert faults == []
    assert min(outcomes["refused"], outcomes["sound"]) > 0


@functools.cache
def contents():
    """(suffix, content) of sound files."""
    texts = [(".cnf", SAT), (".wcnf", OLD), (".wcnf", NEW), (".qubo", QUBO), (".sparse", TRIPLES),
             (".sg", TRIPLES.replace("1 1", "1 6")), (".bqp", BQP),
             (".qs", "# ObjectiveOffset -2.5\n" + TRIPLES)]
    return [*((suffix, text.encode()) for suffix, text in texts), (".npz", None)]


def case(rng, folder):
    suffix, content = contents()[rng.integers(len(contents()))]
    path = folder / f"problem{suffix}"
    if content is None:
        arrays = ml.problems.max_sat([[1, 2], [-3], [2, -1, 3]], [2, np.inf, 1]).to_arrays()
        name = rng.choice(list(arrays))
        arrays[name] = attacks.damaged_array(rng, arrays[name])
        np.savez(path, **arrays)
        if rng.random() < 0.3:
            path.write_bytes(attacks.damaged_bytes(rng, path.read_bytes()))
    else:
        texts = [text for _, text in contents() if text]
        path.write_bytes(attacks.damaged_text(rng, content, texts))
    try:
        problem = ml.read_problem(path)
    except FormatError as error:
        assert str(path) in str(error)
        return "refused"
    check_problem(problem, rng)
    check_values(problem, path, rng)
    return "sound"


def check_problem(problem, rng):
    """What the kernels rely on, and that they compute what the definition says."""
    members, sizes = problem.subsets
    assert members.min() >= 0 and members.max() < problem.n
    assert sizes.min() > 0 and sizes.max() <= 20
    assert (problem.tables.sizes[problem.which] == 1 << sizes).all()
    bounds = problem.tables.bounds
    largest = sum(abs(problem.tables.values[bounds[i]:bounds[i + 1]]).max() for i in problem.which)
    assert largest < 2**40
    if problem.n < 10**5:
        x = rng.integers(0, 2, problem.n)
        found = problem.local_search(x)
        assert problem.fitness(x) == problem.recount(x) <= found.fitness
        assert problem.recount(found.solution) == found.fitness
        assert problem.is_feasible(x) == (not problem.has_constraints or problem.fitness(x) >= 0)


def check_values(problem, path, rng):
    """Against a slow reader of the same file; fractions may be rounded by a part in 2**38 each."""
    n, terms = reference.read(path)
    assert problem.n == n
    rounded = problem.unit not in (-1, 1) and path.suffix != ".npz"
    largest = reference.size_of(terms) + abs(problem.unit)
    for x in rng.integers(0, 2, (5, n)) if n < 10**5 else []:
        error = abs(problem.value(x) - reference.value(terms, x))
        assert error <= largest * (len(terms) * 2.0**-38 if rounded else 1e-15), (path.name, error)
