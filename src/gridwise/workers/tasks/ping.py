"""A task that does nothing."""

import os
from dataclasses import dataclass
from typing import Any

from gridwise.workers.protocol import Answer, Arguments, Call, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PingArguments(Arguments):
    """Arguments of `ping`."""

    echo: Any = None


def ping(call: Call, args: PingArguments) -> Answer:
    """Return the child's process number and the argument `echo`."""
    with call.measured():
        return Answer({"pid": os.getpid(), "echo": args.echo})


TASKS = (TaskKind("ping", PingArguments, ping),)
