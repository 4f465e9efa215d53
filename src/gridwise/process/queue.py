"""The queue of tasks that a supervisor and its slots share, and the outcome of a task."""

import threading
from bisect import insort
from collections.abc import Callable, Mapping
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
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


class Ticket(Future[TaskOutcome]):
    """A submitted task, with its arguments as JSON: the future of its outcome, which a slot sets.

    `asyncio.wrap_future` takes it, and callbacks. `cancel` cancels the task and leaves the future
    pending until the task has ended, with an outcome that says so.
    """

    def __init__(
        self,
        name: str,
        args: str,
        limits: Limits = NO_LIMITS,
        *,
        short: bool = False,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
        owner: str = "",
    ) -> None:
        super().__init__()
        self.set_running_or_notify_cancel()  # now only `end` ends it
        self.name, self.args, self.limits, self.short = name, args, limits, short
        self.progress, self.owner = progress, owner
        self.begun = False
        """Whether a slot has taken it."""
        self.queue: Queue | None = None
        self.turn = 0
        """The tickets of a queue begin in the order of this number."""
        self._token, self._cancelled = cancel, threading.Event()

    def place(self) -> Place | None:
        """Return its place among the waiting tickets, or None once it has begun or ended."""
        return None if self.queue is None else self.queue.place(self)

    def cancel(self) -> bool:
        """Cancel it: at once while it waits, within the grace once it runs."""
        self._cancelled.set()
        if self.queue is not None:
            self.queue.withdraw(self)
        return not self.done()

    def is_cancelled(self) -> bool:
        """Return whether it was cancelled, here or by its token."""
        return self._cancelled.is_set() or (self._token is not None and self._token.is_set())

    def end(self, outcome: TaskOutcome) -> None:
        """Set the outcome; only the first call counts."""
        with suppress(InvalidStateError):
            self.set_result(outcome)


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
            ticket.queue = self
            insort(self._waiting, ticket, key=attrgetter("turn"))
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
            self.withdraw(ticket)

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

    def withdraw(self, ticket: Ticket) -> None:
        """End a ticket if it waits, as cancelled."""
        with self.changed:
            if ticket not in self._waiting:
                return
            self._waiting.remove(ticket)
        ticket.end(TaskOutcome("cancelled", error="cancelled before it began"))

    def place(self, ticket: Ticket) -> Place | None:
        """Return the place of a ticket that waits, or None."""
        with self.changed:
            if ticket not in self._waiting:
                return None
            first = self._waiting[: self._waiting.index(ticket)]
            before = sum(one.short or not ticket.short for one in first)
            own = any(running.owner == ticket.owner for running in self._running)
            return Place(before, own)
