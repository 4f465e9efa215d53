"""The work of one slice of a batch: a pure function of its question and its lines.

Lines of one length that a puzzle's engine takes go through it all at once; every other line is
read and answered by itself. The result is small and plain, for pipes and for networks.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from gridwise.batch.reading import Form, PuzzleText, puzzle_text, text_in
from gridwise.core import registry
from gridwise.core.capabilities import BatchSolver, LineAnswers, LineSolver
from gridwise.core.errors import GridwiseError, ParseError, WrongAnswerError
from gridwise.core.limits import NO_LIMITS, Interrupted, Limits
from gridwise.core.message import Message
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Status
from gridwise.core.run import Run
from gridwise.reading.choose import assumptions
from gridwise.solving.inputs import is_notation, read_text
from gridwise.solving.instance import Instance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ANSWERED, NONE, UNKNOWN, BAD, FAULT = "answered", "no_solution", "unknown", "bad", "fault"
"""The ends of a row: an answer, a proof that there is none, a limit, bad input, a defect."""
ENDS = (ANSWERED, NONE, UNKNOWN, BAD, FAULT)
NOTED = "noted"
"""Counted beside the ends: a row with notes on the reading of its board."""

COLUMNS = {
    "solve": ("puzzle", "solution", "status", "stop", "unique", "error"),
    "count": ("puzzle", "count", "exact", "stop", "error"),
    "rate": ("puzzle", "rating", "stop", "error"),
    "explain": ("puzzle", "status", "stop", "steps", "error"),
    "certify": ("puzzle", "claim", "proved", "proof_steps", "certificate", "stop", "error"),
}
"""The questions, and the columns of their answers."""
BY_METHOD = ("solve", "count", "certify")
"""The questions that take a method."""
DEFAULT_LIMIT = 1_000_000
"""The solutions at which `count` stops, if no other limit is named."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The question about every line.

    Parameters
    ----------
    do
        A key of `COLUMNS`.
    puzzle
        The kind of the lines that are no notation; empty if each line tells its kind.
    method
        The method of the questions `BY_METHOD`. With `auto` an engine, if there is one, solves and
        counts, and a solver of the clauses makes the answers of certificates.
    models, techniques
        Names for `rate` and `explain`; none are all.
    limits
        The limits of one puzzle.
    limit
        The most solutions of a puzzle that are counted.
    keep
        Whether certificates are returned, for files.
    """

    do: str = "solve"
    puzzle: str = ""
    method: str = "auto"
    models: tuple[str, ...] = ()
    techniques: tuple[str, ...] = ()
    limits: Limits = NO_LIMITS
    limit: int = DEFAULT_LIMIT
    keep: bool = False
    form: Form = field(default_factory=Form)

    @property
    def engine(self) -> LineSolver | None:
        """The engine for blocks of lines, or None if lines are answered one by one."""
        if not self.puzzle or self.method != "auto" or self.do not in ("solve", "count"):
            return None
        known = registry.capability(self.puzzle, BatchSolver)
        return None if known is None else known.lines

    @property
    def most(self) -> int:
        """The number of solutions that the engine looks for; two show if the first is unique."""
        return self.limit if self.do == "count" else 2

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object, for a journal."""
        return {**asdict(self), "models": list(self.models), "techniques": list(self.techniques)}


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """The answer about one line.

    Parameters
    ----------
    at
        The index of the row in the slice.
    line
        The number of the line in the slice, from 0.
    end
        One of `ENDS`.
    record
        The answer by column, and `notes` on the reading of the board, if there are any.
        `certificate` holds the bytes of each certificate, by the kind of its claim: the parent
        writes them.
    moves
        The moves of a solution, as text; the parent replays them.
    error, column
        The reason why the line was not answered, and the column in which the puzzle begins.
    """

    at: int
    line: int
    end: str
    record: dict[str, Any]
    moves: tuple[str, ...] = ()
    error: Exception | None = None
    column: int = 1


