"""What holds for plans of every kind: seeds, tables, refusals."""

import importlib.util
import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pretending import assert_complete, assert_same_rows, identity, pretend, with_turned_dials

import memlab as ml
from memlab.study import (
    Block,
    Configuration,
    Files,
    Method,
    Plan,
    ProblemSpec,
    StaleStoreError,
    Store,
    provenance,
)
from memlab.study.sources import Dataset

_CONFIGURATIONS = st.builds(
    lambda mode, probability, dials, **rest: Configuration(
        mode, **rest, lb_probability=probability if mode == "lb" else None,
        **(dials if mode != "darwinian" else {})),
    st.sampled_from(list(ml.evolution.modes.MODES)), st.floats(0.01, 0.99),
    st.fixed_dictionaries({}, optional={
        "learning_probability": st.floats(0, 1), "learning_depth": st.integers(0, 99)}),
    mu=st.integers(1, 30), lambda_=st.integers(1, 30), crossover_rate=st.floats(0, 1),
    ties=st.sampled_from(["random", "offspring", "parents"]),
    mutation=st.sampled_from(["standard", "fast"]),
    initial=st.sampled_from(["raw", "learned"]), step_cost=st.sampled_from([0, 0.5, 1]))
_METHODS = st.one_of(
    _CONFIGURATIONS, st.sampled_from([Method("random"), Method("restarts")]),
    st.builds(lambda solver, seconds: Method("optimum", {"solver": solver, "seconds": seconds}),
              st.sampled_from(["auto", "highs"]), st.integers(1, 9)))
_QUESTIONS = st.one_of(
    st.sampled_from(["mis", "maxcut"]),
    st.builds(lambda search: ProblemSpec("mis", (("local_search", search),)),
              st.sampled_from(["repair", "augment", "swap"])),
    st.builds(lambda k, blocks: ProblemSpec("dlb", (("n", k * blocks), ("k", k))),
              st.integers(2, 4), st.integers(2, 5)),
    st.builds(lambda weight: ProblemSpec("own:make", (("weight", weight),), "0123456789abcdef"),
              st.one_of(st.integers(0, 9), st.text("ab"), st.booleans())))
_DATASETS = st.sampled_from(["er_small", "ba_large"])
_SPLITS = st.sampled_from(["train", "test"])
_SOURCES = st.one_of(
    _DATASETS, st.builds(Dataset, _DATASETS, _SPLITS, st.integers(1, 3)),
    st.builds(lambda names, complement, label: Files(
        [(f"{name}.mis", name * 16) for name in names], complement, label),
        st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3, unique=True),
        st.booleans(), st.sampled_from(["files", "others"])))


@st.composite
def plans(draw):
    """A Plan of one or two blocks, of any problems, sources and methods that go together."""
    def several(strategy):
        return draw(st.lists(strategy, min_size=1, max_size=3))
    try:
        blocks = [Block(several(_QUESTIONS), several(_SOURCES), several(_METHODS))
                  for _ in range(draw(st.integers(1, 2)))]
        return Plan("drawn", blocks, draw(_SPLITS), draw(st.integers(1, 3)),
                    draw(st.integers(1, 3)), draw(st.integers(30, 99)),
                    draw(st.integers(0, 2**70)), draw(st.integers(0, 2)),
                    draw(st.one_of(st.none(), st.integers(-9, 9))))
    except ValueError as error:
        assert any(text in str(error) for text in (
            "must not repeat a cell", "must be for problem 'mis' or 'maxcut'",
            "must have different names"))
        assume(False)


@pytest.mark.slow
@given(plans())
def test_a_plan_written_down_is_the_same_plan(plan):
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again == plan
    assert again.fingerprint == plan.fingerprint
    assert again.to_dict() == plan.to_dict()
    assert list(again.tasks()) == list(plan.tasks())


@pytest.mark.slow
@given(plans(), plans())
def test_different_plans_have_different_fingerprints(one, other):
    # by their text: 0 and False are equal, and two options
    same = repr(one.to_dict()) == repr(other.to_dict())
    assert same == (one.fingerprint == other.fingerprint)


@pytest.mark.slow
@given(plans())
def test_the_frame_says_of_every_task_what_it_is(plan):
    frame, tasks = plan.frame(), list(plan.tasks())
    assert len(frame) == len(tasks) == len(plan)
    asked = with_turned_dials(identity(task) for task in tasks)
    assert set(frame) == set(asked)
    assert_same_rows(frame[list(asked)], asked)


@given(plans())
def test_all_methods_meet_the_same_seeds_on_a_graph_and_no_other_graph_does(plan):
    seeds = {}
    for task in plan.tasks():
        # one graph by whatever source it is found is the same graph, for its seeds
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
