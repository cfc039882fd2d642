"""Evolutionary algorithms of pymoo, DEAP and nevergrad: `pip install pymoo deap nevergrad`."""


def pymoo_ga(trial, mu=10, lambda_=10, crossover_rate=0.0, selection="uniform"):
    """pymoo's genetic algorithm: (mu+lambda), uniform crossover, each bit flips with 1/n.

    By itself it draws parents by tournaments of two ("tournament").
    """
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import Problem
    from pymoo.core.selection import Selection
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.sampling.rnd import BinaryRandomSampling
    from pymoo.optimize import minimize

    class Scored(Problem):
        def _evaluate(self, x, out, *_, **__):
            out["F"] = -trial.evaluate(x)

    class Uniform(Selection):
        def _do(self, _, population, matings, parents, *__, random_state=None, **___):
            return random_state.integers(0, len(population), (matings, parents))

    chosen = {"selection": Uniform()} if selection == "uniform" else {}
    algorithm = GA(mu, sampling=BinaryRandomSampling(), n_offsprings=lambda_, **chosen,
                   crossover=UniformCrossover(prob=crossover_rate),
                   mutation=BitflipMutation(1.0, 1 / trial.n), eliminate_duplicates=False)
    minimize(Scored(n_var=trial.n, vtype=bool), algorithm, ("n_eval", 10**12),
             seed=int(trial.rng.integers(2**31)))


def deap_ea(trial, mu=10, lambda_=10, crossover_rate=0.0):
    """DEAP's eaMuPlusLambda: an offspring is crossed or mutated, never both."""
    from deap import algorithms, base, tools

    class Fitness(base.Fitness):
        weights = (1.0,)

    class Individual(list):
        def __init__(self, bits):
            super().__init__(bits)
            self.fitness = Fitness()

    toolbox = base.Toolbox()
    toolbox.register("evaluate", lambda x: (trial.evaluate(x),))
    toolbox.register("mate", tools.cxUniform, indpb=0.5)
    toolbox.register("mutate", tools.mutFlipBit, indpb=1 / trial.n)
    toolbox.register("select", tools.selBest)
    population = [*map(Individual, trial.rng.integers(0, 2, (mu, trial.n)).tolist())]
    algorithms.eaMuPlusLambda(population, toolbox, mu, lambda_, crossover_rate,
                              1 - crossover_rate, 10**12, verbose=False)


def nevergrad_ea(trial, scale=1.0):
    """nevergrad's discrete (1+1): it draws a mutation again until it changes at least one bit.

    By itself it begins with zeros; here it begins at random, as all others do, by a suggestion: with
    another value of its parameter, its mutations would be others, too.

    nevergrad 1.0.12 takes a solution that was evaluated once for 70.7 worse than its value, which
    matters less the larger the values are: `scale` multiplies them.
    """
    from nevergrad import optimizers, p

    bits = p.TransitionChoice([0, 1], repetitions=trial.n)
    bits.random_state.seed(trial.rng.integers(2**32))
    optimizer = optimizers.DiscreteOnePlusOne(bits, budget=trial.left)
    optimizer.suggest(tuple(trial.rng.integers(0, 2, trial.n).tolist()))
    optimizer.minimize(lambda x: -scale * float(trial.evaluate(x)))
