"""Problems of `reference` in the plain engine of memlab, which is Algorithm 1 to be read."""

from reference import UNBOUNDED

import memlab as ml


def as_functions(plain):
    """A problem with `n`, `fitness` and `local_search` as `reference` has them, by its functions.

    A local search that is told in one step is faster; `steps` counts those it took.
    """
    def local_search(x, value, f, rng):
        x, steps = plain.local_search(x, rng, problem.most)
        problem.steps += steps
        if steps:
            yield x, None

    problem = ml.FunctionProblem(ml.spaces.Bits(plain.n), lambda x: int(plain.fitness(x)),
                                 local_search=local_search)
    return problem


def evolve(problem, mode, *parameters, initial="raw", learning_depth=None, **settings):
    """What a run of the plain engine reports: a dictionary; `problem` is one of `as_functions`."""
    problem.steps, problem.most = 0, learning_depth or UNBOUNDED
    if learning_depth == 0:
        settings["learning_depth"] = 0
    e = ml.Evolution(problem, mode, *parameters, initial=initial, count="offspring", trace=False,
                     **settings)
    run = e.run()
    return {"best_fitness": run.best_fitness, "mean_fitness": e.fitness.mean(),
            "unique_best": run.unique_best, "local_search_steps": problem.steps,
            "genomes": e.population}
