"""The code of a Dask worker: the plugin that warms it, and slices after a check of versions."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TypeVar

from distributed import Worker, WorkerPlugin

R = TypeVar("R")

PACKAGES = ("gridwise", "numpy", "numba", "dask", "distributed")
"""Packages that must have the same versions everywhere."""

Versions = tuple[tuple[str, str], ...]
"""Names and versions, Python's first; of Python's version two numbers."""


class OtherVersionsError(Exception):
    """A worker has other versions than the process that sent the slice."""


class Warm(WorkerPlugin):  # type: ignore[misc]  # what Dask declares is not read
    """Loads the engines of some kinds of puzzle in every worker that starts, now or later."""

    name = "gridwise-warm"

    def __init__(self, kinds: Sequence[str]) -> None:
        self.kinds = tuple(kinds)

    async def setup(self, worker: Worker) -> None:
        from gridwise.batch.work import warm

        await asyncio.to_thread(warm, self.kinds)  # the worker's loop runs on meanwhile


@cache
def versions() -> Versions:
    """Return the versions that this process runs with."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return ("python", python), *((name, _version(name)) for name in PACKAGES)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def run_slice(sender: Versions, function: Callable[..., R], *arguments: object) -> R:
    """Run a slice of work if the versions are the sender's."""
    if sender != versions():
        own = dict(versions())
        raise OtherVersionsError(
            *next((name, own[name], wanted) for name, wanted in sender if own[name] != wanted)
        )
    return function(*arguments)
