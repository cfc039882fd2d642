"""Races: the same runs as `memlab.evolve` gives, kept level, and told in Python and tables."""

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis import named
from memlab.evolution.modes import MODES
from memlab.evolution.run import TRACE_COLUMNS
from memlab.explorer.race import Race, columns, learned_by
from memlab.problems import PROBLEMS
from memlab.study.tuned import preset
from memlab.support import memory
from memlab.support.names import GRAPH_PROBLEMS
from memlab.support.paths import ROOT

SETTINGS = {"mu": 10, "lambda_": 20, "crossover_rate": 0.9}


def same(modes=MODES, **settings):
    """The same settings for all modes, and LB's probability."""
    return {mode: settings | ({"lb_probability": 0.3} if MODES[mode].inherits is None else {})
            for mode in modes}


def race_of(problem="mis", modes=MODES, budget=300, seed=5, repeats=1, **changes):
    return Race(problem, named.from_example("karate"), same(modes, **SETTINGS | changes), budget,
                seed, repeats)


@pytest.mark.parametrize("problem", GRAPH_PROBLEMS)
def test_a_race_to_its_end_is_what_evolve_gives(problem):
    race = race_of(problem)
    race.advance(float("inf"))
    assert race.done
    for mode, evolution in race.evolutions.items():
        run = ml.evolve(race.problem, mode, mu=10, lambda_=20, crossover_rate=0.9, budget=300,
                        seed=5, lb_probability=0.3 if mode == "lb" else None, trace=True)
        mine = race.trace().query("mode == @mode").drop(columns=["mode", "seed"])
        mine = mine.reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, run.trace)
        assert (evolution.result().best_solution == run.best_solution).all()


def test_curves_are_thinned_and_keep_both_ends():
    race = race_of(budget=4_000, lambda_=1)
    race.advance(4_000)
    curves, whole = race.curves(points=40), race.trace()
    for mode, course in curves.groupby("mode"):
        assert 20 < len(course) <= 41
        every = whole[whole["mode"] == mode]
        assert course["evaluations"].iloc[[0, -1]].tolist() == [10, 4_000]
        assert course["evaluations"].is_monotonic_increasing
        shared = ["mode", "evaluations", *TRACE_COLUMNS]
        assert course.merge(every, on=shared).shape[0] == len(course)


def test_repeats_are_the_races_of_successive_seeds_kept_level():
    several = race_of(modes=["baldwinian", "lb"], repeats=3)
    several.advance(150)
    assert {e.evaluations for e in several.runs.values()} == {150}
    singles = [race_of(modes=["baldwinian", "lb"], seed=seed) for seed in (5, 6, 7)]
    for one in singles:
        one.advance(150)
    for mode in ("baldwinian", "lb"):
        each = pd.concat([one.curves(2).query("last") for one in singles])
        last = each[each["mode"] == mode]
        shown = several.curves(2).query("last").set_index("mode").loc[mode]
        assert shown["best_fitness"] == sorted(last["best_fitness"])[1]
        assert shown["diversity"] == pytest.approx(last["diversity"].median())
        courses = np.array([one.curves().groupby("mode")["best_fitness"].get_group(mode)
                            for one in singles])
        mine = several.curves().groupby("mode").get_group(mode)
        assert (mine["best_fitness"] == np.sort(courses, axis=0)[1]).all()
        for name, q in (("low", 25), ("high", 75)):
            np.testing.assert_allclose(mine[name], np.percentile(courses, q, axis=0))
        assert mine["last"].tolist() == [False] * (len(mine) - 1) + [True]


def test_a_race_for_which_there_is_no_memory_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10**8)
    graph = ml.Graph.from_edges(100_000, [(0, 1)])
    given = same(mu=100, lambda_=100)
    source = named.GraphSource(graph, "")
    Race("mis", source, {"darwinian": given["darwinian"]}, 200)
    with pytest.raises(ValueError, match=f"a race of {20 * len(MODES)} runs .* GiB are free"):
        Race("mis", source, given, 200, repeats=20)


@pytest.mark.parametrize(("wrong", "words"), [
    ({"problem": "cut"}, "problem must be"),
    ({"mu": 0}, "mu must be"),
    ({"budget": 3}, "budget must be"),
])
def test_an_impossible_race_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        race_of(**wrong)


def evolution(mode, problem="mis", generations=30):
    probability = 0.3 if MODES[mode].inherits is None else None
    e = ml.Evolution(PROBLEMS[problem](named.from_example("karate").graph), mode, mu=15,
                     lambda_=15, lb_probability=probability, seed=2)
    if generations:
        e.step(generations=generations)
    return e


@pytest.mark.parametrize(("mode", "generations"), [("darwinian", 0), ("lb", 30)])
def test_what_is_shown_is_the_population_and_it_goes_on_undisturbed(mode, generations):
    looked_at, left_alone = evolution(mode, generations=generations), evolution(mode, "mis", 40)
    assert learned_by(looked_at).shape == looked_at.population.shape
    looked_at.step(generations=40 - generations)
    assert (looked_at.population == left_alone.population).all()


@pytest.mark.parametrize(("mode", "problem"), [("darwinian", "mis"), ("baldwinian", "maxcut")])
def test_the_learned_are_local_optima_and_explain_the_fitness(mode, problem):
    e = evolution(mode, problem)
    for phenotype, fitness in zip(learned_by(e), e.fitness, strict=True):
        assert e.problem.local_search(phenotype).steps == 0
        if MODES[mode].learns:
            assert e.problem.fitness(phenotype) == fitness


def test_columns_are_a_permutation_led_by_what_most_have_learned():
    phenotypes = learned_by(evolution("baldwinian"))
    order = columns(phenotypes)
    assert sorted(order) == list(range(34))
    assert (np.diff(phenotypes.sum(axis=0, dtype=int)[order]) <= 0).all()


def test_the_population_on_the_explorers_page_is_as_it_says():
    """250 different genomes with conflicts, in the end four solutions of 36 vertices among them."""
    given = preset("best", ["baldwinian"], "mis", "er_small")
    race = Race("mis", named.from_dataset("er_small"), given)
    race.advance(10_000)      # as in the picture
    e = race.evolutions["baldwinian"]
    assert len(np.unique(e.population, axis=0)) == 250
    assert len(np.unique(learned_by(e), axis=0)) == 227
    last = e.trace.iloc[-1]
    assert last["phenotype_diversity"] < 0.2 * last["diversity"]
    race.advance(40_000)
    assert len(np.unique(e.population, axis=0)) == len(e.population) == 250
    assert all(race.problem.fitness(genome) < 0 for genome in e.population)
    assert len(np.unique(learned_by(e), axis=0)) == 4
    assert set(e.fitness) == {36}
    page = (ROOT / "docs" / "howto" / "explorer.md").read_text("utf-8")
    assert "after 10,000 evaluations, 250 different Baldwinian genomes" in page
    assert "lead to 227" in page and "after 40,000 all lead to one of four solutions" in page
