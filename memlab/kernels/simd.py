"""Operations on machine words and vectors that NumPy and Numba have no name for.

A genome is a row of 64-bit words, padded with zeros to a multiple of `VECTOR_WORDS`. The bits of
one word stand beside 64 *lanes* of a counter row, one small integer per vertex; counter rows are
not padded. Every function below is one pass over such rows, written as portable vector code (LLVM
vector types, no instruction of a particular processor): AVX-512 does 64 lanes of 8 bits in one
instruction, AVX2 and ARM do the same in several.

Rows are addressed as ``(array, index)``: a view would cost a reference count. Rows of words are
uint64, 1-d or 2-d; those of counters are of any integer type, 1-d or 2-d; numbers are int64.
"""

import contextlib

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_BIT, _BYTE, _I32, _I64, _I128 = (ir.IntType(width) for width in (1, 8, 32, 64, 128))
_LANES = 64
_MASK = ir.VectorType(_BIT, _LANES)

VECTOR_WORDS = 8
_WORD_VECTOR = ir.VectorType(_I64, VECTOR_WORDS)
BLOCK = 4


# ------------------------------------------------------------------------------ single words

@intrinsic
def popcount(context, word):
    """Number of ones in a uint64, as int64."""
    def generate(context, builder, signature, args):
        return builder.call(_llvm(builder, "llvm.ctpop.i64", _I64, [_I64]), args)
    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(context, word):
    """Position of the lowest one in a uint64, as int64; 64 if there is none."""
    def generate(context, builder, signature, args):
        zeros = _llvm(builder, "llvm.cttz.i64", _I64, [_I64, _BIT])
        return builder.call(zeros, [args[0], _BIT(0)])
    return types.int64(types.uint64), generate


@intrinsic
def high_product(context, a, b):
    """Upper 64 bits of the 128-bit product of two uint64."""
    def generate(context, builder, signature, args):
        wide = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
        return builder.trunc(builder.lshr(wide, _I128(64)), _I64)
    return types.uint64(types.uint64, types.uint64), generate


# ----------------------------------------------------------------------------- rows of words

@intrinsic
def common_ones(context, a, i, b, j):
    """Number of ones that the rows ``a[i]`` and ``b[j]`` share (int64)."""
    def generate(context, builder, signature, args):
        left = _Words(context, builder, signature.args[0], args[0], args[1])
        right = _Words(context, builder, signature.args[2], args[2], args[3])
        ones = _llvm(builder, f"llvm.ctpop.v{VECTOR_WORDS}i64", _WORD_VECTOR, [_WORD_VECTOR])
        add = _llvm(builder, f"llvm.vector.reduce.add.v{VECTOR_WORDS}i64", _I64, [_WORD_VECTOR])
        zero = ir.Constant(_WORD_VECTOR, [0] * VECTOR_WORDS)
        total = cgutils.alloca_once_value(builder, zero)
        with left.vectors() as first_word:
            both = builder.and_(left.load(first_word, _WORD_VECTOR),
                                right.load(first_word, _WORD_VECTOR))
            builder.store(builder.add(builder.load(total), builder.call(ones, [both])), total)
        return builder.call(add, [builder.load(total)])
    return types.int64(a, types.int64, b, types.int64), generate


@intrinsic
def clear_ones(context, target, rows, index, when):
    """Clear in the 1-d words `target` the ones of ``rows[index]``, if `when` is 1 and not 0."""
    def generate(context, builder, signature, args):
        cleared = _Words(context, builder, signature.args[0], args[0])
        row = _Words(context, builder, signature.args[1], args[1], args[2])
        active = _splat(builder, _WORD_VECTOR, builder.sub(_I64(0), args[3]))
        with row.vectors() as first_word:
            ones = builder.and_(row.load(first_word, _WORD_VECTOR), active)
            before = cleared.load(first_word, _WORD_VECTOR)
            cleared.store(first_word, builder.and_(before, builder.not_(ones)))
        return context.get_dummy_value()
    return types.none(target, rows, types.int64, types.int64), generate


# --------------------------------------------------------------------------- rows of counters

