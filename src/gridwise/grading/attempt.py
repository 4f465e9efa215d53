"""One submission on one task: run apart, or its clauses checked; the answer is replayed here."""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, InputError, ParameterError, ParseError
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Status, Stop
from gridwise.grading import driver
from gridwise.grading.apart import MOST_DISK_BYTES, MOST_PROCESSES, Ended, run_apart
from gridwise.grading.assignment import CourseAssignment, GradedTask
from gridwise.grading.results import TaskRun
from gridwise.grading.submissions import Submission, lay_out
from gridwise.render.words import byte_size, limit_words, number
from gridwise.solving.encoding.check import check_encoding
from gridwise.solving.encoding.given import read_given
from gridwise.solving.inputs import origin_error, parse
from gridwise.solving.solve import solve

RIGHT = msg("right")
NO_SOLUTION = "no solution"
"""What a program prints of a board that has none."""
_CLAIMS = (NO_SOLUTION, "unsatisfiable", "unsolvable", "none")
_REFERENCE_S = 60.0
_MOST_MOVES = 1_000_000


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
        limits = plan.limits
        ended = run_apart(
            _command(plan, task),
            folder,
            task.notation + "\n",
            time_s=limits.time_s,
            memory_bytes=limits.memory_bytes,
            output_bytes=limits.output_bytes,
            cancel=cancel,
        )
    if ended.end == "cancelled":
        raise Interrupted(Stop.CANCELLED)
    position = parse(task.notation)
    # What a program says of a hidden board may be the board.
    seen = not task.hidden or task.visibility == "visible"
    correct, what, moves, led = False, _why_ended(plan, ended, seen=seen), None, None
    if what is None:
        correct, what, moves, led = _judged(plan, position, ended.output)
        if not (seen or correct):
            what = msg("its answer is wrong, or cannot be read")
    puzzle = registry.puzzle_of(position)
    return TaskRun(
        task.id,
        correct,
        what,
        moves=moves,
        cpu_s=ended.cpu_s,
        wall_s=ended.wall_s,
        peak_bytes=ended.peak_bytes,
        answer=puzzle.format(led) if seen and led is not None else None,
        said="" if correct or not seen else ended.errors.decode("utf-8", "replace").strip()[-1000:],
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


def _command(plan: CourseAssignment, task: GradedTask) -> Sequence[str]:
    if plan.command is None:
        return [sys.executable, "-I", driver.__file__, plan.file]
    return [word.replace("{board}", task.notation) for word in plan.command]


def _why_ended(plan: CourseAssignment, ended: Ended, *, seen: bool) -> Message | None:
    """Return why a run gave no answer, None where it may have given one."""
    limits = plan.limits
    match ended.end:
        case "time":
            return msg("no answer within {limit}", limit=limit_words(limits.time_s))
        case "memory":
            return msg("it took more than {size} of memory", size=byte_size(limits.memory_bytes))
        case "output":
            return msg("it printed more than {size}", size=byte_size(limits.output_bytes))
        case "disk":
            return msg("it wrote more than {size} to its folder", size=byte_size(MOST_DISK_BYTES))
        case "processes":
            return msg("it started more than {most} processes", most=MOST_PROCESSES)
    lines = ended.errors.decode("utf-8", "replace").strip().splitlines()
    last = lines[-1][:200] if lines else ""
    if ended.status is None:
        return msg("its process was killed")
    if ended.status < 0:
        return msg("signal {number} ended it", number=-ended.status)
    if ended.status > 0 and last and seen:
        return msg("it failed: {why}", why=last)
    if ended.status > 0:
        return msg("it ended with exit status {number}", number=ended.status)
    return None


Judged = tuple[bool, Message, int | None, Any]
"""Whether an answer is right, that in words, its moves, and the board that a wrong one led to."""


def _judged(plan: CourseAssignment, position: Any, output: bytes) -> Judged:
    """Replay an answer: a child's word counts for nothing."""
    puzzle = registry.puzzle_of(position)
    try:
        answer = _read(plan, output.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return False, msg("its answer cannot be read: {why}", why=str(error)[:200]), None, None
    if answer is None:
        return _without_solution(puzzle.format(position))
    try:
        if isinstance(answer, str):
            return _board_judged(puzzle, position, answer)
        return _moves_judged(puzzle, position, answer)
    except GridwiseError as error:
        why = error.phrases[0] if isinstance(error, ParseError) else error.message
        if isinstance(error, ParseError):
            why = msg("found {found}, expected {expected}", found=why, expected=error.phrases[1])
        return False, msg("its answer cannot be read: {why}", why=why), None, None


def _read(plan: CourseAssignment, text: str) -> str | list[str] | None:
    """Return the answer on standard output: a board, moves, or None for no solution."""
    if plan.command is None:
        found = json.loads(text)["answer"] if text.strip() else ""
        if isinstance(found, list):
            return [str(move) for move in found]
        return None if found is None else str(found)
    said = text.strip()
    return None if said.casefold().removeprefix("s ") in _CLAIMS else said


def _board_judged(puzzle: Puzzle[Any, Any], position: Any, text: str) -> Judged:
    """Judge a text: moves with spaces or commas between; or a board, if no path is asked for."""
    if not text.strip():
        return False, msg("it gave no answer"), None, None
    try:
        return _moves_judged(puzzle, position, text.replace(",", " ").split())
    except GridwiseError:
        if not puzzle.countable:
            raise
    led = puzzle.parse(text.strip())
    foreign = origin_error(led, position, name="answer")
    if foreign is not None:
        return False, msg("wrong: {why}", why=foreign.message), None, None
    return _end_judged(puzzle, led, None)


def _moves_judged(puzzle: Puzzle[Any, Any], position: Any, moves: Sequence[str]) -> Judged:
    if len(moves) > _MOST_MOVES:
        raise ParameterError(msg("more than {most} moves", most=number(_MOST_MOVES)))
    led = position
    for at, text in enumerate(moves, 1):
        move = puzzle.parse_move(led, text)
        try:
            led = puzzle.apply(led, move)
        except ParameterError as error:
            why = msg("wrong: move {at}: {why}", at=at, why=error.message)
            return False, why, None, led
    return _end_judged(puzzle, led, len(moves))


def _end_judged(puzzle: Puzzle[Any, Any], led: Any, moves: int | None) -> Judged:
    if puzzle.is_solved(led):
        return True, RIGHT, moves, None
    broken = puzzle.violations(led)
    if broken:
        return False, msg("wrong: {why}", why=broken[0].text), None, led
    return False, msg("wrong: its moves do not solve the board"), None, led


def _without_solution(notation: str) -> Judged:
    status = _reference(notation)
    if status is Status.UNSATISFIABLE:
        return True, RIGHT, 0, None
    if status is Status.SOLVED:
        return False, msg("wrong: it says that there is no solution, and there is one"), None, None
    return False, msg("it says that there is no solution, which nobody proved"), None, None


@cache
def _reference(notation: str) -> Status:
    """Return whether a board has a solution."""
    question = Question.SOLUTION
    return solve(parse(notation), question=question, limits=Limits(time_s=_REFERENCE_S)).status
