"""Races: the same runs as `memlab.evolve` gives, kept level, and told in Python and tables."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import memlab as ml
from memlab.analysis import named
from memlab.evolution.modes import MODES, PAPER_MODES
from memlab.evolution.run import TRACE_COLUMNS
from memlab.explorer.race import CURVES, FunctionsSource, Race, Start
from memlab.paper import published
from memlab.study.tuned import preset
from memlab.support import memory
from memlab.support.names import GRAPH_PROBLEMS

SETTINGS = {"mu": 10, "lambda_": 20, "crossover_rate": 0.9}


def same(modes=MODES, **settings):
    """The same settings for all modes, and LB's probability."""
    return {mode: settings | ({"lb_probability": 0.3} if MODES[mode].inherits is None else {})
            for mode in modes}


def start(problem="mis", modes=MODES, budget=300, **changes):
    return Start(problem, named.from_example("karate"), same(modes, **SETTINGS | changes), budget,
                 seed=5)


@pytest.mark.parametrize("problem", GRAPH_PROBLEMS)
def test_a_race_to_its_end_is_what_evolve_gives(problem):
    race = Race(start(problem))
    race.advance(float("inf"))
    assert race.done
    for mode, evolution in race.evolutions.items():
        run = ml.evolve(race.problem, mode, mu=10, lambda_=20, crossover_rate=0.9, budget=300,
                        seed=5, lb_probability=0.3 if mode == "lb" else None, trace=True)
        mine = race.trace().query("mode == @mode").drop(columns=["mode", "seed"])
        mine = mine.reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, run.trace)
        assert (evolution.result().best_solution == run.best_solution).all()


def test_modes_are_kept_level_even_if_their_generations_differ():
    given = {"darwinian": {"mu": 5, "lambda_": 100}, "lamarckian": {"mu": 50, "lambda_": 1}}
    race = Race(Start("mis", named.from_example("petersen"), given, budget=1_000))
    race.advance(400)
    reached = {mode: e.evaluations for mode, e in race.evolutions.items()}
    assert reached == {"darwinian": 405, "lamarckian": 400}
    assert race.evaluations == 405 and not race.done


def test_a_step_is_one_generation_of_every_mode():
    race = Race(start())
    race.step()
    assert race.standing()["evaluations"].to_dict() == dict.fromkeys(MODES, 30)


def test_no_generation_is_begun_after_the_time_is_over():
    race = Race(start())
    race.advance(300, until=0.0)
    assert race.evaluations == 10


def test_curves_are_thinned_and_keep_both_ends():
    race = Race(start(budget=4_000, lambda_=1))
    race.advance(4_000)
    curves, whole = race.curves(points=40), race.trace()
    assert list(curves) == CURVES
    for mode, course in curves.groupby("mode"):
        assert 20 < len(course) <= 41
        every = whole[whole["mode"] == mode]
        assert course["evaluations"].iloc[[0, -1]].tolist() == [10, 4_000]
        assert course["evaluations"].is_monotonic_increasing
        shared = ["mode", "evaluations", *TRACE_COLUMNS]
        assert course.merge(every, on=shared).shape[0] == len(course)


def test_the_code_brings_every_mode_to_where_it_is():
    race = Race(dataclasses.replace(start("maxcut"), repeats=3))
    race.advance(200)
    names = {}
    exec(race.code(), names)
    assert len(names["race"]) == 3 * len(MODES)
    for name, evolution in race.runs.items():
        again = names["race"][name]
        assert again.generation == evolution.generation > 0
        assert (again.population == evolution.population).all()


def test_repeats_are_the_races_of_successive_seeds_kept_level():
    several = Race(dataclasses.replace(start(modes=["baldwinian", "lb"]), repeats=3))
    several.advance(150)
    assert {e.evaluations for e in several.runs.values()} == {150}
    singles = [Race(dataclasses.replace(start(modes=["baldwinian", "lb"]), seed=seed))
               for seed in (5, 6, 7)]
    for one in singles:
        one.advance(150)
    for mode in ("baldwinian", "lb"):
        last = pd.concat([one.standing().loc[[mode]] for one in singles])
        shown = several.standing().loc[mode]
        assert shown["best_fitness"] == sorted(last["best_fitness"])[1]
        assert shown["diversity"] == pytest.approx(last["diversity"].median())
        low, high = last["best_fitness"].agg(["min", "max"])
        assert several.table().loc[mode, "range"] == (f"{low:.0f} – {high:.0f}" if low >= 0 else "")
        courses = np.array([one.curves().groupby("mode")["best_fitness"].get_group(mode)
                            for one in singles])
        mine = several.curves().groupby("mode").get_group(mode)
        assert (mine["best_fitness"] == np.sort(courses, axis=0)[1]).all()
        for name, q in (("low", 25), ("high", 75)):
            np.testing.assert_allclose(mine[name], np.percentile(courses, q, axis=0))
        assert mine["last"].tolist() == [False] * (len(mine) - 1) + [True]
        assert (np.diff(mine["seconds"]) > 0).all()


