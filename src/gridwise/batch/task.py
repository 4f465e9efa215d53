"""The task of a child that runs a whole batch, for a server."""

import os
from dataclasses import dataclass
from typing import Any

from gridwise.batch import work
from gridwise.batch.run import BatchProgress
from gridwise.batch.run import batch as answer
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

MEMORY_BYTES = 4_000_000_000
"""The data of each process, at most: one board must not take the machine's memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchArguments(Arguments):
    """Arguments of `batch`.

    `asked` holds the parameters of `gridwise.batch` by name; `source` and `output` are relative to
    `folder`, so that errors name the file as its owner does.
    """

    folder: str
    asked: dict[str, Any]


def batch(call: Call, args: BatchArguments) -> TaskAnswer:
    """Run a batch until it is done or cancelled."""
    os.chdir(args.folder)
    _limit_memory()
    _let_go_of_errors()

    def tell(progress: BatchProgress) -> None:
        if call.progress is not None:
            left = {} if progress.left_s is None else {"left_s": round(progress.left_s)}
            now = {"rows": progress.rows, "per_s": round(progress.per_s), "bad": progress.bad}
            call.progress(0.0, now | left)

    with call.measured():
        done = answer(**args.asked, workers=1, cancel=call.cancel, progress=tell)
    value = {"rows": done.rows, "bad": done.ends.get(work.BAD, 0) + done.ends.get(work.FAULT, 0)}
    return TaskAnswer(value, None if done.completed else "CANCELLED")


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or hard > MEMORY_BYTES:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, hard))


def _let_go_of_errors() -> None:
    """Close standard error: fork server and workers would hold the parent's pipe after our end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):  # prints go to standard error
        os.dup2(nowhere, stream)
    os.close(nowhere)


TASKS = (TaskKind("batch", BatchArguments, batch),)
