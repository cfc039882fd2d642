#!/usr/bin/env bash
# scikit-opt 0.6.6, numpy 1.26.0, Python 3.11.
#
# Expected: GA with lb=0, ub=4 and precision=1 has an integer variable whose five values are equally
# likely at the start. Seen: the highest value is drawn half of the time, so that an optimum there
# is found by chance and one elsewhere is hard. The same function, mirrored, is another problem for
# it:
#
#   0 to 3, % of 10,000: [25, 25, 25, 25]
#   0 to 4, % of 10,000: [13, 13, 13, 12, 50]
#   0 to 8, % of 10,000: [7, 6, 6, 6, 7, 6, 6, 6, 50]
#   15 variables from 0 to 8, optimum all 8: found in 8 of 20 runs
#   15 variables from 0 to 8, optimum all 0: found in 0 of 20 runs
#
# Why: five values need three bits; codes 5, 6 and 7 are set to the upper bound (GA.chrom2x), which
# then has four codes of eight. Only ranges of a power of two are even. Mutation and crossover see
# the same eight codes. Known: guofei9987/scikit-opt 93.
# What to do: use ranges of 2, 4, 8, ... values, or more codes (a finer precision, rounded in the
# function).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet scikit-opt==0.6.6 numpy==1.26.0 scipy==1.16.3
cat >"$folder/seen.py" <<'PYTHON'
from collections import Counter

import numpy as np
from sko.GA import GA

for highest in (3, 4, 8):
    np.random.seed(1)
    genetic = GA(lambda x: x[0], n_dim=1, size_pop=10_000, max_iter=1, lb=0, ub=highest,
                 precision=1)
    drawn = Counter(int(x) for x in genetic.chrom2x(genetic.Chrom)[:, 0])
    print(f"0 to {highest}, % of 10,000:", [round(drawn[x] / 100) for x in range(highest + 1)])
for name, sign in (("all 8", -1), ("all 0", 1)):
    found = 0
    for seed in range(20):
        np.random.seed(seed)
        genetic = GA(lambda x: sign * sum(x), n_dim=15, size_pop=20, max_iter=20, lb=0, ub=8,
                     precision=1)
        found += abs(genetic.run()[1][0] - (0 if sign > 0 else -120)) < 1
    print(f"15 variables from 0 to 8, optimum {name}: found in {found} of 20 runs")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
