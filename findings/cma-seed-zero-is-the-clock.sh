#!/usr/bin/env bash
# cma 4.5.0, numpy 1.26.0, Python 3.11.
#
# Expected: for seed in range(n) makes n runs that can be repeated, and a run leaves the random
# numbers of the rest of the program alone. Seen: the run with seed 0 is another one each time, and
# each run sets numpy's global generator to its own seed, so that what is drawn from it afterwards,
# by any other code, depends on that seed alone:
#
#   seed 0: three runs, 3 results
#   seed 1: three runs, 1 results
#   seed 2: three runs, 1 results
#   np.random after cma began with seed 1: [0.417, 0.72] and [0.417, 0.72]
#   np.random after cma began with seed 2: [0.436, 0.026] and [0.436, 0.026]
#   np.random after cma began with seed nan: [0.076, 0.78] and [0.873, 0.969]
#   undisturbed: [0.076, 0.78]
#
# Why: 0 and None mean the time (the text of the option in CMAOptions says so), and the seed goes to
# np.random.seed. With seed=np.nan nothing is set.
# What to do: count seeds from 1, and draw noise from a np.random.Generator of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cma==4.5.0 numpy==1.26.0
cat >"$folder/seen.py" <<'PYTHON'
import cma
import numpy as np


def run(seed):
    options = {"seed": seed, "maxfevals": 200, "verbose": -9}
    return cma.fmin2(cma.ff.sphere, [1.0] * 5, 0.5, options)[1].result.fbest


for seed in (0, 1, 2):
    print(f"seed {seed}: three runs, {len({run(seed) for _ in range(3)})} results")
np.random.seed(7)
undisturbed = np.random.random(2).round(3).tolist()
for seed in (1, 2, np.nan):
    after = []
    for start in (7, 8):
        np.random.seed(start)
        cma.CMAEvolutionStrategy([1.0] * 5, 0.5, {"seed": seed, "verbose": -9})
        after.append(np.random.random(2).round(3).tolist())
    print(f"np.random after cma began with seed {seed}: {after[0]} and {after[1]}")
print("undisturbed:", undisturbed)
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
