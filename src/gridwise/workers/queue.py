"""The queue of tasks that a supervisor and its slots share, and the outcome of a task."""

import threading
from bisect import insort
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack

from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message
from gridwise.core.run import Progress

ENDS: Mapping[str, str] = {
    "answered": "a well-formed answer came; `value` says what is known",
    "refused": "bad input or wrong usage; `error` says what",
    "time_limit": "it timed out; `value` holds what was known by then, if the child could say",
    "memory_limit": "it took more memory than allowed, or than the machine has",
    "cancelled": "the caller cancelled it",
    "fault": "a defect: the child died, stopped, or gave no well-formed answer",
}
"""The ways in which a task can end."""

_OVERTAKEN = 64
"""Fairness: each waiting ticket of the same owner lets 64 later tickets of others pass."""


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """The end of a task, its answer, and the time and memory that it took.

    Parameters
    ----------
    end
        One of `ENDS`.
    value
        The JSON object that the command of this name prints, or None.
    wall_s, cpu_s, compile_s, compile_cpu_s
        Times of the use case alone, measured in the child: without reading the board and writing
        the answer, and the first two without compiling. If the child reported none, `wall_s` is
        `elapsed_s`, `cpu_s` is the system's count for the process, the others are None.
    peak_bytes
        The peak of resident memory above that when the task began; exact on Linux, sampled
        elsewhere, None if the system does not report it.
    heap_bytes
        The peak of the Python heap (tracemalloc), if `heap` was set.
    elapsed_s
        Seconds from sending to the end, by the parent's clock; without waiting in the queue.
    error
        The reason, for people; always set with "refused" and "fault".
    message
        With "refused": the reason, to be shown in another language.
    forced
        Whether the child was killed to end the task.
    exit_status
        With "refused": the exit status of the command line for this error.
    lost
        With "fault": whether the child died or stopped, so that another try may succeed.
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
    message: Message | None = None
    forced: bool = False
    exit_status: int | None = None
    lost: bool = False
    compile_cpu_s: float | None = None


class TaskOptions(TypedDict, total=False):
    """The limits of a task and what goes with it, all of them optional; see `Supervisor.submit`."""

    time_s: float | None
    cpu_s: float | None
    memory_bytes: int | None
    cancel: CancelToken | None
    progress: Progress | None
    owner: str


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a ticket that waits.

    Parameters
    ----------
    before
        The number of waiting tickets that will begin before it.
    own
        Whether a task of the same owner runs.
    """

    before: int
    own: bool


class Ticket:
    """A submitted task: its caller holds it, the queue keeps it, and a slot ends it."""

    def __init__(
        self,
        name: str,
        args: Mapping[str, Any],
        *,
        short: bool = False,
        **options: Unpack[TaskOptions],
    ) -> None:
        self.name, self.args, self.short = name, args, short
        self.owner = options.get("owner", "")
        self.time_s, self.cpu_s = options.get("time_s"), options.get("cpu_s")
        self.memory_bytes = options.get("memory_bytes")
        self.progress = options.get("progress")
        self.future: Future[TaskOutcome] = Future()
        """The outcome as a future, for `asyncio.wrap_future` and callbacks.

        Its own `cancel` does nothing; the ticket's does.
        """
        self.future.set_running_or_notify_cancel()  # now only `end` ends it
        self.withdraw: Callable[[Ticket], None] | None = None
        self.locate: Callable[[Ticket], Place | None] | None = None
        self.turn = 0
        """The tickets of a queue begin in the order of this number."""
        self.begun = False
        """Whether a slot has taken it."""
        self._token = options.get("cancel")
        self._cancelled = threading.Event()

    def result(self, timeout_s: float | None = None) -> TaskOutcome:
        """Wait for the outcome; raise `TimeoutError` after `timeout_s`."""
        return self.future.result(timeout_s)

    def done(self) -> bool:
        """Return whether it has ended."""
        return self.future.done()

    def place(self) -> Place | None:
        """Return its place among the waiting tickets, or None once it has begun or ended."""
        return None if self.locate is None else self.locate(self)

    def cancel(self) -> None:
        """Cancel it: at once while it waits, within the grace once it runs."""
        self._cancelled.set()
        if self.withdraw is not None:
            self.withdraw(self)

    def is_cancelled(self) -> bool:
        """Return whether it was cancelled, here or by its token."""
        return self._cancelled.is_set() or (self._token is not None and self._token.is_set())

    def end(self, outcome: TaskOutcome) -> None:
        """Set the outcome; only the first call counts."""
        with suppress(InvalidStateError):
            self.future.set_result(outcome)


class Queue:
    """Waiting tickets, for all slots of a supervisor.

    Tickets of one owner begin in the order in which they came; tickets of others may overtake all
    but the first of them.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.closed = False
        self._waiting: list[Ticket] = []
        self._running: list[Ticket] = []
        self._number = 0

    def put(self, ticket: Ticket) -> None:
        """Add a ticket; raise `ParameterError` once the queue is closed."""
        with self.changed:
            if self.closed:
                raise ParameterError("this supervisor is closed")
            self._number += 1
            own = sum(waiting.owner == ticket.owner for waiting in self._waiting)
            ticket.turn = self._number + _OVERTAKEN * own
            ticket.withdraw, ticket.locate = self._withdraw, self._place
            insort(self._waiting, ticket, key=_turn)
            self.changed.notify_all()

    def take(self, unless: Callable[[], bool], *, short: bool = False) -> Ticket | None:
        """Wait for the next ticket; return None once the queue is closed or `unless` returns true.

        With `short` it takes only short tickets.
        """
        with self.changed:
            while True:
                if self.closed or unless():
                    return None
                ticket = next((t for t in self._waiting if t.short or not short), None)
                if ticket is not None:
                    self._waiting.remove(ticket)
                    self._running.append(ticket)
                    ticket.begun = True
                    return ticket
                self.changed.wait()

    def ended(self, ticket: Ticket) -> None:
        """Note the end of a ticket that was taken."""
        with self.changed:
            self._running.remove(ticket)

    def sweep(self) -> None:
        """End the waiting tickets whose token is set; a slot calls it while it is busy."""
        if not self._waiting:
            return
        with self.changed:
            cancelled = [ticket for ticket in self._waiting if ticket.is_cancelled()]
        for ticket in cancelled:
            self._withdraw(ticket)

    def notify(self) -> None:
        """Wake all waiting threads."""
        with self.changed:
            self.changed.notify_all()

    def close(self) -> None:
        """Accept no more tickets, and cancel those that wait."""
        with self.changed:
            self.closed = True
            waiting = list(self._waiting)
            self._waiting.clear()
            self.changed.notify_all()
        for ticket in waiting:
            ticket.end(TaskOutcome("cancelled", error="the supervisor was closed"))

    def _withdraw(self, ticket: Ticket) -> None:
        with self.changed:
            if ticket not in self._waiting:
                return
            self._waiting.remove(ticket)
        ticket.end(TaskOutcome("cancelled", error="cancelled before it began"))

    def _place(self, ticket: Ticket) -> Place | None:
        with self.changed:
            if ticket not in self._waiting:
                return None
            first = self._waiting[: self._waiting.index(ticket)]
            before = sum(one.short or not ticket.short for one in first)
            own = any(running.owner == ticket.owner for running in self._running)
            return Place(before, own)


def _turn(ticket: Ticket) -> int:
    return ticket.turn
