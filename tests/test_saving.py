"""Saving and loading runs, and what is said of files that are none."""

import json
import pickle
import re
import zipfile

import cases
import numpy as np
import pytest

import memlab as ml
from memlab import saving
from memlab.problems.independent_set import problem as independent_set
from memlab.problems.max_cut import problem as cut

ALL = pytest.mark.parametrize("case", cases.CASES)
MODES = pytest.mark.parametrize("mode", cases.MODES)


@pytest.fixture
def saved(tmp_path):
    """A file with a run under way."""
    e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings("lb"))
    e.step(5)
    e.save(tmp_path / "run.npz")
    return tmp_path / "run.npz"


@pytest.fixture(autouse=True)
def lists_for_graphs_like_those_of_the_cases(request, monkeypatch):
    """What is loaded chooses its representation by itself: make it choose the case's."""
    if "lists" in request.node.name:
        for module in (cut, independent_set):
            monkeypatch.setattr(module, "MOST_PACKED_VERTICES", 50)


def change(path, sealed=True, **arrays):
    """Write other arrays into a saved file, with a digest of its own; None leaves one out."""
    with np.load(path) as file:
        content = {name: file[name] for name in file.files}
    content |= {name.replace("__", "."): array for name, array in arrays.items()}
    content = {name: array for name, array in content.items() if array is not None}
    if sealed:
        del content["digest"]
        content["digest"] = saving._digest(content)
    np.savez(path, **content)


