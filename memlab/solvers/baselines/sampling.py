"""Baselines without selection: independent random points, with or without local search."""

import time

import numpy as np

from ...evolution.configuration import LARGEST_BUDGET
from ...evolution.evolution import Evolution
from ...evolution.run import Run, improvement_columns, trace_grid
from ...problems.problem import Problem
from ...support import checks


def random_sampling(problem, budget=40_000, seed=0):
    """Score uniformly random solutions, one evaluation each.

    Parameters
    ----------
    problem : Problem
        The problem.
    budget : int
        Number of solutions, at least 1.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of the solutions.

    Returns
    -------
    Run
        The best solution found, and the counts.

    Examples
    --------
    >>> import memlab as ml
    >>> blocks = ml.DeceptiveLeadingBlocks(n=4, k=2)
    >>> ml.baselines.random_sampling(blocks, budget=500).best_fitness
    4
    """
    return _sample(problem, budget, seed, mode="darwinian")


def restarts(problem, budget=40_000, seed=0):
    """Run the local search from new random points, at one evaluation each, as for an offspring.

    Parameters
    ----------
    problem : Problem
        The problem.
    budget : int
        Number of restarts, at least 1.
    seed : int, sequence of int, or numpy.random.SeedSequence
        Seed of the points and of the local search.

    Returns
    -------
    Run
        The best solution found, and the counts.

    Examples
    --------
    >>> import memlab as ml
    >>> graph, = ml.datasets.generate("er_small")
    >>> run = ml.baselines.restarts(ml.MaxIndependentSet(graph), budget=500)
    >>> run.evaluations, run.best_fitness == int(run.best_solution.sum())
    (500, True)
    """
    return _sample(problem, budget, seed, mode="lamarckian")


def _sample(problem, budget, seed, mode):
    """Draw initial populations of the EA one after another: they are independent random points."""
    checks.instance("problem", problem, Problem)      # no FunctionProblem
    budget = checks.integer("budget", budget, minimum=1, maximum=LARGEST_BUDGET)
    until = np.unique(trace_grid(budget)[trace_grid(budget) > 0])
    seed = checks.seed("seed", seed)
    # the seeds that its spawn() would give, but spawn() also counts its calls
    seeds = [np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, child))
             for child in range(len(until))]
    begin, course, best, steps, better = time.thread_time(), [], None, 0, []
    for size, child in zip(np.diff(until, prepend=0), seeds, strict=True):
        batch = Evolution(problem, mode, mu=int(size), lambda_=1, budget=int(size), seed=child,
                          initial="learned", trace=False)
        run = batch.result()
        for born, fitness, spent in zip(*run.improvements.values(), strict=True):
            if best is None or fitness > best.best_fitness:
                better.append((until[len(course)] - size + born, fitness, steps + spent))
        if best is None or run.best_fitness > best.best_fitness:
            best, met = run, set()
        if run.best_fitness == best.best_fitness:
            ties = batch.state.parents[batch.fitness == run.best_fitness]
            met |= {row.tobytes() for row in batch.state.population.phenotypes[ties]}
        steps += run.local_search_steps
        course.append((best.best_fitness, batch.fitness.mean(), steps))
    best_so_far, means, steps_so_far = map(np.array, zip(*course, strict=True))
    return Run(best_fitness=best.best_fitness, best_solution=best.best_solution,
               best_value=best.best_value, feasible=best.feasible, evaluations=budget,
               local_search_steps=steps, unique_best=len(met), seconds=time.thread_time() - begin,
               course={"evaluations": until, "best_fitness": best_so_far, "mean_fitness": means,
                       "local_search_steps": steps_so_far},
               improvements=improvement_columns(better))
