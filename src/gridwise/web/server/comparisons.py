"""The comparisons of a server, as stored jobs: in each folder lie the files of `run_plan`.

One runs at a time, so that no two share the machine. A stopped comparison, or one whose server was
killed, resumes.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from statistics import mean
from typing import Any

from gridwise.comparing import results as model
from gridwise.comparing.measures import ANSWERED, HEAP
from gridwise.comparing.plan import ComparisonPlan, PlannedRun, plan_comparison
from gridwise.comparing.results import Comparison, Contender, RunRow
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import suites
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.solving.inputs import is_notation, parse
from gridwise.web.server.stored_jobs import JobPhase, QueuedJob, StoredJobs, StoredState

MOST_BOARDS, MOST_METHODS, MOST_REPEATS, MOST_TIME_S = 50, 20, 50, 600.0
MOST_WAITING = 8
MOST_RUNS = 10_000
"""The most runs of one comparison: the server reads and sums up their rows."""
MOST_MEMORY_BYTES = 8_000_000_000
FILES: Mapping[str, str] = {
    "manifest.json": "application/json",
    "runs.jsonl": "application/x-ndjson",
    "runs.csv": "text/csv",
    "table.csv": "text/csv",
}
"""The files of a comparison that can be fetched, each with its media type."""

_DONE = "table.csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonState(StoredState):
    """The state of one comparison; its parts are runs.

    Parameters
    ----------
    title, suite, question
        The subject and the question; `suite` is None for the visitor's own choice.
    current
        The contender and the label of the board of the current run, if any.
    left_s
        The seconds left, approximately; None while unknown.
    """

    title: str
    suite: str | None
    question: str
    current: tuple[Contender, str] | None = None
    left_s: float | None = None


@dataclass(slots=True, kw_only=True)
class _QueuedComparison(QueuedJob):
    plan: ComparisonPlan
    current: tuple[Contender, str] | None = None
    left_s: float | None = None
    since: float = 0.0
    """The time when the last run ended, or the first began."""
    spent: dict[tuple[str, str, str], list[float]] = field(default_factory=dict)
    """Seconds of the runs so far, by subject, contender and kind."""
    unanswered: set[tuple[str, str]] = field(default_factory=set)
    """Subjects and contenders with a run that had no answer: their heap is not traced."""


class Comparisons(StoredJobs[ComparisonState, _QueuedComparison]):
    """All comparisons of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The parent of the comparisons' folders.
    run
        The function that runs a plan, such as `run_plan`.
    """

    what = "comparison"
    busy = staticmethod(lambda n: msg("{n} comparisons wait already", n=n))
    most_waiting = MOST_WAITING

    def __init__(self, folder: Path, run: Callable[..., Comparison] = run_plan) -> None:
        super().__init__(folder)
        self._run = run

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
        cpu_s: float | None = None,
        memory_bytes: int | None = None,
        total_s: float | None = None,
    ) -> str:
        """Start a comparison and return its id.

        Parameters
        ----------
        inputs
            The name of one ready-made suite, or notations. No paths.
        owner
            The visitor that may see it in the list.
        methods, question, repeats, seed, time_s, cpu_s, memory_bytes, total_s
            As for `plan_comparison`.

        Raises
        ------
        UnknownNameError, ParameterError, InputError
            As for `plan_comparison`; or the comparison exceeds the limits of this module.
        BusyError
            Too many comparisons wait already.
        """
        arguments: dict[str, Any] = {
            "inputs": _checked(inputs),
            "methods": None if methods is None else list(methods),
            "question": question,
            "repeats": repeats,
            "seed": seed,
            "time_s": time_s,
            "cpu_s": cpu_s,
            "memory_bytes": memory_bytes,
            "total_s": total_s,
        }
        _within(arguments)
        plan = plan_comparison(**arguments)
        runs = len(list(plan.runs()))
        if runs > MOST_RUNS:
            raise ParameterError(msg("at most {most} runs, not {n}", most=MOST_RUNS, n=runs))
        self._check_free()
        about: dict[str, Any] = {
            "owner": owner,
            "title": plan.title,
            "suite": plan.suite,
            "question": plan.question,
            "total": runs,
        }
        ident = self._store(about | {"asked": arguments})
        self._put(ident, plan, runs, owner)
        return ident

    def resume(self, ident: str) -> None:
        """Resume a comparison that was stopped or failed; do nothing to others."""
        state = self.state(ident)
        if state.phase in (JobPhase.STOPPED, JobPhase.FAILED):
            plan = plan_comparison(**self._about(ident)["asked"])
            self._put(ident, plan, state.total, state.owner)

    def state(self, ident: str) -> ComparisonState:
        """Return its state; raise `UnknownNameError`."""
        about = self._about(ident)
        known = {name: about[name] for name in ("owner", "title", "suite", "question", "made")}
        with self._changed:
            job = self._queued.get(ident)
            if job is not None:
                return ComparisonState(
                    ident=ident,
                    phase=job.phase,
                    done=job.done,
                    total=job.total,
                    current=job.current,
                    left_s=job.left_s,
                    error=job.error,
                    **known,
                )
        done = _lines(self._folder / ident / model.RUNS)
        finished = (self._folder / ident / _DONE).exists()
        return ComparisonState(
            ident=ident,
            phase=JobPhase.DONE if finished else JobPhase.STOPPED,
            done=done,
            total=done if finished else about["total"],
            **known,
        )

    def result(self, ident: str) -> Comparison | None:
        """Return the results so far, or None before the first; raise `GridwiseError`."""
        self._about(ident)
        where = self._folder / ident
        if not (where / model.MANIFEST).exists():
            return None
        comparison = Comparison.load(where)
        return comparison if comparison.rows else None

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
        """Return one of `FILES`; raise `UnknownNameError` if it does not exist yet."""
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

    def _put(self, ident: str, plan: ComparisonPlan, total: int, owner: str) -> None:
        done = _lines(self._folder / ident / model.RUNS)
        self._enqueue(ident, _QueuedComparison(owner=owner, plan=plan, done=done, total=total))

    def _do(self, ident: str, job: _QueuedComparison) -> None:
        job.current, job.since = _first(job), time.monotonic()
        try:
            self._run(
                job.plan,
                self._folder / ident,
                cancel=job.cancel,
                progress=partial(self._progress, job, list(job.plan.runs())),
            )
        finally:
            job.current = None

    def _progress(
        self, job: _QueuedComparison, order: Sequence[Any], done: int, total: int, row: RunRow
    ) -> None:
        """Note the progress, and the next run in the order of the plan."""
        now, following = time.monotonic(), None
        of_pair = (row.subject, row.contender)
        job.spent.setdefault((*of_pair, row.kind), []).append(now - job.since)
        if row.end != ANSWERED:
            job.unanswered.add(of_pair)
        job.since = now
        for at, (contender, subject, repeat, kind) in enumerate(order[:-1]):
            if (subject.id, contender.id, repeat, kind) == row.key:
                following = (order[at + 1][0], order[at + 1][1].label)
                left_s = _left(job, order[at + 1 :])
                break
        else:
            left_s = None
        with self._changed:
            job.left_s = left_s
            job.done, job.total, job.current = done, total, following


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
    """Refuse a comparison that would occupy a server for too long."""
    if asked["methods"] is not None and not 1 <= len(asked["methods"]) <= MOST_METHODS:
        raise ParameterError(f"from 1 to {MOST_METHODS} methods, not {len(asked['methods'])}")
    most = {
        "repeats": MOST_REPEATS,
        "time_s": MOST_TIME_S,
        "cpu_s": MOST_TIME_S,
        "memory_bytes": MOST_MEMORY_BYTES,
    }
    for name, limit in most.items():
        value = asked[name]
        if value is not None and not 0 < value <= limit:
            raise ParameterError(f"{name} is above 0 and at most {limit:g}, not {value}")


_TRACED = 4.0
"""The assumed ratio of a run whose heap is traced to a timed run, before one was measured."""


def _left(job: _QueuedComparison, runs: Sequence[PlannedRun]) -> float | None:
    """Return about how many seconds some runs take, by the runs that were made.

    None before every pair ran once: a pair may take a thousand times as long as another.
    """
    pairs = {key[:2]: seconds for key, seconds in job.spent.items() if key[2] != HEAP}
    traced = [
        (mean(seconds), mean(pairs[key[:2]]))
        for key, seconds in job.spent.items()
        if key[2] == HEAP and key[:2] in pairs
    ]
    factor = sum(a for a, _ in traced) / sum(b for _, b in traced) if traced else _TRACED
    left = 0.0
    for run in runs:
        pair = (run.subject.id, run.contender.id)
        if pair not in pairs:
            return None
        if run.kind != HEAP:
            left += mean(pairs[pair])
        elif pair not in job.unanswered:
            left += factor * mean(pairs[pair])
    return left


def _first(job: _QueuedComparison) -> tuple[Contender, str] | None:
    """Return the first missing run; exact but for runs that were left out."""
    order = list(job.plan.runs())
    if job.done < len(order):
        contender, subject, _, _ = order[job.done]
        return contender, subject.label
    return None


@lru_cache(maxsize=16)
def _records(where: Path, changed_ns: int, size: int) -> tuple[Mapping[str, Any], ...]:
    comparison = Comparison.load(where)
    return tuple(model.records(comparison)) if comparison.rows else ()


def _lines(path: Path) -> int:
    """Return the number of whole lines of a file, 0 without one."""
    try:
        return path.read_bytes().count(b"\n")
    except OSError:
        return 0
