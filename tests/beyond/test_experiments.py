"""What is run, and that it is kept, resumed and verified."""

import pandas as pd
import pytest

import memlab as ml
from memlab.beyond import experiments, results
from memlab.beyond.compute import compute_run, make, verified
from memlab.optima import WrongSolutionError
from memlab.study import published


@pytest.fixture(scope="module")
def smoke(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beyond")
    return results.run("smoke", folder, workers=2, progress=False)


@pytest.mark.parametrize("profile", experiments.SIZES)
def test_everything_compared_has_the_same_seeds_and_the_papers_configuration(profile):
    for part in experiments.PARTS:
        frame = pd.DataFrame(experiments.runs(part, profile))
        assert not frame.duplicated().any()
        cells = frame.groupby(["problem", "dataset", "graph", "repetition"])
        assert (cells["seed"].nunique() == 1).all() and (cells["mode"].nunique() == 4).all()
        assert frame["seed"].nunique() == len(cells)
        best = published.best_configurations()
        merged = frame.merge(best, on=["problem", "dataset", "mode"], suffixes=("", "_paper"))
        assert len(merged) == len(frame)
        for name in ("mu", "lambda_", "crossover_rate"):
            assert (merged[name] == merged[f"{name}_paper"]).all()


def test_the_factorial_study_has_every_combination_once():
    frame = pd.DataFrame(experiments.runs("factors", "quick"))
    sizes = frame.groupby(["problem", "dataset", "graph", "repetition", "mode"]).size()
    assert (sizes == 16).all()
    assert not frame.duplicated([*experiments.FACTORS, "mode", "dataset", "graph"]).any()


def test_results_are_kept_and_unfinished_parts_made_again(smoke):
    before = {path.name: path.stat().st_mtime_ns for path in smoke.folder.iterdir()}
    results.run("smoke", smoke.folder, progress=False)
    assert before == {path.name: path.stat().st_mtime_ns for path in smoke.folder.iterdir()}
    (smoke.folder / "cut.parquet").unlink()
    again = results.run("smoke", smoke.folder, progress=False)
    pd.testing.assert_frame_equal(again.cut.drop(columns="seconds"),
                                  smoke.cut.drop(columns="seconds"))
    assert (smoke.folder / "search.parquet").stat().st_mtime_ns == before["search.parquet"]
    assert {f"{name}.csv" for name in ("gaps", "solver", "local_search", "tests", "effects",
                                       "winners")} <= set(before)
    assert smoke.manifest["command"] == "python3 -m memlab beyond --profile smoke"


def test_other_runs_are_not_taken_for_finished(smoke):
    other = experiments.runs("cut", "smoke", seed=1)
    assert not results._finished(smoke.folder, "cut", other)
    assert results._finished(smoke.folder, "cut", experiments.runs("cut", "smoke"))


def test_every_solution_was_verified(smoke):
    for frame in (smoke.search, smoke.cut, smoke.factors):
        feasible = frame["best_fitness"] >= 0
        assert feasible.any() and (frame["verified"] == frame["best_fitness"])[feasible].all()


def test_what_the_darwinian_mode_lacks_changes_nothing_for_it(smoke):
    """It has no local search that could learn or cost."""
    effects = smoke.effects().set_index(["mode", "factor"])["difference"]
    assert effects["darwinian", "initial"] == effects["darwinian", "step_cost"] == 0
    assert (effects[effects.index.get_level_values("mode") != "darwinian"] != 0).any()


def test_a_wrong_solution_is_refused():
    run = next(run for run in experiments.runs("cut", "smoke") if run.mode == "lamarckian")
    problem = make(run.problem, run.dataset, run.graph_seed, run.graph)
    result = ml.evolve(problem, "lamarckian", mu=10, lambda_=10, budget=100)
    assert verified(problem, result) == result.best_fitness
    wrong = 1 - result.best_solution * [1, *[0] * (problem.n - 1)]
    with pytest.raises(WrongSolutionError, match="was reported to have the value"):
        verified(problem, type(result)(**{**vars(result), "best_solution": wrong}))
    assert compute_run(run)["verified"] == compute_run(run)["best_fitness"]


def test_results_of_another_seed_are_not_replaced(smoke):
    with pytest.raises(ValueError, match="seed 0, not 'smoke' and 1"):
        results.run("smoke", smoke.folder, seed=1, progress=False)


def test_missing_results_are_said_to_be_missing(tmp_path):
    with pytest.raises(FileNotFoundError, match="holds no finished results"):
        results.Results(tmp_path)


def test_wrong_arguments_are_named(tmp_path, capsys):
    with pytest.raises(ValueError, match="profile must be one of"):
        results.run("big", tmp_path)
    with pytest.raises(ValueError, match="workers"):
        results.run("smoke", tmp_path, workers=0)
    assert results.main(["--profile", "smoke", "--out", str(tmp_path), "--seed", "-1"]) == 1
    assert "seed must be" in capsys.readouterr().err
