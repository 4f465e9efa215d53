"""One submission on one task: run apart, or its clauses checked; the answer is replayed here."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec

from gridwise.core import registry
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import Message, from_json, msg
from gridwise.core.result import Stop
from gridwise.grading.assignment import MARGIN, CourseAssignment, GradedTask
from gridwise.grading.results import TaskRun
from gridwise.grading.submissions import Submission, lay_out
from gridwise.process.stranger import Ended, run_apart
from gridwise.process.supervisor import Supervisor, Task
from gridwise.render.words import byte_size
from gridwise.solving.encoding.check_display import undecided
from gridwise.solving.inputs import parse
from gridwise.workers.own_solver import driver
from gridwise.workers.own_solver.judge import Judgement, judged, why_ended
from gridwise.workers.own_solver.program import solver_input
from gridwise.workers.own_solver.record import seconds

P = ParamSpec("P")

NEAR = 0.8
"""The share of a limit of time from which a run came near it."""
_REFERENCE_S = 60.0
_READING_S = 30.0
_ENCODING_BYTES = 2_000_000_000
"""The most seconds of a check of clauses, with those of reading them, and its memory."""


def again_if_near(run: Callable[P, TaskRun]) -> Callable[P, TaskRun]:
    """Repeat a run that came near a limit of time; the better run counts."""

    @wraps(run)
    def once_or_twice(*args: P.args, **more: P.kwargs) -> TaskRun:
        first = run(*args, **more)
        return better(first, run(*args, **more)) if first.near else first

    return once_or_twice


def better(first: TaskRun, second: TaskRun) -> TaskRun:
    """Return the better of two runs: the right one, else the one that used less."""

    def order(run: TaskRun) -> tuple[bool, float]:
        return not run.correct, math.inf if run.cpu_s is None else run.cpu_s

    return replace(min(first, second, key=order), near=True)


@again_if_near
def attempt(
    plan: CourseAssignment,
    task: GradedTask,
    submission: Submission,
    contents: Mapping[str, bytes],
    *,
    supervisor: Supervisor | None,
    cancel: CancelToken | None = None,
) -> TaskRun:
    """Return the run of a submission on a task; raise `Interrupted` if cancelled.

    Parameters
    ----------
    supervisor
        The supervisor that checks clauses; None if no task has any.
    """
    wanted = task.file or plan.file
    file = submission.find(wanted)
    if file is None:
        return TaskRun(task.id, False, _missing(wanted, submission))
    with TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        lay_out(submission, contents, folder, wanted)
        if task.file is not None:
            assert supervisor is not None
            return _encoding(task, submission, folder, file, supervisor, cancel)
        position = parse(task.notation)
        solver = plan.file if plan.command is None else plan.command
        given = solver_input(solver, position, folder)
        lines = driver.LINES_OF_FILE if plan.command is None else 0
        ended = run_apart(
            given.command, folder, given.text, plan.limits, cancel=cancel, lines=lines
        )
    if ended.end == "cancelled":
        raise Interrupted(Stop.CANCELLED)
    # The messages of a program about a hidden board may hold the board.
    seen = not task.hidden or task.visibility == "visible"
    why = why_ended(ended, plan.limits, seen=seen, clauses=given.clauses is not None)
    if why is None:
        python = plan.command is None
        verdict = judged(position, ended.output, python=python, clauses=given.clauses)
    else:
        verdict = Judgement(False, why)
    if why is None and not (seen or verdict.right):
        verdict = Judgement(False, msg("its answer is wrong, or cannot be read"))
    differs = None
    if verdict.right and task.followed is not None:
        differs = task.followed.difference(verdict, seen=seen)
    used = ended.used
    if plan.command is None and verdict.right:
        used |= seconds(ended)
    puzzle = registry.puzzle_of(position)
    message = ended.errors.decode("utf-8", "replace").strip()[-1000:]
    return TaskRun(
        task.id,
        verdict.right,
        verdict.text,
        moves=verdict.moves,
        cpu_s=used["cpu_s"],
        wall_s=used["wall_s"],
        near=_near(plan, task, ended, used),
        peak_bytes=ended.peak_bytes,
        answer=None if verdict.right or verdict.board is None else puzzle.format(verdict.board),
        said=message if seen and not verdict.right else "",
        differs=differs,
    )


def _near(
    plan: CourseAssignment, task: GradedTask, ended: Ended, used: Mapping[str, float | None]
) -> bool:
    """Return whether a run ended at a limit of time, or close to one."""
    within = None if task.within_s is None else task.within_s * MARGIN
    cpu_s, wall_s = used["cpu_s"] or 0.0, used["wall_s"] or 0.0
    pairs = ((cpu_s, plan.limits.cpu_s), (cpu_s, within), (wall_s, plan.limits.time_s))
    close = any(most is not None and NEAR * most <= took for took, most in pairs)
    return close or ended.end in ("start", "time", "cpu")


def _encoding(
    task: GradedTask,
    submission: Submission,
    folder: Path,
    file: str,
    supervisor: Supervisor,
    cancel: CancelToken | None,
) -> TaskRun:
    """Check the clauses of a file against the rules, in a process of its own."""
    table = None if task.map_file is None else submission.find(task.map_file)
    if task.map_file is not None and table is None:
        return TaskRun(task.id, False, _missing(task.map_file, submission))
    named = task.file if submission.loose else file
    args = {
        "notation": task.notation,
        "cnf_file": str(folder / str(named)),
        "map_file": None if table is None else str(folder / table),
        "time_s": _REFERENCE_S,
    }
    outcome = supervisor.run(
        Task("judge_encoding", args),
        Limits(_REFERENCE_S + _READING_S, memory_bytes=_ENCODING_BYTES),
        cancel=cancel,
    )
    match outcome.end:
        case "answered" if outcome.value is not None:
            verdict = outcome.value
            return TaskRun(
                task.id,
                verdict["right"],
                from_json(verdict["why"]),
                marks=tuple((cell, value) for cell, value in verdict["marks"]),
                cells=tuple(verdict["cells"]),
            )
        case "cancelled":
            raise Interrupted(Stop.CANCELLED)
        case "refused":
            why = outcome.message or msg("{what}", what=outcome.error or "")
            what = msg("the clauses cannot be read: {why}", why=why)
        case "time_limit":
            what = undecided(_REFERENCE_S)
        case "memory_limit":
            size = byte_size(_ENCODING_BYTES)
            what = msg("its check took more than {size} of memory", size=size)
        case _:
            what = msg("its check failed: {why}", why=outcome.error or "?")
    return TaskRun(task.id, False, what)


def _missing(wanted: str, submission: Submission) -> Message:
    names = tuple(sorted(submission.files))[:5]
    return msg("no {file} in the submission; found: {names}", file=wanted, names=names)
