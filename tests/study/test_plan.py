"""Plans: what they hold, refuse, and unroll to; profiles; seeds."""

import dataclasses
import itertools
import json

import numpy as np
import pytest

from memlab.names import MODES
from memlab.study import (
    PROFILES,
    Block,
    Configuration,
    Plan,
    costs,
    evaluation_plan,
    folder,
    grid,
    grid_plan,
    pipeline,
    profile,
    published,
    run_seed,
    universality_plan,
)
from memlab.study.plan import trace_grid


def test_the_grid_is_the_papers():
    configurations = grid()
    assert len(configurations) == len(set(configurations)) == 252
    assert {c.mu for c in configurations} == {c.lambda_ for c in configurations} == {10, 50, 250}
    assert {c.crossover_rate for c in configurations} == {0.0, 0.5, 0.9, 1.0}
    by_mode = {mode: sum(c.mode == mode for c in configurations) for mode in MODES}
    assert by_mode == {"darwinian": 36, "baldwinian": 36, "lamarckian": 36, "lb": 144}
    assert {c.lb_probability for c in configurations if c.mode == "lb"} == {0.15, 0.3, 0.5, 0.9}


def test_the_profiles_have_the_sizes_that_they_promise():
    best = published.best_configurations()
    assert len(grid_plan("quick")) == 252 * 12
    assert len(evaluation_plan("quick", best)) == 48 * 4 * 3
    assert len(grid_plan("laptop")) == 252 * 12 * 10
    assert len(evaluation_plan("laptop", best)) == 48 * 100 * 3
    assert len(grid_plan("paper")) == 2 * 105_840
    assert len(evaluation_plan("paper", best)) == 2 * 540_000
    assert {p.budget for p in PROFILES.values() if p.name != "smoke"} == {40_000}
    assert grid_plan("paper").split == "train"
    assert evaluation_plan("paper", best).split == "test"


def test_a_study_has_its_parts():
    quick, laptop = pipeline.plans("quick"), pipeline.plans("laptop")
    assert list(laptop) == list(pipeline.PARTS)
    assert list(quick) == [part for part in pipeline.PARTS if part != "replication"]
    assert all(plan.name == part for part, plan in laptop.items())
    assert len(laptop["universality"]) == len(laptop["replication"]) == len(laptop["evaluation"])
    assert len(laptop["timing"]) == 48 * 10 * 3


def test_parts_on_the_test_graphs_share_their_seeds():
    def seeds(part):
        return {(run.problem, run.dataset, run.graph, run.repetition): run.seed
                for run in pipeline.plans("quick")[part].runs()}
    assert seeds("universality") == seeds("evaluation")
    assert seeds("timing").items() <= seeds("evaluation").items()


def test_a_grid_decides_what_is_evaluated_in_the_profiles_that_say_so():
    best = published.best_configurations()
    rows = best.assign(graph=0, best_fitness=1)
    rows.loc[rows["mode"] == "lb", "mu"] = 17
    ours, universal = pipeline.selected(profile("laptop"), rows)
    assert set(ours.loc[ours["mode"] == "lb", "mu"]) == {17}
    assert universal.set_index("mode").loc["lb", "mu"] == 17
    theirs, universal = pipeline.selected(profile("quick"), rows)
    assert theirs.equals(best)
    assert universal.equals(published.universal_configurations())


def test_universal_configurations_run_on_everything():
    universal = published.universal_configurations()
    plan = universality_plan("smoke", universal)
    assert [configuration.mode for _, _, configuration in plan.cells()] == list(MODES) * 4
    with pytest.raises(ValueError, match=r"one row for \('lb',\), but there is none"):
        universality_plan("smoke", universal.iloc[:3])


def test_costs_add_up():
    plans = pipeline.plans("paper")
    table = costs.table(plans, workers=2, factor=3.0)
    assert list(table.index) == list(pipeline.PARTS)
    assert table.loc["evaluation", "million_evaluations"] == 43_200
    small = pipeline.plans("smoke")["grid"]
    assert costs.plan_seconds(small) == pytest.approx(sum(map(costs.seconds, small.runs())))
    assert table.loc["grid", "core_hours"] == pytest.approx(
        3 * costs.plan_seconds(plans["grid"]) / 3_600)
    assert (table["hours"] == table["core_hours"] / [2, 2, 2, 2, 1]).all()
    done = np.ones(len(small), bool)
    assert costs.table({"grid": small}, 1, done={"grid": done}).loc["grid", "core_hours"] == 0


def test_an_unknown_profile_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="profile must be one of 'smoke', 'quick', 'laptop'"):
        profile("fast")
    with pytest.raises(ValueError, match="profile"):
        folder("fast")


def test_the_folder_of_a_profile_is_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert folder("quick").parts[-2:] == ("runs", "quick")
    assert folder("quick", "here") == tmp_path / "here"


