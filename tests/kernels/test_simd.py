"""Every vector operation equals NumPy, for 1 to 20 words a row, padded or not."""

import numpy as np
import pytest

from memlab.kernels import bits, simd
from memlab.kernels.bits import padded
from memlab.kernels.jit import kernel

WORDS = range(1, 21)
DENSITIES = (0.0, 0.1, 0.5, 1.0)


def random_words(rng, shape, density):
    """uint64 words whose bits are ones with the given probability."""
    lanes = rng.random((*shape, 64)) < density
    return np.packbits(lanes, axis=-1, bitorder="little").view("<u8")[..., 0].astype(np.uint64)


def padded_rows(rng, rows, words, density):
    """Random rows of `words` words, padded with zeros to whole vectors."""
    result = np.zeros((rows, padded(words)), np.uint64)
    result[:, :words] = random_words(rng, (rows, words), density)
    return result


def lanes(words):
    """The bits of words, along a new last axis that is merged with the last: bool."""
    octets = np.ascontiguousarray(words).astype("<u8").view(np.uint8)
    return np.unpackbits(octets, axis=-1, bitorder="little").astype(bool)


def random_counts(rng, shape, dtype):
    """Counters over the whole range of their type, both ends included."""
    bounds = np.iinfo(dtype)
    counts = rng.integers(bounds.min, bounds.max, shape, dtype, endpoint=True)
    counts[..., 0], counts[..., -1] = bounds.min, bounds.max
    return counts


def cases(seed):
    """(generator, words, density) for every length of row and every density."""
    rng = np.random.default_rng(seed)
    for words in WORDS:
        for density in DENSITIES:
            yield rng, words, density


# the operations as functions that Python can call
@kernel
def popcount(word):
    return simd.popcount(word)


@kernel
def lowest_bit(word):
    return simd.lowest_bit(word)


@kernel
def common_ones(a, i, b, j):
    return simd.common_ones(a, i, b, j)


@kernel
def clear_ones(target, rows, index, when):
    simd.clear_ones(target, rows, index, when)


@kernel
def subtract_rows_and_match(counts, rows, listed, length, level, chosen, slot, matches):
    simd.subtract_rows_and_match(counts, rows, listed, length, level, chosen, slot, matches)


@kernel
def count_columns(counts, rows, listed, length):
    simd.count_columns(counts, rows, listed, length)


@kernel
def add_row(counts, place, rows, index, change):
    simd.add_row(counts, place, rows, index, change)


@kernel
def add_row_and_maximum(counts, place, rows, index, change, genomes, slot, same, border):
    return simd.add_row_and_maximum(counts, place, rows, index, change, genomes, slot, same, border)


@kernel
def match(counts, place, level, begin, end, matches):
    return simd.match(counts, place, level, begin, end, matches)


@kernel
def one_of_rank(matches, rank, begin, end):
    return bits.one_of_rank(matches, rank, begin, end)


# ------------------------------------------------------------------------------ single words

EDGES = [0, 1, 2, 2**63, 2**64 - 1, 2**32, 0x5555555555555555]


def test_popcount_and_lowest_bit():
    rng = np.random.default_rng(1)
    for word in [*EDGES, *rng.integers(0, 2**64, 200, np.uint64).tolist()]:
        assert popcount(np.uint64(word)) == word.bit_count()
        lowest = (word & -word).bit_length() - 1 if word else 64
        assert lowest_bit(np.uint64(word)) == lowest


# ----------------------------------------------------------------------------- rows of words


def test_common_ones():
    for rng, words, density in cases(3):
        a, b = padded_rows(rng, 3, words, 0.5), padded_rows(rng, 4, words, density)
        expected = np.count_nonzero(lanes(a[2]) & lanes(b[1]))
        assert common_ones(a, 2, b, 1) == expected


@pytest.mark.parametrize("when", [0, 1])
def test_clear_ones(when):
    for rng, words, density in cases(4):
        target, rows = padded_rows(rng, 1, words, 0.5)[0], padded_rows(rng, 3, words, density)
        expected = target & ~rows[2] if when else target.copy()
        before = rows.copy()
        clear_ones(target, rows, 2, when)
        assert np.array_equal(target, expected) and np.array_equal(rows, before)


