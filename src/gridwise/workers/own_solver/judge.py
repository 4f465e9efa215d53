"""Judges a run of somebody's own solver: why it gave no answer, or whether its answer is right.

An answer is replayed through the rules here; the word of a child counts for nothing.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, ParseError
from gridwise.core.limits import Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Status
from gridwise.core.views import CnfModel
from gridwise.process.stranger import MOST_DISK_BYTES, MOST_PROCESSES, START_S, Ended, RunLimits
from gridwise.render.words import byte_size, limit_words, number
from gridwise.solving.inputs import answer_error, parse
from gridwise.solving.solve import solve

RIGHT = msg("right")
NO_SOLUTION = "no solution"
"""The line that a program prints for a board without a solution."""
_CLAIMS = (NO_SOLUTION, "unsatisfiable", "unsolvable", "none")
_SAT_STATUSES = (10, 20)
"""The exit statuses of SAT solvers for "satisfiable" and "unsatisfiable"."""
_BEGUN = re.compile(r'\{"cpu_s": [0-9.e+-]+\}')
"""The line that `driver` writes before `solve` is entered."""
_REFERENCE_S = 60.0
_MOST_MOVES = 1_000_000


def why_ended(
    ended: Ended, limits: RunLimits, *, seen: bool = True, clauses: bool = False
) -> Message | None:
    """Return why a run gave no answer, or None if it may have given one.

    Parameters
    ----------
    ended, limits
        The run, and its limits.
    seen
        Whether the program's standard error may be shown.
    clauses
        Whether it was given clauses, so that exit statuses 10 and 20 are answers.
    """
    match ended.end:
        case "start":
            return msg("its file was not loaded within {limit}", limit=limit_words(START_S))
        case "time":
            return msg("no answer within {limit}", limit=limit_words(limits.time_s))
        case "cpu":
            limit = limit_words(limits.cpu_s or 0.0)
            return msg("no answer within {limit} of CPU time", limit=limit)
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
    if clauses and ended.status in _SAT_STATUSES:
        return None
    if ended.status > 0 and last and seen:
        return msg("it failed: {why}", why=last)
    if ended.status > 0:
        return msg("it ended with exit status {number}", number=ended.status)
    return None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on an answer by its replay.

    Parameters
    ----------
    right
        Whether the answer is right.
    text
        That in words.
    moves
        The number of moves of a right answer; None if the answer is a board.
    board
        The position that the answer leads to, or None.
    wrong
        Whether the answer makes a false claim, rather than none.
    counts
        What the solver says of its search beside its moves, unchecked.
    """

    right: bool
    text: Message
    moves: int | None = None
    board: Any = None
    wrong: bool = True
    counts: Mapping[str, Any] = field(default_factory=dict)


def judged(
    position: Any, output: bytes, *, python: bool, clauses: CnfModel[Any] | None = None
) -> Judgement:
    """Replay an answer.

    Parameters
    ----------
    position
        The board.
    output
        The bytes of standard output.
    python
        Whether `driver` wrote it, rather than a program.
    clauses
        The clauses, if the program was given them; then it answers as a SAT solver does.
    """
    puzzle = registry.puzzle_of(position)
    try:
        text = output.decode("utf-8")
        if clauses is not None:
            return _values_judged(puzzle, position, _values(text, clauses.variables), clauses)
        answer, counts = _with_counts(_read(text, python=python))
    except (ValueError, RecursionError) as error:
        return Judgement(False, msg("its answer cannot be read: {why}", why=str(error)[:200]))
    if answer is None:
        return _without_solution(puzzle.format(position))
    try:
        if isinstance(answer, str):
            return replace(_board_judged(puzzle, position, answer), counts=counts)
        return replace(_moves_judged(puzzle, position, answer), counts=counts)
    except GridwiseError as error:
        why = error.phrases[0] if isinstance(error, ParseError) else error.message
        if isinstance(error, ParseError):
            why = msg("found {found}, expected {expected}", found=why, expected=error.phrases[1])
        return Judgement(False, msg("its answer cannot be read: {why}", why=why))


def _with_counts(answer: Any) -> tuple[str | list[str] | None, dict[str, Any]]:
    """Return an answer (a board, moves, or None for no solution), and what is said beside it."""
    counts = answer if isinstance(answer, dict) else {}
    if counts:
        counts = dict(counts)
        answer = counts.pop("moves", "")
    if isinstance(answer, list):
        return [str(move) for move in answer], counts
    return None if answer is None else str(answer), counts


def _read(text: str, *, python: bool) -> Any:
    """Return the answer on standard output, or None for no solution."""
    if python:
        line = told(text)
        return line["answer"] if line else ""
    answer_text = text.strip()
    if answer_text.startswith('{"'):
        return json.loads(answer_text)
    return None if answer_text.casefold().removeprefix("s ") in _CLAIMS else answer_text


