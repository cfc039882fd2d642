#!/usr/bin/env bash
# jMetalPy 1.7.0, numpy 1.26.0, Python 3.11.
#
# Expected: a genetic algorithm whose crossover does nothing (NullCrossover) is evolution by
# mutation alone, equal to one with crossover probability 0; its survivors are the best of parents
# and children, so that the best is never lost. Seen: it is a random walk, with one solution for a
# population, and the result is worse than what it had evaluated:
#
#   NullCrossover, seed 0: best seen 35, result 27, 1 solutions at the end
#   NullCrossover, seed 1: best seen 34, result 25, 1 solutions at the end
#   NullCrossover, seed 2: best seen 33, result 26, 1 solutions at the end
#   SPXCrossover, seed 0: best seen 50, result 50, 20 solutions at the end
#   SPXCrossover, seed 1: best seen 50, result 50, 20 solutions at the end
#   SPXCrossover, seed 2: best seen 50, result 50, 20 solutions at the end
#
# Why: NullCrossover.execute returns the parents themselves, mutation changes its argument in place,
# and so parents and children are the same objects: GeneticAlgorithm.replacement sorts a list in
# which each object stands more than once, until one object is left. SPXCrossover copies the parents
# first.
# What to do: use a crossover of probability 0.0 that copies, and record the best in the problem's
# evaluate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet jmetalpy==1.7.0 numpy==1.26.0 scipy==1.16.3 \
    pandas==3.0.6 statsmodels==0.15.0
cat >"$folder/seen.py" <<'PYTHON'
import logging
import random

from jmetal.algorithm.singleobjective import GeneticAlgorithm
from jmetal.operator import BitFlipMutation, NullCrossover, SPXCrossover
from jmetal.problem import OneMax
from jmetal.util.termination_criterion import StoppingByEvaluations

logging.disable(logging.CRITICAL)


class Recorded(OneMax):
    best = 0

    def evaluate(self, solution):
        solution = super().evaluate(solution)
        self.best = max(self.best, -int(solution.objectives[0]))
        return solution


for crossover in (NullCrossover(), SPXCrossover(0.0)):
    for seed in range(3):
        random.seed(seed)
        problem = Recorded(50)
        genetic = GeneticAlgorithm(problem, population_size=20, offspring_population_size=20,
                                   mutation=BitFlipMutation(1 / 50), crossover=crossover,
                                   termination_criterion=StoppingByEvaluations(2000))
        genetic.run()
        objects = len({id(solution) for solution in genetic.solutions})
        print(f"{type(crossover).__name__}, seed {seed}: best seen {problem.best}, result "
              f"{sum(genetic.result().variables[0])}, {objects} solutions at the end")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