@intrinsic
def subtract_rows_and_match(context, counts, rows, listed, length, level, chosen, slot, matches):
    """One pass over the counters that removes vertices and finds the next tied ones.

    ``counts[lane] -= 1`` for every one of ``rows[v]`` for each v in ``listed[:length]``; then bit
    `lane` of ``matches`` tells whether ``counts[lane] == level`` and the bit is set in
    ``chosen[slot]``. `counts` and `matches` are 1-d and written in place; the words of lanes are a
    multiple of `BLOCK`, which are done together: each row is looked up once for all of them.
    """
    def generate(context, builder, signature, args):
        lanes = _Lanes(context, builder, signature.args[0], args[0])
        removed = _Words(context, builder, signature.args[2], args[2])
        genome = _Words(context, builder, signature.args[5], args[5], args[6])
        found = _Words(context, builder, signature.args[7], args[7])
        wanted = lanes.splat(args[4])
        running = [cgutils.alloca_once(builder, lanes.vector) for _ in range(BLOCK)]
        with cgutils.for_range(builder, builder.udiv(lanes.words, _I64(BLOCK)), intp=_I64) as block:
            first = builder.mul(block.index, _I64(BLOCK))
            words = [builder.add(first, _I64(word)) for word in range(BLOCK)]
            for word, value in zip(words, running, strict=True):
                builder.store(lanes.load(word), value)
            with cgutils.for_range(builder, args[3], intp=_I64) as item:
                row = _Words(context, builder, signature.args[1], args[1],
                             removed.load(item.index))
                for word, value in zip(words, running, strict=True):
                    one = builder.zext(row.mask(word), lanes.vector)
                    builder.store(builder.sub(builder.load(value), one), value)
            for word, value in zip(words, running, strict=True):
                value = builder.load(value)
                lanes.store(word, value)
                equal = to_word(builder, builder.icmp_unsigned("==", value, wanted))
                found.store(word, builder.and_(equal, genome.load(word)))
        return context.get_dummy_value()
    return types.none(counts, rows, listed, types.int64, types.int64, chosen, types.int64,
                      matches), generate


@intrinsic
def add_row(context, counts, place, rows, index, change):
    """Add `change` to ``counts[place, lane]`` for every one of ``rows[index]``."""
    def generate(context, builder, signature, args):
        lanes = _Lanes(context, builder, signature.args[0], args[0], args[1])
        row = _Words(context, builder, signature.args[2], args[2], args[3])
        change = lanes.splat(args[4])
        with cgutils.for_range(builder, lanes.words, intp=_I64) as loop:
            lanes.add(loop.index, row, change)
        return context.get_dummy_value()
    return types.none(counts, types.int64, rows, types.int64, types.int64), generate


@intrinsic
def add_row_and_maximum(context, counts, place, rows, index, change, genomes, slot, same, border):
    """One pass over the counters that changes them and finds the best ones.

    `change` is added to ``counts[place, lane]`` for every one of ``rows[index]``. ``same[0, lane]``
    is then the counter where ``genomes[slot]`` has a one; elsewhere it is minus the counter, or 1
    minus the counter from word number `border` on. Returns the maxima (two int64) of these lanes
    before and after the border.
    """
    def generate(context, builder, signature, args):
        lanes = _Lanes(context, builder, signature.args[0], args[0], args[1])
        row = _Words(context, builder, signature.args[2], args[2], args[3])
        genome = _Words(context, builder, signature.args[5], args[5], args[6])
        result = _Lanes(context, builder, signature.args[7], args[7], _I64(0))
        change = lanes.splat(args[4])

        def update(centre):
            def pass_on(word):
                value = lanes.add(word, row, change)
                mirrored = builder.sub(lanes.constant(centre), value)
                value = builder.select(genome.mask(word), value, mirrored)
                result.store(word, value)
                return value
            return pass_on

        first = lanes.maximum(_I64(0), args[8], update(0))
        second = lanes.maximum(args[8], lanes.words, update(1))
        return context.make_tuple(builder, signature.return_type, [first, second])
    pair = types.UniTuple(types.int64, 2)
    return pair(counts, types.int64, rows, types.int64, types.int64, genomes, types.int64, same,
                types.int64), generate


@intrinsic
def match(context, counts, place, level, begin, end, matches):
    """Bit mask of ``counts[place] == level`` for the words begin..end-1; returns their number."""
    def generate(context, builder, signature, args):
        lanes = _Lanes(context, builder, signature.args[0], args[0], args[1])
        found = _Words(context, builder, signature.args[5], args[5])
        wanted = lanes.splat(args[2])
        ones = _llvm(builder, "llvm.ctpop.i64", _I64, [_I64])
        total = cgutils.alloca_once_value(builder, _I64(0))
        with cgutils.for_range(builder, builder.sub(args[4], args[3]), intp=_I64) as loop:
            word = builder.add(loop.index, args[3])
            equal = to_word(builder, builder.icmp_unsigned("==", lanes.load(word), wanted))
            found.store(word, equal)
            builder.store(builder.add(builder.load(total), builder.call(ones, [equal])), total)
        return builder.load(total)
    return types.int64(counts, types.int64, types.int64, types.int64, types.int64,
                       matches), generate


