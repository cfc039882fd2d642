#!/usr/bin/env bash
# pymoo 0.6.2, deap 1.4.4, nevergrad 1.0.12, pygad 3.9.2, inspyred 1.0.3, numpy 2.4.6, Python 3.11.
#
# Expected: five evolutionary algorithms with ten individuals of bits and otherwise as their libraries'
# manuals show them find much the same on OneMax with 100 bits, and each makes the 1,005 evaluations
# that it was asked for, or as many generations of ten. Seen, with ten seeds each:
#
#   pymoo_ga: 1010 to 1010 evaluations, best 99.6 of 100
#   deap_ea: 561 to 642 evaluations, best 87.0 of 100
#   nevergrad_one_plus_one: 1005 to 1005 evaluations, best 85.3 of 100
#   pygad_ga: 910 to 910 evaluations, best 78.2 of 100
#   inspyred_ga: 1010 to 1010 evaluations, best 69.6 of 100
#
# Why: pymoo and inspyred finish their generations; DEAP evaluates what changed, and mutates a fifth of
# the individuals at a rate of 1/20; nevergrad takes values of strings that it met once for 70.7 worse;
# PyGAD changes exactly ten genes of each offspring, and does not evaluate its elite again; inspyred's
# crossover exchanges one gene, and its rate of mutation is 1/10.
# What to do: set rates, crossover and budgets yourself. memlab's methods of these names do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pymoo==0.6.2 deap==1.4.4 nevergrad==1.0.12 \
    pygad==3.9.2 inspyred==1.0.3 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import random

import nevergrad
import numpy as np
import pygad
from deap import algorithms, base, creator, tools
from inspyred import ec
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.problem import Problem
from pymoo.operators.crossover.pntx import TwoPointCrossover
from pymoo.operators.mutation.bitflip import BitflipMutation
from pymoo.operators.sampling.rnd import BinaryRandomSampling
from pymoo.optimize import minimize

BITS, WANTED, SEEDS = 100, 1005, 10
creator.create("Fitness", base.Fitness, weights=(1.0,))
creator.create("Individual", list, fitness=creator.Fitness)


def pymoo_ga(value, seed):
    class Ones(Problem):
        def _evaluate(self, x, out, *_, **__):
            out["F"] = [-value(row) for row in x]

    minimize(Ones(BITS), GA(10, sampling=BinaryRandomSampling(), crossover=TwoPointCrossover(),
                            mutation=BitflipMutation()), ("n_eval", WANTED), seed=seed)


def deap_ea(value, seed):
    box = base.Toolbox()
    box.register("bit", random.randint, 0, 1)
    box.register("individual", tools.initRepeat, creator.Individual, box.bit, BITS)
    box.register("evaluate", lambda x: (value(x),))
    box.register("mate", tools.cxTwoPoint)
    box.register("mutate", tools.mutFlipBit, indpb=0.05)
    box.register("select", tools.selTournament, tournsize=3)
    algorithms.eaSimple(tools.initRepeat(list, box.individual, 10), box, 0.5, 0.2, 100,
                        verbose=False)


def nevergrad_one_plus_one(value, seed):
    bits = nevergrad.p.TransitionChoice([0, 1], repetitions=BITS)
    nevergrad.optimizers.DiscreteOnePlusOne(bits, budget=WANTED).minimize(
        lambda x: -float(value(x)))


def pygad_ga(value, seed):
    pygad.GA(100, 5, lambda _, x, __: value(x), sol_per_pop=10, num_genes=BITS,
             gene_space=[0, 1], gene_type=int, random_seed=seed, suppress_warnings=True).run()


def inspyred_ga(value, seed):
    ga = ec.GA(random)
    ga.terminator = ec.terminators.evaluation_termination
    ga.evolve(lambda random, args: [random.randint(0, 1) for _ in range(BITS)],
              lambda candidates, args: [value(x) for x in candidates], 10,
              max_evaluations=WANTED)


for run in (pymoo_ga, deap_ea, nevergrad_one_plus_one, pygad_ga, inspyred_ga):
    counts, best = [], []
    for seed in range(SEEDS):
        random.seed(seed)
        np.random.seed(seed)
        seen = []

        def value(x):
            seen.append(int(sum(x)))
            return seen[-1]

        run(value, seed)
        counts.append(len(seen))
        best.append(max(seen[:WANTED]))
    print(f"{run.__name__}: {min(counts)} to {max(counts)} evaluations, "
          f"best {np.mean(best):.1f} of {BITS}")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
