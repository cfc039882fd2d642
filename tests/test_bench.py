"""The benchmark measures what it says; how fast anything is, no test asserts."""

import json

import bench
import pandas as pd
import pytest
import timing


@pytest.fixture(scope="module")
def frame():
    return timing.measure(["ba_small"], budget=520, repeats=1)


def test_every_cell_is_measured_at_the_published_configuration(frame):
    assert len(frame) == 8
    assert (frame[["reference_seconds", "memlab_seconds", "traced_seconds"]] > 0).all(axis=None)
    assert (frame["ratio"] == frame["reference_seconds"] / frame["memlab_seconds"]).all()
    cell, = frame.query("problem == 'mis' and mode == 'lb'").to_dict("records")
    assert (cell["mu"], cell["lambda_"], cell["crossover_rate"]) == (250, 250, 0.9)
    assert cell["lb_probability"] == 0.15


def test_the_table_shows_ratios_and_their_sum(frame):
    text = timing.table(frame.assign(reference_seconds=6.0, memlab_seconds=0.25,
                                    traced_seconds=0.26, ratio=24.0))
    assert text.count("24.0") == 9
    assert "48.0 s against 2.00 s, 24.0 times faster; a trace costs 4.0 % more" in text


def test_the_command_writes_numbers_and_where_they_come_from(frame, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(timing, "measure", lambda names, budget, repeats: frame)
    assert bench.main(["--quick", "--repeats", "2", "--out", str(tmp_path / "out")]) == 0
    assert "times faster" in capsys.readouterr().out
    written = pd.read_csv(tmp_path / "out" / "bench.csv")
    assert written["ratio"].tolist() == pytest.approx(frame["ratio"].tolist(), rel=1e-5)
    provenance = json.loads((tmp_path / "out" / "provenance.json").read_text())
    assert provenance["command"] == "python3 -m memlab bench --quick --repeats 2"
    assert {"versions", "machine"} <= set(provenance)


def test_a_users_problem_is_measured_against_an_equal_one(tmp_path, capsys):
    assert bench.main(["--custom", "--quick", "--repeats", "1", "--out", str(tmp_path)]) == 0
    frame = pd.read_csv(tmp_path / "custom.csv")
    assert frame["mode"].tolist() == ["darwinian", "baldwinian", "lamarckian", "lb"]
    assert frame["speed"].tolist() == pytest.approx(
        (frame["builtin_seconds"] / frame["custom_seconds"]).tolist(), rel=1e-4)
    assert "speed" in capsys.readouterr().out
    provenance = json.loads((tmp_path / "custom_provenance.json").read_text())
    assert provenance["command"] == "python3 -m memlab bench --custom --quick --repeats 1"
