"""The comparisons of a server, as stored jobs: in each folder lie the files of `run_plan`.

One runs at a time, so that no two share the machine. A stopped comparison, or one whose server was
killed, resumes.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
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
from gridwise.jobs.stored import JobPhase, StoredJob, StoredJobs, new_ident
from gridwise.solving.inputs import is_notation, parse

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

Run = Callable[..., Comparison]


class StoredComparison(StoredJob):
    """One comparison; its parts are runs.

    Parameters
    ----------
    run_plan
        The function that runs its plan.

    Attributes
    ----------
    title, suite, question
        The subject and the question; `suite` is None for the visitor's own choice.
    current
        The contender and the label of the board of the current run, if any.
    left_s
        The seconds left, approximately; None while unknown.
    plan
        Its plan; None for a job of an earlier server that was not resumed.
    """

    kind, noun = "compare", "comparison"

    def __init__(self, folder: Path, about: Mapping[str, Any], run_plan: Run) -> None:
        self.title, self.suite, self.question = about["title"], about["suite"], about["question"]
        self.current: tuple[Contender, str] | None = None
        self.left_s: float | None = None
        self.plan: ComparisonPlan | None = None
        self._run_plan = run_plan
        super().__init__(folder, about)

    def _read(self) -> JobPhase:
        self.done = _lines(self.folder / model.RUNS)
        if not (self.folder / "table.csv").exists():
            return JobPhase.STOPPED
        self.total = self.done
        return JobPhase.DONE

    def run(self) -> None:
        assert self.plan is not None
        order = list(self.plan.runs())
        keys = [run.key for run in order]
        remaining = _Remaining(time.monotonic())

        def progress(done: int, total: int, row: RunRow) -> None:
            """Note the progress, and the next run in the order of the plan."""
            following = order[keys.index(row.key) + 1 :] if row.key in keys else []
            remaining.add(row, time.monotonic())
            self.left_s = remaining.seconds(following) if following else None
            self.done, self.total, self.current = done, total, _first(following)

        # Exact but for runs that were left out.
        self.current = _first(order[self.done :])
        try:
            self._run_plan(self.plan, self.folder, cancel=self.cancelled, progress=progress)
        finally:
            self.current = None

    def result(self) -> Comparison | None:
        """Return the results so far, or None before the first; raise `GridwiseError`."""
        if not (self.folder / model.MANIFEST).exists():
            return None
        comparison = Comparison.load(self.folder)
        return comparison if comparison.rows else None

    def answer(self) -> Mapping[str, Any] | None:
        if self.phase is not JobPhase.DONE:
            return None
        return {"rows": list(self.records()), "files": list(FILES)}

    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return the records of the results so far, computed once for each state of the file."""
        try:
            at = (self.folder / model.RUNS).stat()
        except OSError:
            return ()
        return _records(self.folder, at.st_mtime_ns, at.st_size)

    def file(self, name: str) -> bytes:
        """Return one of `FILES`; raise `UnknownNameError` if it does not exist yet."""
        there = [known for known in FILES if (self.folder / known).exists()]
        if name not in there:
            raise UnknownNameError("file of this comparison", name, there)
        return (self.folder / name).read_bytes()

    def report_args(self, ending: str, language: str, *, full: bool = False) -> dict[str, Any]:
        """Return the arguments of the task `report` for it; raise `UnknownNameError`."""
        return {
            "manifest": self.file(model.MANIFEST).decode("utf-8"),
            "runs": self.file(model.RUNS).decode("utf-8"),
            "ending": ending,
            "language": language,
            "full": full,
        }


class Comparisons(StoredJobs[StoredComparison]):
    """All comparisons of a server. Every method may be called from any thread.

    Parameters
    ----------
    folder
        The parent of the comparisons' folders.
    run
        The function that runs a plan, such as `run_plan`.
    """

    made = StoredComparison
    busy = staticmethod(lambda n: msg("{n} comparisons wait already", n=n))
    most_waiting = MOST_WAITING

    def __init__(self, folder: Path, run: Run = run_plan) -> None:
        super().__init__(folder)
        self._run = run

    def _make(self, folder: Path, about: Mapping[str, Any]) -> StoredComparison:
        return StoredComparison(folder, about, self._run)

    def _prepare(self, job: StoredComparison) -> None:
        job.plan = plan_comparison(**job.about["asked"])

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
        job = self._store(about | {"asked": arguments}, new_ident())
        job.plan = plan
        self._enqueue(job)
        return job.ident


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


class _Remaining:
    """The time that runs will take, by the runs that were made."""

    def __init__(self, since: float) -> None:
        self._since = since
        """The time when the last run ended, or the first began."""
        self._spent: dict[tuple[str, str, str], list[float]] = {}
        """Seconds of the runs so far, by subject, contender and kind."""
        self._unanswered: set[tuple[str, str]] = set()
        """Subjects and contenders with a run that had no answer: their heap is not traced."""

    def add(self, row: RunRow, now: float) -> None:
        """Note a run that has just ended."""
        pair = (row.subject, row.contender)
        self._spent.setdefault((*pair, row.kind), []).append(now - self._since)
        if row.end != ANSWERED:
            self._unanswered.add(pair)
        self._since = now

    def seconds(self, runs: Sequence[PlannedRun]) -> float | None:
        """Return about how many seconds some runs take.

        None before every pair ran once: a pair may take a thousand times as long as another.
        """
        pairs = {key[:2]: seconds for key, seconds in self._spent.items() if key[2] != HEAP}
        traced = [
            (mean(seconds), mean(pairs[key[:2]]))
            for key, seconds in self._spent.items()
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
            elif pair not in self._unanswered:
                left += factor * mean(pairs[pair])
        return left


def _first(runs: Sequence[PlannedRun]) -> tuple[Contender, str] | None:
    """Return the contender and the label of the board of the first run, if any."""
    return (runs[0].contender, runs[0].subject.label) if runs else None


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
