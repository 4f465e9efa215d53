"""One submission on one task: run apart, or its clauses checked; the answer is replayed here."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from gridwise.core import registry
from gridwise.core.errors import InputError
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.result import Stop
from gridwise.grading.assignment import CourseAssignment, GradedTask
from gridwise.grading.results import TaskRun
from gridwise.grading.submissions import Submission, lay_out
from gridwise.render.words import limit_words
from gridwise.solving.encoding.check import check_encoding
from gridwise.solving.encoding.given import read_given
from gridwise.solving.inputs import parse
from gridwise.workers.own_solver.ask import solver_input
from gridwise.workers.own_solver.judge import Judgement, judged, why_ended
from gridwise.workers.own_solver.run import run_apart

_REFERENCE_S = 60.0


def attempt(
    plan: CourseAssignment,
    task: GradedTask,
    submission: Submission,
    contents: Mapping[str, bytes],
    *,
    cancel: CancelToken | None = None,
) -> TaskRun:
    """Return what a submission does on a task; raise `Interrupted` where cancelled."""
    wanted = task.file or plan.file
    file = submission.find(wanted)
    if file is None:
        return TaskRun(task.id, False, _missing(wanted, submission))
    with TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        lay_out(submission, contents, folder, wanted)
        if task.file is not None:
            return _encoding(task, submission, folder, file, cancel)
        position = parse(task.notation)
        solver = plan.file if plan.command is None else plan.command
        given = solver_input(solver, position, folder)
        ended = run_apart(given.command, folder, given.text, plan.limits, cancel=cancel)
    if ended.end == "cancelled":
        raise Interrupted(Stop.CANCELLED)
    # What a program says of a hidden board may be the board.
    seen = not task.hidden or task.visibility == "visible"
    why = why_ended(ended, plan.limits, seen=seen, clauses=given.clauses is not None)
    if why is None:
        python = plan.command is None
        found = judged(position, ended.output, python=python, clauses=given.clauses)
    else:
        found = Judgement(False, why)
    if why is None and not (seen or found.right):
        found = Judgement(False, msg("its answer is wrong, or cannot be read"))
    puzzle = registry.puzzle_of(position)
    said = ended.errors.decode("utf-8", "replace").strip()[-1000:]
    return TaskRun(
        task.id,
        found.right,
        found.text,
        moves=found.moves,
        cpu_s=ended.cpu_s,
        wall_s=ended.wall_s,
        peak_bytes=ended.peak_bytes,
        answer=None if found.right or found.board is None else puzzle.format(found.board),
        said=said if seen and not found.right else "",
    )


def _encoding(
    task: GradedTask,
    submission: Submission,
    folder: Path,
    file: str,
    cancel: CancelToken | None,
) -> TaskRun:
    """Check the clauses of a file against the rules."""
    table = None if task.map_file is None else submission.find(task.map_file)
    if task.map_file is not None and table is None:
        return TaskRun(task.id, False, _missing(task.map_file, submission))
    named = task.file if submission.loose else file
    try:
        found = check_encoding(
            read_given(str(folder / str(named))),
            parse(task.notation),
            variables=None if table is None else str(folder / table),
            time_s=_REFERENCE_S,
            cancel=cancel,
        )
    except InputError as error:
        what = msg("the clauses cannot be read: {why}", why=error.message)
        return TaskRun(task.id, False, what)
    if found.right:
        what = msg("the clauses are right")
    elif found.accepted is not None:
        why = found.accepted.rule or found.accepted.family or ""
        what = msg("the clauses accept a board that the rules forbid: {why}", why=why)
    elif found.rejected is not None and found.rejected.clause is not None:
        clause = found.rejected.clause.text
        what = msg("the clauses reject a legal board: {clause}", clause=clause)
    elif found.rejected is not None:
        what = msg("the clauses reject a legal board")
    else:
        limit = limit_words(_REFERENCE_S)
        what = msg("whether the clauses are right was not decided in {limit}", limit=limit)
    shows = found.accepted or found.rejected
    marks = () if shows is None else tuple((mark.cell, mark.value) for mark in shows.marks)
    cells = () if shows is None else shows.cells
    return TaskRun(task.id, bool(found.right), what, marks=marks, cells=cells)


def _missing(wanted: str, submission: Submission) -> Message:
    names = tuple(sorted(submission.files))[:5]
    return msg("no {file} in the submission; found: {names}", file=wanted, names=names)
