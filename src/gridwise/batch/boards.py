"""Makes new boards on several processes or machines, each from its own seed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from gridwise.core.capabilities import Generated
from gridwise.core.limits import CancelToken, check_cancel
from gridwise.core.message import Message
from gridwise.process.sharing import open_executor, shared
from gridwise.solving.generate import generate_many

Made = tuple[int, Generated[Any] | None, list[Message]]
_MOST = 1000  # boards of one call
_CALLS = 8  # calls of each worker at least, as some boards take longer than others


def generate_shared(
    puzzle: str,
    params: str,
    seeds: Sequence[int],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
    options: Mapping[str, str | int] | None = None,
) -> Iterator[Made]:
    """Yield the boards of `solving.generate.generate_many`, in the same order.

    This process makes them if neither `workers` nor `cluster` is given.
    """
    if workers is None and cluster is None:
        yield from generate_many(
            puzzle, params, seeds, time_s=time_s, cpu_s=cpu_s, cancel=cancel, options=options
        )
        return

    check_cancel(cancel)
    with closing(open_executor(workers, cluster)) as executor:
        size = min(_MOST, max(1, len(seeds) // (_CALLS * executor.workers)))
        parts = (seeds[first : first + size] for first in range(0, len(seeds), size))
        calls = ((make_boards, puzzle, params, part, time_s, cpu_s, options) for part in parts)
        for _, made in shared(executor, calls, partial(check_cancel, cancel)):
            yield from made


def make_boards(
    puzzle: str,
    params: str,
    seeds: Sequence[int],
    time_s: float | None,
    cpu_s: float | None,
    options: Mapping[str, str | int] | None,
) -> list[Made]:
    """Make the boards of some seeds, in a worker."""
    return list(generate_many(puzzle, params, seeds, time_s=time_s, cpu_s=cpu_s, options=options))