# ------------------------------------------------------------------------------- code generation

def _llvm(builder, name, result, arguments):
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


def to_mask(builder, word):
    """The bits of a word as a mask of its 64 lanes. The playground's build has its own way."""
    return builder.bitcast(word, _MASK)


def to_word(builder, mask):
    """The inverse of `to_mask`."""
    return builder.bitcast(mask, _I64)


def _keep_rolled(branch):
    """Have LLVM not unroll the loop that `branch` closes: most rows have one or two vectors."""
    module = branch.parent.module
    loop = module.add_metadata([module.add_metadata(["llvm.loop.unroll.disable"])])
    loop.operands = (loop, loop.operands[-1])        # LLVM wants a node that begins with itself
    branch.set_metadata("llvm.loop", loop)


def _splat(builder, vector, scalar):
    undefined = ir.Constant(vector, ir.Undefined)
    first = builder.insert_element(undefined, scalar, _I32(0))
    zeros = ir.Constant(ir.VectorType(_I32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, undefined, zeros)


class _Row:
    """One row of a C-contiguous array: a 1-d array, or row `index` of a 2-d one."""

    item, size, align = _I64, 8, 8      # what is loaded; bytes from one to the next; alignment

    def __init__(self, context, builder, array_type, value, index=None):
        self.builder = builder
        array = context.make_array(array_type)(context, builder, value)
        shape = cgutils.unpack_tuple(builder, array.shape, array_type.ndim)
        self.base = builder.bitcast(array.data, _BYTE.as_pointer())
        if array_type.ndim == 2:
            stride = cgutils.unpack_tuple(builder, array.strides, 2)[0]
            self.base = builder.gep(self.base, [builder.mul(index, stride)])
        self.length = shape[-1]

    def load(self, index, item=None):
        """What stands at an index, or all that an `item` beginning there holds."""
        return self.builder.load(self._pointer(index, item or self.item), align=self.align)

    def store(self, index, value):
        self.builder.store(value, self._pointer(index, value.type), align=self.align)

    def _pointer(self, index, item):
        offset = self.builder.mul(index, _I64(self.size))
        return self.builder.bitcast(self.builder.gep(self.base, [offset]), item.as_pointer())


class _Words(_Row):
    """A row of 64-bit words, used one by one or `VECTOR_WORDS` at a time."""

    @contextlib.contextmanager
    def vectors(self):
        """Loop over the row a vector at a time; yields the index of the vector's first word."""
        shift = VECTOR_WORDS.bit_length() - 1
        number = self.builder.lshr(self.length, _I64(shift))
        with cgutils.for_range(self.builder, number, intp=_I64) as loop:
            yield self.builder.shl(loop.index, _I64(shift))
            body = self.builder.basic_block
        _keep_rolled(body.terminator)

    def mask(self, index):
        return to_mask(self.builder, self.load(index))


class _Lanes(_Row):
    """A row of counters, loaded and stored 64 at a time: those that stand beside one word."""

    def __init__(self, context, builder, array_type, value, index=None):
        super().__init__(context, builder, array_type, value, index)
        self.width = array_type.dtype.bitwidth
        self.element = ir.IntType(self.width)
        self.vector = self.item = ir.VectorType(self.element, _LANES)
        self.size, self.align = _LANES * self.width // 8, 1
        self.words = builder.lshr(self.length, _I64(6))

    def constant(self, number):
        return ir.Constant(self.vector, [number] * _LANES)

    def splat(self, number):
        """The int64 `number` in every lane."""
        narrow = self.builder.trunc(number, self.element) if self.width < 64 else number
        return _splat(self.builder, self.vector, narrow)

    def add(self, word, row, change):
        """Add the vector `change` where `row` has ones; returns the new counters of the word."""
        value = self.load(word)
        value = self.builder.select(row.mask(word), self.builder.add(value, change), value)
        self.store(word, value)
        return value

    def maximum(self, begin, end, values):
        """Largest lane (int64) of what `values` makes of the words begin..end-1, with signs."""
        builder = self.builder
        suffix = f"smax.v{_LANES}i{self.width}"
        larger = _llvm(builder, f"llvm.{suffix}", self.vector, [self.vector, self.vector])
        reduce = _llvm(builder, f"llvm.vector.reduce.{suffix}", self.element, [self.vector])
        best = cgutils.alloca_once_value(builder, self.constant(-(1 << (self.width - 1))))
        with cgutils.for_range(builder, builder.sub(end, begin), intp=_I64) as loop:
            word = builder.add(loop.index, begin)
            builder.store(builder.call(larger, [builder.load(best), values(word)]), best)
        return builder.sext(builder.call(reduce, [builder.load(best)]), _I64)
