"""Shares out calls to the workers of an executor, and repeats lost calls."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gridwise.batch.executors import WorkerLost, WorkExecutor
from gridwise.core.errors import Fault
from gridwise.core.message import msg

R = TypeVar("R")
Arguments = tuple[Any, ...]
KILLS = 3
"""Deaths of its worker after which a call is not tried again."""
_POLL_S = 0.05


@dataclass(eq=False, slots=True)
class _Given(Generic[R]):
    """The arguments of a call that was given out."""

    arguments: Arguments
    future: "Future[R]"
    kills: int = 0


def _whole(arguments: Arguments) -> Sequence[Arguments]:
    return ()


def _refused(arguments: Arguments) -> Any:
    raise Fault(msg("a worker died {n} times at one part", n=KILLS))


def shared(
    executor: WorkExecutor,
    function: Callable[..., R],
    calls: Iterator[Arguments],
    check: Callable[[], None],
    *,
    ahead: int = 2,
    smaller: Callable[[Arguments], Sequence[Arguments]] = _whole,
    given_up: Callable[[Arguments], R] = _refused,
) -> Iterator[tuple[Arguments, R]]:
    """Yield arguments and a function's results for them, in the order of the calls.

    Parameters
    ----------
    executor
        The executor of the calls. It stays open.
    function
        A function of a module, and arguments that can be pickled.
    calls
        The arguments of the calls, read only so far ahead that no worker waits.
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

    def give(arguments: Arguments) -> _Given[R]:
        return _Given(arguments, executor.submit(function, *arguments))

    given: deque[_Given[R]] = deque()
    more = True
    while True:
        check()
        while more and len(given) < ahead * executor.workers:
            arguments = next(calls, None)
            more = arguments is not None
            if arguments is not None:
                given.append(give(arguments))
        if not given:
            return
        first = given[0]
        try:
            result = first.future.result(_POLL_S)
        except NotYet:
            continue
        except WorkerLost:
            executor.rebuild()
            pieces = smaller(first.arguments)
            if pieces:
                given.popleft()
                given.extendleft(reversed([give(piece) for piece in pieces]))
                continue
            first.kills += 1
            if first.kills < KILLS:
                first.future = executor.submit(function, *first.arguments)
                continue
            result = given_up(first.arguments)
        given.popleft()
        yield first.arguments, result
