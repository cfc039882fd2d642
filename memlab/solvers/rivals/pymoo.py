"""The genetic algorithm of pymoo."""

from ...support.extras import need


def pymoo_ga(trial, mu=10, lambda_=10, crossover_rate=0.9, expected_flips=1.0):
    """Run pymoo's genetic algorithm: parents win tournaments of two, and the mu best survive.

    What had to be set, and what pymoo 0.6.2 does otherwise:

    - duplicates are not eliminated, or the population ends where all strings near it are in it;
    - the crossover is uniform and the mutation flips bits, or both are those of real numbers;
    - ``prob_var`` is the rate of the mutation, and ``prob``, the probability that an individual is
      mutated at all, is 1;
    - the trial ends the run, or a generation would be finished beyond the budget.

    Parents meet in permutations of the population, so that each is in as many tournaments. Two
    offspring of a pair have complementary bits. At equal fitness the older survives.

    Parameters
    ----------
    trial : Trial
        The run.
    mu, lambda_ : int
        Numbers of parents and of offspring per generation.
    crossover_rate : float
        The probability that a pair is crossed.
    expected_flips : float
        The expected number of flipped bits of an offspring.

    Raises
    ------
    ImportError
        If pymoo is not installed.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.run(ml.DeceptiveLeadingBlocks(4, 2), pymoo_ga, budget=215).evaluations
    215
    """
    need("pymoo_ga", "pymoo", "libraries")
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import Problem
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.sampling.rnd import BinaryRandomSampling
    from pymoo.optimize import minimize

    class Scored(Problem):
        def _evaluate(self, x, out, *_, **__):
            out["F"] = -trial.evaluate(x)

    algorithm = GA(mu, n_offsprings=lambda_, sampling=BinaryRandomSampling(),
                   crossover=UniformCrossover(prob=crossover_rate),
                   mutation=BitflipMutation(1.0, expected_flips / trial.n),
                   eliminate_duplicates=False)
    minimize(Scored(trial.n), algorithm, ("n_eval", 10**12), seed=int(trial.rng.integers(2**31)))
