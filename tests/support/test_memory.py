"""What would not fit in the memory there is, is refused; estimates of sizes are near the truth."""

import dataclasses
import json
from pathlib import Path

import cases
import numpy as np
import pytest
import user_problems
from processes import output, start
from suites import shortened

import memlab as ml
from memlab.graphs.text import FormatError
from memlab.study import Block, Plan
from memlab.support import memory

GIB = 2**30


@pytest.fixture
def four_gib(monkeypatch):
    """A machine with so much memory left."""
    monkeypatch.setattr(memory, "available", lambda: 4 * GIB)


# --------------------------------------------------------------------------------- what there is

@pytest.fixture
def system(monkeypatch):
    """A system of files that a test writes."""
    files = {"/proc/meminfo": "MemTotal: 64 kB\nMemFree:  1 kB\nMemAvailable:   8388608 kB\n"}
    monkeypatch.setattr(memory, "_text", lambda path: files.get(str(path), ""))
    return files


def test_the_system_says_what_is_left(system):
    assert memory.available() == 8 * GIB


def test_control_groups_of_version_2_and_those_around_them(system):
    group = "/sys/fs/cgroup/jobs/mine"
    system |= {"/proc/self/cgroup": "0::/jobs/mine\n", f"{group}/memory.max": "max\n",
               f"{group}/memory.current": "123\n", "/sys/fs/cgroup/jobs/memory.max": f"{6 * GIB}\n",
               "/sys/fs/cgroup/jobs/memory.current": f"{5 * GIB}\n",
               "/sys/fs/cgroup/jobs/memory.stat": f"anon 7\ninactive_file {GIB}\nactive_file 8\n"}
    assert memory.available() == 2 * GIB + 8


def test_control_groups_of_version_1(system):
    group = "/sys/fs/cgroup/memory"        # a container's own, whatever it is called outside
    system |= {"/proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/docker/abc\n",
               f"{group}/memory.limit_in_bytes": str(3 * GIB),
               f"{group}/memory.usage_in_bytes": str(GIB)}
    assert memory.available() == 2 * GIB


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
    with pytest.raises(ValueError, match=f"count = 100000000: what is left of .* {NEEDS}"):
        ml.datasets.generate("ba_small", count=10**8)


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


def test_plans_say_so_before_anything_is_run(four_gib):
    block = Block(["mis"], ["ba_small"], [ml.study.Configuration("baldwinian", 2**29, 1)])
    with pytest.raises(ValueError, match=NEEDS):
        Plan("large", [block], budget=2**30)


# ---------------------------------------------------------------------------- what it really takes

SCRIPT = """
import json, re, sys
from pathlib import Path
import numpy as np
import memlab as ml
from memlab.support import memory

wanted = []
memory.check = lambda size, what: wanted.append(int(size))      # which all modules share
def status(key):
    return 1024 * int(re.search(key + r":\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

def ring(n):
    return ml.Graph.from_edges(n, np.column_stack((np.arange(n), (np.arange(n) + 1) % n)))

def evolution(problem, mode, mu, generations=2):
    ml.Evolution(problem, mode, mu=10, budget=20, lambda_=1).run()     # compiles
    return lambda: ml.Evolution(problem, mode, mu=mu, lambda_=1, budget=mu + generations).run()

edges = np.column_stack((np.arange(10**6), np.roll(np.arange(10**6), 1)))
kinds = {
    "edges": lambda: lambda: ml.Graph.from_edges(10**6, edges),
    "sets": lambda: evolution(ml.MaxIndependentSet(ring(100_000)), "baldwinian", 1500),
    "cut": lambda: evolution(ml.MaxCut(ring(20_000)), "lamarckian", 2000),
    "trace": lambda: evolution(ml.DeceptiveLeadingBlocks(8, 2), "darwinian", 1, 3_000_000),
}
do = kinds[sys.argv[1]]()
del wanted[:]
before = status("VmRSS")
done = do()
print(json.dumps([max(wanted), status("VmHWM") - before]))
"""


@pytest.mark.parametrize("kind", shortened(["edges", "sets", "cut", "trace"], ["cut", "trace"]))
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says what was used")
def test_estimates_are_near_the_truth(kind):
    estimated, taken = json.loads(output(start(f"import sys; sys.argv[1:] = [{kind!r}]\n{SCRIPT}")))
    assert estimated > 2**25
    assert 0.5 < estimated / taken < 2.5


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


@pytest.mark.parametrize(("n", "functions", "k", "tables"), [
    (200, 20_000, 2, 1), (200, 200, 10, 200), (20_000, 10, 2, 10)])
def test_the_estimate_for_sums_of_functions_covers_them(monkeypatch, n, functions, k, tables):
    """Where most of it is for the bits of functions, their number, their tables, or n."""
    rng, wanted = np.random.default_rng(0), []
    monkeypatch.setattr(memory, "check", lambda size, what: wanted.append(size))
    subsets = np.argsort(rng.random((functions, n)))[:, :k]
    problem = ml.PseudoBoolean(n, subsets, rng.integers(0, 9, (tables, 2**k)),
                               np.arange(functions) % tables)
    problem.instance      # noqa: B018 (made when it is first asked for)
    assert 1.25 < wanted[-1] / sizes(tuple(vars(problem).values())) < 5


@pytest.mark.parametrize(("mode", "n"), [("darwinian", 4096), ("lb", 64)])
def test_the_estimate_for_a_run_is_near_the_sum_of_its_arrays(monkeypatch, mode, n):
    wanted = []
    monkeypatch.setattr(memory, "check", lambda size, what: wanted.append(size))
    e = ml.Evolution(ml.DeceptiveLeadingBlocks(n, 2), **cases.settings(mode, mu=3000, budget=6000),
                     trace=False)
    assert 0.95 < max(wanted) / sizes(e.state) < 1.4
