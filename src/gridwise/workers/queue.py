"""What waits to be done, and how it ended: what the supervisor and its slots share."""

import threading
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Progress

ENDS: Mapping[str, str] = {
    "answered": "a well-formed answer came; what is known stands in it",
    "refused": "what was asked cannot be: bad input or wrong usage, and `error` says what",
    "time_limit": "the time was up; `value` holds what was known by then, if the child could say",
    "memory_limit": "it took more memory than it may, or than there is",
    "cancelled": "whoever asked wanted no more",
    "fault": "a defect: the child died, stood still, or gave no well-formed answer",
}
"""How a task can end."""


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """How a task ended, and what it took.

    Parameters
    ----------
    end
        One of `ENDS`.
    value
        The JSON object that the command of this name prints; None where there is none.
    wall_s, cpu_s, compile_s
        Of the use case alone, measured in the child: reading the board and writing the answer are
        outside, and compiling is in neither of the first two. Where the child could not say:
        `wall_s` is `elapsed_s`, `cpu_s` what the system says of the process, `compile_s` None.
    peak_bytes
        The most resident memory over what the child held when the task began; exact on Linux,
        sampled elsewhere, None where the system does not say.
    heap_bytes
        The peak of the Python heap (tracemalloc), where `heap` was asked for.
    elapsed_s
        From the handing over to the end, by the parent's clock; waiting in the queue is not in it.
    error
        Why, for people; with "refused" and "fault" always.
    forced
        Whether the child was killed for it.
    exit_status
        With "refused": what the command line returns for it.
    lost
        With "fault": whether the child died or stood still, so that another try may do better.
    """

    end: str
    value: Mapping[str, Any] | None = None
    wall_s: float = 0.0
    cpu_s: float | None = None
    compile_s: float | None = None
    peak_bytes: int | None = None
    heap_bytes: int | None = None
    elapsed_s: float = 0.0
    error: str | None = None
    forced: bool = False
    exit_status: int | None = None
    lost: bool = False


class Request:
    """A task on its way: what the ticket shows to who asked, and the slot to its child."""

    def __init__(
        self,
        name: str,
        args: Mapping[str, Any],
        time_s: float | None,
        memory_bytes: int | None,
        token: CancelToken | None,
        progress: Progress | None,
    ) -> None:
        self.name, self.args = name, args
        self.time_s, self.memory_bytes = time_s, memory_bytes
        self.progress = progress
        self.future: Future[TaskOutcome] = Future()
        self.future.set_running_or_notify_cancel()  # from here on only `end` ends it
        self.withdraw: Callable[[Request], None] | None = None
        self._token = token
        self._cancelled = threading.Event()

    def cancelled(self) -> bool:
        """Return whether the outcome is no longer wanted."""
        return self._cancelled.is_set() or (self._token is not None and self._token.is_set())

    def cancel(self) -> None:
        """Say that the outcome is no longer wanted."""
        self._cancelled.set()
        if self.withdraw is not None:
            self.withdraw(self)

    def end(self, outcome: TaskOutcome) -> None:
        """Tell who asked; only the first call counts."""
        with suppress(InvalidStateError):
            self.future.set_result(outcome)


class Queue:
    """First in, first out; shared by all slots of a supervisor."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.closed = False
        self._waiting: deque[Request] = deque()

    def put(self, request: Request) -> None:
        """Add a request; raise `ParameterError` after the end."""
        with self.changed:
            if self.closed:
                raise ParameterError("this supervisor is closed")
            request.withdraw = self._withdraw
            self._waiting.append(request)
            self.changed.notify_all()

    def take(self, unless: Callable[[], bool]) -> Request | None:
        """Wait for the next request; None after the end, and where `unless` says so."""
        with self.changed:
            while True:
                if self.closed or unless():
                    return None
                if self._waiting:
                    return self._waiting.popleft()
                self.changed.wait()

    def notify(self) -> None:
        """Have everyone who waits look again."""
        with self.changed:
            self.changed.notify_all()

    def close(self) -> None:
        """Take no more, and end what waits."""
        with self.changed:
            self.closed = True
            waiting = list(self._waiting)
            self._waiting.clear()
            self.changed.notify_all()
        for request in waiting:
            request.end(TaskOutcome("cancelled", error="the supervisor was closed"))

    def _withdraw(self, request: Request) -> None:
        with self.changed:
            if request not in self._waiting:
                return
            self._waiting.remove(request)
        request.end(TaskOutcome("cancelled", error="cancelled before its turn"))
