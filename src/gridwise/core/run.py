"""`Run`: the object by which a method counts, records, reports and obeys its limits.

`collector_off` keeps Python's garbage collector out of a run that makes very many objects.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits, check_cancel
from gridwise.core.message import Message
from gridwise.core.result import COUNTERS, Statistics, Stop
from gridwise.core.trace import Trace

T = TypeVar("T")


class Counters:
    """The counters of one run, written by the method while it works."""

    __slots__ = tuple(COUNTERS)

    generated: int
    expanded: int
    reopened: int
    frontier_peak: int
    depth: int
    assignments: int
    decisions: int
    propagations: int
    conflicts: int
    learned: int
    resolvents: int
    layouts: int
    components: int

    def __init__(self) -> None:
        for name in COUNTERS:
            setattr(self, name, 0)

    def as_dict(self) -> dict[str, int]:
        """Return the counters by name."""
        return {name: int(getattr(self, name)) for name in COUNTERS}


Progress = Callable[[float, Mapping[str, int]], None]
"""Called with the seconds since the start and the counters, about ten times a second."""

_CHECK_EVERY_S = 0.002
_MOST_TICKS = 512  # between two checks, as the next nodes may be a thousand times slower
_PROGRESS_EVERY_S = 0.1
_MEMORY_EVERY_S = 0.02


@dataclass(slots=True)
class MethodReport:
    """A method's report of a search beside its models; `solve` reads it.

    Parameters
    ----------
    optimal
        True if the method proved that its first model is the cheapest.
    bound
        The first model costs at most this times the optimum.
    best
        The best partial model, for a run that ends before a model is found.
    incomplete
        Whether the method gave up a part of its search space on its own.
    note
        Why it gave up.
    value
        The value of the root of a game tree, for the player to move.
    tables
        Tables to show with the result, by name.
    """

    optimal: bool | None = None
    bound: float | None = None
    best: tuple[int, ...] | None = None
    incomplete: bool = False
    note: Message | None = None
    value: int | None = None
    tables: dict[str, list[dict[str, float]]] = field(default_factory=dict, init=False)


class Run:
    """One run of one method: its limits, cancel token, options, counters, trace and report.

    A method calls `tick` once for each node (cheap), and `check` before anything that takes long.
    Both raise `Interrupted` at a limit.
    """

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        *,
        cancel: CancelToken | None = None,
        trace: Trace | None = None,
        progress: Progress | None = None,
        options: Mapping[str, str | int] | None = None,
        seed: int = 0,
    ) -> None:
        self.limits, self.cancel, self.trace, self.progress = limits, cancel, trace, progress
        self.options: Mapping[str, str | int] = options or {}
        self.seed = seed
        self.count = Counters()
        self.nodes = 0
        self.searches = 1
        self.report = MethodReport()
        self.compile_s = self.tables_s = 0.0
        self.compile_cpu_s = self.tables_cpu_s = 0.0
        self.peak_bytes = 0
        self._base_bytes, self._highest = resident_bytes(), highest_bytes()
        self._wall0, self._cpu0 = time.perf_counter(), time.process_time()
        self._deadline = None if limits.time_s is None else self._wall0 + limits.time_s
        self._cpu_deadline = None if limits.cpu_s is None else self._cpu0 + limits.cpu_s
        self._node_limit = sys.maxsize if limits.nodes is None else limits.nodes
        self._until_check, self._interval = 1, 1
        self._last_check = self._wall0
        self._next_progress = self._wall0 + _PROGRESS_EVERY_S
        self._next_memory = self._wall0

    def tick(self) -> None:
        """Count one node, and check the limits about every 2 ms."""
        if self.nodes >= self._node_limit:
            raise Interrupted(Stop.NODE_LIMIT)
        self.nodes += 1
        self._until_check -= 1
        if self._until_check <= 0:
            before = self._last_check
            self.check()
            passed = self._last_check - before
            if passed < _CHECK_EVERY_S:
                self._interval = min(self._interval * 2, _MOST_TICKS)
            elif passed > 2 * _CHECK_EVERY_S:
                self._interval = max(1, self._interval // 2)
            self._until_check = self._interval

    def room(self, most: int) -> int:
        """Return how many nodes a compiled loop may count before it returns, at most `most`."""
        return min(most, self._node_limit - self.nodes)

    def spend(self, nodes: int) -> None:
        """Count the nodes of a compiled loop, within the `room` that it had; check the limits."""
        self.nodes += nodes
        self.check()

    def no_room(self) -> Interrupted:
        """Return the exception for a compiled loop that needs more nodes than it has room for."""
        return Interrupted(Stop.NODE_LIMIT)

    def check(self) -> None:
        """Check the cancel token, both clocks and the memory; raise `Interrupted` at a limit."""
        now = self._last_check = time.perf_counter()
        check_cancel(self.cancel)
        if self._deadline is not None and now >= self._deadline:
            raise Interrupted(Stop.TIME_LIMIT)
        if self._cpu_deadline is not None and time.process_time() >= self._cpu_deadline:
            raise Interrupted(Stop.TIME_LIMIT)
        if now >= self._next_memory:
            self._next_memory = now + _MEMORY_EVERY_S
            self._sample_memory()
            limit = self.limits.memory_bytes
            if limit is not None and self.peak_bytes > limit:
                raise Interrupted(Stop.MEMORY_LIMIT)
        if self.progress is not None and now >= self._next_progress:
            self._next_progress = now + _PROGRESS_EVERY_S
            self.progress(now - self._wall0, self.count.as_dict())

    def compiled(self, wall_s: float, cpu_s: float, kept_bytes: int = 0) -> None:
        """Record that code was compiled or loaded, and the memory that it occupies.

        No other time includes it, and no limit of time or memory counts it.
        """
        self._base_bytes += max(0, kept_bytes)
        self._highest = highest_bytes()
        self.compile_s += wall_s
        self.compile_cpu_s += cpu_s
        self._wall0 += wall_s
        self._cpu0 += cpu_s
        if self._deadline is not None:
            self._deadline += wall_s
        if self._cpu_deadline is not None:
            self._cpu_deadline += cpu_s

    def add_cpu(self, seconds: float) -> None:
        """Add the CPU time of another process that worked for this run."""
        self._cpu0 -= seconds
        if self._cpu_deadline is not None:
            self._cpu_deadline -= seconds

    @contextmanager
    def making_tables(self) -> Iterator[None]:
        """Count the time inside as table-making, and as nothing else; limits still apply."""
        wall, cpu = time.perf_counter(), time.process_time()
        compiled, compiled_cpu = self.compile_s, self.compile_cpu_s
        try:
            yield
        finally:
            spent = time.perf_counter() - wall - (self.compile_s - compiled)
            self.tables_s += spent
            self._wall0 += spent
            spent = time.process_time() - cpu - (self.compile_cpu_s - compiled_cpu)
            self.tables_cpu_s += spent
            self._cpu0 += spent

    def remaining_s(self) -> float | None:
        """Return the seconds left, None without a time limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.perf_counter())

    def remaining_cpu_s(self) -> float | None:
        """Return the processor seconds left, None without a limit of them."""
        deadline = self._cpu_deadline
        return None if deadline is None else max(0.0, deadline - time.process_time())

    def rest(self) -> Limits:
        """Return the limits with the time that is left; raise `Interrupted` if none is left."""
        left, cpu_left = self.remaining_s(), self.remaining_cpu_s()
        if left == 0.0 or cpu_left == 0.0:
            raise Interrupted(Stop.TIME_LIMIT)
        return replace(self.limits, time_s=left, cpu_s=cpu_left)

    def elapsed_s(self) -> float:
        """Return the wall seconds since the run began."""
        return time.perf_counter() - self._wall0

    def statistics(self, counted: frozenset[str]) -> Statistics:
        """Return the statistics so far, with the counters named in `counted`."""
        self._sample_memory()
        values = {k: v for k, v in self.count.as_dict().items() if k in counted}
        return Statistics(
            counters=values,
            wall_s=self.elapsed_s(),
            cpu_s=time.process_time() - self._cpu0,
            compile_s=self.compile_s,
            tables_s=self.tables_s,
            compile_cpu_s=self.compile_cpu_s,
            tables_cpu_s=self.tables_cpu_s,
            peak_bytes=self.peak_bytes,
            searches=self.searches,
        )

    @contextmanager
    def current(self) -> Iterator[None]:
        """Make this the run that `check_current_run` checks: for code that is not given a run."""
        token = _CURRENT.set(self)
        try:
            yield
        finally:
            _CURRENT.reset(token)

    def _sample_memory(self) -> None:
        held, highest = resident_bytes(), highest_bytes()
        if highest > self._highest:  # the peak lay between two samples
            self._highest = held = max(held, highest)
        self.peak_bytes = max(self.peak_bytes, held - self._base_bytes)


