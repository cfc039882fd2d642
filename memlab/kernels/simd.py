"""Operations on machine words and vectors that NumPy and Numba have no name for."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_I1, _I64, _I128 = ir.IntType(1), ir.IntType(64), ir.IntType(128)


def _llvm(builder, name, result, arguments):
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


@intrinsic
def popcount(context, word):
    """Number of ones in a uint64, as int64."""
    def generate(context, builder, signature, args):
        return builder.call(_llvm(builder, "llvm.ctpop.i64", _I64, [_I64]), args)
    return types.int64(types.uint64), generate


@intrinsic
def lowest_bit(context, word):
    """Position of the lowest one in a non-zero uint64, as int64."""
    def generate(context, builder, signature, args):
        zeros = _llvm(builder, "llvm.cttz.i64", _I64, [_I64, _I1])
        return builder.call(zeros, [args[0], _I1(1)])
    return types.int64(types.uint64), generate


@intrinsic
def high_product(context, a, b):
    """Upper 64 bits of the 128-bit product of two uint64."""
    def generate(context, builder, signature, args):
        wide = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
        return builder.trunc(builder.lshr(wide, _I128(64)), _I64)
    return types.uint64(types.uint64, types.uint64), generate
