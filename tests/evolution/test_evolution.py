"""The engine, generation by generation, against the slow definitions."""

import time

import cases
import numpy as np
import pytest
from reference import mean_distance, share_with_reserve
from significance import ERROR_RATE, binomial

import memlab as ml
from memlab.evolution import modes
from memlab.evolution.run import WrongSolutionError, confirm

ALL = pytest.mark.parametrize("case", cases.EACH)
MODES = pytest.mark.parametrize("mode", cases.MODES)
FLAT = ml.MaxCut(ml.Graph.from_edges(40, np.empty((0, 2), int)))       # every cut is 0


def test_seconds_are_those_of_the_run_alone():
    before = time.thread_time()
    assert 0 < ml.Evolution(FLAT, "darwinian", budget=250).seconds < time.thread_time() - before


def members(e):
    """(fitness, phenotype, genome) of all parents, in their order; arrays as bytes."""
    rows = zip(e.fitness, e.phenotypes, e.population, strict=True)
    return [(int(fitness), phenotype.tobytes(), genome.tobytes())
            for fitness, phenotype, genome in rows]


def step(e):
    """One generation; returns its offspring as (fitness, phenotype, genome), arrays as bytes."""
    born = e.state.population.order[e.configuration.mu:].copy()      # the slots that are free now
    e.step()
    # whether they survived or not, the offspring are still where they were born
    population, unpack = e.state.population, e.problem.unpack
    rows = zip(population.fitness[born], unpack(population.phenotypes[born]),
               unpack(population.genomes[born]), strict=True)
    return [(int(fitness), phenotype.tobytes(), genome.tobytes())
            for fitness, phenotype, genome in rows]


def as_array(data):
    return np.frombuffer(data, np.uint8)


@ALL
@MODES
def test_every_generation_is_what_the_algorithm_says(case, mode):
    """Raw parents first; then fitness, local optimality, survivors: for every offspring."""
    reference, rng = cases.reference(case), np.random.default_rng(0)
    e = ml.Evolution(cases.problem(case), **cases.settings(mode))
    assert (e.population.shape, e.population.dtype) == ((12, e.problem.n), np.uint8)
    assert np.array_equal(e.population, e.phenotypes) and (np.diff(e.fitness) <= 0).all()
    assert e.fitness.tolist() == [reference.fitness(x) for x in e.population]
    assert (e.generation, e.evaluations, e.local_search_steps, e.done) == (0, 12, 0, False)
    while not e.done:
        parents = members(e)
        offspring = step(e)
        for fitness, phenotype, genome in offspring:
            assert fitness == reference.fitness(as_array(phenotype))
            if mode == "darwinian":
                assert phenotype == genome
            else:
                assert reference.local_search(as_array(phenotype), rng)[1] == 0
            if mode == "lamarckian":
                assert phenotype == genome
        everyone, survivors = parents + offspring, members(e)
        assert e.fitness.tolist() == sorted((f for f, *_ in everyone), reverse=True)[:12]
        for survivor in set(survivors):
            assert survivors.count(survivor) <= everyone.count(survivor)


@ALL
@MODES
def test_the_trace_equals_what_can_be_seen_of_the_population(case, mode):
    e = ml.Evolution(cases.problem(case), **cases.settings(mode))
    rows, met, steps = [], {member[:2] for member in members(e)}, [0]
    while True:
        best = max(fitness for fitness, _ in met)
        unique = sum(fitness == best for fitness, _ in met)
        result = e.result()
        assert (result.best_fitness, result.unique_best) == (best, unique)
        apart = modes.MODES[mode].learns and e.configuration.inheritance < 1
        reserve = share_with_reserve(e.population, e.phenotypes) if apart else 0
        rows.append([e.evaluations, best, e.fitness.mean(), mean_distance(e.population),
                     mean_distance(e.phenotypes), (e.population != e.phenotypes).sum(axis=1).mean(),
                     reserve if case.startswith(("mis", "swap")) else np.nan,
                     e.local_search_steps])
        if e.done:
            break
        offspring = step(e)
        met |= {member[:2] for member in offspring}
        steps.append(sum(int(as_array(genome).sum()) - int(as_array(phenotype).sum())
                         for _, phenotype, genome in offspring))
    trace = e.result().trace
    assert e.trace.equals(trace)
    assert list(trace.columns) == [
        "evaluations", "best_fitness", "mean_fitness", "diversity", "phenotype_diversity",
        "phenotype_distance", "reserve", "local_search_steps"]
    assert np.allclose(trace.to_numpy(), rows, rtol=1e-14, atol=0, equal_nan=True)
    assert np.array_equal(trace[["evaluations", "best_fitness", "local_search_steps"]],
                          np.array(rows)[:, [0, 1, -1]])
    if not apart:
        assert trace["phenotype_diversity"].equals(trace["diversity"])
    if mode == "baldwinian" and case.startswith("mis"):     # a repair only ever removes
        assert np.array_equal(trace["local_search_steps"], np.cumsum(steps))


