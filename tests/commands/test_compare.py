"""The four modes on files: what is known of an instance, and of no other."""

import numpy as np
import pandas as pd
import pytest
from cases import MODES
from memlab.beyond import compare

import memlab as ml
from memlab.commands import compare as cli


@pytest.fixture
def files(tmp_path):
    """Two files by name: ten disjoint triangles, and the cycle of five with a weight."""
    triangles = [(3 * i + a, 3 * i + b) for i in range(10) for a, b in ((0, 1), (1, 2), (0, 2))]
    ml.write_graph(ml.Graph.from_edges(30, triangles), tmp_path / "triangles.clq")
    weights = [7, 1, 1, 1, -2]
    cycle = ml.Graph.from_edges(5, [(i, (i + 1) % 5) for i in range(5)], weights=weights)
    ml.write_graph(cycle, tmp_path / "cycle.gset")
    return tmp_path


def test_sets_cliques_and_cuts(files):
    found = {}
    for problem, complement, name in (("mis", False, "triangles.clq"),
                                      ("mis", True, "triangles.clq"),
                                      ("maxcut", False, "cycle.gset")):
        frame = compare([files / name], problem, complement, budget=2_000, repetitions=2)
        assert frame["mode"].tolist() == list(MODES)
        assert frame["best_known"].isna().all() and frame["gap"].isna().all()
        assert (frame["mean"] <= frame["best"]).all()
        question, = frame["problem"].unique()
        found[question] = frame["best"].tolist()
    assert found == {"mis": [10] * 4, "clique": [3] * 4, "maxcut": [10] * 4}


def test_runs_are_those_of_evolve(files):
    graph = ml.read_graph(files / "triangles.clq")
    frame = compare([graph], "mis", local_search="swap", budget=400, repetitions=2, seed=5)
    problem = ml.MaxIndependentSet(graph, local_search="swap")
    runs = [ml.evolve(problem, "baldwinian", budget=400, seed=(5, i)) for i in range(2)]
    row, = frame[frame["mode"] == "baldwinian"].to_dict("records")
    assert row["best"] == max(run.best_fitness for run in runs)
    assert row["mean"] == np.mean([run.best_fitness for run in runs])


@pytest.mark.parametrize(("name", "problem", "complement"), [
    ("dimacs/C125.9.clq", "mis", True), ("dimacs/hamming8-4.clq", "mis", True),
    ("bhoslib/frb30-15-1.mis", "mis", False), ("gset/G6.txt", "maxcut", False)])
def test_no_mode_exceeds_what_is_known_of_public_instances(instances, name, problem, complement):
    frame = compare([instances / name], problem, complement, budget=2_000, repetitions=1)
    assert (frame["gap"] >= 0).all() and frame["source"].notna().all()


def test_the_command_says_what_was_found_and_writes_it(files, capsys):
    ml.write_graph(ml.datasets.generate("ba_small")[0], files / "other.el")
    names = [str(files / name) for name in ("triangles.clq", "other.el")]
    assert cli.main([*names, "--problem", "mis", "--budget", "300", "--repetitions", "1", "--out",
                     str(files / "out.csv")]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == ["instance", "problem", "vertices", "edges", "Darwinian",
                                  "Baldwinian", "Lamarckian", "LB", "best", "known"]
    assert [line.split()[0] for line in printed[1:]] == ["triangles", "other"]
    assert all(line.endswith("unknown") for line in printed[1:])
    assert len(pd.read_csv(files / "out.csv")) == 8


def test_the_text_keeps_instances_and_known_values_together():
    rows = [{"instance": name, "problem": "clique", "vertices": n, "edges": 1, "mode": mode,
             "best": best, "best_known": known, "status": "optimal"}
            for name, n, best, known in (("z", 9, 3, 4), ("a", 10, 5, None)) for mode in MODES]
    lines = cli.table(pd.DataFrame(rows)).splitlines()
    assert lines[1].split() == ["z", "clique", "9", "1", "3", "3", "3", "3", "4", "(optimal)"]
    assert lines[2].split() == ["a", "clique", "10", "1", "5", "5", "5", "5", "unknown"]


def test_the_other_question_is_pointed_out_and_not_guessed(tmp_path, capsys, monkeypatch):
    ml.write_graph(ml.Graph.from_edges(4, [(0, 1)]), tmp_path / "tiny.clq")
    monkeypatch.setattr(cli, "best_known", lambda name, problem, n, m: (
        {"best_known": 2} if problem == "clique" else {}))
    arguments = [str(tmp_path / "tiny.clq"), "--problem", "mis", "--budget", "300"]
    assert cli.main(arguments) == 0
    captured = capsys.readouterr()
    assert "tiny is known for its cliques: --complement asks for them" in captured.err
    assert captured.out.splitlines()[1].split()[:2] == ["tiny", "mis"]
    assert cli.main([*arguments, "--complement"]) == 0
    assert capsys.readouterr().err == ""


def test_what_is_wrong_is_named(files, capsys):
    with pytest.raises(ValueError, match="complement must be False for problem 'maxcut'"):
        compare([files / "cycle.gset"], "maxcut", complement=True)
    with pytest.raises(ValueError, match="problem must be one of"):
        compare([], "clique")
    with pytest.raises(ValueError, match="repetitions"):
        compare([], "mis", repetitions=0)
    assert cli.main([str(files / "none.clq"), "--problem", "mis"]) == 1
    assert "none.clq" in capsys.readouterr().err
