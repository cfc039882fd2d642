"""The command from end to end, on the smoke profile and notebooks of two cells."""

import itertools
import json
import re
import shutil
import socket

import pytest
from nbformat.v4 import new_code_cell
from pretending import notebook

from memlab.commands import start
from memlab.paper import profile
from memlab.report import chapters as notebooks
from memlab.report import estimates
from memlab.report import study as studies
from memlab.study import Store, costs
from memlab.study.progress import Progress
from memlab.support.names import DATASETS, GRAPH_PROBLEMS
from memlab.support.paths import RESULTS


def study(arguments):
    return start("study", *arguments)


@pytest.fixture
def chapters(tmp_path, monkeypatch):
    """Small notebooks in place of the study's own."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    for name in notebooks.CHAPTERS:
        notebook(folder / f"{name}.ipynb", new_code_cell("print(profile, workers, seed, out)"))
    monkeypatch.setattr(studies, "source", lambda name: folder / f"{name}.ipynb")
    return folder


@pytest.mark.slow
def test_the_study_from_end_to_end_and_again(tmp_path, chapters, capsys, monkeypatch):
    out = tmp_path / "out"
    arguments = ["--profile", "smoke", "--out", str(out), "--workers", "2", "--seed", "3"]
    events = []
    monkeypatch.setattr(Progress, "write", lambda text: events.append(text))
    assert study(arguments) == 0
    assert sum(event.endswith(": done") for event in events) == len(notebooks.CHAPTERS)
    first = capsys.readouterr().out
    assert "128 runs of 1,000 evaluations, 0 done" in first
    assert "These 16 cells of the paper's Table 1 were run with another budget" in first
    assert f"The report: {out / 'report.html'}" in first
    page = (out / "report.html").read_text()
    assert f"smoke 2 3 {out}" in page and "missing" not in page
    for name in notebooks.CHAPTERS[1:]:
        assert f'"report/{name}.html"' in page
    assert socket.gethostname() not in page
    manifest = json.loads((out / "evaluation" / "manifest.json").read_text())
    assert manifest["plan"]["seed"] == 3

    events.clear()
    assert study([*arguments, "--ship", str(tmp_path / "shipped")]) == 0
    second = capsys.readouterr().out
    assert f"Shipped: {tmp_path / 'shipped'} (0." in second and "128 done" in second
    assert set(profile("smoke").load(tmp_path / "shipped")) >= {"grid", "timing"}
    assert sum("nothing has changed" in event for event in events) == len(notebooks.CHAPTERS)

    assert study([*arguments[:-1], "4", "--estimate"]) == 0      # which has no run in common
    assert "128 runs of 1,000 evaluations, 0 done" in capsys.readouterr().out


@pytest.mark.slow
def test_an_estimate_is_all_that_is_made(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(estimates, "factor", lambda tasks, pool, workers: 1.0)
    out = tmp_path / "out"
    assert study(["--profile", "paper", "--out", str(out), "--estimate"]) == 0
    printed = capsys.readouterr().out
    for part, runs in (("grid", "211,680"), ("universality", "1,080,000"), ("timing", "1,440")):
        line = (rf"{part} +{runs} runs of 40,000 evaluations, 0 done; "
                r"\d+\.\d (h|min) of one core left\n")
        assert re.search(line, printed)
    assert re.search(r"about \d+\.\d h on this machine", printed)
    assert not out.exists()


def test_a_folder_that_must_not_be_shipped_into_is_refused_before_any_work(tmp_path, capsys):
    (tmp_path / "thesis.tex").write_text("years of work")
    arguments = ["--profile", "smoke", "--out", str(tmp_path / "out"), "--ship", str(tmp_path)]
    assert study(arguments) == 1
    assert "earlier one of its kind" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_a_failing_notebook_ends_in_status_1_and_a_report_that_says_so(tmp_path, chapters, capsys):
    notebook(chapters / "05_evaluation.ipynb", new_code_cell("raise ValueError('no way')"))
    out = tmp_path / "out"
    assert study(["--profile", "smoke", "--out", str(out)]) == 1
    error = capsys.readouterr().err
    assert "05_evaluation.ipynb failed in cell" in error and "no way" in error
    assert "no way" in (out / "notebooks" / "05_evaluation.ipynb").read_text()
    page = (out / "report.html").read_text("utf-8")
    assert "Still missing are 05_evaluation." in page and '"report/06_results.html"' in page


@pytest.mark.parametrize(("arguments", "message"), [
    (["--profile", "fast"], "'fast' (choose from"), (["--workers", "many"], "--workers"),
    (["--margin", "1", "--profile", "laptop"], "--margin stands instead of --profile"),
    (["--speed", "9"], "--speed"), (["--part", "2/3"], "--part and --merge need FILE")])
def test_bad_arguments_are_usage_errors(arguments, message, capsys):
    with pytest.raises(SystemExit) as error:
        study(arguments)
    assert error.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "message"), [
    (["--workers", "0"], "workers must be an integer of at least 1, not 0"),
    (["--seed", "-1"], "seed must be an integer from 0"),
])
def test_bad_numbers_are_named_before_any_work(arguments, message, capsys, tmp_path):
    assert study(["--out", str(tmp_path / "out"), *arguments]) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_every_dataset_has_its_cost():
    assert set(costs._table()) == set(itertools.product(GRAPH_PROBLEMS, DATASETS))
    assert all(min(row.values()) > 0 for row in costs._table().values())


def test_what_is_done_is_announced_also_where_the_grid_decides(tmp_path, capsys):
    """A folder of laptop results: its evaluation is what its own grid selected."""
    shutil.copytree(RESULTS / "laptop", tmp_path / "out")
    assert study(["--profile", "laptop", "--out", str(tmp_path / "out"), "--estimate"]) == 0
    printed = capsys.readouterr().out
    for part in ("grid", "evaluation", "replication", "universality", "timing"):
        assert re.search(rf" {part} .* done\n", printed), part      # and nothing is left


SIZED = """
name = "sized"
budget = 400
[[graphs]]
dataset = "er_small"
[[problems]]
problem = "mis"
[[methods]]
method = "random"
[profiles.smoke]
budget = 100
"""


def test_a_size_of_ones_own_experiment_is_run_and_shipped(tmp_path, capsys):
    file, out, ship = (tmp_path / name for name in ("sized.toml", "out", "ship"))
    file.write_text(SIZED)
    assert study([str(file), "--profile", "smoke", "--out", str(out), "--ship", str(ship)]) == 0
    assert {Store.load(folder).plan.budget for folder in (out, ship)} == {100}
    assert "study sized.toml --profile smoke" in (ship / "report.html").read_text("utf-8")
    assert study([str(file), "--profile", "laptop", "--out", str(out)]) == 1
    assert "profile must be one of 'smoke', not 'laptop'" in capsys.readouterr().err
