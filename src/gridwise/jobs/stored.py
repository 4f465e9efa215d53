"""Jobs of a server: questions that wait, run and end, each followed by its owner alone.

A stored job, such as a comparison or a batch, has a folder under the user's data; `asked.json` in
it holds the question and the owner. So it outlives the server and can be resumed. Stored jobs wait
and run here, whatever pages are open.
"""

import asyncio
import json
import logging
import re
import secrets
import shutil
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar

from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg

_ASKED = "asked.json"
_IDENT = re.compile(r"[0-9a-f]{24}")

_log = logging.getLogger("gridwise.web")


class BusyError(GridwiseError):
    """The server has too much to do already; the same request may succeed later."""

    def __init__(self, words: Message) -> None:
        super().__init__(words)

    def __reduce__(self) -> tuple[object, ...]:
        return (BusyError, self.args)


class JobPhase(Enum):
    """The phases of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    """Cancelled, or its server ended: a stored job can be resumed."""
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    """Its arguments were wrong; no stored job ends so."""


OPEN = (JobPhase.WAITING, JobPhase.RUNNING)
_ENDS: Mapping[JobPhase, str] = {
    JobPhase.STOPPED: "cancelled",
    JobPhase.DONE: "answered",
    JobPhase.FAILED: "fault",
}


class ServerJob(ABC):
    """A job. Any thread may read it.

    Parameters
    ----------
    ident, owner
        The name in addresses, and the visitor who owns the job.

    Attributes
    ----------
    finished
        A future that is done once the job has ended.
    """

    kind: str
    """The name of the question, as in the REST API."""
    phase: JobPhase

    def __init__(self, ident: str, owner: str) -> None:
        self.ident, self.owner = ident, owner
        self.finished: Future[None] = Future()

    @property
    @abstractmethod
    def end(self) -> str | None:
        """How it ended, as in `TaskOutcome`; None while it waits or runs."""

    @abstractmethod
    def progress(self) -> Mapping[str, Any] | None:
        """Return its progress as `models.JobProgress`, if known."""

    def answer(self) -> Mapping[str, Any] | None:
        """Return its result as a JSON object, or None without one."""
        return None

    @property
    @abstractmethod
    def reason(self) -> str | None:
        """The reason why it has no answer, without what the server keeps to itself."""

    async def ended(self, within_s: float) -> bool:
        """Wait some seconds for its end; return whether it has ended."""
        await asyncio.wait([asyncio.wrap_future(self.finished)], timeout=within_s)
        return self.finished.done()


class StoredJob(ServerJob):
    """A job with a folder.

    Parameters
    ----------
    folder
        Its folder, which has the name of its id.
    about
        The question, as stored.

    Attributes
    ----------
    done, total
        The numbers of its parts done, and of all.
    error
        The reason why it failed, or empty.
    made
        The time when it was started, ISO 8601.
    """

    noun: str
    """The noun for such a job in errors."""

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        super().__init__(folder.name, about["owner"])
        self.folder, self.about = folder, about
        self.made: str = about["made"]
        self.done, self.total, self.error = 0, int(about["total"]), ""
        self.cancelled = threading.Event()
        self.phase = self._read()
        self.finished.set_result(None)

    @abstractmethod
    def _read(self) -> JobPhase:
        """Set the numbers to those that the files hold; return the phase for a new server."""

    @abstractmethod
    def run(self) -> None:
        """Run it; raise `Interrupted` if it was cancelled, `GridwiseError` if it failed."""

    @property
    def end(self) -> str | None:
        return _ENDS.get(self.phase)

    def progress(self) -> Mapping[str, Any]:
        return {"elapsed_s": 0.0, "counters": {"done": self.done, "total": self.total}}

    @property
    def reason(self) -> str | None:
        failed = self.phase is JobPhase.FAILED
        return f"the {self.noun} failed; the server's log says why" if failed else None

    def store_end(self, phase: JobPhase, error: str) -> None:
        """Store how it ended, if its files do not show that."""

    def restart(self) -> None:
        """Let it wait again."""
        self.finished, self.cancelled = Future(), threading.Event()
        self.error, self.phase = "", JobPhase.WAITING

    def stop(self, phase: JobPhase, error: str = "") -> None:
        """End it."""
        self.error, self.phase = error, phase
        self.finished.set_result(None)


J = TypeVar("J", bound=StoredJob)


class StoredJobs(ABC, Generic[J]):
    """All stored jobs of one kind of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The parent of the jobs' folders.
    """

    made: type[J]
    """The class of the jobs."""
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
        """The jobs that wait, run, or ran since the server started."""
        self._queue: deque[J] = deque()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False

    def find(self, ident: str) -> J:
        """Return a job; raise `UnknownNameError`."""
        job = self._queued.get(ident)
        if job is not None:
            return job
        if _IDENT.fullmatch(ident):  # checked before it becomes part of a path
            with suppress(OSError, ValueError):
                about = json.loads((self._folder / ident / _ASKED).read_text("utf-8"))
                if isinstance(about, dict):
                    return self._make(self._folder / ident, about)
        raise UnknownNameError(self.made.noun, ident, ())

    def _make(self, folder: Path, about: Mapping[str, Any]) -> J:
        return self.made(folder, about)

    def get(self, ident: str, owner: str) -> J | None:
        """Return an owner's job, or None."""
        with suppress(UnknownNameError):
            job = self.find(ident)
            return job if job.owner == owner else None
        return None

    def of(self, owner: str) -> tuple[J, ...]:
        """Return an owner's jobs, the latest first."""
        jobs = [job for ident in self._idents() if (job := self.get(ident, owner))]
        return tuple(sorted(jobs, key=lambda job: (job.made, job.ident), reverse=True))

    def before(self, ident: str) -> int:
        """Return the number of jobs that run or wait before it; 0 if it does not wait."""
        with self._changed:
            waiting = [job.ident for job in self._queue]
            if ident not in waiting:
                return 0
            running = sum(job.phase is JobPhase.RUNNING for job in self._queued.values())
            return running + waiting.index(ident)

    def cancel(self, ident: str) -> None:
        """Stop it: at once while it waits, soon while it runs; raise `UnknownNameError`."""
        with self._changed:
            job = self.find(ident)
            if job.phase in OPEN:
                job.cancelled.set()
            if job.phase is JobPhase.WAITING:
                self._queue.remove(job)
                job.store_end(JobPhase.STOPPED, "")
                job.stop(JobPhase.STOPPED)

    def resume(self, ident: str) -> None:
        """Resume a job that was stopped or failed; do nothing to others.

        Raises
        ------
        UnknownNameError, ParameterError, BusyError
            The job, or something that it needs, does not exist; or no further job can wait.
        """
        job = self.find(ident)
        if job.phase in (JobPhase.STOPPED, JobPhase.FAILED):
            self._prepare(job)
            self._enqueue(job)

    @abstractmethod
    def _prepare(self, job: J) -> None:
        """Prepare a job to be resumed; raise `GridwiseError` if it cannot be."""

    def remove(self, ident: str) -> None:
        """Stop it and delete its folder; raise `UnknownNameError`."""
        self.cancel(ident)
        with self._changed:
            job = self.find(ident)
            self._changed.wait_for(lambda: job.phase not in OPEN, timeout=self.patience_s)
            if job.phase in OPEN:
                raise ParameterError(msg("it has not stopped yet: try again"))
            self._queued.pop(ident, None)
            shutil.rmtree(job.folder, ignore_errors=True)

    def close(self) -> None:
        """Stop all jobs and return when nothing runs; they can be resumed."""
        with self._changed:
            self._closed = True
            for job in self._queued.values():
                job.cancelled.set()
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

    def _store(self, about: Mapping[str, Any], ident: str) -> J:
        """Return a new job with a folder that holds its question."""
        folder = self._folder / ident
        folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        about = {"made": datetime.now(UTC).isoformat(timespec="seconds"), **about}
        (folder / _ASKED).write_text(json.dumps(about) + "\n", "utf-8")
        return self._make(folder, about)

    def _enqueue(self, job: J) -> None:
        """Let a job wait."""
        with self._changed:
            job.restart()
            self._queued[job.ident] = job
            self._queue.append(job)
            if len(self._threads) < self.at_once:
                thread = threading.Thread(
                    target=self._work, name=f"gridwise-{self.made.noun}", daemon=True
                )
                self._threads.append(thread)
                thread.start()
            self._changed.notify_all()

    def _next(self) -> J | None:
        """Return the first job of a visitor without a running job."""
        running = {job.owner for job in self._queued.values() if job.phase is JobPhase.RUNNING}
        return next((job for job in self._queue if job.owner not in running), None)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._next() is not None)
                job = self._next()
                if self._closed or job is None:
                    return
                self._queue.remove(job)
                job.phase = JobPhase.RUNNING
            phase, error = JobPhase.DONE, ""
            try:
                job.run()
            except Interrupted:
                phase = JobPhase.STOPPED
            except GridwiseError as failed:
                phase, error = JobPhase.FAILED, str(failed)
            except Exception as failed:  # whatever the error, the next job has to run
                _log.exception("a %s failed", job.noun)
                phase, error = JobPhase.FAILED, f"{type(failed).__name__}: {failed}"
            if not (phase is JobPhase.STOPPED and self._closed):  # else the next server resumes it
                with suppress(OSError):
                    job.store_end(phase, error)
            with self._changed:
                job.stop(phase, error)
                self._changed.notify_all()


def new_ident() -> str:
    """Return the id of a new job."""
    return secrets.token_hex(12)
