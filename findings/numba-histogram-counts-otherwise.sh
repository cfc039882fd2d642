#!/usr/bin/env bash
# numba 0.68.1, llvmlite 0.50.0, numpy 2.4.6, Python 3.11.
#
# Expected: np.histogram counts the same in a jitted function as outside. Seen: for values that lie
# on the edges of bins, such as success rates of ten runs, whole bins are counted elsewhere. Jitted
# code contradicts itself, too: the number of bins gives one answer, the edges that it returns
# another. A nan is an error in NumPy and nothing here:
#
#   NumPy, 10 bins:     [1 1 2 0 1 2 1 0 1 2]
#   jitted, 10 bins:    [1 1 1 1 1 1 1 1 1 2]
#   NumPy, the edges:   [1 1 2 0 1 2 1 0 1 2]
#   jitted, the edges:  [1 1 2 0 1 2 1 0 1 2]
#   NumPy, a nan: ValueError
#   jitted, a nan: [1 2]
#
# Why: numba computes a bin as floor((value - lowest) * bins / width); NumPy does much the same, but
# then compares with the edges of linspace, where 0.3 lies below 0.30000000000000004, and corrects.
# numba does so only if it is given edges.
# What to do: count values on a grid as whole numbers (np.bincount of successes), or put edges
# between the values.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet numba==0.68.1 llvmlite==0.50.0 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import numba
import numpy as np


def count(values, bins):
    return np.histogram(values, bins)[0]


jitted = numba.njit(count)
rates = np.arange(11) / 10
edges = np.linspace(0, 1, 11)
print("NumPy, 10 bins:    ", count(rates, 10))
print("jitted, 10 bins:   ", jitted(rates, 10))
print("NumPy, the edges:  ", count(rates, edges))
print("jitted, the edges: ", jitted(rates, edges))
holed = np.array([0.0, 0.5, np.nan, 1.0])
try:
    print("NumPy, a nan:", count(holed, 2))
except ValueError as error:
    print("NumPy, a nan:", type(error).__name__)
print("jitted, a nan:", jitted(holed, 2))
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
