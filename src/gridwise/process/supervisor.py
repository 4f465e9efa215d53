"""Runs tasks in warm child processes that can be killed, so that every limit is met.

A native solver may hold the interpreter's lock for its whole run, ignore interrupts, or end the
process without a message. So the parent owns the deadline: it asks the child to stop, kills it
after a grace, reports what happened, and replaces it by a new warm child.
"""

import json
import math
import os
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from types import TracebackType
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import Message
from gridwise.core.run import Progress
from gridwise.process.child import Child
from gridwise.process.queue import ENDS, Queue, TaskOutcome, Ticket
from gridwise.process.serve import Program
from gridwise.process.slot import Slot

__all__ = ["ENDS", "FUNCTIONS", "SHORT_S", "Supervisor", "Task", "TaskOutcome", "Ticket"]

FUNCTIONS = "gridwise.process.serve"
"""The program whose tasks are functions (`Task.of`)."""
SHORT_S = 60.0
"""The longest time limit of a short task, seconds."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something for a child to do: the name of a task of `kinds`, and its arguments as JSON."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, function: Callable[..., Mapping[str, Any]], /, **args: Any) -> "Task":
        """Return the task that calls a function of a module; its value is what it returns."""
        return cls(f"{function.__module__}:{function.__qualname__}", args)


class Supervisor:
    """Warm children and a queue. Every method may be called from any thread.

    The children also load the modules that `core.registry.register` was called with.

    Parameters
    ----------
    workers
        The number of children, and so of tasks at a time.
    grace_s
        Seconds between asking a child to stop and killing it.
    extra_tasks
        Names of modules with further `TASKS`, for tests and for programs with tasks of their own. A
        request cannot name a module.
    tasks_per_child
        The number of tasks after which a child is replaced; None keeps it as long as it is sound. 1
        gives each task a new process.
    niceness
        The niceness that each child adds to its own, from 0 to 19.
    short_workers
        The number of further children that take only tasks of a short kind with a time limit of at
        most `SHORT_S`. So long tasks never make short ones wait.
    program
        The module with the `PROGRAM` of the children; by default it does all tasks of this page.
        That of `FUNCTIONS` calls functions, and a child of it is kept whatever it holds.

    Examples
    --------
    >>> from gridwise.core.limits import Limits
    >>> from gridwise.process.supervisor import Supervisor, Task
    >>> with Supervisor() as supervisor:
    ...     supervisor.run(Task("count", {"notation": "queens:6:"}), Limits(10)).value["count"]
    4
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        grace_s: float = 0.1,
        extra_tasks: Sequence[str] = (),
        tasks_per_child: int | None = None,
        niceness: int = 0,
        short_workers: int = 0,
        program: str = "gridwise.workers.worker",
    ) -> None:
        name = registry.loading()
        if name is not None:
            raise ParameterError(
                f"the registered module {name} starts processes when it is imported: "
                'put that under `if __name__ == "__main__":`'
            )
        _check("workers", workers, 1)
        _check("short_workers", short_workers, 0)
        _check("grace_s", grace_s, 0)
        if tasks_per_child is not None:
            _check("tasks_per_child", tasks_per_child, 1)
        if not 0 <= niceness <= 19:
            raise ParameterError(f"niceness is from 0 to 19, not {niceness}")
        self.workers = workers
        self._extra_tasks = tuple(extra_tasks)
        self._program: Program = import_module(program).PROGRAM
        self._queue = Queue()
        most_bytes = self._program.most_bytes
        begin = partial(Child, program, most_bytes, self._extra_tasks, niceness)
        self._slots = [
            Slot(
                self._queue,
                begin,
                grace_s=grace_s,
                most=tasks_per_child,
                kept_bytes=self._program.kept_bytes,
                short=number >= workers,
            )
            for number in range(workers + short_workers)
        ]
        # The threads hold the queue and not this object, so it can be collected; collection and
        # the end of the interpreter close it.
        self._finish = weakref.finalize(self, _close, self._queue, self._slots, os.getpid())

    def submit(
        self,
        task: Task,
        limits: Limits = NO_LIMITS,
        /,
        *,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
        owner: str = "",
    ) -> Ticket:
        """Submit a task. It begins when a child is free: first come, first served, but for `owner`.

        Parameters
        ----------
        task
            Its name and arguments.
        limits
            Its limits: `time_s` of wall time from its beginning, as waiting in the queue does not
            count; `cpu_s` of the child's processor time for the use case, enforced from outside
            if the system reports the time of other processes; `memory_bytes` of the growth of the
            child's resident memory.
        cancel
            A token, checked about every 10 ms while the task waits and while it runs.
        progress
            Called about ten times a second with seconds and counters, by the thread that watches
            the deadline: it has to return at once. An exception ends the task as a fault.
        owner
            The caller. If several of its tasks wait, tasks of others come before all but the first.

        Raises
        ------
        UnknownNameError
            The task does not exist.
        ParameterError
            Arguments that are no JSON, or a closed supervisor.
        """
        if limits.time_s == math.inf:
            limits = replace(limits, time_s=None)
        short = self._program.is_short(task.name, self._extra_tasks)
        try:
            args = json.dumps(dict(task.args))
        except (TypeError, ValueError, RecursionError) as error:
            raise ParameterError(f"the arguments of {task.name} are no JSON: {error}") from None
        short = short and limits.time_s is not None and limits.time_s <= SHORT_S
        ticket = Ticket(
            *(task.name, args, limits), short=short, cancel=cancel, progress=progress, owner=owner
        )
        self._queue.put(ticket)
        return ticket

    def run(self, task: Task, limits: Limits = NO_LIMITS, /, **options: Any) -> TaskOutcome:
        """Submit a task and wait for its outcome. Parameters and errors as for `submit`.

        A `KeyboardInterrupt` during the wait cancels the task and is raised again.
        """
        ticket = self.submit(task, limits, **options)
        try:
            return ticket.result()
        except KeyboardInterrupt:
            ticket.cancel()
            raise

    def wait_warm(self, timeout_s: float | None = None) -> bool:
        """Wait until every child is warm; return whether all are.

        False after `timeout_s`, and when a child could not be started. The first run on a machine
        compiles kernels, which may take a minute.
        """
        until = None if timeout_s is None else time.monotonic() + timeout_s
        with self._queue.changed:
            while not all(slot.warm for slot in self._slots):
                left = None if until is None else until - time.monotonic()
                failed = self._queue.closed or self.failure is not None
                if failed or (left is not None and left <= 0):
                    return False
                self._queue.changed.wait(left)
        return True

    @property
    def failure(self) -> Message | None:
        """The reason why a child could not be started, or None."""
        return next((slot.why for slot in self._slots if slot.why is not None), None)

    @property
    def pids(self) -> tuple[int, ...]:
        """The process numbers of the children."""
        return tuple(pid for slot in self._slots if (pid := slot.pid) is not None)

    def close(self) -> None:
        """Cancel all tasks and end all children; return once they have ended."""
        self._finish()

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self.close()


def _check(name: str, value: float, least: int) -> None:
    if value < least:
        raise ParameterError(f"{name} must be at least {least}, not {value}")


def _close(queue: Queue, slots: Sequence[Slot], owner: int) -> None:
    if os.getpid() != owner:  # in a fork, which has no threads and perhaps a lock held for ever
        return
    queue.close()
    for slot in slots:
        slot.join()
