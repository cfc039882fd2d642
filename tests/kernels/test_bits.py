import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memlab.kernels import bits


@st.composite
def placed_rows(draw):
    """(bits, positions, words): 0/1 rows, and where in `words` words each column stands."""
    words = draw(st.integers(1, 20))
    seed, n = draw(st.integers(0, 2**32)), draw(st.integers(1, min(300, 64 * words)))
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 2, (draw(st.integers(1, 4)), n)).astype(np.uint8)
    return rows, rng.permutation(64 * words)[:n].astype(np.int64), words


def pack(rows, positions, words):
    """Words in which element v of a row is the bit at ``positions[v]``."""
    spread = np.zeros((len(rows), 64 * words), np.uint8)
    spread[:, positions] = rows
    return np.packbits(spread, axis=1, bitorder="little").view(np.uint64)


@given(placed_rows())
def test_unpack_takes_bits_from_where_they_are(case):
    rows, positions, words = case
    result = np.full_like(rows, 9)      # has to be overwritten
    bits.unpack(pack(rows, positions, words), positions, result)
    assert np.array_equal(result, rows)


@given(placed_rows())
def test_bit_flip_and_ones(case):
    rows, positions, words = case
    genomes = pack(rows, positions, words)
    last = len(rows) - 1
    for v, position in enumerate(positions.tolist()):
        before = genomes.copy()
        assert bits.bit(genomes, last, position) == rows[last, v]
        bits.flip(genomes, last, position)
        assert bits.bit(genomes, last, position) == 1 - rows[last, v]
        assert bits.ones(genomes, last) == rows[last].sum() + 1 - 2 * int(rows[last, v])
        bits.flip(genomes, last, position)
        assert np.array_equal(genomes, before)


@given(placed_rows())
def test_list_ones_is_flatnonzero(case):
    rows, positions, words = case
    genomes = pack(rows, positions, words)
    for length in (words, words // 2):
        expected = np.sort(positions[(rows[0] == 1) & (positions < 64 * length)])
        listed = np.full(len(expected) + 3, -7, np.int64)
        assert bits.list_ones(genomes[0], length, listed) == len(expected)
        assert np.array_equal(listed[:len(expected)], expected)
        assert listed[-1] == -7         # two cells more than there are ones, and not three


@given(st.integers(1, 130), st.integers(0, 2**32))
def test_pack_rows_is_the_adjacency_matrix_at_the_given_positions(n, seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((n, n)) < 0.2, 1)
    matrix = upper | upper.T
    indptr = np.concatenate(([0], np.cumsum(matrix.sum(axis=1)))).astype(np.int64)
    indices = np.nonzero(matrix)[1].astype(np.int32)
    words = -(-n // 64) + int(rng.integers(0, 3))
    positions = rng.permutation(64 * words)[:n].astype(np.int64)
    rows = np.zeros((64 * words, words), np.uint64)
    bits.pack_rows(indptr, indices, positions, rows)
    expected = np.zeros((64 * words, 64 * words), bool)
    expected[np.ix_(positions, positions)] = matrix
    octets = rows.astype("<u8").view(np.uint8)
    assert np.array_equal(np.unpackbits(octets, axis=1, bitorder="little").astype(bool), expected)
