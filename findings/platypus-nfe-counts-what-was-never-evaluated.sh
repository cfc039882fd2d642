#!/usr/bin/env bash
# Platypus 1.4.1, Python 3.11.
#
# Expected: nfe, the number of function evaluations, is how often the function was called, and
# run(5000) calls it about 5,000 times. Seen: on OneMax with the default operators, up to 37 % of
# the counted evaluations never happen:
#
#   GeneticAlgorithm, 20 bits: nfe 5000, calls 4688
#   EvolutionaryStrategy, 20 bits: nfe 5000, calls 3162
#   NSGAII, 20 bits: nfe 5000, calls 3532
#   GeneticAlgorithm, 100 bits: nfe 5000, calls 4893
#   EvolutionaryStrategy, 100 bits: nfe 5000, calls 3155
#   NSGAII, 100 bits: nfe 5000, calls 4125
#
# Why: a child that neither crossover nor mutation changed keeps the values of its parent and is not
# evaluated (Algorithm.evaluate_all picks the others), but nfe grows by the length of the whole
# list. The more alike the population, the more such children.
# What to do: count the calls in the function itself, and compare by that number.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Platypus-Opt==1.4.1
cat >"$folder/seen.py" <<'PYTHON'
import random

from platypus import NSGAII, Binary, EvolutionaryStrategy, GeneticAlgorithm, Problem

for bits in (20, 100):
    for method in (GeneticAlgorithm, EvolutionaryStrategy, NSGAII):
        calls = 0

        def onemax(variables):
            global calls
            calls += 1
            return sum(variables[0])

        problem = Problem(1, 1, function=onemax)
        problem.types[:] = Binary(bits)
        problem.directions[:] = Problem.MAXIMIZE
        random.seed(1)
        algorithm = method(problem)
        algorithm.run(5000)
        print(f"{method.__name__}, {bits} bits: nfe {algorithm.nfe}, calls {calls}")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
