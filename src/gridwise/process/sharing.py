"""Shares out calls to the workers of an executor, and repeats lost calls."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Protocol, TypeVar

from gridwise.core.errors import Fault, ParameterError
from gridwise.core.message import msg

R = TypeVar("R")
KILLS = 3
"""Deaths of its worker after which a call is not tried again."""
_POLL_S = 0.05

SharedCall = tuple[Any, ...]
"""What `submit` takes: a function of a module and arguments that can be pickled, or, for a
`Supervisor`, a task and its limits."""


class WorkerLost(Exception):  # noqa: N818  (it says what happened; the coordinator handles it)
    """The error of a `Future` whose process died."""


class Executor(Protocol):
    """A place where calls run: the children of a `Supervisor`, a pool, a cluster."""

    workers: int
    """The number of calls that run at a time."""

    def submit(self, *call: Any, **options: Any) -> Future[Any]:
        """Submit a call.

        A future whose process died raises `WorkerLost`; any other exception comes from the
        function, or says why the place cannot be used any more. A `Supervisor` has limits for each
        call, and its futures raise nothing: their outcome says what happened.
        """
        ...

    def close(self) -> None:
        """End the workers and lose their unfinished work. May be called twice."""
        ...


class WorkExecutor(Executor, Protocol):
    """An executor of slices of a batch."""

    slice_s: float
    """Seconds of work that one slice should take; the coordinator sizes slices by measured ones."""
    slice_bytes: int
    """The most input of one slice, bytes."""


_KINDS = {
    "local": ("gridwise.process.pool", "LocalExecutor"),
    "cluster": ("gridwise.batch.cluster", "ClusterExecutor"),
}
"""Module and class; by name, since these modules import this one and heavy libraries."""


def open_executor(
    workers: int | None, cluster: str | None, *, preload: Sequence[str] = ()
) -> WorkExecutor:
    """Return the executor for a batch.

    Parameters
    ----------
    workers
        The number of processes of this machine; by default one a core.
    cluster
        The address of a scheduler, or `local:N`, in place of `workers`.
    preload
        Kinds of puzzle whose engines each worker loads before its first slice, by `work.warm`.

    Raises
    ------
    ParameterError
        Both `workers` and `cluster` are given; the package for a cluster is missing, or nobody
        answers at the address.
    """
    if workers is not None and cluster is not None:
        raise ParameterError(msg("{a} and {b} exclude each other", a="workers", b="cluster"))
    name, first = ("local", workers) if cluster is None else ("cluster", cluster)
    module, kind = _KINDS[name]
    executor: WorkExecutor = getattr(import_module(module), kind)(first, preload=preload)
    return executor


def awaited(future: Future[R], check: Callable[[], None]) -> R:
    """Return the result of a future; `check`, called again and again, may end the wait."""
    while not future.done():
        check()
        wait((future,), _POLL_S)
    return future.result()


@dataclass(eq=False, slots=True)
class _Given:
    """A call that was given out."""

    call: SharedCall
    future: Future[Any]
    kills: int = 0


def _whole(call: SharedCall) -> Sequence[SharedCall]:
    return ()


def _refused(call: SharedCall) -> Any:
    raise Fault(msg("a worker died {n} times at one part", n=KILLS))


def shared(
    executor: Executor,
    calls: Iterator[SharedCall],
    check: Callable[[], None],
    *,
    ahead: int = 2,
    smaller: Callable[[SharedCall], Sequence[SharedCall]] = _whole,
    given_up: Callable[[SharedCall], Any] = _refused,
) -> Iterator[tuple[SharedCall, Any]]:
    """Yield calls and their results, in their order.

    Parameters
    ----------
    executor
        The executor of the calls. It stays open.
    calls
        The calls, read only so far ahead that no worker waits.
    check
        Called again and again; an exception ends it.
    ahead
        Calls of each worker that run or wait for an earlier one.
    smaller
        Cuts a lost call into smaller ones, which replace it; empty if it is one piece. So the piece
        that kills workers is found.
    given_up
        Returns the result of a piece at which `KILLS` workers died; by default a `Fault`.
    """

    def give(call: SharedCall) -> _Given:
        return _Given(call, executor.submit(*call))

    given: deque[_Given] = deque()
    while True:
        check()
        wanted = ahead * executor.workers - len(given)
        given.extend(map(give, islice(calls, max(0, wanted))))
        if not given:
            return
        first = given[0]
        try:
            result = awaited(first.future, check)
        except WorkerLost:
            pieces = smaller(first.call)
            if pieces:
                given.popleft()
                given.extendleft(reversed([give(piece) for piece in pieces]))
                continue
            first.kills += 1
            if first.kills < KILLS:
                first.future = executor.submit(*first.call)
                continue
            result = given_up(first.call)
        given.popleft()
        yield first.call, result
