"""SIMD values for Numba kernels: many 16-bit lanes that one instruction works on.

Numba widens small integers, and what LLVM then makes of a loop has a quarter of the lanes that
the processor has. Here a *vector* is an LLVM vector such as <32 x i16>, held in registers: it is
loaded from a uint16 array, worked on with `& | ^ ~ + - << >> == !=`, `select`, `popcount`,
`minimum` and `maximum`, and stored. A comparison gives a *mask*, one bit a lane.

The number of lanes is the target's: 32 with AVX-512, 16 with AVX2, 8 elsewhere (SSE, NEON). It
follows from the same names of features by which compiled code is kept, so code made for one
processor never meets the lanes of another. Vectors of `LONG_LANES` 64-bit lanes are loaded from
uint64 arrays; they know `& | ^ ~ +`, `popcount` and `total`.

With the JIT off, the functions below run as they are here: a vector is a NumPy array, a mask an
array of bool. The same kernels are then plain Python, slow, and give the same answers. With the
JIT on, Numba takes the instructions at the end of this file instead.
"""

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import ConcreteTemplate, infer_global
from numba.extending import lower_builtin, models, register_model

from gridwise.compiled.target import features


def _lanes() -> int:
    having = features()
    if "avx512bw" in having:
        return 32
    return 16 if "avx2" in having else 8


LANES = _lanes()
"""Lanes of a vector of 16-bit words."""
LONG_LANES = 8
"""Lanes of a vector of 64-bit words; narrower processors take more instructions."""


def load(array: Any, index: int) -> Any:
    """Return the vector of the words of a uint16 or uint64 array from `index` on."""
    return array[index : index + (LANES if array.itemsize == 2 else LONG_LANES)].copy()


def gather(array: Any, index: int) -> Any:
    """Return the vector of every `LANES`-th word of a uint16 array from `index` on."""
    return array[index : index + LANES * LANES : LANES].copy()


def store(array: Any, index: int, value: Any) -> None:
    """Write a vector to such an array from `index` on, its low bytes to a uint8 array."""
    array[index : index + value.size] = value


def read(array: Any, index: int) -> int:
    """Return one number of a uint16 or uint8 array; an index below 0 is not looked for."""
    return int(array[index])


def write(array: Any, index: int, value: int) -> None:
    """Write the low bits of a whole number to such an array."""
    array[index] = value & (0xFFFF if array.itemsize == 2 else 0xFF)


def splat(value: int) -> Any:
    """Return a vector whose lanes all hold the low 16 bits of a whole number."""
    return np.full(LANES, value & 0xFFFF, np.uint16)


def select(where: Any, one: Any, other: Any) -> Any:
    """Return the lanes of `one` where the mask is set, of `other` where it is not."""
    return np.where(where, one, other)


def popcount(value: Any) -> Any:
    """Return the number of set bits of each lane."""
    if value.itemsize == 8:
        return np.array([int(lane).bit_count() for lane in value], value.dtype)
    pairs = value - (value >> np.uint16(1) & np.uint16(0x5555))
    fours = (pairs & np.uint16(0x3333)) + (pairs >> np.uint16(2) & np.uint16(0x3333))
    eights = fours + (fours >> np.uint16(4)) & np.uint16(0x0F0F)
    return eights + (eights >> np.uint16(8)) & np.uint16(0x1F)


def minimum(one: Any, other: Any) -> Any:
    """Return the smaller of each two lanes, unsigned."""
    return np.minimum(one, other)


def maximum(one: Any, other: Any) -> Any:
    """Return the larger of each two lanes, unsigned."""
    return np.maximum(one, other)


def total(value: Any) -> int:
    """Return the sum of the lanes of a vector of 64-bit words."""
    return int(value.sum())


def bits(where: Any) -> int:
    """Return a mask as a whole number, bit i for lane i."""
    return int.from_bytes(np.packbits(where, bitorder="little").tobytes(), "little")


def mask_of(value: int) -> Any:
    """Return the mask of a whole number, the inverse of `bits`."""
    return np.array([int(value) >> lane & 1 for lane in range(LANES)], np.bool_)


def lowest(value: int) -> int:
    """Return the number of the lowest set bit of a whole number that is not 0."""
    return (int(value) & -int(value)).bit_length() - 1


def ones(value: int) -> int:
    """Return the number of set bits of a whole number that is not negative."""
    return int(value).bit_count()


# Their instructions for Numba, whose modules have few types of their own, hence Any.
_BIT, _BYTE, _WORD, _INDEX, _LONG = map(ir.IntType, (1, 8, 16, 32, 64))
_VECTOR, _MASK = ir.VectorType(_WORD, LANES), ir.VectorType(_BIT, LANES)
_BYTES = ir.VectorType(_BYTE, LANES)
_LONG_VECTOR = ir.VectorType(_LONG, LONG_LANES)


class _VectorType(types.Type):
    pass


class _LongVectorType(types.Type):
    pass


class _MaskType(types.Type):
    pass


_numba: Any = types
_vector: Any = _VectorType(f"u16x{LANES}")
_long_vector: Any = _LongVectorType(f"u64x{LONG_LANES}")
_mask: Any = _MaskType(f"mask{LANES}")
_array = _numba.Array(_numba.uint16, 1, "C")
_long_array = _numba.Array(_numba.uint64, 1, "C")
_byte_array = _numba.Array(_numba.uint8, 1, "C")
_int, _place = _numba.int64, _numba.intp
Emit = Callable[[Any, Any, Any, Any], Any]
"""Writes instructions: of a context, a builder, a signature and the values of the arguments."""


