"""Plans: what they hold, refuse, and unroll to; profiles; seeds."""

import dataclasses
import itertools
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from memlab.evolution.modes import PAPER_MODES
from memlab.paper import profile, published
from memlab.study import (
    Block,
    Configuration,
    Method,
    Plan,
    ProblemSpec,
    costs,
    read_plan,
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
def test_the_plans_of_all_profiles_are_what_they_always_were():
    """Shipped and other people's results are known by these fingerprints."""
    pinned = json.loads((Path(__file__).parent / "fingerprints.json").read_text("utf-8"))
    assert {name: {part: read_plan(paths.data("experiments") / f"{part}.toml",
                                   profile=name).fingerprint for part in parts}
            for name, parts in pinned.items()} == pinned


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


def test_a_run_of_a_measured_kind_costs_what_was_measured():
    """Up to the size of its graph, which differs from that of a typical one."""
    measured = pd.read_csv(paths.data("costs.csv"), index_col=[0, 1])
    for task in profile("smoke").plan("universality").tasks():
        kind = measured.loc[task.problem.name, task.source.dataset]
        if (mode := task.method.mode) != "lb":      # what it costs depends on its probability
            assert 0.5 < costs.seconds(task) * 40_000 / task.budget / kind[mode] < 2


def test_an_unknown_profile_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="profile must be one of 'smoke', 'quick', 'laptop'"):
        profile("fast")
    with pytest.raises(ValueError, match="part must be one of 'grid', .*not 'replication'"):
        profile("quick").plan("replication")


def test_tasks_are_numbered_in_order_and_neighbours_share_their_graph(plan):
    tasks = list(plan.tasks())
    assert [task.run for task in tasks] == list(range(len(plan))) == list(range(48))
    assert len({task[1:] for task in tasks}) == 48
    graphs = [(task.problem, task.source, task.graph) for task in tasks]
    changes = sum(a != b for a, b in itertools.pairwise(graphs))
    assert changes == len(set(graphs)) - 1
    assert {task.graph for task in tasks if task.traced} == {0}


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


def test_blocks_of_other_things_are_refused():
    with pytest.raises(TypeError, match="dataset must be one of .*not 3"):
        Block(["mis"], [3], [Configuration("darwinian")])
    with pytest.raises(ValueError, match="'own:make' must be made by the method read"):
        Block(["own:make"], ["er_small"], [Configuration("darwinian")])
    with pytest.raises(TypeError, match="must be settings of methods, not 'darwinian'"):
        Block(["mis"], ["er_small"], ["darwinian"])
