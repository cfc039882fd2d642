"""No run ever exceeds a proved optimum, and easy optima are reached, in every mode."""

import networkx as nx
import numpy as np
import pytest
from cases import MODES
from hypothesis import given, settings
from hypothesis import strategies as st
from prepared import every_solution
from strategies import graphs

import memlab as ml

EVERY_MODE = pytest.mark.parametrize("mode", MODES)

# graph, independence number, maximum cut
KNOWN = {
    "path": (nx.path_graph(14), 7, 13), "star": (nx.star_graph(40), 40, 40),
    "even cycle": (nx.cycle_graph(12), 6, 12), "odd cycle": (nx.cycle_graph(13), 6, 12),
    "complete": (nx.complete_graph(15), 1, 56), "petersen": (nx.petersen_graph(), 4, 12),
    "bipartite": (nx.complete_bipartite_graph(8, 15), 15, 120),
    "edgeless": (nx.empty_graph(12), 12, 0), "one vertex": (nx.empty_graph(1), 1, 0),
}


@EVERY_MODE
@pytest.mark.parametrize("name", KNOWN)
def test_easy_optima_are_reached_and_not_exceeded(name, mode):
    graph, independence, cut = KNOWN[name]
    graph = ml.Graph.from_networkx(graph)
    for problem, optimum in ((ml.MaxIndependentSet(graph), independence),
                             (ml.MaxCut(graph), cut)):
        run = ml.evolve(problem, mode, mu=20, lambda_=20, lb_probability=MODES[mode], budget=20_000)
        assert run.best_fitness == problem.fitness(run.best_solution) == optimum


@EVERY_MODE
@settings(max_examples=40)
@given(graph=graphs(max_n=10), seed=st.integers(0, 2**32))
def test_no_run_exceeds_the_optimum_of_a_small_graph(mode, graph, seed):
    every = every_solution(graph.n)
    inside = np.array([(every[:, u] & every[:, v]) for u, v in graph.edges]).reshape(-1, len(every))
    across = np.array([(every[:, u] ^ every[:, v]) for u, v in graph.edges]).reshape(-1, len(every))
    optima = (every[~inside.any(axis=0)].sum(axis=1).max(), across.sum(axis=0).max())
    for problem, optimum in zip((ml.MaxIndependentSet(graph), ml.MaxCut(graph)), optima,
                                strict=True):
        run = ml.evolve(problem, mode, mu=10, lambda_=10, lb_probability=MODES[mode], budget=500,
                        seed=seed)
        assert run.best_fitness <= optimum
        assert run.trace["best_fitness"].max() <= optimum
