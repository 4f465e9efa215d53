"""SIMD values for Numba kernels: many 16-bit lanes that one instruction works on.

Numba widens small integers, and what LLVM then makes of a loop has a quarter of the lanes that
the processor has. Here a *vector* is an LLVM vector such as <32 x i16>, held in registers: it is
loaded from a uint16 array, worked on with `& | ^ ~ + - << >> == !=`, `select`, `popcount` and
`minimum`, and stored. A comparison gives a *mask*, one bit a lane.

The number of lanes is the host's: 32 with AVX-512, 16 with AVX2, 8 elsewhere (SSE, NEON). It
follows from the same names of features by which Numba keeps its cache, so code made for one
processor never meets the lanes of another.

With the JIT off, vectors are NumPy arrays and masks are arrays of bool: the same kernels then run
as plain Python, slowly, and give the same answers.
"""

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic, lower_builtin, models, register_model
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature

JIT = not config.DISABLE_JIT
"""Whether kernels are compiled."""


def _lanes() -> int:
    features = set(str(cpu_target.target_context.codegen().magic_tuple()[2]).split(","))
    if "+avx512bw" in features:
        return 32
    return 16 if "+avx2" in features else 8


LANES = _lanes()
"""How many lanes a vector has."""

_WORD = ir.IntType(16)
_VECTOR = ir.VectorType(_WORD, LANES)
_MASK = ir.VectorType(ir.IntType(1), LANES)


class VectorType(types.Type):  # type: ignore[misc]  (Numba has no stubs)
    """The type of a vector of `LANES` unsigned 16-bit lanes."""

    def __init__(self) -> None:
        super().__init__(name=f"u16x{LANES}")


class MaskType(types.Type):  # type: ignore[misc]  (ditto)
    """The type of a mask: a bit for each lane."""

    def __init__(self) -> None:
        super().__init__(name=f"mask{LANES}")


vector, mask = VectorType(), MaskType()


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]  (ditto)
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


@register_model(MaskType)
class _MaskModel(models.PrimitiveModel):  # type: ignore[misc]  (ditto)
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _MASK)


def _operator(function: Any, emit: Any, arguments: list[Any], result: Any) -> None:
    """Teach Numba an operator on vectors or masks."""

    class Template(ConcreteTemplate):  # type: ignore[misc]  (ditto)
        key = function
        cases = (signature(result, *arguments),)

    infer_global(function)(Template)

    @lower_builtin(function, *arguments)  # type: ignore[untyped-decorator]  (ditto)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(builder, *args)


for _kind in (vector, mask):
    _operator(operator.and_, lambda b, x, y: b.and_(x, y), [_kind, _kind], _kind)
    _operator(operator.or_, lambda b, x, y: b.or_(x, y), [_kind, _kind], _kind)
    _operator(operator.xor, lambda b, x, y: b.xor(x, y), [_kind, _kind], _kind)
    _operator(operator.invert, lambda b, x: b.not_(x), [_kind], _kind)
_operator(operator.add, lambda b, x, y: b.add(x, y), [vector, vector], vector)
_operator(operator.sub, lambda b, x, y: b.sub(x, y), [vector, vector], vector)
_operator(operator.lshift, lambda b, x, y: b.shl(x, y), [vector, vector], vector)
_operator(operator.rshift, lambda b, x, y: b.lshr(x, y), [vector, vector], vector)
_operator(operator.eq, lambda b, x, y: b.icmp_unsigned("==", x, y), [vector, vector], mask)
_operator(operator.ne, lambda b, x, y: b.icmp_unsigned("!=", x, y), [vector, vector], mask)


def _address(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), _VECTOR.as_pointer())


def _spread(builder: Any, word: Any) -> Any:
    one = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), word, ir.IntType(32)(0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
    return builder.shuffle_vector(one, ir.Constant(_VECTOR, ir.Undefined), zeros)


def _call(builder: Any, name: str, *values: Any) -> Any:
    kinds = [value.type for value in values]
    function = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(_VECTOR, kinds), f"llvm.{name}.v{LANES}i16"
    )
    return builder.call(function, values)