class CheckedRun(Run):
    """A run that a function ends by raising: for code with other limits than a run's."""

    def __init__(self, check: Callable[[], None]) -> None:
        super().__init__()
        self._ends = check

    def check(self) -> None:
        super().check()
        self._ends()


_CURRENT: ContextVar[Run | None] = ContextVar("current_run", default=None)
_CHECK_EVERY = 1024  # small parts of a view, about a millisecond


def check_current_run() -> None:
    """Check the limits of the current run, if there is one; raise `Interrupted` at a limit."""
    run = _CURRENT.get()
    if run is not None:
        run.check()


def checking(parts: Iterable[T]) -> Iterator[T]:
    """Yield the parts of a view, and check the limits of the current run before every 1024th."""
    for at, part in enumerate(parts):
        if at % _CHECK_EVERY == 0:
            check_current_run()
        yield part


def resident_bytes() -> int:
    """Return this process's resident memory in bytes."""
    if sys.platform.startswith("linux"):  # without psutil, which takes 12 ms to import
        try:
            with Path("/proc/self/statm").open("rb") as file:
                return int(file.read().split()[1]) * _page_size()
        except OSError:  # a confined process may not read it
            return highest_bytes()
    import psutil

    return int(psutil.Process().memory_info().rss)


def highest_bytes() -> int:
    """Return the peak of this process's resident memory, 0 if the system does not report it."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


@cache
def _page_size() -> int:
    import resource

    return resource.getpagesize()


@contextmanager
def collector_off() -> Iterator[None]:
    """Switch the garbage collector off, and on again afterwards if it was on.

    Its passes over a million new objects take longer than making them. Afterwards all objects
    belong to its oldest generation, so that the next pass does not go through the new ones.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
        if gc.get_freeze_count() == 0:
            gc.freeze()  # which moves all objects out of every generation,
            gc.unfreeze()  # and this into the oldest
    finally:
        if was_on:
            gc.enable()
