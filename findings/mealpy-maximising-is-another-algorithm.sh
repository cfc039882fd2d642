#!/usr/bin/env bash
# mealpy 3.0.3, numpy 1.26.0, Python 3.11.
#
# Expected: maximising f and minimising -f with the same seed is the same search. Seen: the genetic
# algorithm accepts a child as good as its rival when it maximises, and refuses it when it
# minimises. On a function with plateaus (ten blocks of four bits, each counts if all four are one),
# with the same seeds, one finds much more than the other:
#
#   maximising f: 9.15 blocks on average of 40 runs
#   minimising -f: 8.00 blocks with the same seeds
#   maximising better 27 times, minimising 6 times
#
# Why: Optimizer.get_better_agent(x, y) returns y for equal values if it minimises, and x if it
# maximises; survivor_process__ calls it with the child first. compare_target and compare_fitness
# treat ties in the same two ways, and other algorithms of the library use them.
# What to do: use one direction for all that is compared. Where plateaus matter, as in most
# combinatorial problems, maximise.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet mealpy==3.0.3 numpy==1.26.0 scipy==1.16.3 \
    pandas==3.0.6
cat >"$folder/seen.py" <<'PYTHON'
import numpy as np
from mealpy import GA, BinaryVar


def blocks(bits):
    return float(np.sum(np.array(bits).astype(int).reshape(10, 4).all(axis=1)))


def search(seed, direction):
    sign = 1 if direction == "max" else -1
    genetic = GA.BaseGA(epoch=60, pop_size=20, pc=0.9, pm=0.05)
    problem = {"bounds": BinaryVar(n_vars=40), "obj_func": lambda bits: sign * blocks(bits),
               "minmax": direction, "log_to": None}
    return blocks(genetic.solve(problem, seed=seed).solution)


high, low = (np.array([search(seed, way) for seed in range(40)]) for way in ("max", "min"))
print(f"maximising f: {high.mean():.2f} blocks on average of 40 runs")
print(f"minimising -f: {low.mean():.2f} blocks with the same seeds")
print(f"maximising better {sum(high > low)} times, minimising {sum(high < low)} times")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
