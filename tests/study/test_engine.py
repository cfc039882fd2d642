"""What holds for plans of every kind: seeds, tables, refusals."""

import importlib.util
import json

import pytest
from pretending import assert_complete, assert_same_rows, identity, pretend, with_turned_dials
from studying import EXPERIMENTS, NAMES

import memlab as ml
from memlab.study import (
    Block,
    Configuration,
    Method,
    Plan,
    ProblemSpec,
    StaleStoreError,
    Store,
    provenance,
    read_plan,
)
from memlab.support.paths import data

FILES = [*(EXPERIMENTS / f"{name}.toml" for name in NAMES),
         *(data("experiments") / f"{name}.toml" for name in (
             "agreement/ties", "functions", "literature/lambda_lambda"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_plan_written_down_is_the_same_plan_and_its_frame_says_what_every_task_is(path):
    plan = read_plan(path)
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())), folder=plan.folder)
    assert again == plan and again.fingerprint == plan.fingerprint
    assert again.to_dict() == plan.to_dict()
    tasks = list(plan.tasks())
    assert list(again.tasks()) == tasks and len(tasks) == len(plan)
    frame, asked = again.frame(), with_turned_dials(map(identity, tasks))
    assert set(frame) == set(asked)
    assert_same_rows(frame[list(asked)], asked)
    seeds = {}      # all methods meet the same on a graph, and no other graph does
    for task in tasks:
        where = task.problem.name, *task.source.key(task.graph), task.repetition
        assert seeds.setdefault(where, task.seed) == task.seed
        assert 0 <= task.seed < 2**63
    assert len(set(seeds.values())) == len(seeds)


# ------------------------------------------------------------------- what is not as it was is told

SOLVERS = [Method("optimum", {"solver": name}) for name in ("auto", "highs")
           if importlib.util.find_spec("memlab.solvers.optima")]      # a room may be deleted
KINDS = [
    *(Configuration(mode, 10, 10, lb_probability=0.3 if mode == "lb" else None)
      for mode in ml.evolution.modes.MODES),
    Configuration("darwinian", 10, 10, ties="offspring"),
    Configuration("darwinian", 10, 10, ties="parents"),
    Configuration("darwinian", 10, 10, mutation="fast"),
    Configuration("baldwinian", 10, 10, initial="learned"),
    Configuration("baldwinian", 10, 10, step_cost=1.0),
    Configuration("lb", 10, 10, lb_probability=0.3, learning_probability=0.5, learning_depth=3),
    Method("random"), Method("restarts"), *SOLVERS]
SEARCHES = [ProblemSpec("mis"), ProblemSpec("mis", (("local_search", "swap"),)),
            ProblemSpec("maxcut")]


def solved(task):
    """As `pretend`; solvers have proofs on all graphs but the last."""
    row = pretend(task)
    if task.method in SOLVERS:
        row |= {"upper_bound": row["best_fitness"], "proved": task.graph < 2}
    return row


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """A store of other code, in which all kinds of runs are, and one run is missing."""
    plan = Plan("kinds", [Block(SEARCHES, ["ba_small", "er_small"], KINDS)], graphs=3, budget=99,
                traced_graphs=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(provenance, "here", lambda: {"source": "0" * 16})
        store = Store.open(tmp_path_factory.mktemp("others"), plan)
        store.add([solved(task) for task in plan.tasks()][:-1])
    return store


@pytest.fixture
def old(others, tmp_path, monkeypatch):
    """A copy of it, which is continued in one process."""
    monkeypatch.setattr("memlab.study.execute._WORTH_A_POOL", float("inf"))
    return others.copy(tmp_path / "old")


def proceed(store, change=lambda task, row: {}):
    """Continue a store with runs that come out otherwise, and return the tasks."""
    tasks = []

    def compute(task):
        if task.budget > 6:      # fewer evaluations only compile
            tasks.append(task)
        return solved(task) | change(task, solved(task))
    ml.study.run(store.plan, store.folder, workers=1, progress=False, compute=compute)
    return tasks


@pytest.mark.parametrize(("problem", "method"), [
    *((SEARCHES[0], kind) for kind in KINDS), (SEARCHES[1], KINDS[1]), (SEARCHES[2], KINDS[2])])
def test_a_change_of_one_kind_of_run_is_noticed(old, problem, method):
    with pytest.raises(StaleStoreError, match=r"run \d+ .* has different results .*best_fitness"):
        proceed(old, lambda task, row: {"best_fitness": row["best_fitness"] + (
            (task.problem, task.method) == (problem, method))})
    assert old.finished().sum() == len(old.plan) - 1


@pytest.mark.parametrize(("name", "value"), [
    ("unique_best", 0), ("edges", 7), ("trace_diversity", [0.5] * 63 + [0.25])])
def test_a_change_of_any_result_is_noticed(old, name, value):
    with pytest.raises(StaleStoreError, match=rf"different results .*\({name}\)"):
        proceed(old, lambda task, row: {name: value})


def test_a_run_of_every_kind_is_repeated_once(old):
    """The digest of the code says then that nothing can have changed."""
    kinds = len(SEARCHES) * 2 * len(KINDS)
    repeated = proceed(old)
    assert len(repeated) == kinds + 1      # and the missing one
    assert all(row["proved"] is not False for row in map(solved, repeated[:-1]) if "proved" in row)
    assert old.finished().all()
    assert proceed(old) == []


def test_a_solver_that_is_too_slow_this_time_contradicts_nothing(old):
    proceed(old, lambda task, row: {} if row.get("proved") is None else {
        "proved": False, "best_fitness": 0})


def test_what_an_earlier_version_did_not_record_contradicts_nothing(tmp_path, plan, monkeypatch):
    tasks = list(plan.tasks())
    store = Store.open(tmp_path, plan)
    with monkeypatch.context() as patch:
        patch.setattr(provenance, "here", dict)
        store.add([pretend(task) | {"trace_diversity": None} for task in tasks[:-1]])
    assert_complete(ml.study.run(plan, tmp_path, workers=1, progress=False, compute=pretend), plan)
