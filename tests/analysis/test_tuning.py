"""Tuners on tables of scores: by hand, against slow loops, and on a grid that is known."""

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab import paths
from memlab.analysis import tuning
from memlab.analysis.frames import PARAMETERS


def slow_halving(scores, keep):
    """Configurations one by one, each with the graphs it has met."""
    left, met, graphs = set(range(len(scores))), set(), 1
    while True:
        met |= {(i, g) for i in left for g in range(graphs)}
        ranked = sorted(left, key=lambda i: (-scores[i, :graphs].mean(), i))
        if graphs == scores.shape[1]:
            return ranked[0], len(met)
        left = set(ranked[:-(-len(left) // keep)])
        graphs = min(keep * graphs, scores.shape[1])


@pytest.mark.parametrize("seed", range(50))
def test_halving_against_a_slow_loop(seed):
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 9, rng.integers(1, (60, 12))).astype(float)      # with ties
    keep = int(rng.integers(2, 5))
    assert tuning.halving(scores, keep) == slow_halving(scores, keep)


def test_the_grid_takes_every_run_and_the_first_of_the_best():
    assert tuning.grid(np.array([[1, 2], [3, 2], [2, 3]])) == (1, 6)


def test_without_noise_all_find_the_best():
    scores = np.repeat(np.random.default_rng(0).permutation(36)[:, None] + 0.0, 5, axis=1)
    assert tuning.halving(scores)[0] == tuning.grid(scores)[0] == scores[:, 0].argmax()


def grid(noise, seed=0):
    """A grid search of one cell on ten graphs, whose second value of mu is better by one."""
    rng = np.random.default_rng(seed)
    rows = [dict(zip(PARAMETERS, (mu, lambda_, rate, np.nan), strict=True)) | {
                "problem": "mis", "dataset": "er_small", "mode": "lamarckian", "graph": graph,
                "best_fitness": 100 + (mu == 50) + noise * rng.standard_normal()}
            for mu in (10, 50) for lambda_ in (10, 50) for rate in (0.0, 1.0)
            for graph in map(str, range(10))]
    return pd.DataFrame(rows)


def test_losses_are_counted_on_graphs_not_seen():
    seen = []

    def worst(scores, parameters, draw):
        assert draw == len(seen)
        seen.append(scores.shape)
        assert list(parameters) == list(PARAMETERS) and len(parameters) == 8
        return int(scores.mean(axis=1).argmin()), 0
    tuners = {"grid": lambda scores, *_: tuning.grid(scores), "worst": worst}
    frame = tuning.losses(grid(noise=0), tuners, draws=7).set_index("tuner")
    assert seen == [(8, 5)] * 7
    assert frame["loss_percent"]["grid"] == frame["regret_percent"]["grid"] == 0
    assert frame["loss_percent"]["worst"] == pytest.approx(100 / 101)
    assert (frame["runs"]["grid"], frame["runs"]["worst"]) == (40, 0)


def test_the_winner_of_few_graphs_is_cursed():
    tuners = {"all": lambda scores, *_: tuning.grid(scores),
              "one": lambda scores, *_: tuning.grid(scores[:, :1])}
    frame = pd.concat([tuning.losses(grid(noise=1.5, seed=seed), tuners, draws=40)
                       for seed in range(60)]).groupby("tuner")["loss_percent"]
    assert frame.mean()["one"] > 5 * frame.sem()["one"] and frame.mean()["all"] == 0


def test_on_the_shipped_grid_halving_costs_less_than_half():
    runs = ml.study.load(paths.RESULTS / "laptop" / "grid").runs()
    runs = runs[(runs["problem"] == "mis") & (runs["dataset"] == "er_small")]
    tuners = {"grid": lambda scores, *_: tuning.grid(scores),
              "halving": lambda scores, *_: tuning.halving(scores)}
    frame = tuning.losses(runs, tuners, draws=20).pivot(index="mode", columns="tuner",
                                                        values="runs")
    assert (frame["halving"] < 0.4 * frame["grid"]).all() and len(frame) == 4


def test_optuna_takes_no_more_runs_than_it_may():
    pytest.importorskip("optuna")
    runs = grid(noise=0)
    parameters = runs[list(PARAMETERS)].fillna(0.0).drop_duplicates().reset_index(drop=True)
    scores = runs["best_fitness"].to_numpy().reshape(8, 10)
    best, spent = tuning.optuna(scores, parameters, runs=65)
    assert spent == 60 and parameters["mu"][best] == 50
    assert tuning.optuna(scores, parameters, runs=65) == (best, spent)


def test_what_came_with_memlab_comes_out_again():
    """The first cell, whose halves are drawn first."""
    pytest.importorskip("optuna", minversion="5.0.0")
    runs = ml.study.load(paths.RESULTS / "laptop" / "grid").runs()
    shipped = pd.read_csv(paths.RESULTS / "optuna.csv").iloc[:1]
    first = runs.merge(shipped[["problem", "dataset", "mode"]])
    tuners = {"Optuna": lambda scores, parameters, draw: tuning.optuna(
        scores, parameters, tuning.halving(scores)[1], seed=draw)}
    pd.testing.assert_frame_equal(tuning.losses(first, tuners, draws=50), shipped,
                                  check_dtype=False)
