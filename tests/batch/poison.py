"""A work of slices that ends its own process at one line, and an executor that gives it out."""

import os
import signal
from concurrent.futures import Future
from typing import Any

from gridwise.batch import work

POISON = b"queens:5:r1c1\n"


def answer(asked: work.Asked, data: bytes, plain: bool) -> work.SliceAnswers:
    if POISON in data:
        os.kill(os.getpid(), signal.SIGKILL)
    return work.answer_slice(asked, data, plain)


class Poisoned:
    """An executor whose workers die at `POISON`."""

    slice_s, slice_bytes = 0.01, 400

    def __init__(self, executor: Any) -> None:
        self.executor, self.workers = executor, executor.workers

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        called = answer if function is work.answer_slice else function
        return self.executor.submit(called, *arguments)

    def close(self) -> None:
        self.executor.close()


class Inline:
    """An executor that works at once, in this process, in small slices."""

    workers = 1
    slice_s = 1e-9  # every slice takes longer, so they stay small

    def __init__(self, slice_bytes: int = 400) -> None:
        self.slice_bytes = slice_bytes

    def submit(self, function: Any, /, *arguments: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def close(self) -> None:
        pass


class Sized(Inline):
    """The same in slices of one size."""

    slice_s = 1e9


class CancelAfter:
    """A cancel token that is set when it was looked at so often."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0
