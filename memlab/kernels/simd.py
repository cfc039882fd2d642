"""Operations on machine words and vectors that NumPy and Numba have no name for.

A genome is a row of 64-bit words, padded with zeros to a multiple of `VECTOR_WORDS`. The bits of
one word stand beside 64 *lanes* of a counter row, one small integer per vertex; counter rows are
not padded. Every function on rows is one pass, written as portable vector code (LLVM vector types,
no instruction of a particular processor): AVX-512 does 64 lanes of 8 bits in one instruction, AVX2
and ARM do the same in several.

Rows are addressed as ``(array, index)``: a view would cost a reference count. Rows of words are
uint64, 1-d or 2-d; those of counters are of any integer type, 1-d or 2-d; numbers are int64.
"""

import copy
import functools

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_BIT, _BYTE, _I32, _I64, _I128 = (ir.IntType(width) for width in (1, 8, 32, 64, 128))
_LANES = 64
_MASK = ir.VectorType(_BIT, _LANES)

VECTOR_WORDS = 8
_WORDS = ir.VectorType(_I64, VECTOR_WORDS)
BLOCK = 4


def operation(result):
    """Return the decorator of functions that write an operation's code: it makes kernels' of them.

    Parameters
    ----------
    result : numba type
        What the operation returns.
    """
    def decorate(write):
        @intrinsic
        @functools.wraps(write)
        def typed(context, *arguments):
            return result(*(one if isinstance(one, types.Array) else types.int64
                            for one in arguments)), functools.partial(_generate, write)
        return typed
    return decorate


def _generate(write, context, builder, signature, values):
    written = write(builder, *(
        _Row(context, builder, kind, value) if isinstance(kind, types.Array) else value
        for kind, value in zip(signature.args, values, strict=True)))
    if isinstance(written, tuple):
        return context.make_tuple(builder, signature.return_type, written)
    return context.get_dummy_value() if written is None else written


# ------------------------------------------------------------------------------ single words

@operation(types.int64)
def popcount(builder, word):
    """Number of ones in a uint64, as int64."""
    return builder.ctpop(word)


@operation(types.int64)
def lowest_bit(builder, word):
    """Position of the lowest one in a uint64, as int64; 64 if there is none."""
    return builder.cttz(word, _BIT(0))


@operation(types.uint64)
def high_product(builder, a, b):
    """Upper 64 bits of the 128-bit product of two uint64."""
    wide = builder.mul(builder.zext(a, _I128), builder.zext(b, _I128))
    return builder.trunc(builder.lshr(wide, _I128(64)), _I64)


# ----------------------------------------------------------------------------- rows of words

@operation(types.int64)
def common_ones(builder, first, i, second, j):
    """Number of ones that the rows ``first[i]`` and ``second[j]`` share (int64)."""
    first, second = first.row(i), second.row(j)
    total = cgutils.alloca_once_value(builder, ir.Constant(_WORDS, [0] * VECTOR_WORDS))
    with cgutils.for_range(builder, first.vectors, intp=_I64) as loop:
        both = builder.and_(first.load(loop.index, _WORDS), second.load(loop.index, _WORDS))
        ones = _llvm(builder, "ctpop", _WORDS, both)
        builder.store(builder.add(builder.load(total), ones), total)
    return _llvm(builder, "vector.reduce.add", _I64, builder.load(total))


@operation(types.none)
def clear_ones(builder, target, rows, index, when):
    """Clear in the 1-d words `target` the ones of ``rows[index]``, if `when` is 1 and not 0."""
    row, active = rows.row(index), _splat(builder, _WORDS, builder.sub(_I64(0), when))
    with cgutils.for_range(builder, row.vectors, intp=_I64) as loop:
        ones = builder.and_(row.load(loop.index, _WORDS), active)
        before = target.load(loop.index, _WORDS)
        target.store(loop.index, builder.and_(before, builder.not_(ones)))


# --------------------------------------------------------------------------- rows of counters