def refused(path):
    """The message with which a file is refused."""
    with pytest.raises(ValueError, match="is not a run saved by Evolution.save") as caught:
        ml.Evolution.load(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


@ALL
@MODES
def test_everything_comes_back(case, mode, tmp_path):
    e = ml.Evolution(cases.problem(case), **cases.settings(mode, ties="parents"))
    e.step(3)
    e.save(str(tmp_path / "run"))               # the name is the caller's choice
    loaded = ml.Evolution.load(tmp_path / "run")
    assert (loaded.configuration, loaded.budget) == (e.configuration, e.budget)
    assert loaded.generation == 3
    assert type(loaded.problem) is type(e.problem) and repr(loaded.problem) == repr(e.problem)
    for name in ("population", "phenotypes", "fitness"):
        assert np.array_equal(getattr(loaded, name), getattr(e, name))
    assert loaded.seconds == e.seconds


@ALL
@MODES
def test_saved_and_loaded_in_the_middle(case, mode, tmp_path):
    e = ml.Evolution(cases.problem(case), **cases.settings(mode))
    for steps in (1, 30, 20, 1000):         # before the first generation, twice within, at the end
        e.save(tmp_path / "run.npz")
        loaded = ml.Evolution.load(tmp_path / "run.npz")
        assert cases.same_run(loaded.result(), e.result())
        e = loaded
        e.step(steps)
    e.save(tmp_path / "run.npz")
    in_one_go = ml.evolve(e.problem, **cases.settings(mode))
    assert cases.same_run(ml.Evolution.load(tmp_path / "run.npz").run(), in_one_go)


def test_saving_does_not_disturb_the_run(tmp_path):
    e = ml.Evolution(cases.problem("mis, rows"), **cases.settings("baldwinian"))
    while not e.done:
        e.step(7)
        e.save(tmp_path / "run.npz")
    assert cases.same_run(e.result(), ml.evolve(e.problem, **cases.settings("baldwinian")))


def test_a_file_holds_nothing_to_unpickle(saved):
    with np.load(saved, allow_pickle=False) as file:
        assert not any(file[name].dtype.hasobject for name in file.files)
        assert json.loads(str(file["head"]))["format"] == "memlab run 6"


def test_save_into_a_missing_folder_leaves_nothing_behind(saved, tmp_path):
    e = ml.Evolution.load(saved)
    with pytest.raises(FileNotFoundError):
        e.save(tmp_path / "missing" / "run.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["run.npz"]


def test_a_failed_save_leaves_the_old_file(saved, monkeypatch):
    before, e = saved.read_bytes(), ml.Evolution.load(saved)
    e.run()

    def full(file, **arrays):
        file.write(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="No space left"):
        e.save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        ml.Evolution.load(tmp_path / "missing.npz")


def test_no_truncated_file_is_taken_for_a_run(saved):
    content = saved.read_bytes()
    for length in [0, 1, 100, *np.linspace(200, len(content) - 1, 20, dtype=int)]:
        saved.write_bytes(content[:length])
        refused(saved)


def test_no_corrupted_file_is_taken_for_another_run(saved):
    """A flipped bit is found by the checksums of the format, or was in what does not count."""
    content, original = saved.read_bytes(), ml.Evolution.load(saved).run()
    rng, intact = np.random.default_rng(0), 0
    for place in rng.integers(0, len(content), 60):
        corrupted = bytearray(content)
        corrupted[place] ^= 1 << int(rng.integers(8))
        saved.write_bytes(corrupted)
        try:
            run = ml.Evolution.load(saved).run()
        except ValueError as error:
            assert "is not a run saved by Evolution.save" in str(error)
        else:
            intact += 1
            assert cases.same_run(run, original)
    assert intact < 30


def test_foreign_files_are_refused(tmp_path):
    path = tmp_path / "foreign.npz"
    np.savez(path, some=np.arange(3))
    assert "digest" in refused(path)
    path.write_bytes(b"PK\x03\x04 rubbish")
    refused(path)
    path.write_text("not even binary")
    refused(path)
    with open(path, "wb") as file:
        np.save(file, np.arange(3))
    refused(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("head.npy", "text")
    refused(path)
    with pytest.raises(IsADirectoryError):
        ml.Evolution.load(tmp_path)


class Trap:
    """Unpickling it would create a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return open, (self.path, "w")


@pytest.mark.parametrize("name", ["head", "problem__edges", "state__rng"])
def test_nothing_is_unpickled(saved, tmp_path, name):
    change(saved, **{name: np.array([Trap(str(tmp_path / "sprung"))], object)})
    refused(saved)
    saved.write_bytes(pickle.dumps(Trap(str(tmp_path / "sprung"))))
    refused(saved)
    assert not (tmp_path / "sprung").exists()


HEAD = {"format": "memlab run 6", "problem": "MaxCut", "trace": True, "seconds": 0.0,
        "budget": 700, "target": None, "generation": 5, "steps": 500,
        "configuration": {"mode": "lb", "mu": 12, "lambda_": 9, "crossover_rate": 0.7,
                          "lb_probability": 0.4, "ties": "random"}}


@pytest.mark.parametrize("head", [
    HEAD | {"format": "memlab run 0"}, HEAD | {"problem": "Sudoku"}, HEAD | {"problem": "Graph"},
    HEAD | {"budget": 50}, HEAD | {"budget": 11}, HEAD | {"budget": None},
    HEAD | {"generation": -1}, HEAD | {"generation": 77}, HEAD | {"generation": 3.0},
    HEAD | {"generation": 4}, HEAD | {"steps": -1}, HEAD | {"steps": 2**63}, HEAD | {"steps": 1},
    HEAD | {"trace": 1}, HEAD | {"trace": False}, HEAD | {"seconds": "0"},
    HEAD | {"seconds": float("nan")},
    HEAD | {"target": 0.5}, {name: value for name, value in HEAD.items() if name != "target"},
    *(HEAD | {"configuration": HEAD["configuration"] | change} for change in (
        {"mu": 13}, {"mode": "baldwinian"}, {"unknown": 1}, {"crossover_rate": float("nan")})),
    {name: value for name, value in HEAD.items() if name != "trace"}, [], "text", None])
def test_heads_that_are_wrong_are_refused(saved, head):
    steps = ml.Evolution.load(saved).local_search_steps
    change(saved, head=np.array(json.dumps(HEAD | {"steps": steps})))
    assert ml.Evolution.load(saved).generation == 5
    change(saved, head=np.array(json.dumps(head)))
    refused(saved)


@pytest.mark.parametrize(("name", "value", "says"), [
    ("genomes", np.full((12, 8), 2**64 - 1, np.uint64), "genomes must have no ones where no bit"),
    ("genomes", np.zeros((12, 4), np.uint64), r"shape \(12,4\)"),
    ("genomes", np.zeros((21, 8), np.uint64), r"shape \(21,8\)"),
    ("genomes", np.zeros((1, 8), np.uint64), "genomes .*cannot be"),
    ("genomes", np.zeros((12, 8), np.int64), "trace_diversity .*cannot be"),
    ("phenotypes", np.full((12, 8), 2**64 - 1, np.uint64), "phenotypes must have no ones"),
    ("phenotypes", None, "phenotypes"), ("phenotypes", lambda array: array[::-1], "cannot be"),
    ("rng", np.zeros(4, np.uint64), "rng must be 4"), ("rng", np.ones(5, np.uint64), "rng must be"),
    ("rng", np.full(4, 0.5), "rng must be 4"), ("rng", np.full(4, 1.5), "rng cannot be"),
    ("seen", np.zeros(1, np.uint64), "seen cannot be"),
    ("seen", np.zeros(0, np.uint64), "seen cannot be"),
    ("seen", lambda array: array + 1, "seen cannot be"),
    ("seen", lambda array: array[None], "seen cannot be"),
    ("seen", lambda array: np.append(array, array[0]), "seen cannot be"),
    ("seen", lambda array: np.append(np.uint64(0), array), "seen cannot be"),
    ("order", np.arange(21, dtype=np.int32), "order cannot be"),
    ("trace_best", np.zeros(3, np.int64), r"shape \(3,\)"),
    ("trace_best", np.zeros(6, np.int64), "trace_mean must be from"),
    *((f"trace_{name}", lambda array, value=value: np.append([value] * 5, array[-1]),
       f"trace_{name} must") for name, value in (
        ("best", 10**6), ("steps", 10**6), ("mean", 1e4), ("mean", np.nan), ("diversity", 70.5),
        ("diversity", -0.5), ("phenotype_diversity", np.nan), ("phenotype_distance", np.inf))),
    ("trace_reserve", np.zeros(6), "trace_reserve must"),
    ("seen", lambda array: np.union1d(array, np.arange(1, 58, dtype=np.uint64)),
     "seen must hold at most 57 solutions"),
    *((f"trace_{name}", lambda array: array + 1, f"trace_{name} cannot be")
      for name in ("best", "diversity", "phenotype_diversity", "phenotype_distance", "steps"))])
def test_states_that_would_mislead_a_kernel_are_refused(saved, name, value, says):
    if callable(value):
        with np.load(saved) as file:
            value = value(file[f"state.{name}"])
    change(saved, **{f"state__{name}": value})
    assert re.search(says, refused(saved))


@pytest.mark.parametrize(("case", "mode", "most"), [
    ("mis, rows", "darwinian", 0), ("mis, rows", "lb", 350), ("blocks", "baldwinian", 150),
    ("maxcut, rows", "lb", 350 + cases.GRAPHS["random"].m), ("weighted", "lamarckian", None)])
def test_no_run_takes_more_steps_than_its_searches_can(case, mode, most, tmp_path):
    problem = cases.problem(case)
    if most is None:
        most = 350 + int(np.abs(problem.graph.edge_weights).sum())
    e = ml.Evolution(problem, **cases.settings(mode, trace=False))
    e.step(5)
    e.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz") as file:
        head = json.loads(str(file["head"]))
    change(tmp_path / "run.npz", head=np.array(json.dumps(head | {"steps": 57 * most})))
    assert ml.Evolution.load(tmp_path / "run.npz").local_search_steps == 57 * most
    change(tmp_path / "run.npz", head=np.array(json.dumps(head | {"steps": 57 * most + 1})))
    assert f"steps must be at most {57 * most}" in refused(tmp_path / "run.npz")


@pytest.mark.parametrize("initial", ["raw", "learned"])
def test_only_what_never_learned_may_be_infeasible(initial, tmp_path):
    """The whole set in place of the last phenotype, and nothing else that would tell."""
    problem, path = cases.problem("mis, rows"), tmp_path / "run.npz"
    e = ml.Evolution(problem, **cases.settings("lb", trace=False, initial=initial))
    e.save(path)
    worst = problem.pack(np.ones((1, problem.n), np.uint8))
    with np.load(path) as file:
        genomes, phenotypes = file["state.genomes"], file["state.phenotypes"]
    change(path, state__phenotypes=np.vstack((phenotypes[:-1], worst)))
    assert "state.phenotypes cannot be" in refused(path)
    change(path, state__genomes=np.vstack((genomes[:-1], worst)))
    if initial == "raw":
        assert ml.Evolution.load(path).fitness[-1] == -problem.graph.m
    else:
        assert "state.phenotypes cannot be" in refused(path)


@pytest.mark.parametrize("name", [
    "head", "problem.edges", "state.genomes", "state.rng", "state.trace_mean", "state.seen"])
def test_no_array_of_a_file_can_be_exchanged(saved, tmp_path, name):
    """A run of the same problem and configuration with another seed, of which one array is taken.
    """
    other = ml.Evolution(cases.problem("maxcut, lists"), **cases.settings("lb", seed=8))
    other.step(5)
    other.save(tmp_path / "other.npz")
    with np.load(tmp_path / "other.npz") as file:
        change(saved, sealed=False, **{name.replace(".", "__"): file[name]})
    assert "its content is not what was written" in refused(saved)


@pytest.mark.parametrize("edges", [
    np.array([[0, 70]]), np.array([[0, 0]]), np.array([[0, -1]]), np.array([0, 1]),
    np.array([[0.5, 1]]), None])
def test_graphs_that_are_none_are_refused(saved, edges):
    change(saved, problem__edges=edges)
    refused(saved)
