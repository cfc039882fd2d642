"""What would not fit in the memory there is, is refused; estimates of sizes are near the truth."""

import dataclasses
import os
from pathlib import Path

import cases
import numpy as np
import pytest
import user_problems

import memlab as ml
from memlab.graphs.text import FormatError
from memlab.support import memory

GIB = 2**30


@pytest.fixture
def four_gib(monkeypatch):
    """A machine with so much memory left."""
    monkeypatch.setattr(memory, "available", lambda: 4 * GIB)


# --------------------------------------------------------------------------------- what there is

@pytest.mark.parametrize(("text", "size"), [
    ("MemTotal: 64 kB\nMemFree:  1 kB\nMemAvailable:   8388608 kB\n", 8 * GIB),
    ("MemTotal: 64 kB\n", os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))])
def test_the_system_says_what_is_left(tmp_path, monkeypatch, text, size):
    (tmp_path / "meminfo").write_text(text)
    monkeypatch.setattr(memory, "Path", lambda path: tmp_path / Path(path).name)
    assert memory.available() == size


def test_only_what_is_large_is_compared(four_gib, monkeypatch):
    memory.check(4 * GIB, "it")
    with pytest.raises(ValueError, match="^it needs about 4 GiB of memory, of which 4 GiB are"):
        memory.check(4 * GIB + 1, "it")
    monkeypatch.setattr(memory, "available", lambda: 0)
    memory.check(2**26, "it")


# ------------------------------------------------------------------------------------- what is not

NEEDS = r"needs about [\d.e+]+ GiB of memory, of which 4 GiB are free"


@pytest.mark.parametrize(("name", "content"), [
    ("x.edges", "0 1\n0 2147483646\n"), ("x.mis", "p edge 999999999 1\ne 1 2\n")])
def test_sizes_in_small_files_are_not_believed(read, tmp_path, four_gib, name, content):
    with pytest.raises(FormatError, match=f"a graph of .* vertices.* {NEEDS}") as caught:
        read(name, content)
    assert str(caught.value).startswith(str(tmp_path / name))
    assert ("relabel=True" in str(caught.value)) == ("214748364" in content and name == "x.edges")


def test_npz_files_that_say_much_of_little(tmp_path, four_gib):
    np.savez(tmp_path / "x.npz", n=2**31 - 1, edges=np.array([[0, 1]]))
    with pytest.raises(FormatError, match=f"x.npz: .*a graph of 2147483647 vertices.* {NEEDS}"):
        ml.read_graph(tmp_path / "x.npz")
    np.savez_compressed(tmp_path / "y.npz", n=3, edges=np.zeros((10**7, 2), np.int64))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "available", lambda: GIB // 8)
        with pytest.raises(FormatError, match=r"y.npz: .*what it holds needs about 0.298 GiB"):
            ml.read_graph(tmp_path / "y.npz")


def test_graphs(four_gib):
    with pytest.raises(ValueError, match=f"a graph of 1000000000 vertices and 1 edges {NEEDS}"):
        ml.Graph.from_edges(10**9, [(0, 1)])
    sparse = ml.Graph.from_edges(100_000, [(0, 1)])
    with pytest.raises(ValueError, match=f"a complement of 100000 vertices {NEEDS}"):
        sparse.complement()


def test_problems(four_gib):
    with pytest.raises(ValueError, match=f"a problem of n = 1000000000000 bits {NEEDS}"):
        ml.DeceptiveLeadingBlocks(10**12, 2)
    with pytest.raises(ValueError, match=f"a problem of n = 1000000000000 bits {NEEDS}"):
        ml.CustomProblem(10**12, user_problems.ones, user_problems.fill, data=(1,))


RING = ml.Graph.from_edges(5000, [(i, (i + 1) % 5000) for i in range(5000)])


@pytest.mark.parametrize(("problem", "options"), [
    (ml.MaxIndependentSet(RING), {"mu": 10**7}), (ml.MaxCut(RING), {"mu": 1, "lambda_": 10**6}),
    (ml.DeceptiveLeadingBlocks(4, 2), {"mu": 1, "lambda_": 1, "budget": 10**8})])
def test_populations_and_traces(four_gib, problem, options):
    options = {"mode": "baldwinian", "budget": 2**31, **options}
    with pytest.raises(ValueError, match=rf"a run with mu = {options['mu']}, .*trace, {NEEDS}"):
        ml.Evolution(problem, **options)
    if options["budget"] == 10**8:
        ml.Evolution(problem, **options, trace=False)


def test_offspring_that_are_never_born_take_no_memory(four_gib, tmp_path):
    graph = ml.datasets.generate("ba_small")[0]
    for problem in (ml.MaxCut(graph), ml.MaxIndependentSet(graph, "swap")):
        run = ml.evolve(problem, "baldwinian", mu=40, lambda_=2**30, budget=40)
        assert run.evaluations == 40
        few = ml.evolve(problem, "baldwinian", mu=40, lambda_=1, budget=40)
        assert np.array_equal(run.best_solution, few.best_solution)
    e = ml.Evolution(problem, "baldwinian", mu=40, lambda_=2**30, budget=40)
    e.save(tmp_path / "run.npz")
    assert ml.Evolution.load(tmp_path / "run.npz").run().evaluations == 40


def sizes(state):
    """Bytes of all arrays in a state, each counted once."""
    found, left = {}, [state]
    while left:
        thing = left.pop()
        if isinstance(thing, np.ndarray):
            whole = thing if thing.base is None else thing.base
            found[id(whole)] = whole.nbytes
        elif isinstance(thing, tuple):
            left += thing
        elif dataclasses.is_dataclass(thing):
            left += vars(thing).values()
    return sum(found.values())


@pytest.mark.parametrize(("mode", "n"), [("darwinian", 4096), ("lb", 64)])
def test_the_estimate_for_a_run_is_near_the_sum_of_its_arrays(monkeypatch, mode, n):
    wanted = []
    monkeypatch.setattr(memory, "check", lambda size, what: wanted.append(size))
    e = ml.Evolution(ml.DeceptiveLeadingBlocks(n, 2), **cases.settings(mode, mu=3000, budget=6000),
                     trace=False)
    assert 0.95 < max(wanted) / sizes(e.state) < 1.4
