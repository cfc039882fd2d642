"""The kernels of the solvers, against looking at everything, and their own bookkeeping."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from strategies import graphs

import memlab as ml
from memlab.kernels.rng import seed_state
from memlab.solvers.optima import clique_cover, maxcut_anneal, mis_cover, mis_proof


def random_graph(n, probability, rng):
    return ml.Graph.from_edges(n, np.argwhere(np.triu(rng.random((n, n)) < probability, 1)))


def prove(graph, size, places):
    """Size of a largest independent set of more than `size` vertices, if there is one; the set."""
    search = mis_proof.make(graph.indptr, graph.indices, places, size)
    while not mis_proof.advance(search, 1_000):
        pass
    return search.numbers[mis_proof.BEST], search.best[places]


def test_branch_and_bound_finds_the_largest_set_and_stops_at_it():
    """300 graphs of all densities, and 40 dense ones whose sets take two or three words, against
    the clique search of NetworkX on the complement.
    """
    rng = np.random.default_rng(0)
    kinds = 300 * [((1, 60), (0.05, 0.95))] + 40 * [((65, 150), (0.5, 0.95))]
    for sizes, densities in kinds:
        graph = random_graph(int(rng.integers(*sizes)), rng.uniform(*densities), rng)
        clique, _ = nx.max_weight_clique(nx.complement(graph.to_networkx()), weight=None)
        largest = len(clique)
        for size in (0, largest - 1, largest, largest + 3):
            found, solution = prove(graph, size, rng.permutation(graph.n))
            assert found == max(size, largest)
            if size < largest:
                assert ml.MaxIndependentSet(graph).fitness(solution) == largest


@pytest.mark.parametrize(("n", "probability", "words"), [
    (60, 0.2, 55_337), (130, 0.3, 2_326_634), (200, 0.5, 1_187_703)])
def test_a_proof_takes_as_long_as_ever(n, probability, words):
    """The results of a given effort change only on purpose."""
    graph = random_graph(n, probability, np.random.default_rng(n))
    order = np.argsort(graph.degrees, kind="stable")
    search = mis_proof.make(graph.indptr, graph.indices, order, 0)
    while not mis_proof.advance(search, 10_000):
        pass
    assert search.numbers[mis_proof.WORK] == words


@settings(max_examples=200)
@given(graph=graphs(max_n=16), seed=st.integers(0, 2**32))
def test_no_bound_is_wrong(graph, seed):
    rng = np.random.default_rng(seed)
    every = np.arange(2**graph.n)[:, None] >> np.arange(graph.n) & 1
    u, v = graph.edges.T
    largest = every[~(every[:, u] & every[:, v]).any(axis=1)].sum(axis=1).max()
    assert prove(graph, 0, rng.permutation(graph.n))[0] == largest
    cover = np.zeros((3, graph.n), np.int64)
    number = clique_cover.first_fit(graph.indptr, graph.indices, rng.permutation(graph.n), cover)
    assert number >= largest


@settings(max_examples=200)
@given(graph=graphs(max_n=30), seed=st.integers(0, 2**32))
def test_covers_are_cliques_and_never_grow_in_number(graph, seed):
    rng = np.random.default_rng(seed)
    order, number = rng.permutation(graph.n), graph.n
    adjacent = graph.to_scipy().toarray() > 0
    for _ in range(5):
        cover = np.zeros((3, graph.n), np.int64)
        fewer = clique_cover.first_fit(graph.indptr, graph.indices, order, cover)
        clique = cover[clique_cover.CLIQUE]
        assert fewer <= number and set(clique) == set(range(fewer))
        same = clique[:, None] == clique
        assert (same <= adjacent | np.eye(graph.n, dtype=bool)).all()
        number, order = fewer, np.lexsort((clique, rng.permutation(fewer)[clique]))


@settings(max_examples=100)
@given(graph=graphs(max_n=40), seed=st.integers(0, 2**32))
def test_vertex_cover_search_keeps_its_books(graph, seed):
    search, rng = mis_cover.make(graph), seed_state(seed)
    problem = ml.MaxIndependentSet(graph)
    for _ in range(6):
        mis_cover.advance(search, 50, rng)
        cover = np.zeros(graph.n, bool)
        cover[search.order[:search.numbers[0]]] = True
        u, v = search.ends.T
        covered, both = cover[u] | cover[v], cover[u] & cover[v]
        score = np.zeros(graph.n, np.int64)
        for end, other in ((u, v), (v, u)):
            np.add.at(score, end[~covered], search.weight[~covered])
            lone = cover[end] & ~cover[other]
            np.subtract.at(score, end[lone], search.weight[lone])
        assert (search.score == score).all() and (covered | both == covered).all()
        assert set(search.uncovered[:search.numbers[1]]) == set(np.flatnonzero(~covered))
        assert search.weight.sum() == search.numbers[3]
        assert (search.ends[search.edge] == np.stack(
            [np.minimum(*(ends := (np.repeat(np.arange(graph.n), graph.degrees), graph.indices))),
             np.maximum(*ends)], axis=1)).all()
        assert problem.fitness(search.best) == search.numbers[mis_cover.BEST]


def test_the_search_finds_the_largest_sets_of_small_graphs():
    rng, state = np.random.default_rng(5), seed_state(6)
    for _ in range(50):
        graph = random_graph(40, 0.2, rng)
        made = mis_cover.make(graph)
        mis_cover.advance(made, 20_000, state)
        assert made.numbers[mis_cover.BEST] == prove(graph, 0, np.arange(40))[0]


def random_cut(graph, seed):
    """A search with weights from -5 to 5 from random sides, the weights, the values of all cuts."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(-5, 6, graph.m)
    matrix = np.zeros((graph.n, graph.n), np.int64)
    u, v = graph.edges.T
    matrix[u, v] = matrix[v, u] = weights
    matrix = sparse.csr_array(matrix)
    cut = maxcut_anneal.make(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32),
                             matrix.data)
    maxcut_anneal.place(cut, rng.integers(0, 2, graph.n, np.uint8))
    every = np.arange(2**graph.n)[:, None] >> np.arange(graph.n) & 1
    return cut, matrix.toarray(), (every[:, u] ^ every[:, v]) @ weights


@settings(max_examples=100)
@given(graph=graphs(max_n=12), seed=st.integers(0, 2**32))
def test_all_cuts_are_visited_from_wherever(graph, seed):
    cut, _, values = random_cut(graph, seed)
    maxcut_anneal.enumerate_cuts(cut)
    assert cut.cuts[1] == values.max()


@settings(max_examples=200)
@given(graph=graphs(max_n=14), seed=st.integers(0, 2**32))
def test_annealing_keeps_its_books_and_finds_the_best_cut_of_few(graph, seed):
    cut, matrix, values = random_cut(graph, seed)
    hot = np.sqrt((matrix.astype(float)**2).sum() / graph.n)
    maxcut_anneal.sweep(cut, 300, max(hot, 1.0), 0.1, seed_state(seed))
    other = cut.sides[:, None] != cut.sides
    assert cut.cuts[0] == (matrix * other).sum() // 2
    assert (cut.gains == np.where(other, -matrix, matrix).sum(axis=1)).all()
    other = cut.best[:, None] != cut.best
    assert cut.cuts[1] == (matrix * other).sum() // 2
    assert cut.cuts[1] == values.max()
