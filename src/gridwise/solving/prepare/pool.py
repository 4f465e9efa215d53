"""Compiles kernels in child processes, all at once, into the cache that they share.

A child does one task after the other and keeps its loaded code for the next. If two children
need the same kernel, one compiles it and the other waits (`compiled.kernel` says why they never
wait for each other). A child that dies takes no other along: its task comes back as not done. The
children end when the caller stops, at once and even inside a native call, and when this process
does; files written by then stay.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from importlib import import_module
from typing import NamedTuple

from gridwise.core.run import Run
from gridwise.process.queue import Ticket
from gridwise.process.supervisor import FUNCTIONS, Supervisor, Task

_POLL_S = 0.1


class CompileJob(NamedTuple):
    """A task that one child does without a break."""

    group: str
    """The name of the tasks that share kernels; they run at the same time only at the end."""
    seconds: float
    """Processor seconds of the task, approximately."""
    make: Callable[[Run], None]
    """A function of a module that a child imports."""


class Made(NamedTuple):
    """The time that a task took."""

    cpu_s: float
    """Processor seconds without compiling."""
    compile_s: float
    """Seconds in which code was compiled, loaded or waited for."""


def make(module: str, function: str) -> dict[str, float]:
    """Call a function of a module, in a child; return the `Made` of it."""
    run = Run()
    getattr(import_module(module), function)(run)
    return Made(run.statistics(frozenset()).cpu_s, run.compile_s)._asdict()


def compile_all(
    tasks: Sequence[CompileJob], workers: int, poll: Callable[[], None]
) -> Iterator[tuple[CompileJob, Made | None]]:
    """Do the tasks in child processes, and yield each when it has ended.

    Parameters
    ----------
    tasks
        The tasks; the longest begin first.
    workers
        The most children.
    poll
        Called about ten times a second; an exception from it ends the children.

    Yields
    ------
    tuple
        A task and its time; None if it failed or its child died.
    """
    waiting = list(tasks)
    running: dict[CompileJob, Ticket] = {}
    with Supervisor(workers, program=FUNCTIONS, grace_s=0.0) as supervisor:
        while waiting or running:
            while waiting and len(running) < workers:
                job = _next(waiting, running)
                waiting.remove(job)
                where = {"module": job.make.__module__, "function": job.make.__qualname__}
                running[job] = supervisor.submit(Task.of(make, **where))
            wait(running.values(), _POLL_S, FIRST_COMPLETED)
            for job, ticket in list(running.items()):
                if ticket.done():
                    del running[job]
                    value = ticket.result().value  # where it failed, the parent says what is wrong
                    yield job, None if value is None else Made(**value)
            poll()


def _next(waiting: Sequence[CompileJob], running: Collection[CompileJob]) -> CompileJob:
    """Return the task to begin: of the group with the fewest children, then the most work."""
    busy = Counter(job.group for job in running)
    left: dict[str, float] = defaultdict(float)
    for job in waiting:
        left[job.group] += job.seconds
    return min(waiting, key=lambda job: (busy[job.group], -left[job.group], -job.seconds))
