"""A task that does nothing."""

import os
from dataclasses import dataclass
from typing import Any

from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PingArguments(Arguments):
    """Arguments of `ping`."""

    echo: Any = None


def ping(call: Call, args: PingArguments) -> TaskAnswer:
    """Return the child's process number and the argument `echo`."""
    with call.measured():
        return TaskAnswer({"pid": os.getpid(), "echo": args.echo})


TASKS = (TaskKind("ping", PingArguments, ping, short=True),)