if JIT:

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def load(typing_context: Any, array: Any, index: Any) -> Any:
        """Return the vector of the `LANES` words of a uint16 array from `index` on."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load(_address(context, builder, sig.args[0], *args), align=2)

        return vector(array, types.intp), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def store(typing_context: Any, array: Any, index: Any, value: Any) -> Any:
        """Write a vector to a uint16 array from `index` on."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            builder.store(args[2], _address(context, builder, sig.args[0], *args[:2]), align=2)
            return context.get_dummy_value()

        return types.void(array, types.intp, vector), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def splat(typing_context: Any, value: Any) -> Any:
        """Return a vector whose lanes all hold the low 16 bits of a whole number."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _spread(builder, builder.trunc(args[0], _WORD))

        return vector(types.int64), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def select(typing_context: Any, where: Any, one: Any, other: Any) -> Any:
        """Return the lanes of `one` where the mask is set, of `other` where it is not."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.select(*args)

        return vector(mask, vector, vector), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def popcount(typing_context: Any, value: Any) -> Any:
        """Return the number of bits of each lane."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _call(builder, "ctpop", *args)

        return vector(vector), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def minimum(typing_context: Any, one: Any, other: Any) -> Any:
        """Return the smaller of each two lanes, unsigned."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _call(builder, "umin", *args)

        return vector(vector, vector), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def maximum(typing_context: Any, one: Any, other: Any) -> Any:
        """Return the larger of each two lanes, unsigned."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return _call(builder, "umax", *args)

        return vector(vector, vector), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def bits(typing_context: Any, where: Any) -> Any:
        """Return a mask as a whole number, bit i for lane i."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.zext(builder.bitcast(args[0], ir.IntType(LANES)), ir.IntType(64))

        return types.int64(mask), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def mask_of(typing_context: Any, value: Any) -> Any:
        """Return the mask of a whole number, the inverse of `bits`."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.bitcast(builder.trunc(args[0], ir.IntType(LANES)), _MASK)

        return mask(types.int64), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def lowest(typing_context: Any, value: Any) -> Any:
        """Return the number of the lowest set bit of a whole number that is not 0."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), emit

    @intrinsic  # type: ignore[untyped-decorator]  (ditto)
    def ones(typing_context: Any, value: Any) -> Any:
        """Return the number of set bits of a whole number."""

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), emit

else:

    def load(array: Any, index: int) -> Any:
        """Return the vector of the `LANES` words of a uint16 array from `index` on."""
        return array[index : index + LANES].copy()

    def store(array: Any, index: int, value: Any) -> None:
        """Write a vector to a uint16 array from `index` on."""
        array[index : index + LANES] = value

    def splat(value: int) -> Any:
        """Return a vector whose lanes all hold the low 16 bits of a whole number."""
        return np.full(LANES, value & 0xFFFF, np.uint16)

    def select(where: Any, one: Any, other: Any) -> Any:
        """Return the lanes of `one` where the mask is set, of `other` where it is not."""
        return np.where(where, one, other)

    def popcount(value: Any) -> Any:
        """Return the number of bits of each lane."""
        pairs = value - (value >> 1 & np.uint16(0x5555))
        fours = (pairs & np.uint16(0x3333)) + (pairs >> 2 & np.uint16(0x3333))
        eights = fours + (fours >> 4) & np.uint16(0x0F0F)
        return eights + (eights >> 8) & np.uint16(0x1F)

    def minimum(one: Any, other: Any) -> Any:
        """Return the smaller of each two lanes, unsigned."""
        return np.minimum(one, other)

    def maximum(one: Any, other: Any) -> Any:
        """Return the larger of each two lanes, unsigned."""
        return np.maximum(one, other)

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
        """Return the number of set bits of a whole number."""
        return int(value).bit_count()
