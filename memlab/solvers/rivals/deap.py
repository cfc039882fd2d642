"""The (mu+lambda) evolutionary algorithm of DEAP."""

from ...support.extras import need


def deap_mu_plus_lambda(trial, mu=10, lambda_=10, crossover_rate=0.5, expected_flips=1.0):
    """Run DEAP's ``eaMuPlusLambda``: offspring are crossed *or* mutated, and the mu best survive.

    What had to be set, and what DEAP 1.4.4 does otherwise:

    - an offspring that is not crossed is always mutated, or copies of parents are made, which are
      not evaluated, so that the number of generations does not tell that of evaluations;
    - the survivors are the best, by ``selBest``: its roulette draws the worst of values that are
      minimised;
    - ``indpb`` is 1/2 in the crossover and the rate per bit in the mutation: both have no default.

    Parents are drawn uniformly. At equal fitness the older survives. Without crossover, this is our
    Darwinian mode with ``ties="parents"``.

    Parameters
    ----------
    trial : Trial
        The run.
    mu, lambda_ : int
        Numbers of parents and of offspring per generation.
    crossover_rate : float
        The probability that an offspring is crossed, and not mutated.
    expected_flips : float
        The expected number of flipped bits of an offspring that is mutated.

    Raises
    ------
    ImportError
        If DEAP is not installed.
    ValueError
        If there is one parent only, and crossover needs two.

    Examples
    --------
    >>> import memlab as ml
    >>> ml.run(ml.DeceptiveLeadingBlocks(4, 2), deap_mu_plus_lambda, budget=215).evaluations
    215
    """
    need("deap_mu_plus_lambda", "deap", "libraries")
    from deap import algorithms, base, tools

    if mu < 2 and crossover_rate:
        raise ValueError("mu must be at least 2, or crossover_rate 0: DEAP crosses two individuals")
    fitness = type("Fitness", (base.Fitness,), {"weights": (1.0,)})
    individual = type("Individual", (list,), {})
    toolbox = base.Toolbox()
    toolbox.register("evaluate", lambda x: (trial.evaluate(x),))
    toolbox.register("mate", tools.cxUniform, indpb=0.5)
    toolbox.register("mutate", tools.mutFlipBit, indpb=expected_flips / trial.n)
    toolbox.register("select", tools.selBest)
    population = [*map(individual, trial.rng.integers(0, 2, (mu, trial.n)).tolist())]
    for one in population:
        one.fitness = fitness()
    algorithms.eaMuPlusLambda(population, toolbox, mu, lambda_, crossover_rate,
                              1 - crossover_rate, trial.left, verbose=False)
