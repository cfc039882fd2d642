"""Problems from files: what each format means, and what is said of files that are wrong."""

import numpy as np
import pytest

import memlab as ml
from memlab.graphs.graph import GraphNote
from memlab.graphs.text import FormatError


def read(tmp_path, name, text, **options):
    path = tmp_path / name
    path.write_text(text, newline="")
    return ml.read_problem(path, **options)


def values(problem):
    solutions = np.arange(2**problem.n)[:, None] >> np.arange(problem.n) & 1
    return [problem.value(x) for x in solutions]


@pytest.mark.parametrize("name, text, expected", [
    ("a.cnf", "c a comment\np cnf 2 3\n1 2 0\n-1\n2 0 -2 0\n", [2, 2, 2, 2]),
    ("a.CNF", "p cnf 2 1\r\n1 -2 0\r\n%\r\n0\r\n", [1, 1, 0, 1]),
    ("a.wcnf", "p wcnf 2 2\n3 1 0\n4 -2 0\n", [4, 7, 0, 3]),
    ("a.wcnf", "p wcnf 2 2 9\n3 1 0\n9 -1 2 0\n", [0, -1, 0, 3]),
    ("a.wcnf", "c new\nh -1 2 0\n3 1 0\n", [0, -1, 0, 3]),
    ("a.wcnf", "h 1 0\nh 2 0\n", [-2, -1, -1, 0]),
    ("a.qubo", "c qbsolv\np qubo 0 2 1 1\n0 0 5\n0 1 -7\n", [0, 5, 0, -2]),
    ("a.qubo", "p qubo 0 2 2 1\n0 0 0.5\n1 1 .25\n0 1 -1e0\n", [0, .5, .25, -.25]),
    ("a.sparse", "# Biq Mac\n2 2\n1 1 5\n1 2 -7\n", [0, 5, 0, -9]),
    ("a.sg", "3 2\n1 2 1 # a coupling\n2 3 -1.5\n", [.5, 2.5, -.5, -2.5, -2.5, -.5, 2.5, .5]),
    ("a.qs", "# Zimpl\n# ObjectiveOffset 7\n2 2\n1 1 5\n1 2 -7\n", [7, 12, 7, -2]),
    ("a.qs", "# ObjectiveOffset -0.5\n2 1\n1 2 1\n", [-.5, -.5, -.5, 1.5]),
    ("a.bqp", "1\n2 2\n1 1 5\n1 2 -7\n", [0, 5, 0, -9]),
])
def test_a_file_means_what_its_format_says(tmp_path, name, text, expected):
    problem = read(tmp_path, name, text)
    assert values(problem) == expected and problem.instance_name == name.partition(".")[0]


def test_several_problems_in_a_file(tmp_path):
    text = "2\n2 2\n1 1 5\n1 2 -7\n1 1\n1 1 3\n"
    second = read(tmp_path, "bqp2", text, number=2, format="bqp")
    assert (values(second), second.unit, second.instance_name) == ([0, 3], 1, "bqp2-2")
    assert values(read(tmp_path, "a.bqp", text, number=1)) == [0, 5, 0, -9]
    assert read(tmp_path, "a.bqp", text, number=1, minimise=True).unit == -1
    with pytest.raises(TypeError, match="number must be an integer of at least 1, not 2.0"):
        read(tmp_path, "a.bqp", text, number=2.0)
    for number in (None, 3):
        with pytest.raises(FormatError, match="the file holds 2 problems; number=1 to 2 says"):
            read(tmp_path, "a.bqp", text, number=number)
    for cut in ("2\n2 2\n1 1 5\n", "2\n2 2\n1 1 5\n1 2 -7\n", "2\n2 x\n"):
        with pytest.raises(FormatError):
            read(tmp_path, "a.bqp", cut, number=2)


def test_a_loop_of_a_spin_glass_is_named_and_not_guessed(tmp_path):
    text = "2 2\n1 2 3\n2 2 5\n"
    assert values(read(tmp_path, "a.sg", text, loops="field")) == [-8, -2, 8, 2]
    assert values(read(tmp_path, "a.sg", text, loops="constant")) == [-8, -2, -2, -8]
    with pytest.raises(ValueError, match="loops must be one of 'field', 'constant'"):
        read(tmp_path, "a.sg", text, loops="both")