@dataclass(frozen=True, slots=True)
class SliceAnswers:
    """The answers about one slice.

    Parameters
    ----------
    count
        The number of rows: lines with a puzzle or an error.
    seconds
        The seconds of the work.
    uniform
        Whether all lines went to the engine as they are (see `split`).
    lines
        The answers of the engine, in order (`Split.table`); None if it took no line.
    rows
        The rows of all other lines, and of the engine's lines that it could not read.
    """

    count: int
    seconds: float
    uniform: bool
    lines: LineAnswers | None
    rows: tuple[LineAnswer, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """The lines of a slice: those for the engine as one table, and the others.

    Parameters
    ----------
    count
        The number of rows.
    table
        The characters of the engine's lines (uint8, number x width); None without an engine.
    others
        Row, line, and text or error of the other lines.
    places
        Row, line and column of each row of the table; None if row n is line n.
    """

    count: int
    table: Any
    others: tuple[tuple[int, int, PuzzleText | ParseError], ...] = ()
    places: tuple[tuple[int, int, int], ...] | None = None


def split(form: Form, data: bytes, width: int | None, *, uniform: bool) -> Split:
    """Return the lines of a slice, apart: lines of `width` characters, and the others.

    With `uniform`, the answer of `is_uniform`, there are no others.
    """
    if width is not None and uniform:
        import numpy as np

        rows = np.frombuffer(data, np.uint8).reshape(-1, data.find(b"\n") + 1)
        return Split(len(rows), rows[:, :width])
    find = text_in(form)
    others: list[tuple[int, int, PuzzleText | ParseError]] = []
    texts: list[bytes] = []
    places: list[tuple[int, int, int]] = []
    at = 0
    for number, line in enumerate(data.split(b"\n")[:-1]):
        try:
            text = find(line)
        except ParseError as error:
            others.append((at, number, error))
        else:
            if text is None:
                continue
            if width == len(text.text) and text.text.isascii() and not text.notes:
                texts.append(text.text.encode())
                places.append((at, number, text.column))
            else:
                others.append((at, number, text))
        at += 1
    if width is None:
        return Split(at, None, tuple(others))
    import numpy as np

    joined = np.frombuffer(b"".join(texts), np.uint8).reshape(-1, width)
    return Split(at, joined, tuple(others), tuple(places))


def is_uniform(form: Form, data: bytes, width: int) -> bool:
    """Return whether all lines of a slice have one length and begin with the puzzle.

    A line may still hold characters of no puzzle; the engine refuses them.
    """
    if form.name not in ("text", "csv") or form.column:
        return False
    import numpy as np

    length = data.find(b"\n") + 1
    if length <= width or len(data) % length:
        return False
    table = np.frombuffer(data, np.uint8).reshape(-1, length)
    if not (table[:, -1] == ord("\n")).all():
        return False
    if form.name == "text":
        return length == width + 1 or (
            length == width + 2 and bool((table[:, width] == ord("\r")).all())
        )
    after = table[:, width]
    ends = (after == ord("\n")) | (after == ord("\r")) | (after == ord(","))
    return bool(ends.all()) and b'"' not in data and data.count(b"\n") == len(table)


def answer_slice(asked: Asked, data: bytes, plain: bool = False) -> SliceAnswers:
    """Return the answers about the lines of a slice; a bad line gets one too.

    With `plain`, the engine is not used if the answers are the same without it.
    """
    began = time.perf_counter()
    engine = asked.engine
    if plain and engine is not None:
        others = split(asked.form, data, None, uniform=False).others
        alone = tuple(_row(asked, at, line, text) for at, line, text in others)
        if all(_only_answer(row, engine.width) for row in alone):
            return SliceAnswers(len(alone), time.perf_counter() - began, False, None, alone)
    width = None if engine is None else engine.width
    uniform = width is not None and is_uniform(asked.form, data, width)
    parts = split(asked.form, data, width, uniform=uniform)
    lines = None
    if engine is not None and parts.table is not None and len(parts.table):
        lines = _lines(asked, engine, parts.table)
        odd = parts.table[lines.found < 0]
        if uniform and (odd[:, 0] == ord("#")).any() | (odd == ord("\n")).any():
            uniform = False  # a comment as long as a puzzle, or shorter lines that fit by chance
            parts = split(asked.form, data, width, uniform=False)
            lines = _lines(asked, engine, parts.table)
    rows = [_row(asked, at, line, text) for at, line, text in parts.others]
    if lines is not None:
        for index in (lines.found < 0).nonzero()[0].tolist():
            at, line, column = parts.places[index] if parts.places else (index, index, 1)
            rows.append(_row(asked, at, line, _text(parts.table[index].tobytes(), column)))
        if asked.do == "count":
            lines = LineAnswers(lines.solutions[:0], lines.found, lines.settled)
    rows.sort(key=lambda row: row.at)
    return SliceAnswers(parts.count, time.perf_counter() - began, uniform, lines, tuple(rows))


def _only_answer(row: LineAnswer, width: int) -> bool:
    """Return whether the engine gives this answer too; of several solutions it finds its own."""
    record = row.record
    certain = record.get("unique") is True or record.get("exact") is True
    known = row.end in (NONE, BAD) or (row.end == ANSWERED and certain)
    return known or len(record["puzzle"]) != width  # no engine takes a board of another width


def _lines(asked: Asked, engine: LineSolver, table: "NDArray[np.uint8]") -> LineAnswers:
    import numpy as np

    limits = asked.limits
    many = engine.solve(table, Run(limits), asked.most)
    np.minimum(many.found, asked.most, out=many.found)
    if limits != NO_LIMITS:  # each board has the whole time
        for index in np.flatnonzero(~many.settled & (many.found >= 0)):
            one = engine.solve(table[index : index + 1], Run(limits), asked.most)
            many.solutions[index] = one.solutions[0]
            many.found[index] = min(int(one.found[0]), asked.most)
            many.settled[index] = one.settled[0]
    return many


def _text(line: bytes, column: int) -> PuzzleText | ParseError:
    try:
        return puzzle_text(line, column)
    except ParseError as error:
        return error


def _row(asked: Asked, at: int, line: int, text: PuzzleText | ParseError) -> LineAnswer:
    """Return the answer about one line, or the error."""
    if isinstance(text, ParseError):
        return LineAnswer(at, line, BAD, {"puzzle": ""}, error=text)
    known: dict[str, Any] = {"puzzle": text.text}
    fault: Exception
    end = FAULT
    try:
        puzzle, position, notes = read_line(asked, text.text)
        if notes := (*text.notes, *notes):
            known["notes"] = [str(note) for note in notes]
        record = dict(known)
        end, moves = _ASK[asked.do](asked, puzzle, position, text.text, record)
        return LineAnswer(at, line, end, record, tuple(moves), column=text.column)
    except WrongAnswerError as error:
        fault = error
    except GridwiseError as error:
        end, fault = BAD, error
    except Exception as error:  # a defect costs one puzzle its answer, not the run
        fault = RuntimeError(f"{type(error).__name__}: {error}")  # others may not survive a pipe
    return LineAnswer(at, line, end, known, error=fault, column=text.column)


def read_line(asked: Asked, text: str) -> tuple[Puzzle[Any, Any], Any, tuple[Message, ...]]:
    """Return the puzzle and the position of a text, and what was assumed; raise `ParseError`."""
    kind = None if is_notation(text) else asked.puzzle or None
    entries = read_text(text, puzzle=kind)
    puzzle, entry = next(entries)
    if entry.error is not None:
        raise entry.error
    assert puzzle is not None
    return puzzle, entry.position, assumptions(entry.notes)


def style_of(puzzle: Puzzle[Any, Any], text: str) -> str:
    """Return the style of an answer's board: a line of cells if the puzzle was one."""
    return "line" if "line" in puzzle.styles and not is_notation(text) else "notation"


_Told = tuple[str, Iterable[str]]


def _solve(
    asked: Asked, puzzle: Puzzle[Any, Any], position: Any, text: str, record: dict[str, Any]
) -> _Told:
    from gridwise.solving.solve import solve

    result = solve(position, method=asked.method, question=puzzle.questions[0], limits=asked.limits)
    record.update(
        solution=None, status=result.status.value, stop=result.stop.value, unique=result.unique
    )
    if result.status is not Status.SOLVED or result.answer is None:
        return _end(result), ()
    answer = result.answer.items[0]
    moves = tuple(puzzle.format_move(position, move) for move in answer.moves)
    record["solution"] = solution_of(puzzle, answer.position, moves, text)
    return ANSWERED, moves


def solution_of(puzzle: Puzzle[Any, Any], solved: Any, moves: Sequence[str], text: str) -> str:
    """Return a solution in one line: the solved board, or the moves if the path is the answer."""
    if not puzzle.countable:
        return " ".join(moves)
    return puzzle.format(solved, style_of(puzzle, text))


def moves_as_text(puzzle: Puzzle[Any, Any], position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    """Return moves as text, each by its name on the board before it."""
    return tuple(puzzle.format_move(position, move) for move in moves)


def _count(
    asked: Asked, puzzle: Puzzle[Any, Any], position: Any, text: str, record: dict[str, Any]
) -> _Told:
    from gridwise.solving.solve import count

    limits = replace(asked.limits, solutions=asked.limit)
    result = count(position, method=asked.method, limits=limits)
    number = result.answer if isinstance(result.answer, Count) else None
    if result.status is Status.UNSATISFIABLE:
        number = Count(0, exact=True)
    record.update(
        count=None if number is None else number.number,
        exact=None if number is None else number.exact,
        stop=result.stop.value,
    )
    if number is not None and not number.exact and number.number < asked.limit:
        return UNKNOWN, ()
    return _end(result), ()


def _end(found: Result[Any]) -> str:
    return {Status.SOLVED: ANSWERED, Status.UNSATISFIABLE: NONE}.get(found.status, UNKNOWN)


def _rate(
    asked: Asked, puzzle: Puzzle[Any, Any], position: Any, text: str, record: dict[str, Any]
) -> _Told:
    from gridwise.solving.rate import rate

    ratings = rate(position, models=asked.models or None, limits=asked.limits)
    late = None in ratings.values()
    record.update(rating=ratings, stop="TIME_LIMIT" if late else "COMPLETED")
    return UNKNOWN if late else ANSWERED, ()


def _explain(
    asked: Asked, puzzle: Puzzle[Any, Any], position: Any, text: str, record: dict[str, Any]
) -> _Told:
    from gridwise.solving.explain import explain, step_as_json

    explanation = explain(position, techniques=asked.techniques or None, limits=asked.limits)
    record.update(
        status=explanation.status.value,
        stop=explanation.stop.value,
        steps=[step_as_json(step) for step in explanation.steps],
    )
    ends = {Status.SOLVED: ANSWERED, Status.UNSATISFIABLE: NONE}
    return ends.get(explanation.status, UNKNOWN), ()


def _certify(
    asked: Asked, puzzle: Puzzle[Any, Any], position: Any, text: str, record: dict[str, Any]
) -> _Told:
    from gridwise.solving.certificates.writing import certified
    from gridwise.solving.solve import solve

    run, method = Run(asked.limits), asked.method
    solver = Instance.of(position, puzzle).explainer
    if method == "auto" and solver is not None:  # the same solution, whatever is compiled
        method = solver.name
    result = solve(position, method=method, question=puzzle.questions[0], limits=run.limits)
    with TemporaryDirectory(prefix="gridwise-") as folder:
        with suppress(Interrupted):
            result = certified(result, Path(folder), limits=run.rest())
        made = result.certificate or ()
        files = {
            one.claim["kind"]: Path(one.path).read_bytes()
            for one in made
            if asked.keep and one.path is not None and one.claim is not None
        }
    proved = bool(made) and all(claim.proved for claim in made)
    record.update(
        claim="; ".join(str(claim.text) for claim in made) or None,
        proved=proved,
        proof_steps=sum(claim.steps for claim in made),
        certificate=files or None,
        stop=result.stop.value,
    )
    return _end(result) if proved else UNKNOWN, ()


_ASK: dict[str, Callable[..., _Told]] = {
    "solve": _solve,
    "count": _count,
    "rate": _rate,
    "explain": _explain,
    "certify": _certify,
}


def warm(kinds: Sequence[str]) -> None:
    """Load the engines of puzzles into this process, so that its first slice does not wait."""
    import numpy as np

    for kind in kinds:
        engine = registry.capability(kind, BatchSolver)
        if engine is not None:
            nothing = np.zeros((0, engine.lines.width), np.uint8)
            engine.lines.solve(nothing, Run(), 1)
