"""The six families: each model exactly, and streams that never change.

Statistical tests have fixed seeds and the error rate of tests/helpers/significance.py.
"""

import itertools
import math

import networkx
import numpy as np
import pytest
import reference_graphs
from scipy import stats
from significance import ERROR_RATE, fits

import memlab as ml
from memlab.graphs import datasets, graph_models
from memlab.kernels.rng import seed_state
from memlab.support.names import DATASETS

PINNED = {
    "er_small": ("f8875639c0890b42041e9b597a86a484",
                 "b1bfbf0c0db55c29db12add9759e5e94"),
    "er_large": ("3ee5d806c78ab8fc55e9567d12acb3e1",
                 "334abe4fa1a9c33b60c23f971bc86d1c"),
    "ba_small": ("381b1d6ccc005beeadc9eb09472b95eb",
                 "02ec0df5aa9f2ec9b38b87e647b5e3d6"),
    "ba_large": ("665114116ba4ba48578b6e187fda020b",
                 "e9987f56c08322bdafaf5c4dfea990c1"),
    "rb_small": ("09cfd1a0903dcac1fd42ea1669897be6",
                 "90400462ce942e193c0d229a7789d4c4"),
    "rb_large": ("7566882409bf751f984a9c02d3478436",
                 "d01abecc23174a8dc919648d6dfb8e04"),
}


def connected(graph):
    return networkx.is_connected(graph.to_networkx())


def same_frequencies(ours, theirs):
    """p-value that two samples, of anything that can be listed, come from one distribution."""
    values = sorted({*ours, *theirs})
    table = np.array([[sample.count(value) for value in values] for sample in (ours, theirs)])
    return stats.chi2_contingency(table).pvalue


# ---------------------------------------------------------------- streams

@pytest.mark.parametrize("name", DATASETS)
def test_graphs_never_change(name):
    """A change of a generator or of its stream would silently change every result."""
    pinned = [datasets.graph(name), datasets.graph(name, "test", seed=2**70, index=7499)]
    assert tuple(graph.fingerprint for graph in pinned) == PINNED[name]
    assert pinned[1].name == f"{name}/test/{2**70}/7499"


@pytest.mark.parametrize("name", ["er_small", "ba_small", "rb_small"])
def test_a_graph_depends_on_its_index_alone(name):
    five = ml.datasets.generate(name, count=5, seed=3, split="validation")
    assert [datasets.graph(name, "validation", 3, i) for i in (4, 0)] == [five[4], five[0]]
    assert [graph.name for graph in five] == [f"{name}/validation/3/{i}" for i in range(5)]
    assert ml.datasets.generate(name, count=0) == []


@pytest.mark.parametrize(("bad", "error", "says"), [
    ({"name": "er_medium"}, ValueError, "name must be one of 'er_small', 'er_large', 'ba_small', "
                                        "'ba_large', 'rb_small', 'rb_large', not 'er_medium'"),
    ({"name": None}, TypeError, "name must be one of"),
    ({"split": "val"}, ValueError, "split must be one of 'train', 'validation', 'test', not 'val'"),
    ({"count": -1}, ValueError, "count must be an integer of at least 0, not -1"),
    ({"seed": -1}, ValueError, "seed must be an integer of at least 0, not -1"),
])
def test_bad_arguments(bad, error, says):
    with pytest.raises(error, match=says):
        ml.datasets.generate(**{"name": "ba_small", "count": 1, **bad})


# ---------------------------------------------------------------- Erdos-Renyi

def test_er_every_graph_has_its_probability():
    """All 64 graphs on 4 vertices, p = 0.3."""
    rng, p, draws = seed_state(1), 0.3, 20_000
    pairs = list(itertools.combinations(range(4), 2))
    seen = dict.fromkeys(itertools.product((0, 1), repeat=6), 0)
    for _ in range(draws):
        drawn = {tuple(edge) for edge in graph_models.erdos_renyi(rng, 4, p).tolist()}
        seen[tuple(int(pair in drawn) for pair in pairs)] += 1
    probability = [p**sum(graph) * (1 - p)**(6 - sum(graph)) for graph in seen]
    assert fits(list(seen.values()), probability) > ERROR_RATE