@pytest.mark.parametrize("name, text", [
    ("uf50", "c x\np cnf 1 1\n1 0\n"), ("gka", "p qubo 0 1 1 0\n0 0 1\n"),
    ("one", "1\n1 1\n1 1 1\n"), ("one.txt", "# ObjectiveOffset 0\n1 1\n1 1 1\n")])
def test_a_file_without_a_known_suffix_is_recognised(tmp_path, name, text):
    with pytest.warns(GraphNote, match=f"{name}: read as [bcq][a-z]*, which its content shows"):
        assert values(read(tmp_path, name, text)) == [0, 1]


def test_options_and_formats_can_be_given(tmp_path):
    assert values(read(tmp_path, "a.txt", "p cnf 1 1\n1 0\n", format="cnf")) == [0, 1]
    assert values(read(tmp_path, "a.sparse", "1 1\n1 1 5\n", minimise=False)) == [0, 5]
    named = ml.PseudoBoolean(1, [[0]], [[0, 1]], instance_name="mine").to_arrays()
    for search in ("best", "first"):
        np.savez(tmp_path / f"{search}.npz", **named | {"local_search": np.array(search)})
    assert ml.read_problem(tmp_path / "best.npz").instance_name == "mine"
    with pytest.raises(FormatError, match="local_search must be one of 'best', not 'first'"):
        ml.read_problem(tmp_path / "first.npz")
    for name, head in (("a.qubo", "p qubo 0 2 0 1"), ("a.sparse", "2 1"), ("a.sg", "2 1")):
        shifted = [values(read(tmp_path, name, f"{head}\n{base} {base + 1} 3\n", base=base))
                   for base in (0, 1)]
        assert shifted[0] == shifted[1]
        with pytest.raises(ValueError, match="base must be an integer from 0 to 1, not 2"):
            read(tmp_path, name, f"{head}\n2 3 3\n", base=2)
    hard = read(tmp_path, "a.wcnf", "h 1 0\n2 -1 0\n")
    assert [hard.is_feasible([x]) for x in (0, 1)] == [False, True]


@pytest.mark.parametrize("name, text, line, message", [
    ("a.cnf", "", None, "the file is empty"),
    ("a.cnf", "p cnf 2\n", 1, "the line must be 'p cnf n m' or 'p wcnf n m' or 'p wcnf n m top'"),
    ("a.cnf", "p cnf 2 x\n1 0\n", 1, "'x' is not an integer"),
    ("a.cnf", "p cnf 0 1\n1 0\n", 2, "a clause must hold literals of the variables 1 to 0"),
    ("a.cnf", "p cnf 99999999999999 1\n1 0\n", None, "n = 99999999999999 bits needs about"),
    ("a.cnf", "p cnf 2 2\n1 0\n2\n", 3, "the last clause must end with 0"),
    ("a.cnf", "p cnf 2 1\n1 0\n2 0\n", 1, "the p line says 1 clauses, but there are 2"),
    ("a.cnf", "p cnf 2 2\n1 0\n3 0\n", 3, "a clause must hold literals of the variables 1 to 2"),
    ("a.cnf", "p cnf 2 2\n1 0\n0\n", 3, "a clause must have 1 to 20 literals, not 0"),
    ("a.cnf", "p cnf 30 1\n" + " ".join(map(str, range(1, 22))) + " 0\n", 2, "literals, not 21"),
    ("a.cnf", "p cnf 2 2\n1 2 0\n1 2 -1 0\n", 3, "a clause must not repeat a variable"),
    ("a.wcnf", "p wcnf 2 1\n-3 1 0\n", 2, "a clause must begin with its weight, at least 1"),
    ("a.wcnf", "p wcnf 3 1 0\n3 1 0\n", 1, "top, 0, must be at least 1"),
    ("a.wcnf", f"{2**41} 1 0\n1 -1 0\n", None, r"add up to less than 2\*\*40"),
    ("a.qubo", "p qubo 0 2 1\n0 0 5\n", 1, "the line must be 'p qubo 0 n nodes couplers'"),
    ("a.qubo", "p qubo 0 2 1 0\n0 2 5\n", 2, "bits must be 0 to 1"),
    ("a.qubo", "p qubo 0 2 1 0\n0 0 5 5\n", 2, "4 words; the line must hold two numbers of bits"),
    ("a.qubo", "p qubo 0 2 1 0\n0 0 1_0\n", 2, "'1_0' is not a number"),
    ("a.qubo", "p qubo 0 2 1 0\n0 0 1e999\n", None, "matrix must hold finite numbers"),
    ("a.sparse", "2 1\n1 1 0\n", None, "matrix must hold a number other than 0"),
    ("a.sg", "2 1\n1 1 5\n", 2, 'two different spins; loops="field" or loops="constant" says'),
    ("a.npz", "PK", None, "not an npz file of a problem"),
])
def test_what_is_broken_gets_line_and_reason(tmp_path, name, text, line, message):
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, name, text)
    assert (caught.value.path, caught.value.line) == (tmp_path / name, line)


