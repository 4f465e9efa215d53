"""Compiles kernels in child processes, all at once, into the cache that they share.

A child does one task after the other and keeps its loaded code for the next. If two children
need the same kernel, one compiles it and the other waits (`compiled.kernel` says why they never
wait for each other). A child that dies takes no other along: its task comes back as not done. The
children end when the caller stops, at once and even inside a native call, and when this process
does; files written by then stay.
"""

import importlib
import json
import os
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from gridwise.core.run import Run
from gridwise.solving.end_with_parent import end_with_parent

_PROGRAM = """\
import sys
sys.path[:] = sys.argv[2:]
from gridwise.solving.prepare.pool import serve
serve(int(sys.argv[1]))
"""
_POLL_S = 0.1
_GRACE_S = 1.0


class Job(NamedTuple):
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


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def compile_all(
    tasks: Sequence[Job], workers: int, poll: Callable[[], None]
) -> Iterator[tuple[Job, Made | None]]:
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
    pool = _Pool(tasks)
    threads = [threading.Thread(target=pool.work, daemon=True) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        working = True
        while working:
            working = any(thread.is_alive() for thread in threads)  # before their results are read
            with suppress(Empty):
                while True:
                    yield pool.ended.get(timeout=_POLL_S if working else 0)
            poll()
        yield from ((task, None) for task in pool.waiting)  # no child is left to do them
    finally:
        pool.close()
        for thread in threads:
            thread.join()


class _Pool:
    """The tasks that wait, and a thread for each child: Linux ends a child with its thread."""

    def __init__(self, tasks: Sequence[Job]) -> None:
        self.waiting = list(tasks)
        self.ended: SimpleQueue[tuple[Job, Made | None]] = SimpleQueue()
        self._running: Counter[str] = Counter()
        self._children: list[subprocess.Popen[str]] = []
        self._closed = False
        self._lock = threading.Lock()

    def work(self) -> None:
        """Have one child do tasks until none is left, or it dies."""
        task = self._next()
        if task is None:
            return
        child = self._start()
        while task is not None and child is not None:
            made = _asked(child, task)
            self.ended.put((task, made))
            with self._lock:
                self._running[task.group] -= 1
            task = None if child.poll() is not None else self._next()
        if task is not None:
            self.ended.put((task, None))
        if child is not None:
            with suppress(OSError):
                child.__exit__(None, None, None)  # closes its pipes, which ends it, and waits

    def close(self) -> None:
        """End the children."""
        with self._lock:
            self._closed = True
            self.waiting.clear()
        for child in self._children:
            child.terminate()
        for child in self._children:
            try:
                child.wait(_GRACE_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def _next(self) -> Job | None:
        """Return the task to begin: of the group with the fewest children, then the most work."""
        with self._lock:
            left: dict[str, float] = defaultdict(float)
            for task in self.waiting:
                left[task.group] += task.seconds

            def first(task: Job) -> tuple[float, float, float]:
                return self._running[task.group], -left[task.group], -task.seconds

            if not self.waiting:
                return None
            best = min(self.waiting, key=first)
            self.waiting.remove(best)
            self._running[best.group] += 1
            return best

    def _start(self) -> "subprocess.Popen[str] | None":
        with self._lock, suppress(OSError):  # too many processes
            if not self._closed:
                child = subprocess.Popen(
                    [sys.executable, "-P", "-c", _PROGRAM, str(os.getpid()), *sys.path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    encoding="utf-8",
                )
                self._children.append(child)
                return child
        return None


def _asked(child: "subprocess.Popen[str]", task: Job) -> Made | None:
    """Have a child do a task; return None if it failed or ended."""
    pipes: Any = child
    try:
        pipes.stdin.write(json.dumps([task.make.__module__, task.make.__qualname__]) + "\n")
        pipes.stdin.flush()
        times = json.loads(pipes.stdout.readline())
    except (OSError, ValueError):  # it has ended, so its line is empty
        with suppress(subprocess.TimeoutExpired):
            child.wait(_GRACE_S)
        return None
    return None if times is None else Made(*times)


def serve(parent: int) -> None:
    """Do the tasks that standard input names, as a child of the process `parent`."""
    end_with_parent(parent)
    replies, sys.stdout = sys.stdout, sys.stderr
    orders: SimpleQueue[list[str]] = SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            orders.put(json.loads(line))
        os._exit(0)  # the parent closed the pipe, or ended: at once, whatever is compiled

    threading.Thread(target=read, daemon=True).start()
    while True:
        module, name = orders.get()
        run = Run()
        times: list[float] | None = None
        with suppress(Exception):  # the parent does it again, and says what is wrong
            getattr(importlib.import_module(module), name)(run)
            times = [run.statistics(frozenset()).cpu_s, run.compile_s]
        print(json.dumps(times), file=replies, flush=True)
