"""The protocol of parent and child: kinds of tasks, the arguments of each kind, and an answer.

The arguments of a kind are a dataclass, and its annotations are their only schema: the child checks
its arguments against them (`read_arguments`), and the REST API makes its request models of them.
"""

import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Generic, TypeVar

from gridwise.core.limits import CancelToken, Limits
from gridwise.core.message import Message
from gridwise.core.question import Arg, read_arguments
from gridwise.core.result import Statistics
from gridwise.core.run import Progress
from gridwise.workers.compile_time import compiling

_LEAST_S = 0.001  # a limit that has passed already still needs a number above 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """The arguments that every kind of task takes."""

    heap: Annotated[bool, Arg("Measure the peak of the Python heap.", remote=False)] = False

    def notes(self) -> tuple[Message, ...]:
        """Return what was assumed to read the board of the task."""
        return ()


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
        answer = self.function(call, args)
        if answer.value is not None and (notes := args.notes()):
            return replace(answer, value={**answer.value, "notes": [str(note) for note in notes]})
        return answer


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
