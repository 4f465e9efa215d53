"""Questions as typed functions: the signature is the only declaration, and every door reads it.

`@question` marks the function that people call. The annotations of its parameters are types, with
an `Arg` for bounds, names and the words of a command's help. From them come the command, the task
of a child, the model of a request, and the check of each call.
"""

import math
import os
import reprlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cache, reduce, wraps
from inspect import Parameter as Signed
from inspect import signature, unwrap
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import EndedEarlyError, Interrupted, Limits
from gridwise.core.message import Message, msg

F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")

Names = str | Iterable[str]
"""Names as a list, or as one text with commas between them; see `names_of`."""
Source = Any
"""A board for every question: a `Board`, a position, a notation, a text, values or a path."""

_SHOWN = 80  # characters of an unknown name in an error
_OF_EVERY = frozenset({"board", "time_s", "cpu_s", "limits", "cancel", "progress"})

_WORDS: Mapping[Any, Message] = {
    bool: msg("True or False"),
    float: msg("a number"),
    int: msg("a whole number"),
    str: msg("a text"),
    os.PathLike: msg("a path"),
    Mapping: msg("a dict"),
    dict: msg("a dict"),
    list: msg("a list"),
    tuple: msg("a list"),
    Sequence: msg("a list"),
    Iterable: msg("a list"),
    Callable: msg("a function"),
}
"""The names of types in errors; other types have the name of their class."""


@dataclass(frozen=True, slots=True)
class Arg:
    """What a type does not say of a parameter: metadata of `Annotated`.

    Parameters
    ----------
    description
        The text in the help of the command and in the documents of the REST API.
    least, above, most
        Bounds of a number, or of the length of a text or list.
    names
        A function that returns the allowed texts.
    what
        The noun for these names in an error, such as "method".
    remote_description
        The description in the documents of the REST API; by default that of the help.
    most_remote
        The upper bound in requests to the REST API, which come from strangers.
    remote
        Whether the REST API offers the parameter.
    examples
        Examples in the documents of the REST API.
    option, metavar
        The option of the command, `--NAME` by default, and the word for its value in the help.
    completions
        A function that returns values which a shell offers; by default `names`.
    """

    description: str = ""
    least: float | None = None
    above: float | None = None
    most: float | None = None
    names: Callable[[], Collection[str]] | None = None
    what: str = ""
    remote_description: str = ""
    most_remote: int | None = None
    remote: bool = True
    examples: tuple[str, ...] = ()
    option: str | tuple[str, ...] = ""
    metavar: str = ""
    completions: Callable[[], Iterable[str]] | None = None

    def __repr__(self) -> str:
        return f"Arg({self.description!r})"  # signatures are read by people


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question or a field of a task's arguments; `needed` without a default."""

    name: str
    annotation: Any
    default: Any = None
    needed: bool = False

    @property
    def arg(self) -> Arg:
        """The first metadata of its type that says anything."""
        return next((arg for _, arg in alternatives(self.annotation) if arg != Arg()), Arg())

    @property
    def takes_names(self) -> bool:
        """Whether it takes `Names`."""
        kinds = {kind for kind, _ in alternatives(self.annotation)} - {NoneType}
        return kinds == {kind for kind, _ in alternatives(Names)}

    @property
    def option(self) -> str | tuple[str, ...]:
        """The option of the command, or its names."""
        return self.arg.option or f"--{self.name.replace('_', '-')}"

    def check(self, value: object) -> None:
        """Raise an error if a value does not fit the parameter."""
        check(self.name, value, self.annotation)


@dataclass(frozen=True, slots=True)
class QuestionFunction:
    """A question: its function and the parameters in their order.

    Parameters
    ----------
    function
        The function that people call; it checks its arguments.
    short
        Whether it usually takes less than a second, so that a child answers it in the short lane.
    remote
        Whether the REST API offers it.
    """

    function: Callable[..., Any]
    short: bool = False
    remote: bool = True

    @property
    def name(self) -> str:
        """The name of the function, of the command and of the route."""
        return self.function.__name__

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters by name; `**options` is not among them."""
        return parameters_of(self.function)

    @property
    def own(self) -> Mapping[str, Parameter]:
        """The parameters but for the board, the limits, the token and the callback."""
        return {name: one for name, one in self.parameters.items() if name not in _OF_EVERY}


def parameters_of(function: Callable[..., Any]) -> Mapping[str, Parameter]:
    """Return the parameters of a function, or of the class of a task's arguments, by name."""
    return _parameters(function)


