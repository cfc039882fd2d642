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
def test_read_bits_reads_one_a_byte(case):
    rows, positions, words = case
    spread = np.full(64 * words, 9, np.uint8)      # has to be overwritten
    bits.read_bits(pack(rows, positions, words), len(rows) - 1, spread)
    assert np.array_equal(spread[positions], rows[-1]) and spread.sum() == rows[-1].sum()


@given(placed_rows())
def test_bit_and_flip(case):
    rows, positions, words = case
    genomes = pack(rows, positions, words)
    last = len(rows) - 1
    for v, position in enumerate(positions.tolist()):
        before = genomes.copy()
        assert bits.bit(genomes, last, position) == rows[last, v]
        bits.flip(genomes, last, position)
        assert bits.bit(genomes, last, position) == 1 - rows[last, v]
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
