"""A sparse graph of 100,000 vertices and 500,000 edges: all modes, within a gigabyte."""

import json

import pytest
from processes import output, start

SCRIPT = """
import json, re, resource, sys
from pathlib import Path
import numpy as np
import memlab as ml
from reference import Reference

ends = np.sort(np.random.default_rng(0).integers(0, 100_000, (510_000, 2)), axis=1)
edges = np.unique(ends[ends[:, 0] < ends[:, 1]], axis=0)
graph = ml.Graph.from_edges(100_000, np.random.default_rng(1).permutation(edges)[:500_000])
runs = []
for kind, make in (("mis", ml.MaxIndependentSet), ("maxcut", ml.MaxCut)):
    problem, reference = make(graph), Reference(kind, graph)
    for mode in ("darwinian", "baldwinian", "lamarckian", "lb"):
        run = ml.evolve(problem, mode, mu=250, lambda_=50, budget=300, seed=1,
                        lb_probability=0.5 if mode == "lb" else None)
        runs.append([mode, run.best_fitness, int(reference.fitness(run.best_solution)),
                     run.local_search_steps])
if sys.platform == "linux":      # where ru_maxrss counts what the parent had used before the fork
    status = Path("/proc/self/status").read_text()
    bytes_used = 1024 * int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1])
else:
    bytes_used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([graph.n, graph.m, runs, bytes_used]))
"""


@pytest.mark.slow
def test_a_large_sparse_graph_runs_in_all_modes_within_a_gigabyte():
    n, m, runs, bytes_used = json.loads(output(start(SCRIPT)))
    assert (n, m, len(runs)) == (100_000, 500_000, 8)
    for mode, best_fitness, fitness_of_best_solution, steps in runs:
        assert best_fitness == fitness_of_best_solution or best_fitness < 0
        assert (steps > 0) == (mode != "darwinian")
    assert bytes_used < 10**9
