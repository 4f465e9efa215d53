"""The comparisons of a server: started, shown, stopped and resumed, whatever pages are open.

Each has a folder of its own under the user's data, with `asked.json` beside the files that
`run_plan` writes. One runs at a time, so that no two share the machine. A comparison that
was stopped, or whose server was killed, resumes where it was.
"""

import json
import re
import secrets
import shutil
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from gridwise.comparing import results as model
from gridwise.comparing.plan import ComparisonPlan, plan_comparison
from gridwise.comparing.results import Comparison, RunRow
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import suites
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.solving.inputs import is_notation, parse
from gridwise.web.server.busy import BusyError

MOST_BOARDS, MOST_METHODS, MOST_REPEATS, MOST_TIME_S = 50, 20, 50, 600.0
MOST_WAITING = 8
MOST_RUNS = 10_000
"""Runs of one comparison: the server reads and sums up their rows."""
MOST_MEMORY_BYTES = 8_000_000_000
FILES: Mapping[str, str] = {
    "manifest.json": "application/json",
    "runs.jsonl": "application/x-ndjson",
    "runs.csv": "text/csv",
    "table.csv": "text/csv",
}
"""The files of a comparison that may be fetched, each with its media type."""

_ASKED, _DONE = "asked.json", "table.csv"
_IDENT = re.compile(r"[0-9a-f]{24}")


