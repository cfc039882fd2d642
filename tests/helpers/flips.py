"""What ``python3 -m memlab bench --functions`` measures: local search on sums of functions.

Beside memlab it times what a reader could take instead: the plain loop below, the steepest descent
and annealing of ``dwave-samplers``, and the exact solver RC2 of ``python-sat``. Where these are not
installed, their rows are missing. All is processor time of one thread, the least of several times.
"""

import contextlib
import functools
import os
import subprocess
import sys
import time

import numba
import numpy as np
import pandas as pd
from scipy import sparse

import memlab as ml
from memlab.kernels import rng
from memlab.kernels.protocol import UNBOUNDED

KINDS = {"3-SAT, 4.2 clauses a bit": "sat", "NK, k = 4": "nk", "QUBO, 10 couplers a bit": "qubo"}
SLOTS = 200_000      # bits that are searched from, in all starts together
BIG = ("import sys; sys.path[:0] = {paths!r}; import flips\n"
       "problem = flips.make('sat', {n})\n"
       "problem.score(problem.workspace(1), problem.pack(flips.starts(1, problem.n)),\n"
       "              10, flips.rng.seed_state(0))\n"
       # not ru_maxrss, which is at least that of the process that started this one
       "peak, = [line for line in open('/proc/self/status') if line.startswith('VmHWM')]\n"
       "print(int(peak.split()[1]) / 2**20)")


def clauses(n, m, seed=0):
    """Random clauses of three different variables."""
    draw = np.random.default_rng(seed)
    variables = np.sort(draw.integers(1, n - 1, (m, 3)), axis=1) + np.arange(3)
    return variables * draw.choice([-1, 1], (m, 3))


def couplers(n):
    """A random matrix with five numbers a bit, which are ten of each bit's."""
    draw = np.random.default_rng(0)
    i, j = draw.integers(0, n, (2, 5 * n))
    j[i == j] = (i[i == j] + 1) % n
    return sparse.coo_array((draw.integers(1, 101, 5 * n) * draw.choice([-1, 1], 5 * n), (i, j)),
                            shape=(n, n))


