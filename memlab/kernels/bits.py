"""Bit-packed genomes: bit ``p % 64`` of word ``p // 64`` belongs to position p."""

import math

import numpy as np

from .jit import kernel
from .simd import VECTOR_WORDS, lowest_bit, popcount


def padded(words):
    """`words` rounded up to whole vectors: the length of a genome's row."""
    return -(-words // VECTOR_WORDS) * VECTOR_WORDS


def zeros(shape, dtype=np.uint64):
    """An array of zeros, of a tuple of lengths, that begins at a multiple of a vector's size.

    Vectors then lie in one cache line each: one that lies in two takes twice the time to load.
    """
    size = math.prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + 8 * VECTOR_WORDS, np.uint8)
    begin = -memory.ctypes.data % (8 * VECTOR_WORDS)
    return memory[begin:begin + size].view(dtype).reshape(shape)


@kernel
def bit(genomes, slot, position):
    """The bit (int64, 0 or 1) of ``genomes[slot]``, uint64 (slots, words), at a position."""
    word = genomes[slot, position >> 6]
    return np.int64((word >> np.uint64(position & 63)) & np.uint64(1))


@kernel
def flip(genomes, slot, position):
    """Invert one bit of ``genomes[slot]`` in place; `genomes` is uint64 (slots, words)."""
    genomes[slot, position >> 6] ^= np.uint64(1) << np.uint64(position & 63)


@kernel
def distance(first, i, second, j):
    """Hamming distance (int64) of the rows ``first[i]`` and ``second[j]``, uint64 (rows, words)."""
    total = 0
    for word in range(first.shape[1]):
        total += popcount(first[i, word] ^ second[j, word])
    return total


@kernel
def copy_row(source, i, target, j):
    """``target[j] = source[i]``; both are uint64 (rows, words)."""
    for word in range(source.shape[1]):
        target[j, word] = source[i, word]


@kernel
def list_ones(words, length, positions):
    """Write the positions of all ones of ``words[:length]`` into `positions`; return how many.

    `words` is uint64 (at least `length`,), `positions` an array of integers. It needs two cells
    more than there are ones: the first two ones of a word are always written, which avoids most
    branch mispredictions.
    """
    number = 0
    for i in range(length):
        word = words[i]
        found = popcount(word)
        positions[number] = 64 * i + lowest_bit(word)
        word &= word - np.uint64(1)
        positions[number + 1] = 64 * i + lowest_bit(word)
        for j in range(2, found):
            word &= word - np.uint64(1)
            positions[number + j] = 64 * i + lowest_bit(word)
        number += found
    return number


@kernel
def one_of_rank(words, rank, begin, end):
    """The position (int64) of the one of number `rank`, from 0, in the words begin..end-1."""
    seen, index, before = 0, begin, 0
    for i in range(begin, end):
        seen += popcount(words[i])
        passed = seen <= rank
        index += np.int64(passed)
        before = seen if passed else before
    ones = words[index]
    for _ in range(rank - before):
        ones &= ones - np.uint64(1)
    return 64 * index + lowest_bit(ones)


@kernel
def read_bits(genomes, slot, padded):
    """Write the bits of ``genomes[slot]``, uint64 (slots, words), into `padded`, one a byte."""
    for word in range(len(padded) >> 6):
        bits = genomes[slot, word]
        for i in range(64):
            padded[64 * word + i] = (bits >> np.uint64(i)) & np.uint64(1)


@kernel
def pack_rows(indptr, indices, positions, rows):
    """Adjacency rows: bit ``positions[u]`` of ``rows[positions[v]]`` is set for every edge {u, v}.

    `indptr`, int (n + 1,), and `indices`, int (edge ends,), are the graph's lists of neighbours,
    `positions` is int64 (n,). `rows` is uint64 (positions, words) and all zero on entry.
    """
    for v in range(len(indptr) - 1):
        for entry in range(indptr[v], indptr[v + 1]):
            flip(rows, positions[v], positions[indices[entry]])
