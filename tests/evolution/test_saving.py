"""Saving and loading runs, and what is said of files that are none."""

import json
import re
import zipfile

import cases
import numpy as np
import pytest
import user_problems

import memlab as ml
from memlab.evolution import saving

ALL = pytest.mark.parametrize("case", cases.EACH)
MODES = pytest.mark.parametrize("mode", cases.MODES)


@pytest.fixture
def saved(tmp_path):
    """A file with a run under way."""
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings("lb"))
    e.step(5)
    e.save(tmp_path / "run.npz")
    return tmp_path / "run.npz"


def change(path, sealed=True, **arrays):
    """Write other arrays into a saved file, with a digest of its own; None leaves one out."""
    with np.load(path) as file:
        content = {name: file[name] for name in file.files}
    content |= {name.replace("__", "."): array for name, array in arrays.items()}
    content = {name: array for name, array in content.items() if array is not None}
    if sealed:
        del content["digest"]
        content["digest"] = saving._digest(content)
    np.savez(path, **content)


def refused(path):
    """The message with which a file is refused."""
    with pytest.raises(ValueError, match="is not a run saved by Evolution.save") as caught:
        ml.Evolution.load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


@ALL
@MODES
def test_saved_and_loaded_in_the_middle(case, mode, tmp_path, monkeypatch):
    cases.loads_alike(case, monkeypatch)
    e, path = ml.Evolution(cases.problem(case), **cases.settings(mode)), str(tmp_path / "run")
    for steps in (1, 50, 1000):         # before the first generation, within, at the end
        e.save(path)                    # whose name is the caller's choice
        loaded = ml.Evolution.load(path)
        assert (loaded.configuration, loaded.budget) == (e.configuration, e.budget)
        assert type(loaded.problem) is type(e.problem) and repr(loaded.problem) == repr(e.problem)
        for name in ("population", "phenotypes", "fitness"):
            assert np.array_equal(getattr(loaded, name), getattr(e, name))
        assert cases.same_run(loaded.result(), e.result()) and loaded.seconds == e.seconds
        e = loaded
        e.step(steps)
    assert cases.same_run(e.run(), ml.evolve(e.problem, **cases.settings(mode)))


def test_foreign_files_are_refused(tmp_path):
    path = tmp_path / "foreign.npz"
    np.savez(path, some=np.arange(3))
    assert "digest" in refused(path)
    path.write_text("not even binary")
    refused(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("head.npy", "text")
    refused(path)
    with pytest.raises(IsADirectoryError):
        ml.Evolution.load(tmp_path)


@pytest.mark.parametrize("change_head", [
    {"format": "memlab run 0"}, {"problem": "Sudoku"}, {"budget": 11}, {"generation": 77},
    {"generation": 4}, {"steps": 2**63}, {"trace": 1}, {"configuration": {"mode": "lb"}},
    {"configuration": {"mode": "lb", "lb_probability": 0.5, "mu": 13, "lambda_": 9}}])
def test_heads_that_would_mislead_a_kernel_are_refused(saved, change_head):
    with np.load(saved) as file:
        head = json.loads(str(file["head"]))
    change(saved, head=np.array(json.dumps(head | change_head)))
    refused(saved)


def test_a_run_of_an_operator_that_there_was_is_refused_by_its_name(saved):
    with np.load(saved) as file:
        head = json.loads(str(file["head"]))
    head["configuration"]["mutation"] = "two-rate"
    change(saved, head=np.array(json.dumps(head | {"adapted": [9.0, 2.0]})))
    assert "mutation must be one of 'standard', 'fast', not 'two-rate'" in refused(saved)


def test_a_run_that_adapts_with_the_rate_of_older_files_goes_on(tmp_path):
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings(
        "lb", lambda_rule="success"))
    e.step(5)
    e.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as file:
        head = json.loads(str(file["head"]))
    head["adapted"].append(2.0)
    change(tmp_path / "run.npz", head=np.array(json.dumps(head)),
           state__trace_rate=np.full(6, 2.0))
    assert cases.same_run(ml.Evolution.load(tmp_path / "run.npz").run(), e.run())