class ComparisonPhase(Enum):
    """The phases of a comparison."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    """Cancelled, or its server ended: it can be resumed."""
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ComparisonState:
    """The state of one comparison.

    Parameters
    ----------
    ident, owner
        Its name in addresses, and the visitor that it belongs to.
    phase
        Its phase.
    title, suite, question
        What is compared; `suite` is None for the visitor's own choice.
    done, total
        Runs.
    current
        The contender and the board of the current run, if any.
    error
        Why it failed; empty if it did not.
    made
        When it was started, ISO 8601.
    """

    ident: str
    owner: str
    phase: ComparisonPhase
    title: str
    suite: str | None
    question: str
    done: int
    total: int
    current: tuple[str, str] | None = None
    error: str = ""
    made: str = ""


@dataclass(slots=True)
class _QueuedComparison:
    """A comparison that waits, runs, or ran since the server started."""

    plan: ComparisonPlan
    phase: ComparisonPhase = ComparisonPhase.WAITING
    done: int = 0
    total: int = 0
    current: tuple[str, str] | None = None
    error: str = ""
    cancel: threading.Event = field(default_factory=threading.Event)


class Comparisons:
    """All comparisons of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The folder of their folders.
    run
        Runs a plan, as `run_plan` does.
    """

    def __init__(self, folder: Path, run: Callable[..., Comparison] = run_plan) -> None:
        self._folder = folder
        self._run = run
        self._queued: dict[str, _QueuedComparison] = {}
        self._queue: deque[str] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def start(
        self,
        inputs: Sequence[str],
        *,
        owner: str = "",
        methods: Sequence[str] | None = None,
        question: str | None = None,
        repeats: int | None = None,
        seed: int = 0,
        time_s: float | None = None,
        memory_bytes: int | None = None,
    ) -> str:
        """Start a comparison and return its id.

        Parameters
        ----------
        inputs
            The name of one ready-made suite, or notations. No paths.
        owner
            The visitor that may see it in the list.
        methods, question, repeats, seed, time_s, memory_bytes
            As for `plan_comparison`.

        Raises
        ------
        UnknownNameError, ParameterError, InputError
            As for `plan_comparison`; more than the limits of this module.
        BusyError
            Too many wait already.
        """
        asked: dict[str, Any] = {
            "inputs": _checked(inputs),
            "methods": None if methods is None else list(methods),
            "question": question,
            "repeats": repeats,
            "seed": seed,
            "time_s": time_s,
            "memory_bytes": memory_bytes,
        }
        _within(asked)
        plan = plan_comparison(**asked)
        runs = len(list(plan.runs()))
        if runs > MOST_RUNS:
            raise ParameterError(msg("at most {most} runs, not {n}", most=MOST_RUNS, n=runs))
        with self._changed:
            if self._closed:
                raise ParameterError(msg("the server is being ended"))
            if len(self._queue) >= MOST_WAITING:
                raise BusyError(msg("{n} comparisons wait already", n=MOST_WAITING))
        ident = secrets.token_hex(12)
        about: dict[str, Any] = {
            "owner": owner,
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "title": plan.title,
            "suite": plan.suite,
            "question": plan.question,
            "total": runs,
        }
        where = self._folder / ident
        where.mkdir(parents=True, mode=0o700)
        (where / _ASKED).write_text(json.dumps(about | {"asked": asked}) + "\n", "utf-8")
        self._enqueue(ident, plan, about["total"])
        return ident

    def resume(self, ident: str) -> None:
        """Resume a comparison that was stopped or failed; do nothing to others.

        Raises
        ------
        UnknownNameError, ParameterError
            No such comparison; its suite or a method no longer exists.
        """
        state = self.state(ident)
        if state.phase in (ComparisonPhase.STOPPED, ComparisonPhase.FAILED):
            plan = plan_comparison(**self._about(ident)["asked"])
            self._enqueue(ident, plan, state.total)

    def state(self, ident: str) -> ComparisonState:
        """Return its state; raise `UnknownNameError`."""
        about = self._about(ident)
        known = {name: about[name] for name in ("owner", "title", "suite", "question", "made")}
        with self._changed:
            job = self._queued.get(ident)
            if job is not None:
                return ComparisonState(
                    ident,
                    phase=job.phase,
                    done=job.done,
                    total=job.total,
                    current=job.current,
                    error=job.error,
                    **known,
                )
        done = _lines(self._folder / ident / model.RUNS)
        finished = (self._folder / ident / _DONE).exists()
        return ComparisonState(
            ident,
            phase=ComparisonPhase.DONE if finished else ComparisonPhase.STOPPED,
            done=done,
            total=done if finished else about["total"],
            **known,
        )

    def of(self, owner: str) -> tuple[ComparisonState, ...]:
        """Return the states of an owner's comparisons, the latest first."""
        found = []
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                try:
                    state = self.state(path.name)
                except UnknownNameError:
                    continue
                if state.owner == owner:
                    found.append(state)
        return tuple(sorted(found, key=lambda s: (s.made, s.ident), reverse=True))

    def cancel(self, ident: str) -> None:
        """Stop it: at once while it waits, within a tenth of a second while it runs."""
        self.state(ident)
        with self._changed:
            job = self._queued.get(ident)
            if job is None or job.phase not in (ComparisonPhase.WAITING, ComparisonPhase.RUNNING):
                return
            job.cancel.set()
            if job.phase is ComparisonPhase.WAITING:
                self._queue.remove(ident)
                job.phase = ComparisonPhase.STOPPED

    def remove(self, ident: str) -> None:
        """Stop it and delete its folder; raise `UnknownNameError`."""
        self.cancel(ident)
        with self._changed:
            self._changed.wait_for(
                lambda: self._phase(ident) is not ComparisonPhase.RUNNING, timeout=10
            )
            if self._phase(ident) is ComparisonPhase.RUNNING:
                raise ParameterError(msg("it has not stopped yet: try again"))
            self._queued.pop(ident, None)
            shutil.rmtree(self._folder / ident, ignore_errors=True)

    def result(self, ident: str) -> Comparison | None:
        """Return the results so far, None before the first; raise `GridwiseError`."""
        self._about(ident)
        where = self._folder / ident
        if not (where / model.MANIFEST).exists():
            return None
        found = Comparison.load(where)
        return found if found.rows else None

    def records(self, ident: str) -> Sequence[Mapping[str, Any]]:
        """Return the records of the results so far, computed once for each state of the file."""
        self._about(ident)
        where = self._folder / ident
        try:
            at = (where / model.RUNS).stat()
        except OSError:
            return ()
        return _records(where, at.st_mtime_ns, at.st_size)

    def file(self, ident: str, name: str) -> bytes:
        """Return one of `FILES`; raise `UnknownNameError` where there is none yet."""
        self._about(ident)
        there = [known for known in FILES if (self._folder / ident / known).exists()]
        if name not in there:
            raise UnknownNameError("file of this comparison", name, there)
        return (self._folder / ident / name).read_bytes()

    def report_args(self, ident: str, ending: str, language: str) -> dict[str, Any]:
        """Return the arguments of the task `report` for it; raise `UnknownNameError`."""
        return {
            "manifest": self.file(ident, model.MANIFEST).decode("utf-8"),
            "runs": self.file(ident, model.RUNS).decode("utf-8"),
            "ending": ending,
            "language": language,
        }

    def close(self) -> None:
        """Stop all of them and return when nothing runs; they can be resumed."""
        with self._changed:
            self._closed = True
            for job in self._queued.values():
                job.cancel.set()
            self._changed.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(timeout=10)

    def _enqueue(self, ident: str, plan: ComparisonPlan, total: int) -> None:
        with self._changed:
            done = _lines(self._folder / ident / model.RUNS)
            self._queued[ident] = _QueuedComparison(plan, done=done, total=total)
            self._queue.append(ident)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._work, name="gridwise-comparisons", daemon=True
                )
                self._thread.start()
            self._changed.notify_all()

    def _phase(self, ident: str) -> ComparisonPhase | None:
        job = self._queued.get(ident)
        return None if job is None else job.phase

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or bool(self._queue))
                if self._closed:
                    return
                ident = self._queue.popleft()
                job = self._queued[ident]
                job.phase = ComparisonPhase.RUNNING
                job.current = _first(job)
            phase, error = ComparisonPhase.DONE, ""
            try:
                self._run(
                    job.plan,
                    self._folder / ident,
                    cancel=job.cancel,
                    progress=partial(self._progress, job, list(job.plan.runs())),
                )
            except Interrupted:
                phase = ComparisonPhase.STOPPED
            except GridwiseError as failed:
                phase, error = ComparisonPhase.FAILED, str(failed)
            except Exception as failed:  # whatever it was, the next comparison has to run
                phase, error = ComparisonPhase.FAILED, f"{type(failed).__name__}: {failed}"
            with self._changed:
                job.phase, job.error, job.current = phase, error, None
                self._changed.notify_all()

    def _progress(
        self, job: _QueuedComparison, order: Sequence[Any], done: int, total: int, row: RunRow
    ) -> None:
        """Note the progress, and the next run in the order of the plan."""
        following = None
        for at, (contender, subject, repeat, kind) in enumerate(order[:-1]):
            if (subject.id, contender.id, repeat, kind) == row.key:
                following = (order[at + 1][0].label, order[at + 1][1].label)
                break
        with self._changed:
            job.done, job.total, job.current = done, total, following

    def _about(self, ident: str) -> dict[str, Any]:
        """Return what was asked; the id is checked before it becomes part of a path."""
        if _IDENT.fullmatch(ident):
            try:
                found = json.loads((self._folder / ident / _ASKED).read_text("utf-8"))
            except (OSError, ValueError):
                found = None
            if isinstance(found, dict):
                return found
        raise UnknownNameError("comparison", ident, ())