@operation(types.none)
def subtract_rows_and_match(builder, counts, rows, listed, length, level, chosen, slot, matches):
    """One pass over the counters that removes vertices and finds the next tied ones.

    ``counts[lane] -= 1`` for every one of ``rows[v]`` for each v in ``listed[:length]``; then bit
    `lane` of ``matches`` tells whether ``counts[lane] == level`` and the bit is set in
    ``chosen[slot]``. `counts` and `matches` are 1-d and written in place; the words of lanes are a
    multiple of `BLOCK`, which are done together: each row is looked up once for all of them.
    """
    wanted, chosen = counts.splat(level), chosen.row(slot)
    running = [cgutils.alloca_once(builder, counts.vector) for _ in range(BLOCK)]
    with cgutils.for_range(builder, builder.udiv(counts.words, _I64(BLOCK)), intp=_I64) as block:
        first = builder.mul(block.index, _I64(BLOCK))
        words = [builder.add(first, _I64(word)) for word in range(BLOCK)]
        for word, value in zip(words, running, strict=True):
            builder.store(counts.lanes(word), value)
        with cgutils.for_range(builder, length, intp=_I64) as item:
            row = rows.row(listed.load(item.index))
            for word, value in zip(words, running, strict=True):
                one = builder.zext(row.mask(word), counts.vector)
                builder.store(builder.sub(builder.load(value), one), value)
        for word, value in zip(words, running, strict=True):
            value = builder.load(value)
            counts.store(word, value)
            matches.store(word, builder.and_(counts.equal(value, wanted), chosen.load(word)))


@operation(types.none)
def count_columns(builder, counts, rows, listed, length):
    """Count the ones of the rows in ``listed[:length]``, int32, at each place: ``counts[0, lane]``.
    """
    running = cgutils.alloca_once(builder, counts.vector)
    with cgutils.for_range(builder, counts.words, intp=_I64) as loop:
        builder.store(counts.constant(0), running)
        with cgutils.for_range(builder, length, intp=_I64) as item:
            row = rows.row(builder.sext(listed.load(item.index), _I64))
            one = builder.zext(row.mask(loop.index), counts.vector)
            builder.store(builder.add(builder.load(running), one), running)
        counts.store(loop.index, builder.load(running))


@operation(types.none)
def add_row(builder, counts, place, rows, index, change):
    """Add `change` to ``counts[place, lane]`` for every one of ``rows[index]``."""
    counts, row, change = counts.row(place), rows.row(index), counts.splat(change)
    with cgutils.for_range(builder, counts.words, intp=_I64) as loop:
        counts.add(loop.index, row, change)


@operation(types.UniTuple(types.int64, 2))
def add_row_and_maximum(builder, counts, place, rows, index, change, genomes, slot, same, border):
    """One pass over the counters that changes them and finds the best ones.

    `change` is added to ``counts[place, lane]`` for every one of ``rows[index]``. ``same[0, lane]``
    is then the counter where ``genomes[slot]`` has a one; elsewhere it is minus the counter, or 1
    minus the counter from word number `border` on. Returns the maxima (two int64) of these lanes
    before and after the border.
    """
    counts, row, change = counts.row(place), rows.row(index), counts.splat(change)
    genome = genomes.row(slot)

    def update(centre):
        def pass_on(word):
            value = counts.add(word, row, change)
            mirrored = builder.sub(counts.constant(centre), value)
            value = builder.select(genome.mask(word), value, mirrored)
            same.store(word, value)
            return value
        return pass_on

    first = counts.maximum(_I64(0), border, update(0))
    return first, counts.maximum(border, counts.words, update(1))


@operation(types.int64)
def match(builder, counts, place, level, begin, end, matches):
    """Bit mask of ``counts[place] == level`` for the words begin..end-1; returns their number."""
    counts, wanted = counts.row(place), counts.splat(level)
    total = cgutils.alloca_once_value(builder, _I64(0))
    with cgutils.for_range(builder, builder.sub(end, begin), intp=_I64) as loop:
        word = builder.add(loop.index, begin)
        equal = counts.equal(counts.lanes(word), wanted)
        matches.store(word, equal)
        builder.store(builder.add(builder.load(total), builder.ctpop(equal)), total)
    return builder.load(total)