def make(kind, n):
    """A problem of a kind."""
    if kind == "sat":
        return ml.problems.max_sat(clauses(n, 42 * n // 10), n=n)
    return ml.problems.nk(n, 4) if kind == "nk" else ml.problems.qubo(couplers(n))


def starts(number, n, seed=0):
    """Random solutions."""
    return np.random.default_rng(seed).integers(0, 2, (number, n), np.uint8)


def measure(sizes, repeats):
    """The figures, as a frame: what, problem, n, value, unit."""
    rows = []
    for n in sizes:
        for label, kind in KINDS.items():
            rows += [("memlab", label, n, *figure) for figure in searches(make(kind, n), repeats)]
            print(*rows[-3:], sep="\n", flush=True)
    n = min(sizes)
    rows += plain(n, repeats) + dwave(n, repeats) + exact(repeats)
    paths = [p for p in sys.path if p]
    peak = subprocess.run([sys.executable, "-c", BIG.format(paths=paths, n=max(sizes))],
                          capture_output=True, text=True, check=True, env=os.environ)
    rows.append(("memlab", "3-SAT, 4.2 clauses a bit", max(sizes), float(peak.stdout), "GiB, peak"))
    return pd.DataFrame(rows, columns=["what", "problem", "n", "value", "unit"])


def least(calls, repeats):
    """The least processor time of each call, which all take turns, and its last result."""
    best = [(np.inf, None)] * len(calls)
    for repeat in range(-1, repeats):      # the first time compiles
        for i, call in enumerate(calls):
            begin = time.process_time()
            result = call()
            if repeat >= 0:
                best[i] = min(best[i][0], time.process_time() - begin), result
    return best


def searches(problem, repeats):
    """Flips a second of climbs from random solutions, without and with counting the first gains."""
    first = problem.pack(starts(max(1, SLOTS // problem.n), problem.n))
    workspace = problem.workspace(1)
    (counting, _), (both, (_, steps)) = least(
        [lambda: problem.score(workspace, first.copy()),
         lambda: problem.score(workspace, first.copy(), UNBOUNDED, rng.seed_state(0))], repeats)
    arrays = [*problem.instance, *problem.subsets, problem.which, *workspace.buckets,
              *[array for array in workspace if isinstance(array, np.ndarray)]]
    taken = sum(array.nbytes for array in arrays if isinstance(array, np.ndarray))
    flips = steps.sum() / 1e6
    return [(flips / (both - counting), "million flips/s"),
            (flips / both, "million flips/s with the first gains"),
            (taken / problem.m, "bytes a function")]


# ---------------------------------------------------------------------------- a plain loop for SAT

@numba.njit
def change(clause, x, gains, sign):
    """Add to the gains what one clause gives to them, or take it away."""
    true = 0
    for literal in clause:
        true += x[abs(literal) - 1] == (literal > 0)
    for literal in clause:
        if true == 0:
            gains[abs(literal) - 1] += sign
        elif true == 1 and x[abs(literal) - 1] == (literal > 0):
            gains[abs(literal) - 1] -= sign


@numba.njit
def climb(rows, begin, of, x):
    """Flip the first bit of the largest gain until none gains; returns the number of flips."""
    gains, flips = np.zeros(len(x), np.int64), 0
    for clause in rows:
        change(clause, x, gains, 1)
    while True:
        best = np.argmax(gains)
        if gains[best] <= 0:
            return flips
        for i in of[begin[best]:begin[best + 1]]:
            change(rows[i], x, gains, -1)
        x[best] ^= 1
        for i in of[begin[best]:begin[best + 1]]:
            change(rows[i], x, gains, 1)
        flips += 1


def plain(n, repeats):
    """The figure of the plain loop."""
    rows = clauses(n, 42 * n // 10)
    variables = np.abs(rows).ravel() - 1
    of = np.argsort(variables, kind="stable") // 3
    begin = np.concatenate(([0], np.cumsum(np.bincount(variables, minlength=n))))
    first = starts(SLOTS // n, n)
    (seconds, flips), = least([lambda: sum(climb(rows, begin, of, x.copy()) for x in first)],
                              repeats)
    return [("plain loop", "3-SAT, 4.2 clauses a bit", n, flips / seconds / 1e6,
             "million flips/s with the first gains")]


# --------------------------------------------------------------------------------- other libraries

def dwave(n, repeats):
    """Steepest descent of ``dwave-samplers``; its annealing, and memlab for as long."""
    with contextlib.suppress(ImportError):
        import dimod
        from dwave.samplers import SimulatedAnnealingSampler, SteepestDescentSampler

        matrix, label = couplers(n), "QUBO, 10 couplers a bit"
        model = dimod.BinaryQuadraticModel("BINARY")
        for i, j, value in zip(*matrix.coords, -matrix.data, strict=True):
            model.add_quadratic(int(i), int(j), int(value))
        reads = SLOTS // n
        (seconds, sampled), = least([lambda: SteepestDescentSampler().sample(
            model, num_reads=reads, seed=0, large_sparse_opt=True)], repeats)
        rows = [("dwave-samplers", label, n, sampled.record.num_steps.sum() / seconds / 1e6,
                 "million flips/s with the first gains")]
        (seconds, sampled), = least([lambda: SimulatedAnnealingSampler().sample(
            model, num_reads=1, num_sweeps=1000, seed=0)], repeats)
        problem, budget, spent = ml.problems.qubo(matrix), 500, 0.0
        while spent < seconds:
            budget *= 2
            begin = time.process_time()
            run = ml.evolve(problem, mode="lamarckian", mu=10, lambda_=10, budget=budget,
                            trace=False)
            spent = time.process_time() - begin
        rows += [("dwave-samplers, annealing", label, n, seconds, "s"),
                 ("dwave-samplers, annealing", label, n, -sampled.first.energy, "best value"),
                 ("memlab, Lamarckian", label, n, spent, "s"),
                 ("memlab, Lamarckian", label, n, run.best_fitness, "best value")]
        return rows
    return []


def exact(repeats, n=40, m=240, files=10):
    """RC2 of ``python-sat``, and memlab until it has the same value, or has spent its budget."""
    with contextlib.suppress(ImportError):
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        label, theirs, ours, reached = "3-SAT, 6 clauses a bit", 0.0, 0.0, 0
        for i in range(files):
            rows = clauses(n, m, seed=i)
            formula = WCNF()
            for row in rows.tolist():
                formula.append(row, weight=1)

            def solve(formula=formula):
                with RC2(formula) as solver:
                    solver.compute()
                    return m - solver.cost

            (seconds, best), = least([solve], repeats)
            problem = ml.problems.max_sat(rows, n=n)
            ours_too = functools.partial(ml.evolve, problem, mode="lamarckian", mu=10, lambda_=10,
                                         budget=10**5, target=best, trace=False)
            (spent, run), = least([ours_too], repeats)
            theirs, ours = theirs + seconds, ours + spent
            reached += int(run.best_fitness == best)
        return [("python-sat, RC2", label, n, theirs / files, "s, with a proof"),
                ("memlab, Lamarckian", label, n, ours / files, "s, without"),
                ("memlab, Lamarckian", label, n, reached / files, "of the optima reached")]
    return []
