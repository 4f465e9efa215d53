"""Records that kernels take by address: one argument, however many arrays a record holds.

Numba hands a named tuple to a function field by field, and an array is seven numbers: a record of
27 arrays takes 189 arguments, in the function, in each call of it and in the wrapper that Python
calls. Most of the time of compiling went into those. Here a record is the address of a table of
64-bit words, in the order of the fields: of an array its data's address and its shape (and its
strides if they do not follow from that), of a number itself, of a record its own words. The
wrapper fills the table in at each call.

A record never changes, so a kernel may read a word once and keep it (`invariant.load`), as if it
were an argument. With the JIT off a record is the named tuple that it was declared as.
"""

import hashlib
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config, imputils
from numba.core.datamodel.models import PrimitiveModel
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    register_model,
    typeof_impl,
    unbox,
)

Class = TypeVar("Class", bound=type)

_numba: Any = types
_settings: Any = config
_build: Any = cgutils
_primitive: Any = PrimitiveModel
_template: Any = AttributeTemplate
_native: Any = NativeValue
_WORD, _BYTE, _BIT = ir.IntType(64), ir.IntType(8), ir.IntType(1)
# Where CPython and NumPy keep things: what stands in an object after its head is part of their
# binary interfaces, for macros of C read it.
_ITEMS = tuple.__basicsize__
_DATA = object.__basicsize__
_SHAPE, _STRIDES = _DATA + 16, _DATA + 24


def record(declared: Class) -> Class:
    """Let kernels take instances of a class of named tuples by address; return the class.

    Fields are arrays, whole numbers, floats, bools, and other records.
    """
    if not _settings.DISABLE_JIT:
        _untyped(typeof_impl).register(declared)(_type_of_record)
    return declared


def _type_of_record(value: Any, context: Any) -> Any:
    return RecordType(type(value), tuple(_type_of(field, context) for field in value))


def _type_of(value: Any, context: Any) -> Any:
    if isinstance(value, bool | np.bool_):
        return _numba.boolean
    if isinstance(value, int | np.integer):
        return _numba.int64
    if isinstance(value, float):
        return _numba.float64
    return _untyped(typeof_impl)(value, context)


class RecordType(_numba.Type):  # type: ignore[misc]  # Numba has no types
    """The type of a record: the types of its fields, and at which word each begins."""

    def __init__(self, declared: type, kinds: tuple[Any, ...]) -> None:
        self.declared, self.kinds = declared, kinds
        self.fields: dict[str, tuple[Any, int]] = {}
        self.size = 0
        names: Any = declared
        for name, kind in zip(names._fields, kinds, strict=True):
            self.fields[name] = kind, self.size
            self.size += _size(kind)
        told = hashlib.sha256(repr((declared.__module__, kinds)).encode()).hexdigest()
        super().__init__(f"{declared.__name__}_{told[:8]}")


def _size(kind: Any) -> int:
    """Return how many words a field takes."""
    if isinstance(kind, RecordType):
        return kind.size
    if isinstance(kind, _numba.Array):
        dimensions: int = kind.ndim
        return 1 + dimensions * (1 if kind.layout == "C" else 2)
    return 1


def _untyped(decorator: Any) -> Any:
    """Return a decorator of Numba's as one without types, for Numba declares none."""
    return decorator


@_untyped(register_model)(RecordType)
class _RecordModel(_primitive):  # type: ignore[misc]
    def __init__(self, manager: Any, fe_type: Any) -> None:
        start: Any = super().__init__
        start(manager, fe_type, _BYTE.as_pointer())

    def from_argument(self, builder: Any, value: Any) -> Any:
        if isinstance(value, ir.Argument):  # words may be read before it is known that they will be
            value.attributes.dereferenceable = 8 * max(self.fe_type.size, 1)
            value.add_attribute("nonnull")
        return value


@_untyped(infer_getattr)
class _RecordFields(_template):  # type: ignore[misc]
    key = RecordType

    def generic_resolve(self, record: Any, name: str) -> Any:
        return record.fields[name][0] if name in record.fields else None