def _checked(inputs: Sequence[str]) -> list[str]:
    """Return the name of a suite or notations; a path is neither and is never opened."""
    if len(inputs) == 1 and inputs[0] in suites():
        return list(inputs)
    if not inputs:
        known = ", ".join(suites())
        raise ParameterError(msg("a comparison needs notations, or a suite: {known}", known=known))
    if len(inputs) > MOST_BOARDS:
        raise ParameterError(msg("at most {most} boards, not {n}", most=MOST_BOARDS, n=len(inputs)))
    out = []
    for text in inputs:
        if not is_notation(text):
            raise UnknownNameError("suite or notation", text[:60], suites())
        parse(text)
        try:
            there = Path(text).exists()
        except (OSError, ValueError):
            there = False
        if there:
            raise ParameterError("a notation is not the name of a file")
        out.append(text.strip())
    return out


def _within(asked: Mapping[str, Any]) -> None:
    """Refuse what would occupy a server for too long."""
    if asked["methods"] is not None and not 1 <= len(asked["methods"]) <= MOST_METHODS:
        raise ParameterError(f"from 1 to {MOST_METHODS} methods, not {len(asked['methods'])}")
    most = {"repeats": MOST_REPEATS, "time_s": MOST_TIME_S, "memory_bytes": MOST_MEMORY_BYTES}
    for name, limit in most.items():
        value = asked[name]
        if value is not None and not 0 < value <= limit:
            raise ParameterError(f"{name} is above 0 and at most {limit:g}, not {value}")


def _first(job: _QueuedComparison) -> tuple[str, str] | None:
    """Return the first run that is missing; exact but for runs that were left out."""
    order = list(job.plan.runs())
    if job.done < len(order):
        contender, subject, _, _ = order[job.done]
        return contender.label, subject.label
    return None


@lru_cache(maxsize=16)
def _records(where: Path, changed_ns: int, size: int) -> tuple[Mapping[str, Any], ...]:
    found = Comparison.load(where)
    return tuple(model.records(found)) if found.rows else ()


def _lines(path: Path) -> int:
    """Return the number of whole lines of a file, 0 without one."""
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0
