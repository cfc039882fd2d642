"""The four modes on files: what is known of an instance, and of no other."""


import pytest
from cases import MODES

import memlab as ml
from memlab.commands import start
from memlab.report import instances as comparing
from memlab.support.names import label

NAMES = [label(mode) for mode in MODES]


def compare(path, problem, **options):
    """The command's table, and the runs that it is made from."""
    runs = comparing.runs([str(path)], problem, **options)
    return comparing.table(runs), runs


@pytest.fixture
def files(tmp_path):
    """Two files by name: ten disjoint triangles, and the cycle of five with a weight."""
    triangles = [(3 * i + a, 3 * i + b) for i in range(10) for a, b in ((0, 1), (1, 2), (0, 2))]
    ml.write_graph(ml.Graph.from_edges(30, triangles), tmp_path / "triangles.clq")
    weights = [7, 1, 1, 1, -2]
    cycle = ml.Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)], weights=weights)
    ml.write_graph(cycle, tmp_path / "cycle.gset")
    return tmp_path


def test_values_are_those_of_the_file_and_minima_are_called_so(tmp_path, capsys):
    for name, lines in (("frac", "0 0 -0.5\n1 1 -1.25\n2 2 0.75\n0 1 0.5\n1 2 -0.25"),
                        ("whole", "0 0 -5\n1 1 -7\n2 2 3\n0 1 0\n1 2 1"),
                        ("tenths", "0 0 -100.5\n1 1 -64.4\n2 2 0.75\n0 1 0\n1 2 0.5")):
        (tmp_path / f"{name}.qubo").write_text(f"p qubo 0 3 3 2\n{lines}\n")
    (tmp_path / "more.cnf").write_text("p cnf 2 2\n1 2 0\n-1 -2 0\n")
    assert start("compare", *map(str, sorted(tmp_path.glob("*.*"))), "--problem", "pseudo-boolean",
                 "--budget", "300", "--repetitions", "1") == 0
    _, _, *lines = map(str.split, capsys.readouterr().out.splitlines())
    assert {line[0]: (line[1:-7], line[-7:-3]) for line in lines} == {
        "frac": (["pseudo-boolean", "minimised", "3", "5"], ["-1.25"] * 4),
        "whole": (["pseudo-boolean", "minimised", "3", "4"], ["-12"] * 4),
        "tenths": (["pseudo-boolean", "minimised", "3", "4"], ["-164.9"] * 4),
        "more": (["pseudo-boolean", "2", "2"], ["2"] * 4)}


def test_runs_are_those_of_evolve_and_the_best_is_shown(files):
    frame, runs = compare(files / "triangles.clq", "mis", local_search="swap", budget=400,
                          repetitions=2, seed=5)
    problem = ml.MaxIndependentSet(ml.read_graph(files / "triangles.clq"), local_search="swap")
    rows = runs[runs["mode"] == "baldwinian"]
    again = [ml.evolve(problem, "baldwinian", budget=400, seed=int(seed)) for seed in rows["seed"]]
    assert rows["best_fitness"].tolist() == [run.best_fitness for run in again]
    assert frame.loc["triangles", "Baldwinian"] == rows["best_fitness"].max()


def test_the_command_says_what_was_found(files, capsys):
    ml.write_graph(ml.datasets.generate("ba_small")[0], files / "other.el")
    ml.write_graph(ml.Graph.from_edges(3, [(0, 1)]), files / "=1+2.el")
    names = [str(files / name) for name in ("triangles.clq", "other.el", "=1+2.el")]
    assert start("compare", *names, "--problem", "mis", "--budget", "300") == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["problem", "vertices", "edges", *NAMES, "best_known", "status",
                                  "source"]
    assert [line.split()[0] for line in printed[2:]] == ["triangles", "other", "=1+2"]
    assert all("unknown" in line for line in printed[2:])


def test_a_solution_is_written_in_the_numbers_of_the_file_and_read_again(tmp_path):
    (tmp_path / "five.edges").write_text("1 2\n2 3\n3 4\n4 5\n5 1\n")
    sets = ["--problem", "mis", "--budget", "300", "--repetitions", "1"]
    arguments = [str(tmp_path / "five.edges"), *sets, "--base", "1"]
    solution = tmp_path / "five.txt"
    assert start("compare", *arguments, "--solution", str(solution)) == 0
    head, vertices = solution.read_text().split("# value 2\n")
    assert head == f"# problem mis\n# of {tmp_path / 'five.edges'}\n"
    u, v = map(int, vertices.split())
    assert (u - v) % 5 in (2, 3) and min(u, v) >= 1 and max(u, v) <= 5
    problem = ml.MaxIndependentSet(ml.read_graph(tmp_path / "five.edges", base=1))
    assert problem.value(ml.problems.read_solution(solution, problem)) == 2


def test_what_is_wrong_is_named(files, capsys):
    for arguments, message in (
            (["cycle.gset", "--problem", "maxcut", "--complement"],
             "complement must be False for problem 'maxcut'"),
            (["triangles.clq", "--problem", "mis", "--repetitions", "0"], "repetitions"),
            (["none.clq", "--problem", "mis"], "none.clq"),
            (["triangles.clq", "--problem", "mis", "--solution", str(files / "no" / "s.txt")],
             "--solution must be a file in a folder that exists"),
            (["triangles.clq", "--problem", "mis", "--solution", str(files)],
             "--solution must be a file in a folder that exists")):
        assert start("compare", str(files / arguments[0]), *arguments[1:]) == 1
        assert message in capsys.readouterr().err
