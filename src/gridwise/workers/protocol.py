"""The protocol of parent and child: kinds of tasks, the arguments of each kind, and an answer.

The arguments of a kind are a dataclass, and its annotations are their only schema: the child checks
its arguments against them (`read_arguments`), and the REST API makes its request models of them.
"""

import math
import time
import tracemalloc
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, field, fields
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.result import Statistics
from gridwise.core.run import Progress
from gridwise.workers.compile_time import compiling

_LEAST_S = 0.001  # a limit that has passed already still needs a number above 0
_SHOWN = 80  # characters of a wrong value in an error


@dataclass(frozen=True, slots=True)
class Arg:
    """The schema of an argument beside its type: metadata of `Annotated`.

    Parameters
    ----------
    description
        The text in the documents of the REST API.
    least, above, most
        Bounds of a number, or of the length of a text or list.
    names
        A function that returns the allowed texts.
    what
        The noun for these names in an error, such as "method".
    most_remote
        The upper bound in requests to the REST API, which come from strangers.
    remote
        Whether the REST API offers the argument.
    examples
        Examples in the documents of the REST API.
    """

    description: str = ""
    least: int | None = None
    above: float | None = None
    most: int | None = None
    names: Callable[[], Collection[str]] | None = None
    what: str = ""
    most_remote: int | None = None
    remote: bool = True
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments that every kind of task takes."""

    heap: Annotated[bool, Arg("Measure the peak of the Python heap.", remote=False)] = False


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, slots=True)
class TaskAnswer:
    """The result of a task: the JSON object of the command of its name, and why it stopped."""

    value: dict[str, Any] | None
    stop: str | None = None


@dataclass(frozen=True, slots=True)
class TaskKind(Generic[A]):
    """Something that a child can do: a name, the schema of the arguments, and the function.

    `short` says that it usually takes less than a second.
    """

    name: str
    arguments: type[A]
    function: Callable[["Call", A], TaskAnswer]
    short: bool = False

    def run(self, given: Mapping[str, object], call: "Call") -> TaskAnswer:
        """Check the arguments and do the task.

        Raises
        ------
        UsageError, InputError
            The arguments do not fit the schema, or the use case refuses them.
        """
        args = read_arguments(self.arguments, given)
        call.heap = args.heap
        return self.function(call, args)


@dataclass(slots=True)
class Call:
    """One task in the child: its token, its limits, and the time that it took."""

    cancel: CancelToken
    time_s: float | None = None
    memory_bytes: int | None = None
    progress: Progress | None = None
    heap: bool = False
    cpu_limit_s: float | None = None
    cpu_began: float | None = None
    began: float = field(default_factory=time.perf_counter)
    wall_s: float = 0.0
    cpu_s: float = 0.0
    compile_s: float = 0.0
    compile_cpu_s: float = 0.0
    heap_bytes: int | None = None

    def left_s(self) -> float | None:
        """Return the seconds left, or None without a limit."""
        if self.time_s is None:
            return None
        return max(_LEAST_S, self.time_s - (time.perf_counter() - self.began))

    def left_cpu_s(self) -> float | None:
        """Return the processor seconds left to the use case, or None without a limit."""
        if self.cpu_limit_s is None or self.cpu_began is None:
            return self.cpu_limit_s
        return max(_LEAST_S, self.cpu_limit_s - (time.process_time() - self.cpu_began))

    def limits(self, *, nodes: int | None = None, solutions: int | None = None) -> Limits:
        """Return the limits of the use case."""
        left, cpu_s = self.left_s(), self.left_cpu_s()
        return Limits(left, nodes, self.memory_bytes, solutions, cpu_s=cpu_s)

    def token(self) -> CancelToken:
        """Return a token that is also set after the time limit, for code that takes no limits."""
        left, cpu_s = self.left_s(), self.left_cpu_s()
        return _Deadline(
            self.cancel,
            None if left is None else time.perf_counter() + left,
            None if cpu_s is None else time.process_time() + cpu_s,
        )

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure the use case alone, without reading the input and writing the answer."""
        if self.heap:
            tracemalloc.start()
        with compiling() as compiled:
            wall, cpu = time.perf_counter(), time.process_time()
            self.cpu_began = cpu
            try:
                yield
            finally:
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                self.compile_s, self.compile_cpu_s = compiled.wall_s, compiled.cpu_s
                self.wall_s = max(0.0, wall - compiled.wall_s)
                self.cpu_s = max(0.0, cpu - compiled.cpu_s)
                if self.heap:
                    self.heap_bytes = tracemalloc.get_traced_memory()[1]
                    tracemalloc.stop()

    def leave_out(self, statistics: Statistics) -> None:
        """Subtract the time for tables, and the compiling that only the method itself noticed.

        Seconds are subtracted from the clock that measured them.
        """
        wall_s = max(0.0, statistics.compile_s - self.compile_s)
        cpu_s = max(0.0, statistics.compile_cpu_s - self.compile_cpu_s)
        self.compile_s += wall_s
        self.compile_cpu_s += cpu_s
        self.wall_s = max(0.0, self.wall_s - wall_s - statistics.tables_s)
        self.cpu_s = max(0.0, self.cpu_s - cpu_s - statistics.tables_cpu_s)


