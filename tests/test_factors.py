"""What the paper holds fixed and a run may vary: mutation, start, end, cost of learning."""

import cases
import numpy as np
import pytest
from reference import mean_distance
from significance import ERROR_RATE, binomial
from suites import shortened

import memlab as ml
from memlab.evolution import modes

LEARNING = [name for name, mode in modes.MODES.items() if mode.learns]
CASES = pytest.mark.parametrize("case", shortened(
    ["mis, rows", "swap, rows", "maxcut, lists", "weighted"], cases.COMMON))


# ------------------------------------------------------------------------- initial population


@CASES
@pytest.mark.parametrize("mode", LEARNING)
def test_a_learned_initial_population_consists_of_local_optima(case, mode):
    e = ml.Evolution(cases.problem(case), **cases.settings(mode, mu=40), initial="learned")
    reference = cases.reference(case)
    assert e.fitness.tolist() == [reference.fitness(x) for x in e.phenotypes]
    again, steps = reference.local_search(e.phenotypes, np.random.default_rng(0))
    assert steps == 0 and np.array_equal(again, e.phenotypes)
    assert (np.diff(e.fitness) <= 0).all() and e.generation == 0 and e.evaluations == 40
    assert e.local_search_steps == e.result().trace["local_search_steps"].iloc[0] > 0
    kept = (e.population == e.phenotypes).all(axis=1)
    if mode == "lamarckian":
        assert kept.all()
    if mode == "baldwinian":        # genomes stay what they were: hardly any is an optimum
        assert kept.mean() < 0.2


def test_lb_writes_back_some_of_the_initial_population():
    """With probability 0.4 each: of 40 populations of 40 of a problem that always has to learn."""
    kept = 0
    for seed in range(40):
        e = ml.Evolution(cases.problem("maxcut, rows"), initial="learned",
                         **cases.settings("lb", mu=40, seed=seed))
        kept += (e.population == e.phenotypes).all(axis=1).sum()
    assert binomial(kept, 1600, 0.4) > ERROR_RATE


@pytest.mark.parametrize("case", cases.EACH)
@pytest.mark.parametrize("mode", cases.MODES)
def test_a_given_initial_population_is_scored_raw(case, mode):
    problem, reference = cases.problem(case), cases.reference(case)
    given = np.random.default_rng(0).integers(0, 2, (12, problem.n), np.uint8)
    given[3], given[7] = 0, 1
    e = ml.Evolution(problem, **cases.settings(mode), initial=given)
    score = [reference.fitness(x) for x in given]
    order = np.argsort(-np.array(score), kind="stable")
    assert np.array_equal(e.population, given[order])
    assert np.array_equal(e.phenotypes, given[order])
    assert e.fitness.tolist() == [score[i] for i in order]
    assert (e.evaluations, e.local_search_steps, e.configuration.initial) == (12, 0, "raw")
    first = e.trace.iloc[0]
    assert first["diversity"] == pytest.approx(mean_distance(given), rel=1e-14)
    assert first["mean_fitness"] == pytest.approx(np.mean(score), rel=1e-14)
    same = [ml.evolve(problem, **cases.settings(mode), initial=as_given)
            for as_given in (given, given.astype(bool), given.tolist(), np.asfortranarray(given))]
    assert all(cases.same_run(e.run(), other) for other in same)
    assert given[3].sum() == 0 and given[7].all()       # the caller's array is left alone


# --------------------------------------------------------------------------------------- target


@CASES
@pytest.mark.parametrize("mode", cases.MODES)
def test_a_run_ends_with_the_generation_that_reaches_the_target(case, mode, tmp_path):
    problem, settings = cases.problem(case), cases.settings(mode)
    free = ml.evolve(problem, **settings)
    best = free.trace["best_fitness"]
    for target in (best.iloc[0], best.iloc[0] + 1, best.iloc[len(best) // 3], best.iloc[-1]):
        reached = int((best >= target).to_numpy().argmax())
        run = ml.evolve(problem, **settings, target=int(target))
        assert run.trace.equals(free.trace.iloc[:reached + 1])
        assert run.evaluations == 12 + 9 * reached and run.best_fitness >= target
        e = ml.Evolution(problem, **settings, target=target)
        while not e.done:
            e.step()
            e.save(tmp_path / "run.npz")
            e = ml.Evolution.load(tmp_path / "run.npz")
        assert e.target == target and e.generation == reached
        e.step(5)
        assert cases.same_run(e.result(), run)
    for beyond in (int(best.iloc[-1]) + 1, 2**63 - 1, 10**30):
        assert cases.same_run(ml.evolve(problem, **settings, target=beyond), free)


# ----------------------------------------------------------------------------- cost of learning


@CASES
@pytest.mark.parametrize("mode", LEARNING)
@pytest.mark.parametrize("step_cost", [0.05, 1, 7.5])
def test_the_budget_pays_for_steps(case, mode, step_cost):
    """A generation is begun exactly while what was spent leaves room for its evaluations."""
    settings = cases.settings(mode)
    e = ml.Evolution(cases.problem(case), **settings, step_cost=step_cost)
    run = e.run()
    spent = run.trace["evaluations"] + step_cost * run.trace["local_search_steps"]
    assert (spent.iloc[:-1] + settings["lambda_"] <= settings["budget"]).all()
    assert spent.iloc[-1] + settings["lambda_"] > settings["budget"]
    assert e.done and run.evaluations == run.trace["evaluations"].iloc[-1]
    assert len(run.trace) == e.generation + 1 <= run.configuration.generations(run.budget) + 1
    # until then it is the run that pays nothing
    free = ml.evolve(cases.problem(case), **settings)
    assert run.trace.equals(free.trace.iloc[:len(run.trace)])
