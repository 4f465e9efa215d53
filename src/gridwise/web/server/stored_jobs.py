"""Jobs of a server that outlive it: queued, run, stopped and resumed, whatever pages are open.

Each has a folder of its own under the user's data; `asked.json` in it holds the question and the
owner. Comparisons and batches are such jobs.
"""

import json
import re
import secrets
import shutil
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar

from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.web.server.busy import BusyError

_ASKED = "asked.json"
_IDENT = re.compile(r"[0-9a-f]{24}")


class JobPhase(Enum):
    """The phases of a stored job."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    """Cancelled, or its server ended: it can be resumed."""
    DONE = "done"
    FAILED = "failed"


OPEN = (JobPhase.WAITING, JobPhase.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredState:
    """The fields of the states of all stored jobs.

    Parameters
    ----------
    ident, owner
        The name in addresses, and the visitor who owns the job.
    phase
        Its phase.
    done, total
        The numbers of its parts done, and of all.
    error
        The reason why it failed, or empty.
    made
        The time when it was started, ISO 8601.
    """

    ident: str
    owner: str
    phase: JobPhase
    done: int
    total: int
    error: str = ""
    made: str = ""


@dataclass(slots=True, kw_only=True)
class QueuedJob:
    """A job that waits, runs, or ran since the server started."""

    owner: str
    phase: JobPhase = JobPhase.WAITING
    done: int = 0
    total: int = 0
    error: str = ""
    cancel: threading.Event = field(default_factory=threading.Event)


S = TypeVar("S", bound=StoredState)
J = TypeVar("J", bound=QueuedJob)


class StoredJobs(ABC, Generic[S, J]):
    """All jobs of one kind of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The parent of the jobs' folders.
    """

    what: str
    """The noun for such a job in errors."""
    busy: Callable[[int], Message]
    """The message that so many jobs already wait."""
    most_waiting: int
    at_once = 1
    """The number of jobs that run at a time, each for another visitor."""
    patience_s = 10.0
    """Seconds that a job may take to stop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._queued: dict[str, J] = {}
        self._queue: deque[str] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False

    @abstractmethod
    def state(self, ident: str) -> S:
        """Return its state; raise `UnknownNameError`."""

    @abstractmethod
    def resume(self, ident: str) -> None:
        """Resume a job that was stopped or failed; do nothing to others.

        Raises
        ------
        UnknownNameError, ParameterError
            The job, or something that it needs, does not exist.
        """

    @abstractmethod
    def _do(self, ident: str, job: J) -> None:
        """Run a job; raise `Interrupted` if it was cancelled, `GridwiseError` if it failed."""

    def state_of(self, ident: str, owner: str) -> S | None:
        """Return the state of an owner's job, or None."""
        try:
            state = self.state(ident)
        except UnknownNameError:
            return None
        return state if state.owner == owner else None

    def of(self, owner: str) -> tuple[S, ...]:
        """Return the states of an owner's jobs, the latest first."""
        states = [state for ident in self._idents() if (state := self.state_of(ident, owner))]
        return tuple(sorted(states, key=lambda s: (s.made, s.ident), reverse=True))

    def before(self, ident: str) -> int:
        """Return the number of jobs that run or wait before it; 0 if it does not wait."""
        with self._changed:
            if ident not in self._queue:
                return 0
            running = sum(job.phase is JobPhase.RUNNING for job in self._queued.values())
            return running + self._queue.index(ident)

    def cancel(self, ident: str) -> None:
        """Stop it: at once while it waits, soon while it runs."""
        self.state(ident)
        with self._changed:
            job = self._queued.get(ident)
            if job is None or job.phase not in OPEN:
                return
            job.cancel.set()
            if job.phase is JobPhase.WAITING:
                self._queue.remove(ident)
                job.phase = JobPhase.STOPPED

    def remove(self, ident: str) -> None:
        """Stop it and delete its folder; raise `UnknownNameError`."""
        self.cancel(ident)
        with self._changed:
            self._changed.wait_for(
                lambda: self._phase(ident) is not JobPhase.RUNNING, timeout=self.patience_s
            )
            if self._phase(ident) is JobPhase.RUNNING:
                raise ParameterError(msg("it has not stopped yet: try again"))
            self._queued.pop(ident, None)
            shutil.rmtree(self._folder / ident, ignore_errors=True)

    def close(self) -> None:
        """Stop all jobs and return when nothing runs; they can be resumed."""
        with self._changed:
            self._closed = True
            for job in self._queued.values():
                job.cancel.set()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=self.patience_s)

    def _idents(self) -> list[str]:
        with suppress(OSError):
            return [path.name for path in self._folder.iterdir()]
        return []

    def _check_free(self) -> None:
        """Raise an error if no further job can wait."""
        with self._changed:
            if self._closed:
                raise ParameterError(msg("the server is being ended"))
            if len(self._queue) >= self.most_waiting:
                raise BusyError(type(self).busy(self.most_waiting))

    def _store(self, about: Mapping[str, Any], ident: str | None = None) -> str:
        """Store the question, in a new folder if the job has none; return the job's id."""
        ident = ident or new_ident()
        where = self._folder / ident
        where.mkdir(parents=True, mode=0o700, exist_ok=True)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        (where / _ASKED).write_text(json.dumps({"made": made, **about}) + "\n", "utf-8")
        return ident

    def _about(self, ident: str) -> dict[str, Any]:
        """Return the stored question; the id is checked before it becomes part of a path."""
        if _IDENT.fullmatch(ident):
            try:
                about = json.loads((self._folder / ident / _ASKED).read_text("utf-8"))
            except (OSError, ValueError):
                about = None
            if isinstance(about, dict):
                return about
        raise UnknownNameError(self.what, ident, ())

    def _enqueue(self, ident: str, job: J) -> None:
        with self._changed:
            self._queued[ident] = job
            self._queue.append(ident)
            if len(self._threads) < self.at_once:
                thread = threading.Thread(
                    target=self._work, name=f"gridwise-{self.what}", daemon=True
                )
                self._threads.append(thread)
                thread.start()
            self._changed.notify_all()

    def _phase(self, ident: str) -> JobPhase | None:
        job = self._queued.get(ident)
        return None if job is None else job.phase

    def _next(self) -> str | None:
        """Return the first job of a visitor without a running job."""
        running = {job.owner for job in self._queued.values() if job.phase is JobPhase.RUNNING}
        return next((i for i in self._queue if self._queued[i].owner not in running), None)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._next() is not None)
                ident = self._next()
                if self._closed or ident is None:
                    return
                self._queue.remove(ident)
                job = self._queued[ident]
                job.phase = JobPhase.RUNNING
            phase, error = JobPhase.DONE, ""
            try:
                self._do(ident, job)
            except Interrupted:
                phase = JobPhase.STOPPED
            except GridwiseError as failed:
                phase, error = JobPhase.FAILED, str(failed)
            except Exception as failed:  # whatever the error, the next job has to run
                phase, error = JobPhase.FAILED, f"{type(failed).__name__}: {failed}"
            with suppress(OSError):
                self._ended(ident, job, phase, error)
            with self._changed:
                job.phase, job.error = phase, error
                self._changed.notify_all()

    def _ended(self, ident: str, job: J, phase: JobPhase, error: str) -> None:
        """Store how a job ended, before its phase says so."""


def new_ident() -> str:
    """Return the id of a new job."""
    return secrets.token_hex(12)
