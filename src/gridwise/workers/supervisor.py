"""Run tasks in warm child processes that can be killed, so that every limit is met.

A native solver may hold the interpreter's lock for its whole run, ignore interrupts, end the
process, or leave with status 0 and nothing said. So the parent owns the deadline: it asks first,
kills after a grace, reports what became of the child, and puts a fresh warm one in its place.
"""

import json
import math
import os
import time
import weakref
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Limits, Progress
from gridwise.core.message import Message
from gridwise.workers import usage as _usage
from gridwise.workers.kinds import task_kind
from gridwise.workers.queue import ENDS, Queue, Request, TaskOutcome
from gridwise.workers.slot import Slot

__all__ = ["ENDS", "Supervisor", "Task", "TaskOutcome", "Ticket"]


@dataclass(frozen=True, slots=True)
class Task:
    """Something for a child to do: the name of a task of `kinds`, and its arguments as JSON."""

    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


class Ticket:
    """One task that was handed in."""

    def __init__(self, request: Request) -> None:
        self._request = request

    @property
    def future(self) -> Future[TaskOutcome]:
        """Return the same as a future, for `asyncio.wrap_future` and callbacks.

        Its own `cancel` does nothing; that of the ticket does.
        """
        return self._request.future

    def result(self, timeout_s: float | None = None) -> TaskOutcome:
        """Wait for the outcome; raise `TimeoutError` where it takes longer than that."""
        return self._request.future.result(timeout_s)

    def done(self) -> bool:
        """Return whether it has ended."""
        return self._request.future.done()

    def cancel(self) -> None:
        """Ask it to end: at once while it waits, within the grace once it runs."""
        self._request.cancel()


class Supervisor:
    """Warm children and a queue. Every method may be called from any thread.

    Parameters
    ----------
    workers
        How many children, and so how many tasks at a time.
    grace_s
        How long a child has between being asked to stop and being killed.
    register
        Names of modules from outside the package whose PUZZLE or METHOD the children register,
        beside those that were registered here when a child starts.
    extra_tasks
        Names of modules whose `TASKS` the children know beside those of the package; for tests
        and for programs with tasks of their own. A request cannot name one.
    tasks_per_child
        Replace a child after so many tasks; None keeps it as long as it is sound. 1 gives each
        task a process that has run nothing before.

    Examples
    --------
    >>> from gridwise.workers.supervisor import Supervisor, Task
    >>> with Supervisor() as supervisor:
    ...     supervisor.run(Task("count", {"notation": "queens:6:"}), time_s=10).value["count"]
    4
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        grace_s: float = 0.1,
        register: Sequence[str] = (),
        extra_tasks: Sequence[str] = (),
        tasks_per_child: int | None = None,
        niceness: int = 0,
    ) -> None:
        name = registry.loading()
        if name is not None:
            raise ParameterError(
                f"the registered module {name} starts processes when it is imported: "
                'put that under `if __name__ == "__main__":`'
            )
        if workers < 1:
            raise ParameterError(f"workers must be at least 1, not {workers}")
        if grace_s < 0:
            raise ParameterError(f"grace_s cannot be less than 0, as {grace_s} is")
        if tasks_per_child is not None and tasks_per_child < 1:
            raise ParameterError(f"tasks_per_child must be at least 1, not {tasks_per_child}")
        if not 0 <= niceness <= 19:
            raise ParameterError(f"niceness is from 0 to 19, not {niceness}")
        self._extra_tasks = tuple(extra_tasks)
        self._queue = Queue()
        self._slots = [
            Slot(
                self._queue,
                grace_s=grace_s,
                register=tuple(register),
                extra_tasks=self._extra_tasks,
                most=tasks_per_child,
                niceness=niceness,
            )
            for _ in range(workers)
        ]
        # The threads know the queue and not this object, so it can be collected; that closes it
        # too, and so does the end of the interpreter.
        self._finish = weakref.finalize(self, _close, self._queue, self._slots, os.getpid())

    def submit(
        self,
        task: Task,
        *,
        time_s: float | None = None,
        memory_bytes: int | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
    ) -> Ticket:
        """Hand in a task. It begins when a child is free, in the order of handing in.

        Parameters
        ----------
        task
            What is to be done.
        time_s
            Wall time from its beginning; waiting in the queue does not count.
        memory_bytes
            Growth of the child's resident memory over what it held at the beginning.
        cancel
            Looked at when its turn comes and about every 10 ms while it runs.
        progress
            Called about ten times a second, with seconds and counters, by the thread that keeps
            the deadline: it has to return at once. What it raises ends the task as a fault.

        Raises
        ------
        UnknownNameError
            No such task.
        ParameterError
            A limit that is none, arguments that are no JSON, a memory limit where this system
            tells a parent nothing about its children's memory, a supervisor that was closed.
        """
        Limits(time_s=time_s, memory_bytes=memory_bytes)  # refuses what is no limit
        time_s = None if time_s == math.inf else time_s
        task_kind(task.name, self._extra_tasks)
        try:
            args = json.loads(json.dumps(dict(task.args)))
        except (TypeError, ValueError, RecursionError) as error:
            raise ParameterError(f"the arguments of {task.name} are no JSON: {error}") from None
        if memory_bytes is not None and not _usage.memory_is_known():
            raise ParameterError("a memory limit needs psutil on this system")
        request = Request(task.name, args, time_s, memory_bytes, cancel, progress)
        self._queue.put(request)
        return Ticket(request)

    def run(
        self,
        task: Task,
        *,
        time_s: float | None = None,
        memory_bytes: int | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
    ) -> TaskOutcome:
        """Do a task and wait for its outcome. Parameters and errors as for `submit`.

        A `KeyboardInterrupt` while it waits cancels the task and is raised again.
        """
        ticket = self.submit(
            task, time_s=time_s, memory_bytes=memory_bytes, cancel=cancel, progress=progress
        )
        try:
            return ticket.result()
        except KeyboardInterrupt:
            ticket.cancel()
            raise

    def wait_warm(self, timeout_s: float | None = None) -> bool:
        """Wait until every child is warm; return whether they are.

        False after `timeout_s`, and where one could not be started. The first run on a machine
        compiles kernels, which may take a minute.
        """
        until = None if timeout_s is None else time.monotonic() + timeout_s
        with self._queue.changed:
            while not all(slot.warm for slot in self._slots):
                left = None if until is None else until - time.monotonic()
                failed = self._queue.closed or any(slot.failed for slot in self._slots)
                if failed or (left is not None and left <= 0):
                    return False
                self._queue.changed.wait(left)
        return True

    @property
    def failure(self) -> Message | None:
        """Return why a child could not be started, None where all could or are still starting."""
        return next((slot.why for slot in self._slots if slot.why is not None), None)

    @property
    def pids(self) -> tuple[int, ...]:
        """Return the process numbers of the children that are there now."""
        return tuple(pid for slot in self._slots if (pid := slot.pid) is not None)

    def close(self) -> None:
        """Cancel what waits and runs, and end every child. Returns when none is left."""
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


def _close(queue: Queue, slots: Sequence[Slot], owner: int) -> None:
    if (
        os.getpid() != owner
    ):  # a fork: it has none of the threads, and perhaps a lock that is held for ever
        return
    queue.close()
    for slot in slots:
        slot.join()
