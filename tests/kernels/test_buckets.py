import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from significance import ERROR_RATE, uniform

from memlab.kernels import buckets, rng

DEGREES = st.lists(st.integers(0, 6), min_size=1, max_size=12)
MOVES = st.lists(st.tuples(st.integers(0, 11), st.integers(1, 6)), max_size=60)


def contents(queue):
    """{key: set of vertices}, from the arrays."""
    result = {}
    for key, (start, end) in enumerate(zip(queue.start, queue.end, strict=True)):
        listed = queue.items[start:end].tolist()
        assert len(listed) == len(set(listed))
        if listed:
            result[key] = set(listed)
    return result


@given(DEGREES, MOVES)
def test_buckets_are_a_dictionary_of_sets(degrees, moves):
    queue = buckets.make_buckets(np.array(degrees))
    model = {}                                          # vertex -> key
    for vertex, key in moves:
        if vertex >= len(degrees):
            continue
        if vertex in model:
            buckets.take(queue, model.pop(vertex), vertex)
        elif key <= degrees[vertex]:
            buckets.put(queue, key, vertex)
            model[vertex] = key
        expected = {}
        for v, k in model.items():
            expected.setdefault(k, set()).add(v)
        assert contents(queue) == expected


@pytest.mark.parametrize("size", [1, 2, 5])
def test_pick_is_uniform(size):
    queue = buckets.make_buckets(np.full(10, 3))
    for vertex in range(10):
        buckets.put(queue, 2 if vertex < size else 1, vertex)
    state, counts = rng.seed_state(1), np.zeros(10, np.int64)
    for _ in range(20_000):
        counts[buckets.pick(queue, 2, state)] += 1
    assert not counts[size:].any()
    assert uniform(counts[:size]) > ERROR_RATE
