"""Vertices sorted into buckets by a small integer key: put, take and draw in constant time.

The queue of the sparse local searches. Bucket `key` can only ever hold the vertices whose degree
is at least `key`, so all buckets together fit into one array of one cell per edge end.
"""

from typing import NamedTuple

import numpy as np

from .jit import kernel
from .rng import below


class Buckets(NamedTuple):
    """The argument `buckets` of all functions here. Keys and vertices are integers.

    Buckets 1..largest key; bucket `key` is ``items[start[key]:start[key] + size[key]]``.
    """

    start: np.ndarray    # int64 (keys + 1,)
    size: np.ndarray     # int64 (keys + 1,)
    items: np.ndarray    # int32 (sum of capacities,)
    place: np.ndarray    # int32 (n,), where a vertex stands inside its bucket


def make_buckets(degrees):
    """Empty buckets for keys up to the degree of each vertex (`degrees`: int, shape (n,))."""
    largest = int(degrees.max(initial=0))
    holders = np.bincount(degrees, minlength=largest + 1)
    capacity = np.cumsum(holders[::-1])[::-1].astype(np.int64)   # vertices of degree >= key
    capacity[0] = 0
    start = np.concatenate(([0], np.cumsum(capacity)))[:-1]
    return Buckets(start, np.zeros(largest + 1, np.int64),
                   np.zeros(int(capacity.sum()), np.int32), np.zeros(len(degrees), np.int32))


@kernel
def put(buckets, key, vertex):
    """Add `vertex` to bucket `key` >= 1."""
    size = buckets.size[key]
    buckets.items[buckets.start[key] + size] = vertex
    buckets.place[vertex] = size
    buckets.size[key] = size + 1


@kernel
def take(buckets, key, vertex):
    """Remove `vertex` from bucket `key`; the bucket's last vertex fills the gap."""
    size = buckets.size[key] - 1
    last = buckets.items[buckets.start[key] + size]
    buckets.items[buckets.start[key] + buckets.place[vertex]] = last
    buckets.place[last] = buckets.place[vertex]
    buckets.size[key] = size


@kernel
def pick(buckets, key, rng):
    """A uniformly random vertex (int64) of bucket `key`, which is not empty; `rng`: uint64 (4,)."""
    size = buckets.size[key]
    rank = below(rng, size) if size > 1 else 0
    return np.int64(buckets.items[buckets.start[key] + rank])


@kernel
def last(buckets, key):
    """The last vertex (int64) of bucket `key`, which is not empty: the cheapest one to take."""
    return np.int64(buckets.items[buckets.start[key] + buckets.size[key] - 1])