def test_wins_are_counted_seed_by_seed():
    race = Race(dataclasses.replace(start(budget=150), repeats=6))
    race.advance(150)
    best = {name: e.result().best_fitness for name, e in race.runs.items()}
    table = race.table()
    for a in MODES:
        for b in MODES:
            won, lost = (sum(best[x, seed] > best[y, seed] for seed in range(5, 11))
                         for x, y in ((a, b), (b, a)))
            assert table.loc[a, f"against_{b}"] == ("" if a == b else f"{won}:{lost}")
    assert table.loc["baldwinian", "against_darwinian"] == "6:0"
    assert table.loc["baldwinian", "range"] == "{} – {}".format(*(
        end(best["baldwinian", seed] for seed in range(5, 11)) for end in (min, max)))


def test_of_one_run_there_is_no_range_and_conflicts_are_called_so():
    table = Race(start()).table()
    assert not {"range", "against_lb"} & set(table)
    alone = Race(dataclasses.replace(start(modes=["lb"]), repeats=2)).table()
    assert "range" in alone and "against_lb" not in alone
    assert all(value.endswith(" conflicts") for value in table["best_fitness"])
    assert (Race(start("maxcut")).table()["best_fitness"] > 0).all()


def test_a_race_tells_values_as_the_problem_is_stated():
    problem = ml.problems.qubo([[-0.5, 0.25], [0, 1.5]], minimise=True)
    source = FunctionsSource(ml.Graph.from_edges(2, [(0, 1)]), "", "", problem=problem)
    race = Race(Start("pseudo-boolean", source, same(**SETTINGS), 60, repeats=3))
    race.advance(60)
    curves = race.curves().query("last")
    assert (curves[["best_fitness", "low", "high"]] == -0.5).all(axis=None)
    table, trace = race.table(), race.trace()
    assert (table["best_fitness"] == -0.5).all() and (table["range"] == "-0.5 – -0.5").all()
    assert (trace["best_value"] == trace["best_fitness"] * problem.unit).all()


def test_a_race_for_which_there_is_no_memory_is_refused(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 10**8)
    graph = ml.Graph.from_edges(100_000, [(0, 1)])
    given = same(mu=100, lambda_=100)
    Race(Start("mis", named.GraphSource(graph, "", ""), {"darwinian": given["darwinian"]}, 200))
    with pytest.raises(ValueError, match=f"a race of {20 * len(MODES)} runs .* GiB are free"):
        Race(Start("mis", named.GraphSource(graph, "", ""), given, 200, repeats=20))


@pytest.mark.parametrize(("wrong", "words"), [
    ({"modes": []}, "modes must be at least one"),
    ({"problem": "cut"}, "problem must be"),
    ({"mu": 0}, "mu must be"),
    ({"budget": 3}, "budget must be"),
])
def test_an_impossible_race_is_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        Race(start(**wrong))


@pytest.mark.parametrize("problem", ["mis", "maxcut"])
def test_the_best_preset_is_the_papers_table(problem):
    table = published.read("best_parameters")
    given = preset("best", PAPER_MODES, problem, "rb_large")
    for row in table.query("problem == @problem and dataset == 'rb_large'").itertuples():
        expected = {"mu": row.mu, "lambda_": row.lambda_, "crossover_rate": row.crossover_rate}
        if row.mode == "lb":
            expected["lb_probability"] = row.lb_probability
        assert given[row.mode] == expected


def test_the_best_preset_of_a_graph_of_no_dataset_is_the_universal_one():
    universal = preset("universal", PAPER_MODES, "mis", None)
    assert preset("universal", PAPER_MODES, "mis", "er_small") == universal
    assert preset("best", PAPER_MODES, "mis", None) == universal
    with pytest.raises(ValueError, match="preset must be"):
        preset("worst", PAPER_MODES, "mis", None)


def test_learning_can_be_rationed():
    dials = {"learning_probability": 0.25, "learning_depth": 3}
    turned = {mode: given | (dials if MODES[mode].learns else {})
              for mode, given in same(**SETTINGS).items()}
    race = Race(Start("mis", named.from_example("karate"), turned, budget=300, seed=5))
    race.advance(float("inf"))
    run = ml.evolve(race.problem, "lb", budget=300, seed=5, trace=True, **turned["lb"])
    mine = race.trace().query("mode == 'lb'").drop(columns=["mode", "seed"])
    pd.testing.assert_frame_equal(mine.reset_index(drop=True), run.trace)
    table = race.table().astype(str).to_string()
    assert table.count("learn 0.25, ≤ 3 steps") == sum(
        mode.learns for mode in MODES.values())
    assert "learning_probability=0.25, learning_depth=3" in race.code()


def test_what_adapts_races_beside_what_is_fixed():
    given = same(**SETTINGS)
    given["lamarckian"] |= {"lambda_rule": "success", "mutation": "fast"}
    race = Race(Start("mis", named.from_example("karate"), given, 300, seed=5))
    race.advance(150)
    standing = race.standing()
    assert standing.loc["darwinian", "evaluations"] == 150
    assert 150 <= standing.loc["lamarckian", "evaluations"] < 170
    race.advance(float("inf"))
    assert race.done and {*race.curves().columns} == {*CURVES}
    trace = race.trace()
    assert trace.loc[trace["mode"] == "lamarckian", "lambda_"].between(1, 20).all()
    assert trace.loc[trace["mode"] == "lb", "lambda_"].isna().all()
