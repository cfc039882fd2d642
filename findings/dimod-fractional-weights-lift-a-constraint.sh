#!/usr/bin/env bash
# dimod 0.12.23, numpy 2.4.6, Python 3.11.
#
# Expected: the minimum of the QUBO that cqm_to_bqm makes of a small knapsack is the best feasible
# packing, since a violated constraint costs at least ten times the largest value. Seen: if weights
# are fractions, the minimum is infeasible, without a warning. The same knapsack with all weights
# times ten is right:
#
#   weights [4, 3, 2, 2], capacity 5: items, value, feasible: ['b', 'c'] 9 True
#   weights [0.4, 0.3, 0.2, 0.2], capacity 0.5: items, value, feasible: ['b', 'c', 'd'] 12 False
#   weights [1.0, 0.75, 0.5, 0.5], capacity 1.25: items, value, feasible: ['b', 'c'] 9 True
#   weights [2.8, 2.1, 1.4, 1.4], capacity 3.5: items, value, feasible: ['b', 'c'] 9 True
#
# Why: slack variables take whole numbers, so that fractions leave a difference in the feasible
# packings, which is punished, and may be nearer to zero in infeasible ones. The docstring of
# cqm_to_bqm says nothing of fractions.
# What to do: multiply each constraint until all its numbers are whole, and check what comes back
# with cqm.check_feasible.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet dimod==0.12.23 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import dimod

values = {"a": 6, "b": 5, "c": 4, "d": 3}
weights = {"a": 4, "b": 3, "c": 2, "d": 2}


def packed(scale):
    cqm = dimod.ConstrainedQuadraticModel()
    items = {name: dimod.Binary(name) for name in values}
    cqm.set_objective(-sum(values[name] * item for name, item in items.items()))
    cqm.add_constraint(sum(weights[name] * scale * item for name, item in items.items())
                       <= 5 * scale)
    bqm, back = dimod.cqm_to_bqm(cqm)
    sample = back(dimod.ExactSolver().sample(bqm).first.sample)
    return (sorted(name for name in sample if sample[name]), sum(
        values[name] for name in sample if sample[name]), bool(cqm.check_feasible(sample)))


for scale in (1, 0.1, 0.25, 0.7):
    print(f"weights {[round(weights[name] * scale, 2) for name in weights]}, "
          f"capacity {round(5 * scale, 2)}: items, value, feasible:", *packed(scale))
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