class _Deadline:
    def __init__(self, token: CancelToken, until: float | None, cpu: float | None) -> None:
        self._token, self._until, self._cpu = token, until, cpu

    def is_set(self) -> bool:
        late = self._until is not None and time.perf_counter() >= self._until
        late = late or (self._cpu is not None and time.process_time() >= self._cpu)
        return late or self._token.is_set()


def read_arguments(arguments: type[A], given: Mapping[str, object]) -> A:
    """Return checked arguments. A null counts as absent if there is a default.

    Raises
    ------
    UnknownNameError
        An argument or a name that does not exist.
    ParameterError
        A value of another type or out of its bounds, or one that the class itself refuses.
    """
    hints = schema(arguments)
    for name in given:
        if name not in hints:
            raise UnknownNameError("argument", str(name), hints)
    values: dict[str, Any] = {}
    for one in fields(arguments):
        value = given.get(one.name)
        needed = one.default is MISSING and one.default_factory is MISSING
        if value is not None or needed:
            _check(one.name, value, hints[one.name])
            values[one.name] = value
    return arguments(**values)


_schemas: dict[type, Mapping[str, Any]] = {}


def schema(arguments: type[Arguments]) -> Mapping[str, Any]:
    """Return the annotation of each argument by name."""
    if arguments not in _schemas:
        _schemas[arguments] = get_type_hints(arguments, include_extras=True)
    return _schemas[arguments]


def alternatives(hint: Any) -> list[tuple[Any, Arg]]:
    """Return the types that an annotation allows, each with its schema."""
    if get_origin(hint) is Annotated:
        inner, *said = get_args(hint)
        arg = next(extra for extra in said if isinstance(extra, Arg))
        return [(kind, arg) for kind, _ in alternatives(inner)]
    if get_origin(hint) in (Union, UnionType):
        return [pair for member in get_args(hint) for pair in alternatives(member)]
    return [(hint, Arg())]


def _check(name: str, value: Any, hint: Any) -> None:
    """Raise an error if a value does not fit an annotation."""
    allowed = [(kind, arg) for kind, arg in alternatives(hint) if kind is not NoneType]
    for kind, arg in allowed:
        if not _fits(value, kind, arg):
            continue
        if arg.names is not None and value not in arg.names():
            raise UnknownNameError(arg.what, str(value)[:_SHOWN], arg.names())
        if get_origin(kind) is list:
            for number, item in enumerate(value, 1):
                _check(f"{name}, item {number},", item, get_args(kind)[0])
        elif get_origin(kind) is dict:
            for key, item in value.items():
                _check(f"{name}.{key}", item, get_args(kind)[1])
        return
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
    raise ParameterError(f"{name} is {' or '.join(_words(*one) for one in allowed)}, not {shown}")


def _fits(value: Any, kind: Any, arg: Arg) -> bool:
    if kind is Any:
        return True
    if isinstance(value, bool):
        return kind is bool
    if not isinstance(value, int | float if kind is float else get_origin(kind) or kind):
        return False
    size = value if isinstance(value, int | float) else len(value)
    above = arg.above is None or size > arg.above
    least = arg.least is None or size >= arg.least
    most = arg.most is None or size <= arg.most
    return above and least and most and math.isfinite(size)


_WORDS: Mapping[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "values by name",
}


def _words(kind: Any, arg: Arg) -> str:
    words = _WORDS[get_origin(kind) or kind]
    if kind not in (int, float):
        return f"{words} that is not empty" if arg.least else words
    if arg.above is not None:
        words += f" above {arg.above:g}"
    if arg.least is not None:
        words += f" from {arg.least}" + (" on" if arg.most is None else "")
    return words if arg.most is None else f"{words} to {arg.most}"
