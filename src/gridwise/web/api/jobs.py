"""Jobs of the REST API: handed to the server, watched, cancelled, and kept for a while."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any

from gridwise.core.message import msg
from gridwise.web.server.busy import BusyError
from gridwise.web.server.context import ServerContext
from gridwise.workers import usage as _usage
from gridwise.workers.supervisor import Outcome, Ticket

_log = logging.getLogger("gridwise.web")

KEPT_S = 900.0
"""How long a job that has ended can be looked at."""
MOST_KEPT, MOST_KEPT_BYTES, MOST_KEPT_EACH = 200, 100_000_000, 50
"""How many, how much, and how many of one owner; the oldest are forgotten first."""
MOST_RESULT_BYTES = 8_000_000
"""A longer result is not given: writing it out would hold up all pages."""
MEMORY_BYTES = 2_000_000_000
"""The limit of one task, where the system can tell."""

OPEN = ("waiting", "running")
_STATES: Mapping[str, str] = {
    "answered": "done",
    "time_limit": "done",
    "memory_limit": "done",
    "refused": "refused",
    "cancelled": "cancelled",
    "fault": "failed",
}


class _Token:
    """A cancel token that nobody sets; that it was looked at says that the task has begun."""

    def __init__(self) -> None:
        self.begun = False

    def is_set(self) -> bool:
        self.begun = True
        return False


class Job:
    """One task on its way. Used on the loop, but for what a child tells.

    Parameters
    ----------
    kind, owner
        What it does, and for whom.
    """

    def __init__(self, kind: str, owner: str) -> None:
        self.id = secrets.token_urlsafe(18)
        self.kind, self.owner = kind, owner
        self.ended_at: float | None = None
        self.size = 0
        self.changed = asyncio.Event()
        self.done = asyncio.Event()
        self.token = _Token()
        self._loop = asyncio.get_running_loop()
        self._progress: dict[str, Any] | None = None
        self._outcome: Outcome | None = None
        self._ticket: Ticket | None = None

    def begin(self, ticket: Ticket) -> None:
        """Take the ticket of the task."""
        self._ticket = ticket

    def heard(self, elapsed_s: float, counters: Mapping[str, int]) -> None:
        """Take progress, from whatever thread."""
        said = {"elapsed_s": elapsed_s, "counters": dict(counters)}
        self._soon(said, None)

    def ended(self, outcome: Outcome) -> None:
        """Take the outcome, from whatever thread."""
        if outcome.end == "fault":
            _log.error("the task %s failed: %s", self.kind, outcome.error)
        if outcome.value is not None:
            self.size = len(json.dumps(outcome.value))
        if self.size > MOST_RESULT_BYTES:
            error = f"the result has {self.size:,} bytes, more than {MOST_RESULT_BYTES:,}"
            self.size, outcome = 0, Outcome("refused", error=error)
        self._soon(None, outcome)

    def _soon(self, progress: dict[str, Any] | None, outcome: Outcome | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._take, progress, outcome)
        except RuntimeError:  # the loop has ended, and nobody looks any more
            return

    def _take(self, progress: dict[str, Any] | None, outcome: Outcome | None) -> None:
        if progress is not None and self._outcome is None:
            self._progress = progress
        if outcome is not None:
            self._outcome = outcome
            self.ended_at = time.monotonic()
            self.done.set()
        before, self.changed = self.changed, asyncio.Event()
        before.set()

    def cancel(self) -> None:
        """Ask it to end."""
        if self._ticket is not None:
            self._ticket.cancel()

    @property
    def refusal(self) -> str | None:
        """Why it was refused; None where it was not."""
        ended = self._outcome
        return ended.error or "" if ended is not None and ended.end == "refused" else None

    def as_json(self) -> dict[str, Any]:
        """Return it as the API shows it."""
        ended = self._outcome
        state = "running" if self.token.begun else "waiting"
        return {
            "id": self.id,
            "kind": self.kind,
            "state": state if ended is None else _STATES[ended.end],
            "end": None if ended is None else ended.end,
            "progress": self._progress,
            "result": None if ended is None else self._result(ended),
            "error": None if ended is None else _said(ended),
        }

    def _result(self, outcome: Outcome) -> dict[str, Any] | None:
        if outcome.value is None:
            return None
        # The command puts the number of the input before what the task says of it.
        return {"index": 0, **outcome.value} if self.kind == "hint" else dict(outcome.value)


def _said(outcome: Outcome) -> str | None:
    """Return why a task ended, without what a child wrote to its log: that may hold paths."""
    if outcome.end == "fault":
        return "the task failed; the server's log says why"
    if outcome.end == "memory_limit":
        return "the task took more memory than it may"
    return outcome.error


class Jobs:
    """All jobs of a server. Used on the loop."""

    def __init__(self, server: ServerContext) -> None:
        self._server = server
        self._jobs: dict[str, Job] = {}

    def start(self, kind: str, args: Mapping[str, Any], owner: str, time_s: float) -> Job:
        """Hand in a task; raise `BusyError` and what `Supervisor.submit` raises."""
        self._forget()
        mine = sum(1 for job in self._jobs.values() if job.owner == owner and job.done.is_set())
        if mine >= MOST_KEPT_EACH:
            self._drop(next(j for j in self._ended() if j.owner == owner))
        job = Job(kind, owner)
        ticket = self._server.submit(
            kind,
            args,
            owner=owner,
            time_s=time_s,
            memory_bytes=MEMORY_BYTES if _usage.memory_is_known() else None,
            cancel=job.token,
            progress=job.heard,
        )
        job.begin(ticket)
        self._jobs[job.id] = job
        ticket.future.add_done_callback(lambda future: job.ended(future.result()))
        return job

    def get(self, ident: str, owner: str) -> Job | None:
        """Return a job; None where there is none, or where it is another owner's."""
        self._forget()
        job = self._jobs.get(ident)
        return job if job is not None and job.owner == owner else None

    def forget(self, job: Job) -> None:
        """Forget a job that has ended."""
        self._drop(job)

    def _ended(self) -> list[Job]:
        ended = [job for job in self._jobs.values() if job.ended_at is not None]
        return sorted(ended, key=lambda job: job.ended_at or 0.0)

    def _forget(self) -> None:
        """Forget what was kept long enough, and the oldest of what is too much."""
        ended, now = self._ended(), time.monotonic()
        size = sum(job.size for job in ended)
        for at, job in enumerate(ended):
            late = now - (job.ended_at or now) > KEPT_S
            if not late and len(ended) - at <= MOST_KEPT and size <= MOST_KEPT_BYTES:
                return
            size -= job.size
            self._drop(job)

    def _drop(self, job: Job) -> None:
        self._jobs.pop(job.id, None)


def full(waiting: int) -> BusyError:
    """Return the error where too many comparisons wait or are kept."""
    return BusyError(msg("there are {number} comparisons already: delete one", number=waiting))
