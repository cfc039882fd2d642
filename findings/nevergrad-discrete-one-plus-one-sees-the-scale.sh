#!/usr/bin/env bash
# nevergrad 1.0.12, numpy 2.4.6, Python 3.11.
#
# Expected: DiscreteOnePlusOne only compares values, so a loss multiplied by 1,000 leads to the same
# search. Seen: on a deterministic linear function of 60 bits, with the same seed, the two searches part
# after 12 to 88 of 400 evaluations, and only the one with large values finds the optimum, 234:
#
#   seed 0: part at 40, best 182 and 234
#   seed 1: part at 88, best 212 and 234
#   seed 2: part at 69, best 192 and 234
#   seed 3: part at 51, best 174 and 234
#   seed 4: part at 12, best 134 and 234
#   a solution that was evaluated once counts as 70.711 worse
#
# Why: the parent is the solution of the best pessimistic estimate, which for a solution that was
# evaluated once is its value plus 0.1 * sqrt(10^6 / 2), whatever the values are. Where differences
# between solutions are smaller than that, an old parent that was evaluated twice stays.
# What to do: multiply the loss by a number that makes its differences large against 70.7.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet nevergrad==1.0.12 numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import nevergrad as ng


def value(bits):
    return sum(bit * (1 + place % 7) for place, bit in enumerate(bits))


def search(scale, seed):
    bits = ng.p.TransitionChoice([0, 1], repetitions=60)
    bits.random_state.seed(seed)
    optimizer = ng.optimizers.DiscreteOnePlusOne(bits, budget=400)
    tried = []

    def loss(x):
        tried.append(tuple(x))
        return -scale * float(value(x))

    optimizer.minimize(loss)
    return tried, optimizer


for seed in range(5):
    (plain, optimizer), (scaled, _) = search(1.0, seed), search(1000.0, seed)
    part = next(i for i, pair in enumerate(zip(plain, scaled)) if pair[0] != pair[1])
    print(f"seed {seed}: part at {part}, best {max(map(value, plain))} and "
          f"{max(map(value, scaled))}")
once = next(entry for entry in optimizer.archive.values() if entry.count == 1)
print("a solution that was evaluated once counts as "
      f"{once.get_estimation('pessimistic') - once.mean:.3f} worse")
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
