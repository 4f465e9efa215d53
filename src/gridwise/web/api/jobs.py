"""The jobs of the REST API that a child answers; they are kept in memory for a while."""

import logging
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from gridwise.core.limits import Limits
from gridwise.core.numbers import dumps
from gridwise.jobs.stored import OPEN, JobPhase, ServerJob
from gridwise.process.supervisor import TaskOutcome, Ticket
from gridwise.web.server.context import ServerContext

_log = logging.getLogger("gridwise.web")

KEPT_S = 900.0
"""Seconds that a job can be looked at after its end."""
MOST_KEPT, MOST_KEPT_BYTES, MOST_KEPT_EACH = 200, 100_000_000, 50
"""The most ended jobs, bytes of results, and ended jobs of one owner; the oldest go first."""
MOST_RESULT_BYTES = 8_000_000
"""A longer result is refused: encoding it would delay all pages."""
MEMORY_BYTES = 2_000_000_000
"""The memory limit of a task."""

_PHASES: Mapping[str, JobPhase] = {
    "answered": JobPhase.DONE,
    "time_limit": JobPhase.DONE,
    "memory_limit": JobPhase.DONE,
    "refused": JobPhase.REFUSED,
    "cancelled": JobPhase.STOPPED,
    "fault": JobPhase.FAILED,
}


class TaskJob(ServerJob):
    """A task of a child.

    Parameters
    ----------
    kind, owner
        The name of the task, and the visitor who owns the job.
    """

    def __init__(self, kind: str, owner: str) -> None:
        super().__init__(secrets.token_urlsafe(18), owner)
        self.kind = kind
        self.ended_at = 0.0
        self.size = 0
        self.ticket: Ticket | None = None
        self._progress: dict[str, Any] | None = None
        self._outcome: TaskOutcome | None = None

    def take_progress(self, elapsed_s: float, counters: Mapping[str, int]) -> None:
        """Store the progress of the task."""
        if self._outcome is None:
            self._progress = {"elapsed_s": elapsed_s, "counters": dict(counters)}

    def take_outcome(self, future: Future[TaskOutcome]) -> None:
        """Store the outcome of the task."""
        outcome = future.result()
        if outcome.end == "fault":
            _log.error("the task %s failed: %s", self.kind, outcome.error)
        if outcome.value is not None:
            self.size = len(dumps(outcome.value))
        if self.size > MOST_RESULT_BYTES:
            error = f"the result has {self.size:,} bytes, more than {MOST_RESULT_BYTES:,}"
            self.size, outcome = 0, TaskOutcome("refused", error=error)
        self.ended_at = time.monotonic()
        self._outcome = outcome
        self.finished.set_result(None)

    @property
    def phase(self) -> JobPhase:  # type: ignore[override]  # the ticket knows it
        if self._outcome is not None:
            return _PHASES[self._outcome.end]
        begun = self.ticket is not None and self.ticket.begun
        return JobPhase.RUNNING if begun else JobPhase.WAITING

    @property
    def end(self) -> str | None:
        return None if self._outcome is None else self._outcome.end

    def progress(self) -> Mapping[str, Any] | None:
        return self._progress

    def answer(self) -> Mapping[str, Any] | None:
        if self._outcome is None or self._outcome.value is None:
            return None
        # As the command does, which adds the index of the input.
        indexed = self.kind in ("hint", "explain", "rate")
        return {"index": 0, **self._outcome.value} if indexed else self._outcome.value

    @property
    def reason(self) -> str | None:
        if self.end == "fault":  # the child's own words may hold paths
            return "the task failed; the server's log says why"
        if self.end == "memory_limit":
            return "the task took more memory than it may"
        return None if self._outcome is None else self._outcome.error


class Jobs:
    """All such jobs of a server. Every method may be called from any thread."""

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
        mine = [job for job in self._ended() if job.owner == owner]
        if len(mine) >= MOST_KEPT_EACH:
            self.remove(mine[0].ident)
        job = TaskJob(kind, owner)
        limits = Limits(time_s, cpu_s=cpu_s, memory_bytes=MEMORY_BYTES)
        job.ticket = self._server.submit(
            kind, args, limits, owner=owner, progress=job.take_progress
        )
        self._jobs[job.ident] = job
        job.ticket.add_done_callback(job.take_outcome)
        return job

    def get(self, ident: str, owner: str) -> TaskJob | None:
        """Return a job of this owner, or None."""
        self._forget()
        job = self._jobs.get(ident)
        return job if job is not None and job.owner == owner else None

    def cancel(self, ident: str) -> None:
        """Cancel the task of a job."""
        job = self._jobs.get(ident)
        if job is not None and job.ticket is not None:
            job.ticket.cancel()

    def remove(self, ident: str) -> None:
        """Forget a job that has ended."""
        self._jobs.pop(ident, None)

    def _ended(self) -> list[TaskJob]:
        ended = [job for job in list(self._jobs.values()) if job.phase not in OPEN]
        return sorted(ended, key=lambda job: job.ended_at)

    def _forget(self) -> None:
        """Forget expired jobs, and the oldest where there are too many."""
        ended, now = self._ended(), time.monotonic()
        size = sum(job.size for job in ended)
        for at, job in enumerate(ended):
            late = now - job.ended_at > KEPT_S
            if not late and len(ended) - at <= MOST_KEPT and size <= MOST_KEPT_BYTES:
                return
            size -= job.size
            self.remove(job.ident)
