"""Executors of the slices of a batch: processes of this machine, or a cluster."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from importlib import import_module
from typing import Any, Protocol, TypeVar

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg

R = TypeVar("R")


class WorkerLost(Exception):  # noqa: N818  (it says what happened; the coordinator handles it)
    """The error of a `Future` whose process died."""


class WorkExecutor(Protocol):
    """An executor of slices: `submit` returns a `concurrent.futures.Future`.

    A function is always one of `gridwise.batch.work`, its arguments are plain and can be pickled.
    A future whose process died raises `WorkerLost`; any other exception comes from the function.
    """

    workers: int
    """The number of slices that run at a time."""
    slice_s: float
    """Seconds of work that one slice should take; the coordinator sizes slices by measured ones."""
    slice_bytes: int
    """The most input of one slice, bytes."""

    def submit(self, function: Callable[..., R], /, *arguments: Any) -> "Future[R]":
        """Run a function in a worker."""
        ...

    def rebuild(self) -> None:
        """Make sure that there are workers again; the coordinator calls it after `WorkerLost`.

        The coordinator then submits again only the calls that raised `WorkerLost`; any other future
        without an end is still to come.
        """
        ...

    def close(self) -> None:
        """End the workers and lose their unfinished work. May be called twice."""
        ...


_KINDS = {
    "local": ("gridwise.batch.local", "LocalExecutor"),
    "cluster": ("gridwise.batch.cluster", "ClusterExecutor"),
}
"""Module and class; by name, as these modules import this one and heavy libraries."""


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
