"""An experiment that grows: only what is missing is computed, and all is as if computed at once."""

import contextlib
import dataclasses
import shutil

import numpy as np
import pandas as pd
import pytest
from pretending import pretend
from studying import assert_same

import memlab as ml
from memlab.evolution.run import IMPROVEMENTS
from memlab.report import estimates
from memlab.study import (
    Block,
    Configuration,
    Files,
    ForeignPlanError,
    Method,
    Store,
    batches,
    execute,
    provenance,
    worker,
)
from memlab.study.sources import Dataset, Generated
from memlab.support.pool import Pool

MODES = [Configuration(mode, 10, 10, 0.5) for mode in ("darwinian", "lamarckian")]
WIDER = [Configuration("baldwinian", 50, 10, 0.5), Configuration("lb", 10, 10, 0.5, 0.3)]
GRAPH = "3 2\n2\n1 3\n2\n"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Nothing is compiled, no pool is started, and each batch is a run."""
    monkeypatch.setattr(execute, "_small", lambda tasks: [])
    monkeypatch.setattr(execute, "_WORTH_A_POOL", float("inf"))
    monkeypatch.setattr(batches, "_LONGEST_BATCH", 0.0)


@pytest.fixture
def first(tmp_path):
    """Sets on files, datasets and draws; two modes, restarts and a solver."""
    for name in "abc":
        (tmp_path / f"{name}.graph").write_text(GRAPH)
    sources = [Dataset("ba_small", "test", 2), Generated("er", {"n": 9, "p": 0.5}, 2),
               Files.find(["a.graph", "b.graph"], tmp_path)]
    block = Block(["mis"], sources, [*MODES, Method("restarts"), Method("optimum")])
    return ml.study.Plan("first", [block], repetitions=2, budget=100, traced_graphs=1,
                         folder=str(tmp_path))


def changed(plan, **parts):
    """The plan with other parts in its block."""
    return dataclasses.replace(plan, blocks=[dataclasses.replace(plan.blocks[0], **parts)])


def counted(plan, kept):
    """The numbers of the runs of a plan but for those that are kept."""
    return {task.run for task in plan.tasks() if not kept(task)}


def more_graphs(plan, folder):
    ba, er, _ = plan.blocks[0].datasets
    grown = changed(plan, datasets=[dataclasses.replace(ba, count=3),
                                    dataclasses.replace(er, count=4),
                                    Files.find("*.graph", folder)])
    return grown, counted(grown, lambda task: task.graph < 2)


def more_methods(plan, _):
    grown = changed(plan, configurations=[Method("random"), *plan.blocks[0].configurations])
    return grown, counted(grown, lambda task: task.method != Method("random"))


def more_repetitions(plan, _):
    grown = dataclasses.replace(plan, repetitions=3)
    return grown, counted(grown, lambda task: task.repetition < 2)


def more_traces(plan, _):
    grown = dataclasses.replace(plan, traced_graphs=2)
    return grown, counted(grown, lambda task: task.graph != 1)


def fewer_traces(plan, _):
    return dataclasses.replace(plan, traced_graphs=0), set()


def another_order(plan, folder):
    block = plan.blocks[0]
    files = Files.find(["b.graph", "a.graph"], folder)
    order = changed(plan, configurations=block.configurations[::-1],
                    datasets=[files, *block.datasets[:2]])
    # of the files, the first one is traced, which was the second
    return order, counted(order, lambda task: task.source != files or task.graph)


def new_titles(plan, _):
    """Also a new name, which is that of a file if none is given."""
    return dataclasses.replace(plan, name="second", title="What else?"), set()


def new_names(plan, _):
    """Of methods and of sources."""
    *others, files = plan.blocks[0].datasets
    return changed(plan, names=["D", "L", "R", "O"],
                   datasets=[*others, dataclasses.replace(files, label="mine")]), set()


def moved_files(plan, folder):
    (folder / "below").mkdir()
    for name in "ab":
        (folder / f"{name}.graph").rename(folder / "below" / f"{name}.graph")
    *others, _ = plan.blocks[0].datasets
    return changed(plan, datasets=[*others, Files.find("below/*.graph", folder)]), set()


def a_dropped_method(plan, _):
    return changed(plan, configurations=plan.blocks[0].configurations[1:]), set()


def a_wider_factor(plan, _):
    grown = changed(plan, configurations=[*plan.blocks[0].configurations, *WIDER])
    return grown, counted(grown, lambda task: task.method not in WIDER)


def another_budget(plan, _):
    """A solver has a limit of its own, but is a run of this budget."""
    grown = dataclasses.replace(plan, budget=200)
    return grown, counted(grown, lambda task: False)


CHANGES = [more_graphs, more_methods, more_repetitions, more_traces, fewer_traces, another_order,
           new_titles, new_names, moved_files, a_dropped_method, a_wider_factor, another_budget]


def computed(plan, folder, stop=None, part=(1, 1)):
    """Compute what is missing, up to a number of runs; return the store, and which runs that was.
    """
    done = []

    def compute(task):
        if len(done) == stop:
            raise KeyboardInterrupt
        done.append(task.run)
        better = {f"improvement_{name}": [1] for name in IMPROVEMENTS[:3]} if task.traced else {}
        return pretend(task) | better
    with contextlib.suppress(KeyboardInterrupt):
        ml.study.run(plan, folder, workers=1, progress=False, compute=compute, part=part)
    return Store.load(folder, complete=False), done


def assert_as_new(store, fresh):
    assert_same(store, fresh)
    pd.testing.assert_frame_equal(store.solutions(), fresh.solutions())
    assert (store.plan, store.plan.title) == (fresh.plan, fresh.plan.title)


@pytest.mark.parametrize("change", CHANGES)
def test_only_what_is_missing_is_computed_and_all_is_as_if_at_once(tmp_path, first, change, capsys):
    _, done = computed(first, tmp_path / "store")
    assert len(done) == len(first)
    second, missing = change(first, tmp_path)
    fresh, _ = computed(second, tmp_path / "fresh")
    capsys.readouterr()
    # it is killed after half of what is missing
    part, half = computed(second, tmp_path / "store", stop=len(missing) // 2)
    assert part.finished().sum() == len(second) - len(missing) + len(half)
    store, rest = computed(second, tmp_path / "store")
    assert sorted(half + rest) == sorted(missing)
    assert_as_new(store, fresh)
    said = capsys.readouterr().err
    assert said.count("had another plan") == (second.fingerprint != first.fingerprint)
    # the first plan finds what it had, whatever came since
    back, again = computed(first, tmp_path / "store")
    assert not again
    assert_same(back, computed(first, tmp_path / "first")[0])


@pytest.mark.parametrize("change", CHANGES[:-1])
def test_parts_of_different_plans_are_merged(tmp_path, first, change):
    computed(first, tmp_path / "1", part=(1, 2))
    second, _ = change(first, tmp_path)
    computed(second, tmp_path / "2", part=(2, 3))
    store = Store.open(tmp_path / "all", second)
    store.merge([tmp_path / "1", tmp_path / "2"])
    had = store.finished()
    assert had.sum() > len(second) / 3
    store, rest = computed(second, tmp_path / "all")
    assert sorted(rest) == np.flatnonzero(~had).tolist()
    assert_as_new(store, computed(second, tmp_path / "fresh")[0])
    # an archive holds what its plan asks for, and no more
    copy = store.copy(tmp_path / "copy")
    assert_as_new(copy, store)
    assert not (tmp_path / "copy" / "plans").exists()


def test_what_decides_a_result_is_in_the_key(tmp_path, first):
    """None of these has any run in common with the first, or only what is not changed."""
    computed(first, tmp_path / "store")
    (tmp_path / "a.graph").write_text("3 1\n2\n1\n\n")
    ba, er, _ = first.blocks[0].datasets
    files = Files.find(["a.graph", "b.graph"], tmp_path)
    found = Store.load(tmp_path / "store")
    for other, kept in (
            (dataclasses.replace(first, seed=1), 0), (dataclasses.replace(first, target=40), 0),
            (dataclasses.replace(first, solutions=True), 0),
            (changed(first, problems=[ml.study.ProblemSpec("mis", {"local_search": "swap"})]), 0),
            (changed(first, datasets=[dataclasses.replace(ba, split="train")]), 0),
            (changed(first, datasets=[Generated("er", {"n": 9, "p": 0.25}, 2)]), 0),
            (changed(first, datasets=[Files.find("b.graph", tmp_path, True)]), 0),
            (changed(first, datasets=[ba, er, files]), 5 / 6)):
        assert found.asked(other).finished().mean() == kept
    twins = changed(first, datasets=[ba, dataclasses.replace(files, label="twins"), files])
    assert found.asked(twins).finished().mean() == 4 / 6      # b serves both sources


def test_true_and_one_are_different_arguments(tmp_path):
    """Of a function, which may tell them apart, although Python calls them equal."""
    (tmp_path / "own.py").write_text(
        "import memlab as ml\ndef make(x):\n    return ml.DeceptiveLeadingBlocks(n=4, k=2)\n")
    plans = [ml.study.Plan("own", [Block([ml.study.ProblemSpec.read(
        "own:make", {"x": x}, tmp_path)], [ml.study.sources.NO_GRAPH], [MODES[0]])], budget=10,
        folder=str(tmp_path)) for x in (True, 1, 1.0)]
    assert [len(plans[0].shared(other)) for other in plans] == [1, 0, 0]


def test_a_study_grown_five_times_is_one_run_at_once(tmp_path):
    """With true runs."""
    def plan(count, repetitions, *modes, **options):
        sources = [Dataset("ba_small", "test", count), Generated("er", {"n": 40, "p": 0.1}, count)]
        return ml.study.Plan("grown", [Block(["mis"], sources, modes)], repetitions=repetitions,
                             budget=200, **options)

    grown = [plan(1, 1, MODES[0]), plan(2, 1, MODES[0]), plan(2, 1, *MODES), plan(2, 2, *MODES),
             plan(2, 2, *MODES, *WIDER), plan(2, 2, *MODES, *WIDER, traced_graphs=1)]
    for each in grown:
        store = ml.study.run(each, tmp_path / "store", workers=1, progress=False)
    assert_same(store, ml.study.run(each, tmp_path / "once", workers=1, progress=False))


def test_folders_of_nothing_in_common_and_archives_are_refused(tmp_path, first):
    computed(first, tmp_path / "store")
    other = dataclasses.replace(first, seed=1)
    with pytest.raises(ForeignPlanError, match="none of the runs of the plan: .* in seed"):
        Store.open(tmp_path / "new", other).merge([tmp_path / "store"])
    (tmp_path / "store" / "SHA256SUMS").touch()
    before = (tmp_path / "store" / "manifest.json").read_bytes()
    with pytest.raises(ForeignPlanError, match="archive .*differs in seed: choose another folder"):
        ml.study.run(other, tmp_path / "store", progress=False)
    renamed = dataclasses.replace(first, title="Renamed")
    ml.study.run(renamed, tmp_path / "store", progress=False)      # all is there
    assert (tmp_path / "store" / "manifest.json").read_bytes() == before


def test_a_shard_of_a_plan_that_is_lost_is_named(tmp_path, first):
    computed(first, tmp_path / "store")
    other = dataclasses.replace(first, repetitions=1)
    computed(other, tmp_path / "store")
    shutil.rmtree(tmp_path / "store" / "plans")
    with pytest.raises(ForeignPlanError, match=r"parquet belongs to another plan .*move it away"):
        Store.load(tmp_path / "store")


# -------------------------------------------------------------------------------- a larger budget

@pytest.fixture
def extended(monkeypatch):
    """The budgets to which runs are extended."""
    budgets, extend = [], ml.Evolution.extend
    monkeypatch.setattr(ml.Evolution, "extend", lambda self, budget, target: (
        extend(self, budget, target), budgets.append(budget)))
    return budgets


def true(plan, folder):
    return ml.study.run(plan, folder, workers=1, progress=False)


def test_a_larger_budget_continues_from_kept_states(tmp_path, extended, capsys, monkeypatch):
    """The rows, courses and solutions are those of runs that began with it; those of other
    methods, those without a state and those whose state is damaged begin anew."""
    block = Block(["mis"], [Dataset("ba_small", "test", 3)], [*MODES, Method("restarts")])
    plan = ml.study.Plan("kept", [block], budget=100, traced_graphs=2, solutions=True,
                         keep_states=True)
    true(plan, tmp_path / "store")
    states = sorted((tmp_path / "store" / "states").iterdir())
    assert len(states) == 6 and not extended
    states[0].write_bytes(b"damaged")
    states[1].unlink()
    larger = dataclasses.replace(plan, budget=250)
    with Pool(1) as pool:
        estimates.announce({"": larger}, tmp_path / "store", 1, pool)
    assert "5 of the runs of kept go on from where they had ended" in capsys.readouterr().out
    store = true(larger, tmp_path / "store")
    assert extended == [250] * 4
    fresh = true(dataclasses.replace(larger, keep_states=False), tmp_path / "fresh")
    assert_as_new(store, fresh)
    assert not (tmp_path / "fresh" / "states").exists() and len(extended) == 4
    # an archive holds none, and the smaller budget is still there
    assert not (store.copy(tmp_path / "copy").folder / "states").exists()
    assert store.asked(plan).finished().all()
    # a smaller one that was never run begins anew
    true(dataclasses.replace(plan, budget=120), tmp_path / "store")
    # and so does what other code has begun
    monkeypatch.setattr(provenance, "here", lambda: {"source": "0" * 16})
    true(dataclasses.replace(plan, budget=300), tmp_path / "store")
    assert len(extended) == 4


def test_large_states_are_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "_LARGEST_STATE", 100)
    block = Block(["mis"], [Dataset("ba_small")], MODES)
    true(ml.study.Plan("large", [block], budget=100, keep_states=True), tmp_path)
    assert not list((tmp_path / "states").iterdir())