@cache
def _parameters(function: Callable[..., Any]) -> Mapping[str, Parameter]:
    hints = get_type_hints(unwrap(function), include_extras=True)
    return {
        one.name: Parameter(one.name, hints[one.name], one.default, one.default is Signed.empty)
        for one in signature(function).parameters.values()
        if one.kind not in (Signed.VAR_POSITIONAL, Signed.VAR_KEYWORD)
    }


def question(*, short: bool = False, remote: bool = True) -> Callable[[F], F]:
    """Mark a function as a question that every door offers, and let it check its arguments.

    A file of `questions` with such a function, of its name, is all that a new question needs:
    the function of the package and of `Board`, the command, the task and the route are made of
    its signature. Its result has `to_dict()`; `stop`, `status` and `answered` decide the exit
    status, and `str()` is what is printed of a type that `render.display` does not know.
    """

    def marked(function: F) -> F:
        checked = typed(function)
        checked.question = QuestionFunction(checked, short, remote)  # type: ignore[attr-defined]
        return checked

    return marked


def typed(function: F) -> F:
    """Let a function refuse arguments that its annotations do not allow; a decorator.

    A call that is interrupted raises `EndedEarlyError`.
    """
    signed = signature(function)
    parameters = signed.parameters.values()
    named = [one.name for one in parameters if one.kind is Signed.POSITIONAL_OR_KEYWORD]
    every = {one.kind: one for one in parameters}
    further, others = every.get(Signed.VAR_POSITIONAL), every.get(Signed.VAR_KEYWORD)
    hints: dict[str, Any] = {}

    def hint(name: str, rest: Signed | None) -> Any:
        return hints.get(name, Any if rest is None else hints[rest.name])

    @wraps(function)
    def checked(*args: Any, **options: Any) -> Any:
        if not hints:
            hints.update({one.name: _resolved(function, one.annotation) for one in parameters})
        for at, value in enumerate(args):
            name = named[at] if at < len(named) else further.name if further else ""
            check(name, value, hint(name, further))
        for name, value in options.items():
            # The function itself refuses an unknown name, with near names; its type says nothing.
            if name in hints or not isinstance(value, bool):
                check(name, value, hint(name, others))
        try:
            return function(*args, **options)
        except Interrupted as end:
            raise EndedEarlyError(end.stop) from None

    # `help` and the documents show the types alone.
    plain = [one.replace(annotation=_plain(one.annotation)) for one in parameters]
    checked.__signature__ = signed.replace(parameters=plain)  # type: ignore[attr-defined]
    checked.__annotations__ = {name: _plain(hint) for name, hint in checked.__annotations__.items()}
    return checked  # type: ignore[return-value]  # the same parameters


def _plain(hint: Any) -> Any:
    """Return an annotation without its metadata."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, map(_plain, get_args(hint)))
    return hint


def _resolved(function: Callable[..., Any], annotation: Any) -> Any:
    """Return an annotation; one that is text names types for readers only, and is not checked."""
    return Any if isinstance(annotation, str) or annotation is Signed.empty else annotation


def alternatives(hint: Any) -> Iterator[tuple[Any, Arg]]:
    """Yield the types that an annotation allows, each with its metadata."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        outer = next((extra for extra in said if isinstance(extra, Arg)), Arg())
        for kind, arg in alternatives(inner):
            yield kind, outer if arg == Arg() else arg
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from alternatives(member)
    else:
        yield NoneType if hint is None else hint, Arg()


def check(name: str, value: Any, hint: Any) -> None:
    """Raise an error if a value does not fit an annotation.

    Plain classes, unions of them, and the elements of lists and dicts are checked; anything else,
    such as a protocol, is let through.

    Raises
    ------
    UnknownNameError
        A text that is none of the allowed names.
    ParameterError
        A value of another type, or out of its bounds.
    """
    allowed = [*alternatives(hint)]
    for kind, arg in allowed:
        if not _fits(value, kind, arg):
            continue
        if arg.names is not None and isinstance(value, str) and value not in arg.names():
            raise UnknownNameError(arg.what, value[:_SHOWN], arg.names())
        items = get_args(kind)
        if get_origin(kind) is list:
            for number, item in enumerate(value, 1):
                check(f"{name}, item {number}", item, items[0])
        elif get_origin(kind) is dict:
            for key, item in value.items():
                check(f"{name}.{key}", item, items[1])
        return
    raise ArgumentError(name, value, expected(hint))


