"""Whole runs against the plain engine: the same distributions of all that is reported.

The plain engine is Algorithm 1 line by line (`memlab.evolution.plain`), here with the functions of
`reference`, so that neither algorithm nor fitness nor local search is shared. Everything random of
the two is independent. Each cell compares 200 runs of the kernels with 40 plain ones in five
numbers; all cells together fail a correct program once in 1000 times.

What this must see is planted below: a wrong crossover rate, a wrong mutation rate and wrong ties.
"""

import numpy as np
import pytest
from plainly import as_functions
from plainly import evolve as plain_evolve
from processes import output, start
from reference import Blocks, Reference, mean_distance
from significance import same_distribution
from suites import shortened

import memlab as ml

#   problem, dataset, mode, (mu, lambda_, crossover_rate, lb_probability, budget)
CELLS = [
    ("mis", "er_small", "darwinian", (20, 20, 0.8, None, 800)),
    ("mis", "ba_small", "baldwinian", (20, 5, 0.9, None, 400)),
    ("mis", "rb_small", "lamarckian", (5, 20, 0.2, None, 500)),
    ("mis", "ba_large", "lb", (10, 20, 1.0, 0.1, 300)),
    ("maxcut", "rb_small", "darwinian", (20, 20, 0.8, None, 800)),
    ("maxcut", "er_small", "baldwinian", (20, 5, 0.9, None, 400)),
    ("maxcut", "ba_large", "lamarckian", (5, 20, 0.2, None, 300)),
    ("maxcut", "ba_small", "lb", (10, 20, 1.0, 0.5, 300)),
    ("blocks", 12, "darwinian", (10, 10, 0.6, None, 300)),
    ("blocks", 12, "baldwinian", (4, 6, 0.6, None, 100)),
    ("blocks", 12, "lamarckian", (4, 6, 0.6, None, 100)),
    ("blocks", 12, "lb", (4, 6, 0.6, 0.4, 100)),
]
# The same, and the bit that all genomes of a given initial population consist of.
GIVEN = [
    ("mis", "ba_small", "baldwinian", (10, 10, 0.8, None, 100), 1),
    ("maxcut", "er_small", "lamarckian", (5, 5, 0.5, None, 30), 1),
    ("blocks", 12, "baldwinian", (4, 6, 0.6, None, 100), 0),
]
# The same, and who survives at equal fitness.
TIES = [
    ("mis", "er_small", "lb", (10, 10, 0.5, 0.3, 400), "offspring"),
    ("mis", "rb_small", "baldwinian", (10, 10, 0.8, None, 400), "parents"),
    ("maxcut", "ba_small", "lb", (10, 10, 0.5, 0.3, 300), "parents"),
    ("blocks", 12, "darwinian", (10, 10, 0.6, None, 300), "parents"),
]
MEASURES = ("best_fitness", "mean_fitness", "diversity", "local_search_steps", "unique_best")
ERROR_RATE = 1e-3 / (len(CELLS + GIVEN + TIES) * len(MEASURES))
OURS, THEIRS = 200, 40


def both_problems(kind, where):
    """The problem of a cell, in memlab and in the reference."""
    if kind == "blocks":
        return ml.DeceptiveLeadingBlocks(where, 3), as_functions(Blocks(where, 3))
    graph, = ml.datasets.generate(where, seed=3)
    make = {"mis": ml.MaxIndependentSet, "maxcut": ml.MaxCut}[kind]
    return make(graph), as_functions(Reference(kind, graph))


def measured(run):
    """The measures of a run of memlab."""
    last = run.trace.iloc[-1]
    return {"unique_best": run.unique_best, **{name: last[name] for name in MEASURES[:4]}}


def plainly_measured(run):
    """The measures of a run of the reference."""
    return {**run, "diversity": mean_distance(run["genomes"])}


@pytest.mark.parametrize(("kind", "where", "mode", "parameters"), shortened(CELLS, CELLS[::3]))
def test_runs_have_the_reference_distribution(kind, where, mode, parameters):
    compare(*both_problems(kind, where), mode, parameters)