def test_er_is_redrawn_until_connected():
    """The 38 connected graphs on 4 vertices, by number of edges; the other 26 never."""
    rng = seed_state(2)
    graphs = [ml.Graph.from_edges(*datasets.erdos_renyi(rng, (4, 4), 0.3)) for _ in range(2_000)]
    assert all(connected(graph) for graph in set(graphs))
    labelled = {3: 16, 4: 15, 5: 6, 6: 1}
    weight = {m: count * 0.3**m * 0.7**(6 - m) for m, count in labelled.items()}
    seen = [sum(graph.m == m for graph in graphs) for m in labelled]
    assert fits(seen, [weight[m] / sum(weight.values()) for m in labelled]) > ERROR_RATE


# ---------------------------------------------------------------- Barabasi-Albert

@pytest.mark.parametrize(("n", "m"), [(5, 2), (6, 1), (6, 3)])
def test_ba_small_graphs_are_as_likely_as_in_networkx(n, m):
    """Labelled graph by labelled graph."""
    rng, draws = seed_state(3), 5_000
    ours = [tuple(sorted(map(tuple, graph_models.barabasi_albert(rng, n, m).tolist())))
            for _ in range(draws)]
    theirs = [tuple(sorted(tuple(sorted(edge)) for edge in
                           networkx.barabasi_albert_graph(n, m, seed=seed).edges()))
              for seed in range(draws)]
    assert same_frequencies(ours, theirs) > ERROR_RATE


# ---------------------------------------------------------------- Model RB

@pytest.mark.parametrize("model", [(2, 2, 2, 1), (2, 2, 2, 3), (3, 2, 4, 2), (4, 3, 9, 4)])
def test_rb_is_the_reference(model):
    """Number of edges, against the slow version; what ignores the order is told apart below."""
    rng, slow, draws = seed_state(6), np.random.default_rng(6), 3_000
    ours = [len(graph_models.model_rb(rng, *model)) for _ in range(draws)]
    theirs = [len(reference_graphs.model_rb(slow, *model)) for _ in range(draws)]
    assert same_frequencies(ours, theirs) > ERROR_RATE
    mistake = [len(reference_graphs.model_rb(slow, *model, ordered=False)) for _ in range(draws)]
    assert same_frequencies(ours, mistake) < 1e-9


def test_rb_parameters(monkeypatch):
    """What the family asks of the model, checked by hand on 200 graphs of each size."""
    asked = []
    monkeypatch.setattr(graph_models, "model_rb", lambda rng, *model: (
        asked.append(model), np.array([[0, 1]]))[1])
    for name, cliques, sizes, n in (("rb_small", (20, 25), (5, 12), (200, 300)),
                                    ("rb_large", (40, 55), (20, 25), (800, 1200))):
        asked.clear()
        graphs = ml.datasets.generate(name, 200)
        for graph, (big_n, k, constraints, disallowed) in zip(graphs, asked, strict=True):
            assert cliques[0] <= big_n <= cliques[1]
            assert sizes[0] <= k <= sizes[1]
            assert graph.n == big_n * k
            assert n[0] <= graph.n <= n[1]
            # s = floor(p k^2) gives p within 1 / k^2, and with it floor(N ln k / -ln(1-p) - 1)
            p = disallowed / k**2, min((disallowed + 1) / k**2, 1 - 1e-12)
            most, least = (big_n * math.log(k) / -math.log(1 - x) - 1 for x in p)
            assert 0.3 - 1 / k**2 <= p[0] < 1
            assert max(0, math.floor(least)) <= constraints <= math.floor(most)
