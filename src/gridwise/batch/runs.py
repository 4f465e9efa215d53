"""Makes the runs of a comparison on several processes or machines.

A worker hands each run to a supervised process of its own, so limits, figures and failures are the
same as for runs made one at a time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial

from gridwise.batch.executors import open_executor
from gridwise.batch.sharing import shared
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, check_cancel
from gridwise.workers.supervisor import RunCall, Share, Supervisor, TaskOutcome, run_call

Modules = tuple[tuple[str, str | None], ...]


@contextmanager
def shared_runs(
    workers: int | None, cluster: str | None, cancel: CancelToken | None = None
) -> Iterator[Share | None]:
    """Open an executor; yield the function that runs on it, or None to run one at a time."""
    if cluster is None and workers in (None, 1):
        yield None
        return
    check_cancel(cancel)
    executor = open_executor(workers, cluster)

    def share(calls: Iterator[RunCall]) -> Iterator[TaskOutcome]:
        given = ((registry.outside(), call) for call in calls)
        check = partial(check_cancel, cancel)
        for _, outcome in shared(executor, run_supervised, given, check, given_up=_lost):
            yield outcome

    try:
        yield share
    finally:
        executor.close()


def _lost(arguments: object) -> TaskOutcome:
    """Return the outcome of a run whose workers died; a resumed comparison repeats it."""
    return TaskOutcome("fault", error="the worker that supervised the run died", lost=True)


def run_supervised(modules: Modules, call: RunCall) -> TaskOutcome:
    """Run a task in a supervised process, in a worker."""
    return run_call(_supervisor(modules), call)


@cache
def _supervisor(modules: Modules) -> Supervisor:
    """Return the supervisor of this worker; it ends with the worker."""
    for name, path in modules:
        registry.load(name, path)
    made = Supervisor()
    if modules:
        made.wait_warm()
        if made.failure is not None:
            raise ParameterError(f"a process for the runs could not start: {made.failure}")
    return made