def _model(kind: Any, backend: Any) -> None:
    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, fe_type: Any) -> None:
            start: Any = super().__init__
            start(manager, fe_type, backend)

    register: Any = register_model
    register(kind)(Model)


def _teach(function: Any, arguments: list[Any], result: Any, emit: Emit) -> None:
    """Tell Numba the result of a function or operator on values of these types, and its code."""

    class Template(ConcreteTemplate):
        key = function
        cases = (result(*arguments),)

    infer: Any = infer_global
    infer(function)(Template)
    lower: Any = lower_builtin
    lower(function, *arguments)(emit)


def _plain(name: str, *more: Any) -> Emit:
    """Return the emitter of one instruction of llvmlite's builder."""
    return lambda context, builder, sig, args: getattr(builder, name)(*more, *args)


def _library(name: str, vector: Any = _VECTOR, result: Any = None) -> Emit:
    """Return the emitter of a call of one of LLVM's own functions on vectors."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = ir.FunctionType(result or vector, [vector] * len(args))
        get: Any = cgutils.get_or_insert_function
        suffix = f"v{vector.count}i{vector.element.width}"
        return builder.call(get(builder.module, kind, f"llvm.{name}.{suffix}"), args)

    return emit


def _address(context: Any, builder: Any, sig: Any, args: Any) -> tuple[Any, int]:
    """Return the address of a vector in an array, and the bytes of a lane."""
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    vector = {_array: _VECTOR, _long_array: _LONG_VECTOR, _byte_array: _BYTES}[sig.args[0]]
    where = builder.bitcast(builder.gep(data, [args[1]]), vector.as_pointer())
    return where, vector.element.width // 8


def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    where, align = _address(context, builder, sig, args)
    return builder.load(where, align=align)


def _gather(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    # The processor's own gathers are slower, and so is what LLVM makes of a loop of scalar loads.
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    start = builder.gep(data, [args[1]])
    value = ir.Constant(_VECTOR, ir.Undefined)
    for lane in range(LANES):
        word = builder.load(builder.gep(start, [_LONG(lane * LANES)]))
        value = builder.insert_element(value, word, _INDEX(lane))
    return value


def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    where, align = _address(context, builder, sig, args)
    value = builder.trunc(args[2], _BYTES) if sig.args[0] == _byte_array else args[2]
    builder.store(value, where, align=align)
    return context.get_dummy_value()


def _read(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    return builder.zext(builder.load(builder.gep(data, [args[1]])), _LONG)


def _write(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    data = context.make_array(sig.args[0])(context, builder, args[0]).data
    word = builder.trunc(args[2], ir.IntType(sig.args[0].dtype.bitwidth))
    builder.store(word, builder.gep(data, [args[1]]))
    return context.get_dummy_value()


def _splat(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    one = builder.insert_element(nothing, builder.trunc(args[0], _WORD), _INDEX(0))
    zeros = ir.Constant(ir.VectorType(_INDEX, LANES), None)
    return builder.shuffle_vector(one, nothing, zeros)


def _bits(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.zext(builder.bitcast(args[0], ir.IntType(LANES)), _LONG)


def _mask_of(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.bitcast(builder.trunc(args[0], ir.IntType(LANES)), _MASK)


def _lowest(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], _BIT(1))


_model(_VectorType, _VECTOR)
_model(_LongVectorType, _LONG_VECTOR)
_model(_MaskType, _MASK)
for _kind in (_vector, _long_vector, _mask):
    _teach(operator.and_, [_kind, _kind], _kind, _plain("and_"))
    _teach(operator.or_, [_kind, _kind], _kind, _plain("or_"))
    _teach(operator.xor, [_kind, _kind], _kind, _plain("xor"))
    _teach(operator.invert, [_kind], _kind, _plain("not_"))
for _kind in (_vector, _long_vector):
    _teach(operator.add, [_kind, _kind], _kind, _plain("add"))
_teach(operator.sub, [_vector, _vector], _vector, _plain("sub"))
_teach(operator.lshift, [_vector, _vector], _vector, _plain("shl"))
_teach(operator.rshift, [_vector, _vector], _vector, _plain("lshr"))
_teach(operator.eq, [_vector, _vector], _mask, _plain("icmp_unsigned", "=="))
_teach(operator.ne, [_vector, _vector], _mask, _plain("icmp_unsigned", "!="))
_teach(load, [_array, _place], _vector, _load)
_teach(store, [_array, _place, _vector], _numba.void, _store)
_teach(load, [_long_array, _place], _long_vector, _load)
_teach(store, [_long_array, _place, _long_vector], _numba.void, _store)
_teach(gather, [_array, _place], _vector, _gather)
_teach(store, [_byte_array, _place, _vector], _numba.void, _store)
for _one in (_array, _byte_array):
    _teach(read, [_one, _place], _int, _read)
    _teach(write, [_one, _place, _int], _numba.void, _write)
_teach(splat, [_int], _vector, _splat)
_teach(select, [_mask, _vector, _vector], _vector, _plain("select"))
_teach(popcount, [_vector], _vector, _library("ctpop"))
_teach(popcount, [_long_vector], _long_vector, _library("ctpop", _LONG_VECTOR))
_teach(total, [_long_vector], _int, _library("vector.reduce.add", _LONG_VECTOR, _LONG))
_teach(minimum, [_vector, _vector], _vector, _library("umin"))
_teach(maximum, [_vector, _vector], _vector, _library("umax"))
_teach(bits, [_mask], _int, _bits)
_teach(mask_of, [_int], _mask, _mask_of)
_teach(lowest, [_int], _int, _lowest)
_teach(ones, [_int], _int, _plain("ctpop"))