def test_a_file_of_an_unknown_kind_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"the suffix '.mis' names no format; allowed are .cnf"):
        read(tmp_path, "a.mis", "p edge 1 0\n")
    with pytest.raises(ValueError, match="format must be one of 'cnf', 'wcnf', 'qubo'"):
        read(tmp_path, "a.cnf", "", format="sat")
    with pytest.raises(FormatError, match="a folder, not a file"):
        (tmp_path / "b.cnf").mkdir()
        ml.read_problem(tmp_path / "b.cnf")
    with pytest.raises(FileNotFoundError):
        ml.read_problem(tmp_path / "none.cnf")


# ---------------------------------------------------------------- written and read again

def drawn(rng):
    """A random problem, and the suffixes of files that hold it beside npz."""
    n = int(rng.integers(1, 6))
    if rng.random() < 0.5:
        literals = [(1 + rng.permutation(n)) * rng.choice([-1, 1], n) for _ in range(7)]
        clauses = [some[:rng.integers(1, n + 1)].tolist() for some in literals]
        hard = rng.random(len(clauses)) < 0.3
        weights = np.where(hard, np.inf, rng.integers(1, 9, len(clauses)))
        if rng.random() < 0.3:
            return ml.problems.max_sat(clauses, n=n), [".cnf", ".wcnf"]
        return ml.problems.max_sat(clauses, weights, n=n), [".wcnf"]
    matrix = np.eye(n) + np.round(rng.normal(size=(n, n)), rng.choice([0, 2])).clip(-0.7)
    return ml.problems.qubo(matrix, minimise=True), [".qubo", ".qubo.xz"]


@pytest.mark.parametrize("tries", [20, pytest.param(1_000, marks=pytest.mark.slow)])
def test_what_is_written_is_read_again(tmp_path, tries):
    for rng in map(np.random.default_rng, range(tries)):
        problem, suffixes = drawn(rng)
        for suffix in (".npz", *suffixes):
            ml.write_problem(problem, tmp_path / f"a{suffix}")
            again = ml.read_problem(tmp_path / f"a{suffix}")
            assert values(again) == pytest.approx(values(problem), rel=1e-9, abs=1e-9)
            assert again.n == problem.n and again.has_constraints == problem.has_constraints
            assert again.is_feasible([0] * problem.n) == problem.is_feasible([0] * problem.n)


def test_what_a_form_does_not_hold_is_not_written(tmp_path):
    sat = ml.problems.max_sat([[1, 2, 3]])
    for name, problem in {
            "a.qubo": sat, "b.qubo": ml.problems.qubo([[1]]),
            "c.qubo": ml.problems.ising(2, [(0, 1)]),
            "d.qubo": ml.problems.qubo([[0, 1], [-1, 0]], minimise=True),
            "a.cnf": ml.problems.qubo([[0, 1], [0, 1]]), "b.cnf": ml.problems.nk(4, 1),
            "e.cnf": ml.problems.max_sat([[1]], [3]), "f.cnf": ml.problems.max_sat([[1]], [np.inf]),
            "c.cnf": ml.PseudoBoolean(1, [[0]], [[-1, 0]]), "d.cnf": ml.PseudoBoolean(
                2, [[0], [1]], [[-1, 0], [-2, 0]], constrained=True)}.items():
        with pytest.raises(ValueError, match="to be written in this format; npz holds any"):
            ml.write_problem(problem, tmp_path / name)
    with pytest.raises(ValueError, match="names no format; allowed are .cnf .wcnf .qubo .npz"):
        ml.write_problem(sat, tmp_path / "a.sg")
    with pytest.raises(TypeError, match="problem must be a PseudoBoolean"):
        ml.write_problem(ml.Unitation([0, 1]), tmp_path / "a.npz")
    assert list(tmp_path.iterdir()) == []