# --------------------------------------------------------------------------- rows of counters


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("length", [0, 1, 5])
def test_subtract_rows_and_match(dtype, length):
    for rng, words, density in cases(6):
        words = -(-words // simd.BLOCK) * simd.BLOCK
        rows, chosen = padded_rows(rng, 9, words, density), padded_rows(rng, 3, words, 0.5)
        listed = rng.permutation(9).astype(np.int64)
        counts = rng.integers(0, 6 + length, 64 * words).astype(dtype)
        matches = np.full(padded(words), 12345, np.uint64)
        expected = counts.copy()
        for v in listed[:length]:
            expected -= lanes(rows[v, :words]).astype(dtype)
        tied = (expected == 3) & lanes(chosen[2, :words])
        subtract_rows_and_match(counts, rows, listed, length, 3, chosen, 2, matches)
        assert np.array_equal(counts, expected)
        assert np.array_equal(lanes(matches[:words]), tied)
        assert (matches[words:] == 12345).all()


def test_count_columns():
    for rng, words, density in cases(8):
        rows, counts = padded_rows(rng, 9, words, density), np.full((1, 64 * words), 7, np.int32)
        listed = rng.permutation(9).astype(np.int32)
        count_columns(counts, rows, listed, 5)
        assert np.array_equal(counts[0], lanes(rows[listed[:5], :words]).sum(axis=0))


@pytest.mark.parametrize("dtype", [np.int8, np.int16])
@pytest.mark.parametrize("change", [-1, 0, 1])
def test_add_row_and_maximum(dtype, change):
    for rng, words, density in cases(7):
        rows, genomes = padded_rows(rng, 5, words, density), padded_rows(rng, 3, words, 0.5)
        counts = random_counts(rng, (4, 64 * words), dtype)
        border, same = int(rng.integers(0, words + 1)), np.zeros((1, 64 * words), dtype)
        expected, alone = counts.copy(), counts.copy()
        expected[2] += change * lanes(rows[3, :words]).astype(dtype)
        odd = np.arange(64 * words) >= 64 * border
        own_side = np.where(lanes(genomes[1, :words]), expected[2], odd - expected[2])
        result = add_row_and_maximum(counts, 2, rows, 3, change, genomes, 1, same, border)
        assert np.array_equal(counts, expected) and np.array_equal(same[0], own_side.astype(dtype))
        assert result == both_maxima(same[0], border)
        add_row(alone, 2, rows, 3, change)
        assert np.array_equal(alone, expected)


def both_maxima(counts, border):
    """Maxima before and after a word; the least number of the type where there is nothing."""
    least = np.iinfo(counts.dtype).min
    return (int(counts[:64 * border].max(initial=least)),
            int(counts[64 * border:].max(initial=least)))


@pytest.mark.parametrize("dtype", [np.int8, np.int16])
def test_match(dtype):
    for rng, words, _ in cases(9):
        counts = rng.integers(-3, 3, (3, 64 * words)).astype(dtype)
        begin, end = np.sort(rng.integers(0, words + 1, 2)).tolist()
        matches = np.full(words, 12345, np.uint64)
        tied = counts[1] == -2
        number = match(counts, 1, -2, begin, end, matches)
        assert number == np.count_nonzero(tied[64 * begin:64 * end])
        assert np.array_equal(lanes(matches[begin:end]), tied[64 * begin:64 * end])
        assert (matches[:begin] == 12345).all() and (matches[end:] == 12345).all()


def test_one_of_rank():
    for rng, words, density in cases(11):
        matches = random_words(rng, (words,), density)
        begin, end = np.sort(rng.integers(0, words + 1, 2)).tolist()
        inside = np.flatnonzero(lanes(matches[begin:end])) + 64 * begin
        for rank in rng.integers(0, len(inside), 10) if len(inside) else ():
            assert one_of_rank(matches, rank, begin, end) == inside[rank]