# ------------------------------------------------------------------------------- code generation

def to_mask(builder, word):
    """The bits of a word as a mask of its 64 lanes. The playground's build has its own way."""
    return builder.bitcast(word, _MASK)


def to_word(builder, mask):
    """The inverse of `to_mask`."""
    return builder.bitcast(mask, _I64)


def _splat(builder, vector, scalar):
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, scalar, _I32(0))
    zeros = ir.Constant(ir.VectorType(_I32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, undefined, zeros)


def _llvm(builder, name, result, vector):
    """The result of a function of LLVM's own, whose name ends with the type of its argument."""
    kind = vector.type
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(result, [kind]),
        f"llvm.{name}.v{kind.count}i{kind.element.width}")
    return builder.call(function, [vector])


class _Row:
    """The first row of a C-contiguous array of integers; `row` is another of them.

    An index counts elements, or the vectors that are loaded or stored: of lanes, it is that of the
    word beside them.
    """

    def __init__(self, context, builder, kind, value):
        array = context.make_array(kind)(context, builder, value)
        self.builder = builder
        self.base = builder.bitcast(array.data, _BYTE.as_pointer())
        self.stride = cgutils.unpack_tuple(builder, array.strides, kind.ndim)[0]
        length = cgutils.unpack_tuple(builder, array.shape, kind.ndim)[-1]
        self.words = builder.lshr(length, _I64(6))
        self.vectors = builder.lshr(length, _I64(VECTOR_WORDS.bit_length() - 1))
        self.element = ir.IntType(kind.dtype.bitwidth)
        self.vector = ir.VectorType(self.element, _LANES)

    def row(self, index):
        """Another row of the array."""
        other = copy.copy(self)
        other.base = self.builder.gep(self.base, [self.builder.mul(index, self.stride)])
        return other

    def load(self, index, item=None):
        return self.builder.load(self._pointer(index, item or self.element), align=1)

    def lanes(self, word):
        return self.load(word, self.vector)

    def mask(self, index):
        """The word at an index as a mask of lanes."""
        return to_mask(self.builder, self.load(index))

    def store(self, index, value):
        self.builder.store(value, self._pointer(index, value.type), align=1)

    def _pointer(self, index, item):
        size = self.element.width // 8 * getattr(item, "count", 1)
        place = self.builder.gep(self.base, [self.builder.mul(index, _I64(size))])
        return self.builder.bitcast(place, item.as_pointer())

    def constant(self, number):
        return ir.Constant(self.vector, [number] * _LANES)

    def splat(self, number):
        """The int64 `number` in every lane."""
        narrow = self.builder.trunc(number, self.element) if self.element.width < 64 else number
        return _splat(self.builder, self.vector, narrow)

    def equal(self, values, wanted):
        """The lanes in which two vectors are equal, as a word."""
        return to_word(self.builder, self.builder.icmp_unsigned("==", values, wanted))

    def add(self, word, row, change):
        """Add the vector `change` where `row` has ones; returns the new counters of the word."""
        value = self.lanes(word)
        value = self.builder.select(row.mask(word), self.builder.add(value, change), value)
        self.store(word, value)
        return value

    def maximum(self, begin, end, values):
        """Largest lane (int64) of what `values` makes of the words begin..end-1, with signs."""
        builder, width = self.builder, self.element.width
        best = cgutils.alloca_once_value(builder, self.constant(-(1 << (width - 1))))
        with cgutils.for_range(builder, builder.sub(end, begin), intp=_I64) as loop:
            one, other = builder.load(best), values(builder.add(loop.index, begin))
            larger = builder.icmp_signed(">", one, other)
            builder.store(builder.select(larger, one, other), best)
        largest = _llvm(builder, "vector.reduce.smax", self.element, builder.load(best))
        return builder.sext(largest, _I64)
