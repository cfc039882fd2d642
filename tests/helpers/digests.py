"""What runs give, down to the last bit of their traces and solutions, as short texts to compare."""

import hashlib

import cases

import memlab as ml
from memlab.support.names import DATASETS


def of_runs(names):
    """A line for each case and mode: a digest of the run, its whole trace and its solution."""
    return [f"{name}, {mode}: {_digest(ml.evolve(cases.problem(name), **cases.settings(mode)))}"
            for name in names for mode in cases.MODES]


def of_graphs():
    """A line for each family of graphs."""
    found = {name: ml.datasets.generate(name, 2, seed=3) for name in DATASETS}
    return [f"{name}: {_hash(*(g.indptr.tobytes() + g.indices.tobytes() for g in graphs))}"
            for name, graphs in found.items()]


def of_all(names):
    """One digest of all runs of some cases, and of graphs."""
    return _hash("\n".join(of_runs(names) + of_graphs()).encode())


def _digest(run):
    numbers = (run.best_fitness, run.evaluations, run.local_search_steps, run.unique_best)
    return _hash(repr(numbers).encode(), run.best_solution.tobytes(),
                 *(run.trace[name].to_numpy().tobytes() for name in run.trace))


def _hash(*contents):
    return hashlib.sha256(b"".join(contents)).hexdigest()[:16]
