"""Shares out calls to the workers of an executor, and repeats those that were lost."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gridwise.batch.executors import WorkerLost, WorkExecutor
from gridwise.core.errors import Fault
from gridwise.core.message import msg

R = TypeVar("R")
KILLS = 3
"""A call whose worker died so often is not tried again."""
_AHEAD = 2  # calls of each worker that are given out
_POLL_S = 0.05


@dataclass(eq=False, slots=True)
class _Given(Generic[R]):
    """Arguments of a call that was given out."""

    arguments: tuple[Any, ...]
    future: "Future[R]"
    kills: int = 0


def shared(
    executor: WorkExecutor,
    function: Callable[..., R],
    calls: Iterator[tuple[Any, ...]],
    check: Callable[[], None],
) -> Iterator[R]:
    """Yield what a function returns for each tuple of arguments, in their order.

    Parameters
    ----------
    executor
        What runs the calls. It stays open.
    function
        A function of a module, and arguments that can be pickled.
    calls
        Read only so far ahead that no worker waits.
    check
        Called while it waits; an exception ends it.

    Raises
    ------
    Fault
        Workers died `KILLS` times at one call.
    """
    given: deque[_Given[R]] = deque()
    more = True
    while more or given:
        while more and len(given) < _AHEAD * executor.workers:
            arguments = next(calls, None)
            more = arguments is not None
            if arguments is not None:
                given.append(_Given(arguments, executor.submit(function, *arguments)))
        if not given:
            return
        first = given[0]
        try:
            result = first.future.result(_POLL_S)
        except NotYet:
            check()
        except WorkerLost:
            first.kills += 1
            if first.kills == KILLS:
                raise Fault(msg("a worker died {n} times at one part", n=KILLS)) from None
            executor.rebuild()
            first.future = executor.submit(function, *first.arguments)
        else:
            given.popleft()
            yield result