@pytest.mark.parametrize(("kind", "where", "mode", "parameters", "bit"), GIVEN)
def test_so_have_runs_from_a_given_population(kind, where, mode, parameters, bit):
    problem, plain = both_problems(kind, where)
    initial = np.full((parameters[0], problem.n), bit, np.uint8)
    compare(problem, plain, mode, parameters, initial=initial)


@pytest.mark.parametrize(("kind", "where", "mode", "parameters", "ties"), TIES)
def test_so_have_runs_with_other_survivors_at_equal_fitness(kind, where, mode, parameters, ties):
    compare(*both_problems(kind, where), mode, parameters, ties=ties)


def compare(problem, plain, mode, parameters, **given):
    """Runs of memlab and of the reference are the same in distribution, in all measures."""
    ours = [measured(ml.evolve(problem, mode, *parameters, seed=seed, **given))
            for seed in range(OURS)]
    theirs = [plainly_measured(plain_evolve(plain, mode, *parameters, seed=seed, **given))
              for seed in range(THEIRS)]
    for name in MEASURES:
        p = same_distribution([run[name] for run in ours], [run[name] for run in theirs])
        assert p > ERROR_RATE, f"{name}: p = {p}"


# A plateau, on which nothing but variation and ties decides. In 40 bits, half of the first genomes
# are all ones and half all zeros; 20 random ones tell which is which.
PLATEAU, MU, STEPS = ml.Unitation([0] * 60 + [1]), 20, 2
FIRST = np.random.default_rng(0).integers(0, 2, (MU, 60), np.uint8)
FIRST[:MU // 2, :40], FIRST[MU // 2:, :40] = 0, 1
FAULTS = {"crossover": {"crossover_rate": 0.7}, "mutation": {"expected_flips": 1.5},
          "ties": {"ties": "offspring"}}
SEEN = 1e-4      # how often a correct program would be refused; of each fault, p is below it


def on_the_plateau(problem, seed, **fault):
    """After two generations: how many genomes are old, how many mixed, and the flips of others."""
    settings = {"crossover_rate": 0.9, "budget": MU * (STEPS + 1), "trace": False, **fault}
    e = ml.Evolution(problem, "darwinian", MU, MU, seed=seed, initial=FIRST, count="offspring",
                     **settings)
    e.run()
    ones = e.population[:, :40].sum(axis=1, dtype=int)
    flips = np.minimum(ones, 40 - ones)
    old, unmixed = {row.tobytes() for row in FIRST}, flips[flips <= 8]
    return {"old": sum(row.tobytes() in old for row in e.population),
            "mixed": np.count_nonzero(flips > 8), "flips": unmixed.sum() / max(len(unmixed), 1)}


def plateau_differences(**fault):
    """p values of the comparison on the plateau, of kernels with a fault and the plain engine."""
    plain = ml.FunctionProblem(ml.spaces.Bits(60), lambda x: int(x.all()))
    ours = [on_the_plateau(PLATEAU, seed, **fault) for seed in range(OURS)]
    theirs = [on_the_plateau(plain, seed) for seed in range(OURS)]
    return {name: same_distribution(*([run[name] for run in runs] for runs in (ours, theirs)))
            for name in ours[0]}


def test_on_a_plateau_both_do_the_same():
    assert min(plateau_differences().values()) > SEEN


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_seen(fault):
    p = plateau_differences(**FAULTS[fault])
    assert min(p.values()) < SEEN, p


SCRIPT = """
import networkx as nx
import memlab as ml
from plainly import as_functions, evolve
from reference import Reference
graph = ml.Graph.from_networkx(nx.gnp_random_graph(30, 0.2, seed=1))
for kind in ("mis", "maxcut"):
    run = evolve(as_functions(Reference(kind, graph)), "lb", 6, 6, 0.5, 0.5, 60, seed=1)
    print(kind, {name: getattr(value, "tolist", lambda: value)() for name, value in run.items()})
"""


def test_the_reference_gives_the_same_uncompiled(capsys):
    """The compiler is not part of what is to be believed."""
    exec(SCRIPT, {})
    here = capsys.readouterr().out
    assert here == output(start(SCRIPT, NUMBA_DISABLE_JIT="1"))
    assert here.count("local_search_steps") == 2