def fits(value: object, hint: Any) -> bool:
    """Return whether a value is of a type that an annotation allows, and within its bounds."""
    return any(_fits(value, kind, arg) for kind, arg in alternatives(hint))


def _fits(value: Any, kind: Any, arg: Arg) -> bool:
    if kind is NoneType:
        return value is None
    plain = get_origin(kind) or kind
    if plain in (Any, object) or not isinstance(plain, type):
        return True
    if getattr(plain, "_is_protocol", False) and plain not in _WORDS:
        return True
    if isinstance(value, bool):
        return plain is bool
    if isinstance(value, str | bytes) and plain in (Sequence, Iterable):
        return False
    if not isinstance(value, int | float if plain is float else plain):
        return False
    return arg == Arg() or not isinstance(value, int | float | Sized) or _within(value, arg)


def _within(value: float | Sized, arg: Arg) -> bool:
    """Return whether a number, or the length of anything else, is within the bounds."""
    size = value if isinstance(value, int | float) else len(value)
    above = arg.above is None or size > arg.above
    least = arg.least is None or size >= arg.least
    return above and least and (arg.most is None or size <= arg.most) and math.isfinite(size)


def expected(hint: Any) -> Message:
    """Return the values that an annotation allows, in words."""
    words: Message | None = None
    allowed = [(kind, arg) for kind, arg in alternatives(hint) if kind is not NoneType]
    kinds = [kind for kind, _ in allowed]
    for kind, arg in allowed:
        if kind is int and float in kinds:
            continue
        word = _bounded(kind, arg)
        words = word if words is None else msg("{one} or {other}", one=words, other=word)
    assert words is not None
    return words


def _bounded(kind: Any, arg: Arg) -> Message:
    plain = get_origin(kind) or kind
    if plain is int and arg.least is not None:
        if arg.most is not None:
            return msg("a whole number from {least} to {most}", least=arg.least, most=arg.most)
        return msg("a whole number above 0") if arg.least == 1 else msg("a whole number")
    if plain is float and arg.least is not None and arg.most is not None:
        bounds = {"least": f"{arg.least:g}", "most": f"{arg.most:g}"}
        return msg("a number from {least} to {most}", **bounds)
    if plain is float and arg.above == 0:
        return msg("a number above 0")
    if plain is str and arg.least:
        return msg("a text that is not empty")
    return _WORDS.get(plain) or msg("{name}", name=plain.__name__)


class ArgumentError(ParameterError):
    """A wrong value of a parameter; a command names its option instead.

    Parameters
    ----------
    parameter, value
        The name of the parameter, and the value that it was given.
    wanted
        The values that it takes, in words.
    """

    def __init__(self, parameter: str, value: object, wanted: Message) -> None:
        self.parameter, self.value, self.wanted = parameter, value, wanted
        what = told(value)
        super().__init__(
            msg(
                "{name}: found {what}, expected {expected}",
                name=parameter,
                what=what,
                expected=wanted,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        return (ArgumentError, (self.parameter, self.value, self.wanted))


def told(value: object) -> str:
    """Return the type and the beginning of a value, for an error."""
    return f"{type(value).__name__} {reprlib.repr(value)}"


def read_arguments(arguments: Callable[..., A], given: Mapping[str, object]) -> A:
    """Return checked arguments. A null counts as absent if there is a default.

    Raises
    ------
    UnknownNameError
        An argument or a name that does not exist.
    ParameterError
        A value of another type or out of its bounds, or one that the class itself refuses.
    """
    parameters = parameters_of(arguments)
    for name in given:
        if name not in parameters:
            raise UnknownNameError("argument", str(name), parameters)
    values: dict[str, Any] = {}
    for name, parameter in parameters.items():
        value = given.get(name)
        if value is not None or parameter.needed:
            parameter.check(value)
            values[name] = value
    return arguments(**values)


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of a text with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def names_of(name: str, value: Names) -> tuple[str, ...]:
    """Return the names that a parameter was given; raise `ParameterError` at others than texts."""
    if isinstance(value, str):
        names = names_in(value)
        if not names:
            raise ArgumentError(name, value, msg("names with commas between"))
        return names
    names = tuple(value)
    for each in names:
        check(name, each, str)
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
