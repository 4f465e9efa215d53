"""Types of arguments, checked at the call: an error names a wrong one in one line."""

import os
import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import EndedEarlyError, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Question

F = TypeVar("F", bound=Callable[..., Any])
Names = str | Iterable[str]
"""Names as a list, or as one text with commas between them; see `names_of`."""

_WORDS: Mapping[type, Message] = {
    bool: msg("True or False"),
    float: msg("a number"),
    int: msg("a whole number"),
    str: msg("a text"),
    os.PathLike: msg("a path"),
    Mapping: msg("a dict"),
    Sequence: msg("a list"),
    Iterable: msg("a list"),
    Callable: msg("a function"),  # type: ignore[dict-item]  # an abstract class
}
"""The names of types in errors; other types have the name of their class."""


def typed(function: F) -> F:
    """Let a function refuse arguments of other types than it declares; a decorator.

    A call that is interrupted raises `EndedEarlyError`.

    Plain classes and unions of them are checked, but not their elements; anything else, such as a
    protocol, is let through.
    """
    parameters = signature(function).parameters.values()
    kinds = {one.name: _classes(one.annotation) for one in parameters}
    named = [one.name for one in parameters if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    every = {one.kind: one.name for one in parameters}
    more = every.get(Parameter.VAR_POSITIONAL, "")
    rest = kinds.get(every.get(Parameter.VAR_KEYWORD, ""))

    @wraps(function)
    def checked(*args: Any, **options: Any) -> Any:
        for at, value in enumerate(args):
            name = named[at] if at < len(named) else more
            _check(name, value, kinds.get(name))
        for name, value in options.items():
            _check(name, value, kinds.get(name, rest))
        try:
            return function(*args, **options)
        except Interrupted as end:
            raise EndedEarlyError(end.stop) from None

    return checked  # type: ignore[return-value]  # the same parameters


def _check(name: str, value: object, kinds: tuple[type, ...] | None) -> None:
    if kinds is None:
        return
    lists = (Sequence, Iterable) if isinstance(value, str | bytes) else ()
    if isinstance(value, tuple(kind for kind in kinds if kind not in lists)):
        return
    expected: Message | None = None
    for kind in kinds:
        word = _WORDS.get(kind) or msg("{name}", name=kind.__name__)
        if kind is not NoneType and not (kind is int and float in kinds):
            expected = (
                word if expected is None else msg("{one} or {other}", one=expected, other=word)
            )
    assert expected is not None
    raise _unexpected(name, value, expected)


def _unexpected(name: str, value: object, expected: Message) -> ParameterError:
    what = told(value)
    return ParameterError(
        msg("{name}: found {what}, expected {expected}", name=name, what=what, expected=expected)
    )


def told(value: object) -> str:
    """Return the type and the beginning of a value, for an error."""
    return f"{type(value).__name__} {reprlib.repr(value)}"


def _classes(annotation: Any) -> tuple[type, ...] | None:
    """Return the classes of an annotation, or None if it is anything else."""
    if get_origin(annotation) in (Union, UnionType):
        parts = [_classes(one) for one in get_args(annotation)]
        if any(part is None for part in parts):
            return None
        return tuple(kind for part in parts for kind in part or ())
    kind = NoneType if annotation is None else get_origin(annotation) or annotation
    if not isinstance(kind, type) or kind in (Any, object, Parameter.empty):
        return None
    if getattr(kind, "_is_protocol", False) and kind not in _WORDS:
        return None
    return (int, float) if kind is float else (kind,)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of a text with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def names_of(name: str, value: Names) -> tuple[str, ...]:
    """Return the names that a parameter was given; raise `ParameterError` at others than texts."""
    if isinstance(value, str):
        names = names_in(value)
        if not names:
            raise _unexpected(name, value, msg("names with commas between"))
        return names
    names = tuple(value)
    for each in names:
        _check(name, each, (str,))
    return names


def limits_of(limits: Limits, time_s: float | None, cpu_s: float | None = None) -> Limits:
    """Return limits with the given limits of time; raise `ParameterError` if both have one."""
    if None not in (time_s, limits.time_s):
        raise ParameterError(msg("time_s and limits.time_s exclude each other"))
    if None not in (cpu_s, limits.cpu_s):
        raise ParameterError(msg("cpu_s and limits.cpu_s exclude each other"))
    return replace(
        limits,
        time_s=limits.time_s if time_s is None else time_s,
        cpu_s=limits.cpu_s if cpu_s is None else cpu_s,
    )


def question_of(question: str | Question) -> Question:
    """Return a question by its name; raise `UnknownNameError` if it does not exist."""
    if isinstance(question, Question):
        return question
    known = {one.value: one for one in Question}
    if question not in known:
        raise UnknownNameError("question", question, known)
    return known[question]
