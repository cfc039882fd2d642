"""Functions of the PBO suite have the values of their definitions, and of ioh where that is right.
"""

import numpy as np
import pytest
from prepared import every_solution

import memlab as ml
from memlab.analysis import comparison
from memlab.problems.pseudo_boolean.pbo import FUNCTIONS

NUMBERS = {"linear": 3, "labs": 18, "ising_ring": 19, "ising_torus": 20, "ising_triangle": 21,
           "n_queens": 23, "concatenated_trap": 24}      # in the suite


def board(x):
    side = int(len(x) ** 0.5)
    return x.reshape(side, side), side


def ising(x, *steps):
    grid, side = board(x)
    return sum(int(grid[i, j] == grid[(i + a) % side, (j + b) % side])
               for i in range(side) for j in range(side) for a, b in steps)


def energy(x):
    spins = 2 * x.astype(int) - 1
    return sum(int(spins[:-k] @ spins[k:]) ** 2 for k in range(1, len(x)))


def queens(x):
    grid, side = board(x)
    places = np.argwhere(grid)
    lines = [place for i, j in places for place in (("row", i), ("column", j), ("up", i + j),
                                                    ("down", i - j))]
    return len(places) - side * (len(lines) - len({*lines}))


def traps(x):
    return sum(len(block) if block.all() else len(block) - 1 - block.sum()
               for block in np.split(x.astype(int), range(5, len(x), 5)))


DEFINED = {"linear": lambda x: x @ np.arange(1, len(x) + 1), "labs": energy,
           "ising_ring": lambda x: sum(x == np.roll(x, 1)),
           "ising_torus": lambda x: ising(x, (0, 1), (1, 0)),
           "ising_triangle": lambda x: ising(x, (0, 1), (1, 0), (1, 1)),
           "n_queens": queens, "concatenated_trap": traps}


@pytest.mark.parametrize("n", [2, 3, 4, 7, 9, 12])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_values_are_those_of_the_definition_and_the_optimum_is_the_best(function, n):
    if n not in (4, 9) and function in ("ising_torus", "ising_triangle", "n_queens"):
        with pytest.raises(ValueError, match=f"n must be the square of an integer, not {n}"):
            ml.PBO(function, n)
        return
    problem, values = ml.PBO(function, n), []
    for x in every_solution(n):
        values.append(problem.value(x))
        assert values[-1] == DEFINED[function](x)
    assert problem.optimum == (min if function == "labs" else max)(values)


@pytest.mark.parametrize("n", [4, 9])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_ioh_has_the_same_values(function, n):
    """Of traps only where all blocks have five bits: those of ioh's last block go below 0."""
    ioh = pytest.importorskip("ioh")
    n += function == "concatenated_trap"
    theirs = ioh.get_problem(NUMBERS[function], 1, n, ioh.ProblemClass.PBO)
    problem = ml.PBO(function, n)
    for x in every_solution(n):
        value = problem.value(x) / (5 if function == "concatenated_trap" else 1)
        value = n * n / (2 * value) if function == "labs" else value
        assert theirs(x.tolist()) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(("function", "n"), [("concatenated_trap", 16), ("n_queens", 9)])
def test_what_ioh_states_as_an_optimum_is_not_ours(function, n):
    """One is below the value of a string of zeros, the other cannot be reached."""
    ioh = pytest.importorskip("ioh")
    theirs = ioh.get_problem(NUMBERS[function], 1, n, ioh.ProblemClass.PBO)
    assert theirs.optimum.y < theirs([0] * n) or theirs.optimum.y > max(
        theirs(every_solution(n).tolist()))


def test_what_is_too_large_is_refused_at_once():
    with pytest.raises(ValueError, match="n must be an integer of at most 400"):
        ml.PBO("n_queens", 900)
    with pytest.raises(ValueError, match="LABS of n = 9000 bits"):
        ml.PBO("labs", 9_000)


def test_experiments_run_to_optima_that_reports_know(tmp_path):
    specs = [ml.study.ProblemSpec("pbo", {"function": function, "n": n})
             for function, n in (("labs", 13), ("n_queens", 16), ("ising_torus", 16))]
    method = ml.study.Configuration("lamarckian", 5, 5, 0.5)
    plan = ml.study.Plan("suite", [ml.study.Block(specs, ["er_small"], [method])],
                         repetitions=3, budget=5_000, target="optimum")
    runs = comparison.named(ml.study.run(plan, tmp_path, workers=1, progress=False).runs())
    known = comparison.optima(runs)
    assert known["proved"].all() and known["best_fitness"].tolist() == [6, 4, 32]
    assert runs.groupby("problem", sort=False)["best_fitness"].nunique().tolist() == [1, 1, 1]
    assert (runs["evaluations"] < 5_000).all()
