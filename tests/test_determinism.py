"""The same seed is the same run, however it is taken; another seed is another run."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import cases
import numpy as np
import pytest
from processes import output, start

import memlab as ml
from memlab import evolution

ALL = pytest.mark.parametrize("case", cases.CASES)
MODES = pytest.mark.parametrize("mode", cases.MODES)
EVERYTHING = [(case, mode) for case in cases.CASES for mode in cases.MODES]


def run(case_and_mode):
    case, mode = case_and_mode
    return ml.evolve(cases.problem(case), **cases.settings(mode))


@ALL
@MODES
def test_a_second_time(case, mode):
    assert cases.same_run(run((case, mode)), run((case, mode)))


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


@ALL
@MODES
def test_without_a_trace(case, mode):
    e = ml.Evolution(cases.problem(case), **cases.settings(mode), trace=False)
    without = e.run()
    assert e.trace is None
    traced = run((case, mode))
    assert without.trace is None
    object.__setattr__(traced, "_trace", None)
    vars(traced).pop("trace", None)
    assert cases.same_run(without, traced)


@MODES
def test_interrupted_by_the_keyboard(mode, monkeypatch):
    """Ctrl-C strikes after a kernel has returned, before anything else is done."""
    e, advance = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings(mode)), (
        evolution.engine.advance)

    def struck(*arguments):
        advance(*arguments[:-1], min(arguments[-1], e.generation + 7))
        raise KeyboardInterrupt

    monkeypatch.setattr(evolution.engine, "advance", struck)
    interruptions = 0
    while not e.done:
        with pytest.raises(KeyboardInterrupt):
            e.run()
        interruptions += 1
    assert interruptions == 11
    monkeypatch.undo()
    assert cases.same_run(e.run(), run(("maxcut, rows", mode)))


def test_in_another_process():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        theirs = list(pool.map(run, EVERYTHING, chunksize=len(EVERYTHING)))
    assert all(map(cases.same_run, theirs, map(run, EVERYTHING)))


def test_in_threads_beside_each_other():
    with ThreadPoolExecutor(4) as pool:
        theirs = list(pool.map(run, EVERYTHING * 3))
    assert all(map(cases.same_run, theirs, list(map(run, EVERYTHING)) * 3))


@ALL
@MODES
def test_another_seed_is_another_run(case, mode):
    seeds = [0, 1, [1, 2], [2, 1], 2**80, np.random.SeedSequence(0, spawn_key=(1,))]
    runs = [ml.evolve(cases.problem(case), **cases.settings(mode, seed=seed)) for seed in seeds]
    for i, one in enumerate(runs):
        assert not any(cases.same_run(one, other) for other in runs[:i])


def test_a_seed_sequence_is_left_as_it_is():
    sequence = np.random.SeedSequence(5)
    first, second = (ml.evolve(cases.problem("maxcut, rows"), "darwinian", budget=400, seed=seed)
                     for seed in (sequence, sequence))
    assert cases.same_run(first, second)
    assert cases.same_run(first, ml.evolve(cases.problem("maxcut, rows"), "darwinian", budget=400,
                                           seed=5))


FINGERPRINT = """
import cases, memlab as ml
for case in {cases}:
    run = ml.evolve(cases.problem(case), **cases.settings("lb"))
    print(case, run.best_fitness, run.unique_best, run.local_search_steps,
          float(run.trace["diversity"].sum()).hex(), float(run.trace["mean_fitness"].sum()).hex(),
          run.best_solution.tobytes().hex())
"""


def test_on_a_processor_without_vector_extensions(capsys):
    """A plain processor gets other machine code for all vector operations, and equal results."""
    script = FINGERPRINT.format(cases=["mis, rows", "maxcut, rows"])
    exec(script)
    here = capsys.readouterr().out
    there = output(start(script, NUMBA_CPU_NAME="generic"))
    assert here == there and here.count("\n") == 2