def _field(context: Any, builder: Any, record: Any, value: Any, name: str) -> Any:
    """Emit the reading of a field."""
    kind, at = record.fields[name]
    if isinstance(kind, RecordType):
        return builder.gep(value, [_WORD(8 * at)])
    if isinstance(kind, _numba.Array):
        found = _array(context, builder, kind, value, at)
    elif kind == _numba.float64:
        found = builder.bitcast(_word(builder, value, at), ir.DoubleType())
    else:
        word = _word(builder, value, at)
        found = word if kind == _numba.int64 else builder.trunc(word, _BIT)
    keep: Any = imputils.impl_ret_borrowed
    return keep(context, builder, kind, found)


def _word(builder: Any, value: Any, at: int, kind: Any = _WORD) -> Any:
    """Emit the reading of one word."""
    where = builder.bitcast(builder.gep(value, [_WORD(8 * at)]), kind.as_pointer())
    found = builder.load(where, align=8)
    found.set_metadata("invariant.load", builder.module.add_metadata([]))
    return found


def _array(context: Any, builder: Any, kind: Any, value: Any, at: int) -> Any:
    """Emit the making of an array's structure; nobody counts references to it."""
    model = context.data_model_manager[kind]
    backend = model.get_value_type()
    size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    shape = [_word(builder, value, at + 1 + i) for i in range(kind.ndim)]
    if kind.layout == "C":
        strides: list[Any] = []
        items = _WORD(size)
        for length in reversed(shape):
            strides.insert(0, items)
            items = builder.mul(items, length, flags=["nsw"]) if length is not shape[0] else items
    else:
        strides = [_word(builder, value, at + 1 + kind.ndim + i) for i in range(kind.ndim)]
    many = shape[0]
    for length in shape[1:]:
        many = builder.mul(many, length, flags=["nsw"])
    position = model.get_field_position
    data = backend.elements[position("data")]
    parts = {"nitems": many, "itemsize": _WORD(size), "data": _word(builder, value, at, data)}
    found = ir.Constant(backend, None)
    for name, part in parts.items():
        found = builder.insert_value(found, part, position(name))
    for name, all_parts in (("shape", shape), ("strides", strides)):
        for i, part in enumerate(all_parts):
            found = builder.insert_value(found, part, [position(name), i])
    return found


def _unbox(record: Any, value: Any, c: Any) -> Any:
    """Emit the filling in of the table; the caller holds the record, and it its arrays."""
    table = _build.alloca_once(c.builder, ir.ArrayType(_WORD, max(record.size, 1)))
    words = c.builder.bitcast(table, _WORD.as_pointer())
    failed = _fill(record, value, c, words)
    return _native(c.builder.bitcast(words, _BYTE.as_pointer()), is_error=failed)


def _fill(record: Any, value: Any, c: Any, words: Any) -> Any:
    """Emit the filling in of a record's words; return whether a number could not be read."""
    builder, failed = c.builder, ir.Constant(_BIT, 0)
    for i, (kind, at) in enumerate(record.fields.values()):
        item = _at(builder, value, _ITEMS + 8 * i, _BYTE.as_pointer())
        into = builder.gep(words, [_WORD(at)])
        if isinstance(kind, RecordType):
            failed = builder.or_(failed, _fill(kind, item, c, into))
        elif isinstance(kind, _numba.Array):
            found = [_at(builder, item, _DATA, _WORD)]
            for place in (_SHAPE,) if kind.layout == "C" else (_SHAPE, _STRIDES):
                lengths = _at(builder, item, place, _BYTE.as_pointer())
                found += [_at(builder, lengths, 8 * j, _WORD) for j in range(kind.ndim)]
            for j, word in enumerate(found):
                builder.store(word, builder.gep(into, [_WORD(j)]))
        else:
            number = c.unbox(kind, builder.bitcast(item, c.pyapi.pyobj))
            failed = builder.or_(failed, number.is_error)
            word = number.value
            if kind == _numba.float64:
                word = builder.bitcast(word, _WORD)
            elif kind == _numba.boolean:
                word = builder.zext(word, _WORD)
            builder.store(word, into)
    return failed


def _at(builder: Any, value: Any, offset: int, kind: Any) -> Any:
    """Emit the reading of what lies so many bytes into an object."""
    where = builder.gep(builder.bitcast(value, _BYTE.as_pointer()), [_WORD(offset)])
    return builder.load(builder.bitcast(where, kind.as_pointer()))


_untyped(lower_getattr_generic)(RecordType)(_field)
_untyped(unbox)(RecordType)(_unbox)
