#!/usr/bin/env bash
# numba 0.68.1, llvmlite 0.50.0, numpy 2.4.6, Python 3.11.
#
# Expected: adding 1 to a 64-bit mask (a solution as bits, a hash, the state of a generator) is the
# same in a jitted function as in NumPy, which keeps uint64. If not, then float64, as in NumPy 1.
# Seen: from the 64th bit on the result is negative; of a scalar it is an int64, of an array a
# float64 that has lost its low bits as well as its sign. A bucket of a hash table is another one:
#
#   add, NumPy: array uint64 [6, 9223372036854775814], scalar 9223372036854775814
#   add, jitted: array float64 [6.0, -9.223372036854776e+18], scalar -9223372036854775802
#   add_wrapped, NumPy: array uint64 [6, 9223372036854775814], scalar 9223372036854775814
#   add_wrapped, jitted: array uint64 [6, 9223372036854775814], scalar 9223372036854775814
#   bucket, NumPy: array uint64 [5, 3], scalar 3
#   bucket, jitted: array float64 [5.0, 7.0], scalar 7
#
# Why: a literal is an int64 for numba, and uint64 with int64 is int64 by its own rules for scalars;
# for arrays the type of the result is NumPy's float64, into which that int64 is converted. With all
# masks below 2**63 the scalar is right, so that a test on short strings does not notice. Known in
# part: numba/numba 10151.
# What to do: wrap each literal, np.uint64(1), and look at the dtype of what comes back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet numba==0.68.1 llvmlite==0.50.0 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import numba
import numpy as np


def add(mask):
    return mask + 1


def add_wrapped(mask):
    return mask + np.uint64(1)


def bucket(mask):
    return mask % 10


masks = np.array([5, 2**63 + 5], dtype=np.uint64)
for function in (add, add_wrapped, bucket):
    jitted = numba.njit(function)
    for name, tried in (("NumPy", function), ("jitted", jitted)):
        several = tried(masks)
        print(f"{function.__name__}, {name}: array {several.dtype} {several.tolist()}, "
              f"scalar {int(tried(masks[1]))}")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
