"""What all positions have in common: a copy with other values in some fields."""

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

P = TypeVar("P")

_new, _set = object.__new__, object.__setattr__


def replaced(position: P, **changes: object) -> P:
    """Return a position with other values in some fields, which the caller has checked.

    Like `dataclasses.replace`, every other field is kept, those of a subclass too; but the
    constructor and its checks are left out, which takes most of the time. A field that is no
    parameter of the constructor has its default again.
    """
    kind = type(position)
    twin = _new(kind)
    given, derived = _names(kind)
    for name in given:
        _set(twin, name, changes[name] if name in changes else getattr(position, name))
    for name, default in derived:
        _set(twin, name, default)
    return twin


@cache
def _names(kind: Any) -> tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]:
    """Return the fields that the constructor takes, and the others with their defaults."""
    every = fields(kind)
    derived = tuple((field.name, field.default) for field in every if not field.init)
    return tuple(field.name for field in every if field.init), derived
