"""Vertices sorted into buckets by a small integer key: put, take and draw in constant time.

The queue of the sparse local searches. Bucket `key` can only ever hold the vertices whose degree
is at least `key`, so all buckets together fit into one array with a cell per vertex and edge end.
"""

from typing import NamedTuple

import numpy as np

from .jit import kernel
from .rng import below


class Buckets(NamedTuple):
    """Buckets 0..largest key; bucket `key` is ``items[start[key]:end[key]]``."""

    start: np.ndarray    # int64 (keys + 1,)
    end: np.ndarray      # int64 (keys + 1,)
    items: np.ndarray    # int32 (sum of capacities,)
    place: np.ndarray    # int32 (n,), where a vertex stands in `items`


def make_buckets(degrees):
    """Empty buckets for keys up to the degree of each vertex (`degrees`: int, shape (n,))."""
    largest = int(degrees.max(initial=0))
    holders = np.bincount(degrees, minlength=largest + 1)
    capacity = np.cumsum(holders[::-1])[::-1].astype(np.int64)   # vertices of degree >= key
    start = np.concatenate(([0], np.cumsum(capacity)))[:-1]
    return Buckets(start, start.copy(), np.zeros(int(capacity.sum()), np.int32),
                   np.zeros(len(degrees), np.int32))


@kernel
def clear(buckets):
    """Empty all buckets."""
    for key in range(len(buckets.start)):
        buckets.end[key] = buckets.start[key]


@kernel
def held(buckets, key):
    """How many vertices bucket `key` holds."""
    return buckets.end[key] - buckets.start[key]


@kernel
def put(buckets, key, vertex):
    """Add `vertex` to bucket `key`."""
    end = buckets.end[key]
    buckets.items[end] = vertex
    buckets.place[vertex] = end
    buckets.end[key] = end + 1


@kernel
def take(buckets, key, vertex):
    """Remove `vertex` from bucket `key`; the bucket's last vertex fills the gap."""
    end = buckets.end[key] - 1
    last, place = buckets.items[end], buckets.place[vertex]
    buckets.items[place] = last
    buckets.place[last] = place
    buckets.end[key] = end


@kernel
def pick(buckets, key, rng):
    """A uniformly random vertex of bucket `key`, which is not empty."""
    size = held(buckets, key)
    rank = below(rng, size) if size > 1 else 0
    return np.int64(buckets.items[buckets.start[key] + rank])


@kernel
def last(buckets, key):
    """The last vertex of bucket `key`, which is not empty: the cheapest one to take."""
    return np.int64(buckets.items[buckets.end[key] - 1])