def told(text: str) -> dict[str, Any]:
    """Return the JSON that `driver` wrote after its first lines; {} if it wrote none."""
    rest = "\n".join(line for line in text.split("\n")[1:] if not _BEGUN.fullmatch(line))
    report = json.loads(rest) if rest.strip() else {}
    if not isinstance(report, dict) or (report and "answer" not in report):
        raise ValueError(rest[:40])
    return report


def _values(text: str, variables: int) -> list[int] | None:
    """Return the true literals of a SAT solver's answer, or None for unsatisfiable.

    The lines follow the SAT competitions: `s SATISFIABLE`, `v 1 -2 3 0`; others are comments.
    """
    status, literals = "", list[int]()
    for line in text.splitlines():
        sign, _, rest = line.partition(" ")
        if sign == "s":
            status = rest.strip()
        elif sign == "v":
            literals += map(int, rest.split())
    if status == "UNSATISFIABLE":
        return None
    if status != "SATISFIABLE":
        shown = repr(text.strip()[:40])
        raise ValueError(f"found {shown}, expected a line 's SATISFIABLE' or 's UNSATISFIABLE'")
    if not literals or literals[-1] != 0 or 0 in literals[:-1]:
        raise ValueError("expected lines 'v' with literals that one 0 ends")
    if literals and max(map(abs, literals)) > variables:
        raise ValueError(f"found variable {max(map(abs, literals))}, expected 1 to {variables}")
    return literals[:-1]


def _values_judged(
    puzzle: Puzzle[Any, Any], position: Any, values: list[int] | None, model: CnfModel[Any]
) -> Judgement:
    """Judge the literals that are true: every clause needs one, and the board is replayed."""
    if values is None:
        return _without_solution(puzzle.format(position))
    true = set(values)
    if twice := next((abs(literal) for literal in values if -literal in true), None):
        return Judgement(False, msg("wrong: variable {number} is true and false", number=twice))
    for index, clause in enumerate(model.clauses):
        if true.isdisjoint(clause):
            reason = model.decoder.reason(index)
            text = " ".join(map(str, (*clause, 0)))
            if reason is None:
                return Judgement(False, msg("wrong: clause {clause} is not true", clause=text))
            return Judgement(
                False,
                msg("wrong: clause {clause} is not true: {why}", clause=text, why=reason.text),
            )
    facts = tuple(x for x in sorted(true, key=abs) if abs(x) <= model.primary)
    led = puzzle.apply_all(position, model.decoder.moves(model.complete(facts)))
    return _end_judged(puzzle, led, None)


def _board_judged(puzzle: Puzzle[Any, Any], position: Any, text: str) -> Judgement:
    """Judge a text: moves with spaces or commas between; or a board, if no path is asked for."""
    if not text.strip():
        return Judgement(False, msg("it gave no answer"))
    try:
        return _moves_judged(puzzle, position, text.replace(",", " ").split())
    except GridwiseError:
        if not puzzle.countable:
            raise
    led = puzzle.parse(text.strip())
    foreign = answer_error(led, position)
    if foreign is not None:
        return Judgement(False, msg("wrong: {why}", why=foreign))
    return _end_judged(puzzle, led, None)


def _moves_judged(puzzle: Puzzle[Any, Any], position: Any, moves: Sequence[str]) -> Judgement:
    if len(moves) > _MOST_MOVES:
        raise ParameterError(msg("more than {most} moves", most=number(_MOST_MOVES)))
    led = position
    for at, text in enumerate(moves, 1):
        move = puzzle.parse_move(led, text)
        try:
            led = puzzle.apply(led, move)
        except ParameterError as error:
            why = msg("wrong: move {at}: {why}", at=at, why=error.message)
            return Judgement(False, why, board=led)
    return _end_judged(puzzle, led, len(moves))


def _end_judged(puzzle: Puzzle[Any, Any], led: Any, moves: int | None) -> Judgement:
    if puzzle.is_solved(led):
        return Judgement(True, RIGHT, moves, led)
    broken = puzzle.violations(led)
    if broken:
        return Judgement(False, msg("wrong: {why}", why=broken[0].text), board=led)
    return Judgement(False, msg("wrong: its moves do not solve the board"), board=led)


def _without_solution(notation: str) -> Judgement:
    status, board = _reference(notation)
    if status is Status.UNSATISFIABLE:
        return Judgement(True, RIGHT, 0)
    if status is Status.SOLVED:
        text = msg("wrong: it says that there is no solution, and there is one")
        return Judgement(False, text, board=board)
    text = msg("it says that there is no solution, which nobody proved")
    return Judgement(False, text, wrong=False)


@cache
def _reference(notation: str) -> tuple[Status, Any]:
    """Return whether a board has a solution, and a solution if so."""
    question = Question.SOLUTION
    result = solve(parse(notation), question=question, limits=Limits(time_s=_REFERENCE_S))
    board = None if result.answer is None else result.answer.items[0].position
    return result.status, board