@pytest.mark.parametrize(("name", "value", "says"), [
    ("genomes", np.full((12, 8), 2**64 - 1, np.uint64), "ones where no bit stands"),
    ("genomes", np.zeros((12, 4), np.uint64), r"shape \(12,4\)"),
    ("rng", np.ones(5, np.uint64), r"shape \(5,\)"),
    ("trace_best", np.zeros(3, np.int64), r"shape \(3,\)"), ("trace_mean", None, "trace_mean")])
def test_states_that_would_mislead_a_kernel_are_refused(saved, name, value, says):
    change(saved, **{f"state__{name}": value})
    assert re.search(says, refused(saved))


@pytest.mark.parametrize("mode", ["darwinian", "lamarckian"])
def test_files_of_the_version_before_are_loaded(mode, tmp_path):
    """They hold no phenotypes where these are the genomes."""
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings(mode))
    e.step(5)
    e.save(tmp_path / "run.npz")
    change(tmp_path / "run.npz", state__phenotypes=None)
    assert cases.same_run(ml.Evolution.load(tmp_path / "run.npz").run(), e.run())


# ------------------------------------------------------------------------- longer than was planned

@ALL
@MODES
def test_an_extended_run_is_one_that_was_longer_from_the_beginning(case, mode):
    """From no generation at all, from amid, and from the end; also from a target."""
    problem = cases.problem(case)
    whole = ml.evolve(problem, **cases.settings(mode))
    e = ml.Evolution(problem, **cases.settings(mode, budget=12))
    for budget, steps in ((99, 1), (345, 1000), (700, 1000)):
        e.extend(budget)
        e.step(steps)
    assert cases.same_run(e.result(), whole)
    e = ml.Evolution(problem, **cases.settings(mode, target=int(whole.trace["best_fitness"][9])))
    assert e.run().evaluations < whole.evaluations
    e.extend(target=whole.best_fitness + 1)
    assert e.budget == 700 and e.target == whole.best_fitness + 1
    assert cases.same_run(e.run(), whole)


def test_an_extended_run_that_adapts_or_keeps_no_trace(tmp_path):
    for more in ({"lambda_rule": "success"}, {"trace": False}, {"step_cost": 0.5}):
        settings = cases.settings("lb", **more)
        e = ml.Evolution(cases.problem("blocks"), **settings | {"budget": 200})
        e.run()
        e.save(tmp_path / "run.npz")
        e = ml.Evolution.load(tmp_path / "run.npz")
        e.extend(700)
        assert cases.same_run(e.run(), ml.evolve(e.problem, **settings))


def test_a_run_is_not_extended_to_less_than_it_has_spent():
    e = ml.Evolution(cases.problem("blocks"), **cases.settings("lb"))
    e.step(3)
    with pytest.raises(ValueError, match="budget must be an integer of at least 39, not 38"):
        e.extend(38)
    with pytest.raises(TypeError, match="target must be an integer"):
        e.extend(target="high")
    assert cases.same_run(e.run(), ml.evolve(e.problem, **cases.settings("lb")))


def test_a_run_of_a_problem_of_ones_own_is_saved_and_the_problem_given_again(tmp_path):
    problem, path = user_problems.onemax(30), tmp_path / "run.npz"
    e = ml.Evolution(problem, **cases.settings("lb"))
    e.step(20)
    e.save(path)
    loaded = ml.Evolution.load(path, problem)
    loaded.step(7)
    assert cases.same_run(loaded.run(), ml.evolve(problem, **cases.settings("lb")))
    assert "problem must be given for this run of 'CustomProblem'" in refused(path)
    for other in (user_problems.nk_landscape(30, 2), user_problems.onemax(31)):
        with pytest.raises(ValueError, match="were .* by the problem that was given they are"):
            ml.Evolution.load(path, other)


def test_a_file_need_not_hold_the_problem(saved, tmp_path):
    whole = ml.Evolution.load(saved)
    whole.save(tmp_path / "part.npz", problem=False)
    assert "problem must be given for this run of 'MaxCut'" in refused(tmp_path / "part.npz")
    e = ml.Evolution.load(tmp_path / "part.npz", whole.problem)
    assert cases.same_run(e.run(), whole.run())
