"""Plans: what they hold, refuse, and unroll to; profiles; seeds."""

import dataclasses
import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from memlab.evolution.modes import PAPER_MODES
from memlab.evolution.run import trace_grid
from memlab.paper import PROFILES, profile, published
from memlab.paper.profiles import PAPER
from memlab.study import (
    Block,
    Configuration,
    ExperimentError,
    Method,
    Plan,
    ProblemSpec,
    costs,
    read_plan,
    run_seed,
)
from memlab.study.sources import Dataset
from memlab.support import paths


def test_the_grid_is_the_papers():
    block, = profile("paper").plan("grid").blocks
    configurations = block.configurations
    assert len(configurations) == len(set(configurations)) == 252
    assert {c.mu for c in configurations} == {c.lambda_ for c in configurations} == {10, 50, 250}
    assert {c.crossover_rate for c in configurations} == {0.0, 0.5, 0.9, 1.0}
    by_mode = {mode: sum(c.mode == mode for c in configurations) for mode in PAPER_MODES}
    assert by_mode == {"darwinian": 36, "baldwinian": 36, "lamarckian": 36, "lb": 144}
    assert {c.lb_probability for c in configurations if c.mode == "lb"} == {0.15, 0.3, 0.5, 0.9}


@pytest.mark.slow
def test_the_profiles_have_the_sizes_that_they_promise():
    assert len(profile("quick").plan("grid")) == 252 * 12
    assert len(profile("quick").plan("evaluation")) == 48 * 4 * 3
    assert len(profile("laptop").plan("grid")) == 252 * 12 * 10
    assert len(profile("laptop").plan("evaluation")) == 48 * 100 * 3
    assert len(profile("paper").plan("grid")) == 2 * 105_840
    assert len(profile("paper").plan("evaluation")) == 2 * 540_000
    assert {plan.budget for p in PROFILES.values() for plan in p.plans().values()
            if p.name != "smoke"} == {40_000}
    assert profile("paper").plan("grid").split == "train"
    assert profile("paper").plan("evaluation").split == "test"


@pytest.mark.slow
def test_the_plans_of_all_profiles_are_what_they_always_were():
    """Shipped and other people's results are known by these fingerprints."""
    pinned = json.loads((Path(__file__).parent / "fingerprints.json").read_text("utf-8"))
    assert {name: {part: read_plan(paths.data("experiments") / f"{part}.toml",
                                   profile=name).fingerprint for part in parts}
            for name, parts in pinned.items()} == pinned


def test_a_study_has_its_parts():
    quick, laptop = profile("quick").plans(), profile("laptop").plans()
    assert list(laptop) == list(PAPER)
    assert list(quick) == [part for part in PAPER if part != "replication"]
    assert all(plan.name == part for part, plan in laptop.items())
    assert len(laptop["universality"]) == len(laptop["replication"]) == len(laptop["evaluation"])
    assert len(laptop["timing"]) == 48 * 10 * 3


def test_parts_on_the_test_graphs_share_their_seeds():
    plans = profile("quick").plans()

    def seeds(part):
        return {(task.problem, task.source.label, task.graph, task.repetition): task.seed
                for task in plans[part].tasks()}
    assert seeds("universality") == seeds("evaluation")
    assert seeds("timing").items() <= seeds("evaluation").items()


def configurations(plan):
    """The one configuration of each problem, dataset and mode of a plan."""
    found = {}
    for problem, source, settings in plan.cells():
        assert found.setdefault((problem.name, source.label, settings.mode), settings) == settings
    return found


def test_a_grid_decides_what_is_evaluated_in_the_profiles_that_say_so():
    best = published.read("best_parameters")
    rows = best.assign(graph=0, best_fitness=1)
    rows.loc[rows["mode"] == "lb", "mu"] = 17
    theirs = configurations(profile("quick").plan("evaluation"))
    for part in ("evaluation", "universality", "timing"):
        ours = configurations(profile("laptop").plan(part, grid=rows))
        assert {c.mu for (_, _, mode), c in ours.items() if mode == "lb"} == {17}, part
    ours = configurations(profile("laptop").plan("evaluation", grid=rows))
    assert ({cell: c for cell, c in ours.items() if cell[2] != "lb"}
            == {cell: c for cell, c in theirs.items() if cell[2] != "lb"})
    assert configurations(profile("laptop").plan("replication", grid=rows)) == theirs
    assert configurations(profile("quick").plan("evaluation", grid=rows)) == theirs
    universal = configurations(profile("quick").plan("universality", grid=rows))
    assert set(universal.values()) == {
        Configuration("darwinian", 50, 250, 1.0), Configuration("baldwinian", 250, 50, 0.9),
        Configuration("lamarckian", 10, 10, 0.0), Configuration("lb", 250, 250, 1.0, 0.15)}


def test_a_grid_that_lacks_what_is_asked_of_it_is_refused():
    best = published.read("best_parameters").assign(graph=0, best_fitness=1)
    for part, rest in (("evaluation", "'mis' on 'er_small'"), ("universality", "all problems")):
        with pytest.raises(ExperimentError, match=f"{part}.toml: .* parameters of 'lb' for {rest}"):
            profile("laptop").plan(part, grid=best[best["mode"] != "lb"])
    with pytest.raises(ExperimentError, match="parameters of 'darwinian' for 'mis' on 'er_small'"):
        profile("laptop").plan("evaluation", grid=best[best["dataset"] != "er_small"])


