"""The same seed is the same run, however it is taken; another seed is another run."""

import itertools
from concurrent.futures import ThreadPoolExecutor

import cases
import digests
import llvmlite.binding
import numpy as np
import pytest
from processes import output, start

import memlab as ml
from memlab.evolution import evolution, state
from memlab.kernels import engine

ALL = pytest.mark.parametrize("case", cases.EACH)
MODES = pytest.mark.parametrize("mode", cases.MODES)
SEVERAL = pytest.mark.parametrize("names", [
    cases.COMMON, pytest.param(tuple(cases.CASES), marks=pytest.mark.slow)], ids=["common", "all"])


def run(case_and_mode):
    case, mode = case_and_mode
    return ml.evolve(cases.problem(case), **cases.settings(mode))


@ALL
@MODES
def test_in_steps_of_any_size(case, mode):
    rng = np.random.default_rng(4)
    e = ml.Evolution(cases.problem(case), **cases.settings(mode))
    while not e.done:
        e.step(int(rng.integers(1, 12)))
    assert cases.same_run(e.result(), run((case, mode)))
    e.step()                                # nothing is left to do
    assert cases.same_run(e.run(), run((case, mode)))


@MODES
def test_without_a_trace(mode):
    e = ml.Evolution(cases.problem("mis, rows"), **cases.settings(mode), trace=False)
    without = e.run()
    assert e.trace is None
    traced = run(("mis, rows", mode))
    assert without.trace is None
    object.__setattr__(traced, "course", None)
    vars(traced).pop("trace", None)
    assert cases.same_run(without, traced)


@pytest.mark.parametrize(("mode", "others"), [
    ("darwinian", {}), ("lb", {"survivors": "comma"}), ("lamarckian", {"lambda_rule": "success"}),
    ("baldwinian", {"step_cost": 0.5, "target": 420}), ("baldwinian", {"initial": "learned"})])
def test_interrupted_amid_a_generation(mode, others, monkeypatch):
    """Large generations, and large initial populations, are made a part at a time."""
    settings = cases.settings(mode, mu=20, lambda_=30) | others
    problem = cases.problem("maxcut, rows")
    whole, sizes = ml.evolve(problem, **settings), []
    monkeypatch.setattr(state, "_BITS_AT_ONCE", 0)
    start = evolution.engine.start

    def started(*arguments):
        sizes.append(arguments[-1] - arguments[-2])
        start(*arguments)

    monkeypatch.setattr(evolution.engine, "start", started)
    e = ml.Evolution(problem, **settings)
    assert sizes == [1] * 20 or "initial" in others
    monkeypatch.setattr(evolution, "engine", Struck())
    amid = 0
    while not e.done:
        with pytest.raises(KeyboardInterrupt):
            e.run()
        if e.state.ledger.born[0]:
            amid += 1
            assert e.result().best_fitness == e.state.ledger.best[0]
    assert amid > 5
    assert cases.same_run(e.result(), whole)


def test_what_is_saved_amid_a_generation_is_the_generation(monkeypatch, tmp_path):
    settings, problem = cases.settings("lb", mu=20, lambda_=30), cases.problem("maxcut, rows")
    whole = ml.evolve(problem, **settings)
    monkeypatch.setattr(state, "_BITS_AT_ONCE", 0)
    e = ml.Evolution(problem, **settings)
    with monkeypatch.context() as struck, pytest.raises(KeyboardInterrupt):
        struck.setattr(evolution, "engine", Struck())
        e.step()
    assert (e.generation, e.state.ledger.born[0]) == (0, 1)
    e.save(tmp_path / "run.npz")
    assert (e.generation, e.state.ledger.born[0]) == (1, 0)
    assert cases.same_run(ml.Evolution.load(tmp_path / "run.npz").run(), whole)
    assert cases.same_run(e.run(), whole)


class Struck:
    """The engine when Ctrl-C strikes after a part."""

    finished = staticmethod(evolution.engine.finished)

    @staticmethod
    def advance(*arguments):
        engine.advance(*arguments)
        raise KeyboardInterrupt


@SEVERAL
def test_in_threads_beside_each_other(names):
    everything = list(itertools.product(names, cases.MODES))
    with ThreadPoolExecutor(4) as pool:
        theirs = list(pool.map(run, everything * 3))
    assert all(map(cases.same_run, theirs, list(map(run, everything)) * 3))


@MODES
def test_another_seed_is_another_run(mode):
    seeds = [0, 1, [1, 2], [2, 1], 2**80, np.random.SeedSequence(0, spawn_key=(1,))]
    runs = [ml.evolve(cases.problem("mis, lists"), **cases.settings(mode, seed=seed))
            for seed in seeds]
    for i, one in enumerate(runs):
        assert not any(cases.same_run(one, other) for other in runs[:i])


def test_a_seed_sequence_is_left_as_it_is():
    sequence = np.random.SeedSequence(5)
    first, second, third = (
        ml.evolve(cases.problem("maxcut, rows"), "darwinian", budget=400, seed=seed)
        for seed in (sequence, sequence, 5))
    assert cases.same_run(first, second) and cases.same_run(first, third)


# Everywhere

DIGESTS = {cases.COMMON: "411249c1deae54f4", tuple(cases.CASES): "3e8ff7a8a18e1541"}
FEATURES = llvmlite.binding.get_host_cpu_features()
AVX2 = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": ",".join(
    f"{'+' if on and not name.startswith('avx512') else '-'}{name}"
    for name, on in FEATURES.items())}
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
# Cases with all vector operations: each is compiled anew for one other processor, which takes 7 s.
VECTORS = ["mis, rows", "maxcut, wide rows"]


@SEVERAL
def test_runs_traces_and_solutions_are_what_they_have_always_been(names):
    """A change that is meant changes the shipped results too: make them anew."""
    assert digests.of_all(names) == DIGESTS[names]


def elsewhere(names, **environment):
    script = f"import digests; print(*digests.of_runs({names}), sep='\\n')"
    return output(start(script, **environment)).splitlines()


@pytest.mark.slow
def test_on_a_processor_without_vector_extensions():
    """A plain processor gets other machine code for all vector operations, and equal results."""
    assert elsewhere(VECTORS, **GENERIC) == digests.of_runs(VECTORS)


@pytest.mark.slow
@pytest.mark.skipif(not FEATURES.get("avx2"), reason="this processor has no AVX2: nor has its code")
def test_on_a_processor_with_vectors_of_half_the_length():
    """AVX2 and no AVX-512. Where a processor has that, all other tests use it."""
    assert elsewhere(VECTORS, **AVX2) == digests.of_runs(VECTORS)


@SEVERAL
def test_hash_seeds_and_threads_do_not_matter(names):
    assert elsewhere(names, PYTHONHASHSEED="2", NUMBA_THREADING_LAYER="workqueue",
                     OPENBLAS_NUM_THREADS="2") == digests.of_runs(names)
