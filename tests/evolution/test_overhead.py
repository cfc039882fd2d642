"""What an evaluation costs besides the function, against DEAP and pymoo, if they are installed.

The configuration is the same in all: mu = lambda = 50, uniform parents, crossover 0.9, no learning,
each bit flips with 1/n, plus selection, no check for duplicates. They take turns in one process.
"""

import random
import statistics
import time

import numpy as np
import pytest

import memlab as ml

pytestmark = pytest.mark.slow
BITS, PLACES, SIZE, BUDGET, TURNS = 100, 60, 50, 5_000, 5


def ours(space, function, **more):
    problem = ml.FunctionProblem(space, function, **more)
    return lambda seed: ml.evolve(problem, "darwinian", SIZE, SIZE, budget=BUDGET, seed=seed)


def deap_ea(make, mate, mutate, function):
    """DEAP's eaMuPlusLambda; as ours, offspring are crossed and mutated."""
    pytest.importorskip("deap")
    from deap import algorithms, base, creator, tools
    if not hasattr(creator, "Genome"):
        creator.create("Max", base.Fitness, weights=(1.0,))
        creator.create("Genome", list, fitness=creator.Max)

    def run(seed):
        random.seed(seed)
        box = base.Toolbox()
        box.register("evaluate", lambda x: (function(x),))
        box.register("mate", lambda a, b: (mutate(mate(a, b)[0])[0], b))
        box.register("mutate", mutate)
        box.register("select", tools.selBest)
        algorithms.eaMuPlusLambda([creator.Genome(make()) for _ in range(SIZE)], box, SIZE, SIZE,
                                  0.9, 0.1, (BUDGET - SIZE) // SIZE, verbose=False)
    return run


def pymoo_ga(batch):
    pytest.importorskip("pymoo")
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import ElementwiseProblem, Problem
    from pymoo.operators.crossover.ux import UniformCrossover
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.sampling.rnd import BinaryRandomSampling
    from pymoo.operators.selection.rnd import RandomSelection
    from pymoo.optimize import minimize

    class Ones(Problem if batch else ElementwiseProblem):
        def _evaluate(self, x, out, *args, **more):
            out["F"] = -x.sum(axis=-1)

    def run(seed):
        algorithm = GA(SIZE, n_offsprings=SIZE, sampling=BinaryRandomSampling(),
                       selection=RandomSelection(), crossover=UniformCrossover(prob=0.9),
                       mutation=BitflipMutation(prob=1.0, prob_var=1 / BITS),
                       eliminate_duplicates=False)
        minimize(Ones(n_var=BITS, xl=0, xu=1, vtype=bool), algorithm, ("n_eval", BUDGET), seed=seed)
    return run


def ratio(mine, theirs):
    """The median over turns of my time in units of theirs."""
    ratios = []
    for seed in range(TURNS + 1):
        times = []
        for run in (mine, theirs):
            begin = time.process_time()
            run(seed)
            times.append(time.process_time() - begin)
        ratios.append(times[0] / times[1])
    return statistics.median(ratios[1:])


def batch_sum(xs):
    return np.asarray(xs).sum(axis=1)


def ones_of(batch):
    return ours(ml.spaces.Bits(BITS), batch_sum if batch else np.ndarray.sum, batch=batch)


@pytest.mark.parametrize("batch", [False, True])
def test_bits_cost_a_sixth_of_deap(batch):
    tools = pytest.importorskip("deap.tools")
    theirs = deap_ea(lambda: [random.randint(0, 1) for _ in range(BITS)],
                     lambda a, b: tools.cxUniform(a, b, 0.5),
                     lambda a: tools.mutFlipBit(a, 1 / BITS), sum)
    assert ratio(ones_of(batch), theirs) < 1 / 6


@pytest.mark.parametrize("batch", [False, True])
def test_bits_cost_a_quarter_of_pymoo(batch):
    assert ratio(ones_of(batch), pymoo_ga(batch)) < 1 / 4


def test_orders_cost_three_fifths_of_deap():
    tools = pytest.importorskip("deap.tools")
    theirs = deap_ea(lambda: random.sample(range(PLACES), PLACES), tools.cxOrdered,
                     tools.mutInversion, lambda x: 0.0)
    assert ratio(ours(ml.spaces.Permutation(PLACES), lambda x: 0.0), theirs) < 0.6
