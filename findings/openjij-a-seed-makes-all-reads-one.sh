#!/usr/bin/env bash
# openjij 0.12.2, jij-cimod 1.7.5, dimod 0.12.23, numpy 2.4.6, Python 3.11.
#
# Expected: num_reads=100 with a seed gives 100 independent reads, the same ones at each call, as
# the samplers of dwave-samplers do. Seen: all reads of a call are one read, a hundred times. The
# share of reads that reach the best energy, from which time to solution is computed, is 0 or 1:
#
#   SASampler, seed 1, 100 reads: 1 different, -769 to -769, best 100 times
#   SASampler, seed 2, 100 reads: 1 different, -773 to -773, best 100 times
#   SASampler, seed 3, 100 reads: 1 different, -765 to -765, best 100 times
#   SASampler, seeds 0 to 99, one read each: 6 different, -773 to -693, best 23 times
#   SQASampler, seed 1, 100 reads: 1 different, -769 to -769, best 100 times
#   SQASampler, seed 2, 100 reads: 1 different, -769 to -769, best 100 times
#   SQASampler, seed 3, 100 reads: 1 different, -769 to -769, best 100 times
#   SQASampler, seeds 0 to 99, one read each: 7 different, -773 to -763, best 15 times
#
# Why: the loop over the reads calls the annealer with the same seed each time, and the start is
# drawn from that seed again, too. Without a seed each read has its own, but cannot be repeated.
# What to do: call the sampler num_reads times, with num_reads=1 and seeds of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet openjij==0.12.2 jij-cimod==1.7.5 dimod==0.12.23 \
    numpy==2.4.6
cat >"$folder/seen.py" <<'PYTHON'
import numpy as np
import openjij

numbers = np.random.default_rng(1).integers(-10, 11, (60, 60))
qubo = {(i, j): float(numbers[i, j]) for i in range(60) for j in range(i, 60)}


def describe(what, reads):
    energies = [read.energy for read in reads]
    different = {tuple(read.sample.values()) for read in reads}
    print(f"{what}: {len(different)} different, {min(energies):.0f} to {max(energies):.0f}, "
          f"best {energies.count(min(energies))} times")


for sampler in (openjij.SASampler(), openjij.SQASampler()):
    name = type(sampler).__name__
    for seed in (1, 2, 3):
        together = sampler.sample_qubo(qubo, num_reads=100, num_sweeps=20, seed=seed)
        describe(f"{name}, seed {seed}, 100 reads", list(together.data(sorted_by=None)))
    apart = [sampler.sample_qubo(qubo, num_sweeps=20, seed=seed).first for seed in range(100)]
    describe(f"{name}, seeds 0 to 99, one read each", apart)
PYTHON
"$folder/venv/bin/python" -W ignore "$folder/seen.py" | tee "$folder/seen.txt"
# the lines above in this head are what must come out
sed -n 's/^#   //p' "$0" | diff - "$folder/seen.txt"
