"""The jobs of the REST API: tasks that run, and those that ended a while ago."""

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any

from gridwise.core.message import msg
from gridwise.core.numbers import dumps
from gridwise.web.server.busy import BusyError
from gridwise.web.server.context import ServerContext
from gridwise.workers import usage as _usage
from gridwise.workers.supervisor import TaskOutcome, Ticket

_log = logging.getLogger("gridwise.web")

KEPT_S = 900.0
"""Seconds that a job can be looked at after its end."""
MOST_KEPT, MOST_KEPT_BYTES, MOST_KEPT_EACH = 200, 100_000_000, 50
"""The most ended jobs, bytes of results, and ended jobs of one owner; the oldest go first."""
MOST_RESULT_BYTES = 8_000_000
"""A longer result is refused: encoding it would delay all pages."""
MEMORY_BYTES = 2_000_000_000
"""The memory limit of a task, if the system can enforce one."""

OPEN = ("waiting", "running")
_STATES: Mapping[str, str] = {
    "answered": "done",
    "time_limit": "done",
    "memory_limit": "done",
    "refused": "refused",
    "cancelled": "cancelled",
    "fault": "failed",
}


class TaskJob:
    """A task that was asked for. Used on the loop, but for `heard` and `ended`.

    Parameters
    ----------
    kind, owner
        The name of the task, and who asked for it.
    """

    def __init__(self, kind: str, owner: str) -> None:
        self.id = secrets.token_urlsafe(18)
        self.kind, self.owner = kind, owner
        self.ended_at: float | None = None
        self.size = 0
        self.changed = asyncio.Event()
        self.done = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._progress: dict[str, Any] | None = None
        self._outcome: TaskOutcome | None = None
        self._ticket: Ticket | None = None

    def begin(self, ticket: Ticket) -> None:
        """Take the ticket of the task."""
        self._ticket = ticket

    def heard(self, elapsed_s: float, counters: Mapping[str, int]) -> None:
        """Take progress; any thread may call this."""
        said = {"elapsed_s": elapsed_s, "counters": dict(counters)}
        self._soon(said, None)

    def ended(self, outcome: TaskOutcome) -> None:
        """Take the outcome; any thread may call this."""
        if outcome.end == "fault":
            _log.error("the task %s failed: %s", self.kind, outcome.error)
        if outcome.value is not None:
            self.size = len(dumps(outcome.value))
        if self.size > MOST_RESULT_BYTES:
            error = f"the result has {self.size:,} bytes, more than {MOST_RESULT_BYTES:,}"
            self.size, outcome = 0, TaskOutcome("refused", error=error)
        self._soon(None, outcome)

    def _soon(self, progress: dict[str, Any] | None, outcome: TaskOutcome | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._take, progress, outcome)
        except RuntimeError:  # the loop has ended
            return

    def _take(self, progress: dict[str, Any] | None, outcome: TaskOutcome | None) -> None:
        if progress is not None and self._outcome is None:
            self._progress = progress
        if outcome is not None:
            self._outcome = outcome
            self.ended_at = time.monotonic()
            self.done.set()
        before, self.changed = self.changed, asyncio.Event()
        before.set()

    def cancel(self) -> None:
        """Cancel the task."""
        if self._ticket is not None:
            self._ticket.cancel()

    @property
    def refusal(self) -> str | None:
        """The error of a refused task, None for any other."""
        ended = self._outcome
        return ended.error or "" if ended is not None and ended.end == "refused" else None

    def as_json(self) -> dict[str, Any]:
        """Return the job as `models.JobState` describes it."""
        ended = self._outcome
        begun = self._ticket is not None and self._ticket.begun
        state = "running" if begun else "waiting"
        return {
            "id": self.id,
            "kind": self.kind,
            "state": state if ended is None else _STATES[ended.end],
            "end": None if ended is None else ended.end,
            "progress": self._progress,
            "result": None if ended is None else self._result(ended),
            "error": None if ended is None else _said(ended),
        }

    def _result(self, outcome: TaskOutcome) -> dict[str, Any] | None:
        if outcome.value is None:
            return None
        # As the command does, which adds the index of the input.
        indexed = self.kind in ("hint", "explain", "rate")
        return {"index": 0, **outcome.value} if indexed else dict(outcome.value)


def _said(outcome: TaskOutcome) -> str | None:
    """Return why a task ended, without the child's own words, which may hold paths."""
    if outcome.end == "fault":
        return "the task failed; the server's log says why"
    if outcome.end == "memory_limit":
        return "the task took more memory than it may"
    return outcome.error


class Jobs:
    """All jobs of a server. Used on the loop."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._jobs: dict[str, TaskJob] = {}

    def start(
        self,
        kind: str,
        args: Mapping[str, Any],
        owner: str,
        time_s: float,
        cpu_s: float | None = None,
    ) -> TaskJob:
        """Submit a task; raise `BusyError`, and the errors of `Supervisor.submit`."""
        self._forget()
        mine = sum(1 for job in self._jobs.values() if job.owner == owner and job.done.is_set())
        if mine >= MOST_KEPT_EACH:
            self._drop(next(j for j in self._ended() if j.owner == owner))
        job = TaskJob(kind, owner)
        ticket = self._server.submit(
            kind,
            args,
            owner=owner,
            time_s=time_s,
            cpu_s=cpu_s,
            memory_bytes=MEMORY_BYTES if _usage.memory_is_known() else None,
            progress=job.heard,
        )
        job.begin(ticket)
        self._jobs[job.id] = job
        ticket.future.add_done_callback(lambda future: job.ended(future.result()))
        return job

    def get(self, ident: str, owner: str) -> TaskJob | None:
        """Return a job of this owner, or None."""
        self._forget()
        job = self._jobs.get(ident)
        return job if job is not None and job.owner == owner else None

    def forget(self, job: TaskJob) -> None:
        """Forget a job that has ended."""
        self._drop(job)

    def _ended(self) -> list[TaskJob]:
        ended = [job for job in self._jobs.values() if job.ended_at is not None]
        return sorted(ended, key=lambda job: job.ended_at or 0.0)

    def _forget(self) -> None:
        """Forget expired jobs, and the oldest where there are too many."""
        ended, now = self._ended(), time.monotonic()
        size = sum(job.size for job in ended)
        for at, job in enumerate(ended):
            late = now - (job.ended_at or now) > KEPT_S
            if not late and len(ended) - at <= MOST_KEPT and size <= MOST_KEPT_BYTES:
                return
            size -= job.size
            self._drop(job)

    def _drop(self, job: TaskJob) -> None:
        self._jobs.pop(job.id, None)


def full(waiting: int) -> BusyError:
    """Return the error for too many comparisons."""
    return BusyError(msg("there are {number} comparisons already: delete one", number=waiting))