def test_universal_configurations_run_on_everything():
    plan = profile("smoke").plan("universality")
    assert [configuration.mode for _, _, configuration in plan.cells()] == list(PAPER_MODES) * 4


def test_a_run_of_a_measured_kind_costs_what_was_measured():
    """Up to the size of its graph, which differs from that of a typical one."""
    measured = pd.read_csv(paths.data("costs.csv"), index_col=[0, 1])
    for task in profile("smoke").plan("universality").tasks():
        kind = measured.loc[task.problem.name, task.source.dataset]
        if (mode := task.method.mode) != "lb":      # what it costs depends on its probability
            assert 0.5 < costs.seconds(task) * 40_000 / task.budget / kind[mode] < 2


def test_who_does_not_search_is_not_expected_to_pay():
    """Where search is paid for, fewer offspring are left; Darwinian evolution has no search."""
    expected = {price: {mode: sum(map(costs.seconds, Plan("one", [Block(["mis"], ["er_small"], [
        Configuration(mode, 10, 10, 0.0, step_cost=price)])], graphs=1).tasks()))
        for mode in ("darwinian", "baldwinian")} for price in (0.0, 1.0)}
    assert expected[1.0]["darwinian"] == expected[0.0]["darwinian"]
    assert expected[1.0]["baldwinian"] < expected[0.0]["baldwinian"]


@pytest.mark.parametrize("name", ["smoke", "quick", "laptop"])
def test_every_part_is_in_what_is_announced(name):
    for part, plan in profile(name).plans().items():
        seconds = costs.plan_seconds(plan)
        assert seconds > 0, part
        assert seconds == pytest.approx(sum(map(costs.seconds, plan.tasks()))), part
        done = np.arange(len(plan)) % 3 == 0
        left = sum(costs.seconds(task) for task in plan.tasks() if task.run % 3)
        assert costs.plan_seconds(plan, done) == pytest.approx(left), part


def test_an_unknown_profile_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="profile must be one of 'smoke', 'quick', 'laptop'"):
        profile("fast")
    with pytest.raises(ValueError, match="part must be one of 'grid', .*not 'replication'"):
        profile("quick").plan("replication")


def test_the_folder_of_results_is_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert paths.runs("quick").parts[-2:] == ("runs", "quick")
    assert paths.runs("quick").is_absolute()


def test_the_evaluation_runs_what_the_paper_selected():
    found = configurations(profile("quick").plan("evaluation"))
    assert found["maxcut", "rb_small", "lb"] == Configuration("lb", 50, 50, 0.9, 0.5)
    assert len(found) == 48


def test_tasks_are_numbered_in_order_and_neighbours_share_their_graph(plan):
    tasks = list(plan.tasks())
    assert [task.run for task in tasks] == list(range(len(plan))) == list(range(48))
    assert len({task[1:] for task in tasks}) == 48
    graphs = [(task.problem, task.source, task.graph) for task in tasks]
    changes = sum(a != b for a, b in itertools.pairwise(graphs))
    assert changes == len(set(graphs)) - 1
    assert {task.graph for task in tasks if task.traced} == {0}


def test_seeds_are_shared_by_configurations_and_by_nothing_else(plan):
    seeds = {}
    for task in plan.tasks():
        where = (task.problem, task.source, task.graph, task.repetition)
        assert seeds.setdefault(where, task.seed) == task.seed
        assert 0 <= task.seed < 2**63
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
    assert list(again.tasks()) == list(plan.tasks())


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

    def other(number):
        blocks = ProblemSpec("dlb", {"k": number(3), "n": number(9)})
        source = Dataset("er_small", "test", number(2))
        block = Block(["mis", blocks], [source], [Method("restarts")])
        return Plan("a", [block], target=number(9), seed=number(1), budget=number(50))
    assert other(int).fingerprint == other(np.int64).fingerprint
    assert other(int) == other(np.int64)


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
    (("lb", 10, 10, 0.5, 1.1), ValueError, "lb_probability"),
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


def test_blocks_of_other_things_are_refused():
    with pytest.raises(TypeError, match="dataset must be one of .*not 3"):
        Block(["mis"], [3], [Configuration("darwinian")])
    with pytest.raises(ValueError, match="'own:make' must be made by the method read"):
        Block(["own:make"], ["er_small"], [Configuration("darwinian")])
    with pytest.raises(TypeError, match="must be settings of methods, not 'darwinian'"):
        Block(["mis"], ["er_small"], ["darwinian"])


@pytest.mark.parametrize("budget", [1, 63, 300, 40_000])
def test_the_trace_grid_ends_with_the_budget_and_never_falls(budget):
    points = trace_grid(budget)
    assert len(points) == 64
    assert points[-1] == budget
    assert (np.diff(points) >= 0).all()


@pytest.mark.parametrize("given", [{"mis"}, "mis", {"mis": 1}])
def test_what_has_no_order_is_no_part_of_a_plan(given):
    with pytest.raises(TypeError, match="problems must be a list or an array, not a "):
        Block(given, ["er_small"], [Method("restarts")])
    with pytest.raises(TypeError, match="configurations must be a list or an array, not a set"):
        Block(["mis"], ["er_small"], {Method("restarts")})
    with pytest.raises(TypeError, match="blocks must be a list or an array, not a set"):
        Plan("any", {Block(["mis"], ["er_small"], [Method("restarts")])})