@pytest.mark.parametrize(("mu", "lambda_", "budget", "generations"), [
    (1, 1, 1, 0), (1, 1, 500, 499), (10, 7, 16, 0), (10, 7, 17, 1), (3, 50, 400, 7)])
def test_budget(mu, lambda_, budget, generations):
    settings = cases.settings("lb", mu=mu, lambda_=lambda_, budget=budget)
    run = ml.evolve(cases.problem("maxcut, rows"), **settings)
    evaluations = [mu + lambda_ * g for g in range(generations + 1)]
    assert run.configuration.generations(run.budget) == generations
    assert run.evaluations == evaluations[-1] <= budget < evaluations[-1] + lambda_
    assert run.trace["evaluations"].tolist() == evaluations
    assert (np.diff(run.trace["best_fitness"]) >= 0).all()
    if mu == 1:
        assert not run.trace["diversity"].any()


def test_a_run_that_met_no_independent_set_says_so():
    problem = cases.problem("mis, rows")
    run = ml.evolve(problem, "darwinian", mu=2, lambda_=1, budget=3, seed=1)
    assert not run.feasible and run.best_fitness < 0
    assert confirm(problem, run.best_solution, run.best_fitness) == run.best_fitness
    with pytest.raises(WrongSolutionError, match="was reported to have the value"):
        confirm(problem, run.best_solution, run.best_fitness - 1)


def test_the_table_of_best_solutions_grows():
    """On a flat landscape nearly every solution is new and best: thousands of them."""
    e = ml.Evolution(FLAT, "darwinian", mu=5, lambda_=20, budget=9000, seed=2)
    met, sizes = {x.tobytes() for x in e.population}, set()
    while not e.done:
        met |= {phenotype for _, phenotype, _ in step(e)}
        sizes.add(len(e.state.ledger.seen))
    assert len(sizes) > 2 and len(met) > 5000
    assert e.result().unique_best == len(met)


@MODES
def test_ties_go_by_age_on_demand(mode):
    for ties in ("parents", "offspring"):
        e = ml.Evolution(cases.problem("maxcut, rows"), **cases.settings(mode, ties=ties))
        while not e.done:
            parents, offspring = members(e), step(e)        # the oldest first, among equals
            everyone = parents + offspring if ties == "parents" else offspring[::-1] + parents
            assert members(e) == sorted(everyone, key=lambda member: -member[0])[:12]


def test_ties_are_a_fair_draw_by_default():
    e, replaced = ml.Evolution(FLAT, "darwinian", mu=1, lambda_=1, budget=4001, seed=3), 0
    while not e.done:
        slot = e.state.population.order[0]
        e.step()
        replaced += slot != e.state.population.order[0]
    assert binomial(replaced, 4000, 0.5) > ERROR_RATE


def test_what_evolution_shows_are_copies():
    e = ml.Evolution(cases.problem("mis, rows"), **cases.settings("baldwinian"))
    untouched = ml.evolve(cases.problem("mis, rows"), **cases.settings("baldwinian"))
    e.step(20)
    for array in (e.population, e.phenotypes, e.fitness, e.result().best_solution,
                  *e.result().course.values()):
        array[:] = 7
    for trace in (e.trace, e.result().trace):
        trace.loc[:] = 0
    assert cases.same_run(e.run(), untouched)