def test_the_evaluation_runs_what_best_says():
    best = published.best_configurations()
    plan = evaluation_plan("quick", best)
    configurations = {(*cell[:2], cell[2].mode): cell[2] for cell in plan.cells()}
    assert configurations["maxcut", "rb_small", "lb"] == Configuration("lb", 50, 50, 0.9, 0.5)
    with pytest.raises(ValueError, match="one row for .*'lb'.*none"):
        evaluation_plan("quick", best.iloc[:-1])
    with pytest.raises(ValueError, match="one row for .*more"):
        evaluation_plan("quick", best.loc[[*best.index, 0]])


def test_runs_are_numbered_in_order_and_neighbours_share_their_graph(plan):
    runs = list(plan.runs())
    assert [run.run for run in runs] == list(range(len(plan))) == list(range(48))
    assert len({run[1:] for run in runs}) == 48
    graphs = [(run.problem, run.dataset, run.graph) for run in runs]
    changes = sum(a != b for a, b in itertools.pairwise(graphs))
    assert changes == len(set(graphs)) - 1
    assert {run.graph for run in runs if run.traced} == {0}


def test_seeds_are_shared_by_configurations_and_by_nothing_else(plan):
    seeds = {}
    for run in plan.runs():
        where = (run.problem, run.dataset, run.graph, run.repetition)
        assert seeds.setdefault(where, run.seed) == run.seed
        assert 0 <= run.seed < 2**63
    assert len(set(seeds.values())) == len(seeds) == 16
    one = ("mis", "er_small", "test", 0, 0)
    others = {run_seed(0, *one), run_seed(1, *one), run_seed(0, "maxcut", *one[1:]),
              run_seed(0, "mis", "er_small", "train", 0, 0),
              run_seed(0, "mis", "er_small", "test", 0, 1),
              run_seed(0, "mis", "er_small", "test", 1, 0)}
    assert len(others) == 6


def test_a_plan_survives_json(plan):
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again == plan
    assert again.fingerprint == plan.fingerprint
    assert list(again.runs()) == list(plan.runs())


@pytest.mark.parametrize("change", [
    {"name": "other"}, {"split": "train"}, {"graphs": 3}, {"repetitions": 1}, {"budget": 301},
    {"seed": 1}, {"traced_graphs": 0},
    {"blocks": (Block(["mis"], ["er_small"], [Configuration("darwinian", 10, 10, 0.5)]),)},
])
def test_every_field_is_in_the_fingerprint(plan, change):
    assert dataclasses.replace(plan, **change).fingerprint != plan.fingerprint


def test_equal_plans_have_equal_fingerprints_however_they_are_spelt():
    def make(rate, mu):
        block = Block(("mis",), ["er_small"], [Configuration("darwinian", mu, 10, rate)])
        return Plan("a", [block])
    assert make(1, 10).fingerprint == make(1.0, np.int64(10)).fingerprint


@pytest.mark.parametrize(("change", "message"), [
    ({"name": ""}, "name"), ({"blocks": []}, "blocks"), ({"split": "exam"}, "split.*'train'"),
    ({"graphs": 0}, "graphs"), ({"repetitions": 0}, "repetitions"), ({"budget": 0}, "budget"),
    ({"budget": 9}, "budget must be at least mu = 10.*not 9"), ({"seed": -1}, "seed"),
    ({"traced_graphs": -1}, "traced_graphs"),
])
def test_bad_plans_are_refused(plan, change, message):
    with pytest.raises(ValueError, match=message):
        dataclasses.replace(plan, **change)


def test_a_repeated_cell_is_refused(plan):
    with pytest.raises(ValueError, match="repeat a cell.*mis.*er_small"):
        dataclasses.replace(plan, blocks=plan.blocks * 2)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("darwin", 10, 10, 0.5), ValueError, "mode"),
    (("darwinian", 0, 10, 0.5), ValueError, "mu"),
    (("darwinian", 10.0, 10, 0.5), TypeError, "mu"),
    (("darwinian", 10, 0, 0.5), ValueError, "lambda_"),
    (("darwinian", 10, 10, 1.5), ValueError, "crossover_rate"),
    (("darwinian", 10, 10, float("nan")), ValueError, "crossover_rate"),
    (("darwinian", 10, 10, 0.5, 0.3), ValueError, "lb_probability.*only mode 'lb'"),
    (("lb", 10, 10, 0.5), ValueError, "lb_probability must be given in mode 'lb'"),
    (("lb", 10, 10, 0.5, 1.0), ValueError, "lb_probability"),
])
def test_bad_configurations_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        Configuration(*arguments)


@pytest.mark.parametrize("block", [
    ([], ["er_small"], [1]), (["mis"], [], [1]), (["mis"], ["er_small"], []),
    (["sat"], ["er_small"], [1]), (["mis"], ["er_huge"], [1]),
])
def test_bad_blocks_are_refused(block):
    with pytest.raises(ValueError, match=r"must (not be empty|be one of)"):
        Block(*block)


@pytest.mark.parametrize("budget", [1, 63, 300, 40_000])
def test_the_trace_grid_ends_with_the_budget_and_never_falls(budget):
    points = trace_grid(budget)
    assert len(points) == 64
    assert points[-1] == budget
    assert (np.diff(points) >= 0).all()
