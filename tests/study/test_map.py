"""Where each mode wins, and why: six experiments, whose heads say what was expected."""

import importlib.util
import re
import tomllib
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats
from significance import ERROR_RATE

import memlab as ml
from memlab.paths import data

FOLDER = data("experiments") / "map"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.fixture(scope="module")
def evolve():
    specification = importlib.util.spec_from_file_location("reserve", FOLDER / "reserve.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.evolve


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_says_what_is_expected_and_what_is_fresh_and_is_short(path):
    text = path.read_text("utf-8")
    head = re.match(r"(#.*\n)+", text)[0]
    words = re.sub(r"\n# *", " ", head)
    assert "Expected, written before the runs:" in words and "Fresh graphs: only this file" in words
    numbers = re.findall(r"^# (\d)\.", head, re.M)
    assert len(numbers) >= 3 and numbers == [*"12345"][:len(numbers)]
    assert re.search(r"5 %|95 %", words)      # how certain a lead has to be
    assert text.count("\n") <= 40 and max(map(len, text.splitlines())) <= 100


def test_graphs_are_fresh():
    """No other experiment of memlab has one of the seeds from which these graphs are drawn."""
    seeds = [tomllib.loads(path.read_text("utf-8")).get("seed", 0)
             for path in data("experiments").rglob("*.toml")]
    ours = [tomllib.loads(path.read_text("utf-8"))["seed"] for path in FILES]
    assert len(FILES) == 6 and all(seeds.count(seed) == 1 for seed in ours)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_experiment_runs_in_its_small_size(path, tmp_path):
    plan = ml.study.read_plan(path, profile="smoke")
    runs = ml.study.run(plan, tmp_path, workers=1, progress=False).runs()
    assert len(runs) == len(plan) and (runs["evaluations"] <= 400).all()
    assert set(runs["problem"]) == {"mis", "maxcut"}
    drawn = runs[runs["dataset"].str.contains("=")]
    if len(drawn):
        assert (drawn["graph_n"] == drawn["vertices"]).all()
        assert set(drawn["graph_model"]) == set(drawn["dataset"].str.partition(" ")[0])


def test_with_nothing_added_the_algorithm_is_ours(evolve):
    """In distribution: Baldwin and Lamarck, on one graph."""
    problem = ml.MaxIndependentSet(ml.datasets.graph("er_small", seed=1))
    settings = {"mu": 20, "lambda_": 20, "crossover_rate": 0.9}
    for mode, inherits in (("baldwinian", 0.0), ("lamarckian", 1.0)):
        ours = [ml.evolve(problem, mode, budget=1_500, seed=seed, **settings) for seed in range(60)]
        theirs = [ml.run(problem, evolve, budget=1_500, seed=seed, inherits=inherits, **settings)
                  for seed in range(60)]
        for column in ("best_fitness", "local_search_steps"):
            values = [[getattr(run, column) for run in runs] for runs in (ours, theirs)]
            assert stats.mannwhitneyu(*values).pvalue > ERROR_RATE, (mode, column)


@pytest.mark.parametrize("added", [0.0, 0.1, 0.35])
def test_added_ones_are_so_many_and_uniform(evolve, added):
    """Of a local search that removes everything, what the next offspring inherit is the reserve."""
    n, seen = 40, []

    def local_search(x):
        seen.append(x.copy())
        trial.left -= len(x)
        return np.zeros_like(x), np.full(len(x), len(seen)), None

    trial = SimpleNamespace(rng=np.random.default_rng(5), n=n, left=4_000,
                            local_search=local_search, evaluate=lambda x: np.zeros(len(x), int))
    evolve(trial, added=added, mu=50, lambda_=50, crossover_rate=0.0)
    ones = np.concatenate(seen[2:])
    expected = round(added * n) / n * (1 - 2 / n) + 1 / n      # and then each bit flips with 1/n
    error = np.sqrt(expected * (1 - expected) / ones.size)
    assert abs(ones.mean() - expected) < -stats.norm.ppf(ERROR_RATE) * error
    assert np.ptp(ones.mean(axis=0)) < 8 * np.sqrt(expected * (1 - expected) / len(ones))
