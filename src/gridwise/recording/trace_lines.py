"""Lines of the trace of a program: JSON objects, and their meaning on a board."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, ClassVar, NoReturn

from gridwise.core import registry
from gridwise.core.errors import ParseError, Phrase
from gridwise.core.grid import parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import TextLine, quoted
from gridwise.core.scene import Role, Scene
from gridwise.core.trace import CodesFacts, Decoder, Mark, Reason, Trace, WrappedDecoder
from gridwise.core.views import CnfModel, CountModel, StateSpace
from gridwise.solving.inputs import decoded, parse

MOST_LINE = 65_536
"""The most bytes of a line."""
MOST_BYTES = 1 << 32
"""The most bytes of a file whose end is only counted; a stream without end is refused too."""
MOST_NUMBER = 2**31 - 1
_BLOCK = 1 << 20
_AWAY: Mapping[tuple[int, int], str] = {
    (0, -1): "left",
    (0, 1): "right",
    (-1, 0): "up",
    (1, 0): "down",
}
_BACK = {"left": "right", "right": "left", "up": "down", "down": "up"}
_STEP = ("cell", "value", "depth")


class JsonLine:
    """A line of JSON: an object, and the places of its fields."""

    def __init__(self, data: bytes, here: TextLine) -> None:
        self.here = here
        try:
            self.text = decoded(data.rstrip(b"\r\n"), here.source)
        except ParseError as error:
            raise here.error(*error.phrases, error.column - 1) from None
        self.fields = self._object()

    def _object(self) -> dict[str, Any]:
        text = self.text
        try:
            value = _DECODER.decode(text)
        except json.JSONDecodeError as error:
            rest = text[error.pos :].strip()
            raise self.here.error(
                quoted(rest) if rest else msg("the end"), msg("JSON"), error.pos
            ) from None
        except _NoFieldError as error:
            raise self.here.error(
                quoted(error.token), error.expected, max(0, text.find(error.token))
            ) from None
        except RecursionError:
            raise self.here.error(msg("JSON that is nested too deeply"), _AN_OBJECT) from None
        if not isinstance(value, dict):
            raise self.here.error(quoted(text.strip()), _AN_OBJECT)
        return value

    def at(self, name: str) -> int:
        """Return the offset of a field's value; 0 if the line lacks it."""
        match = re.search(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*:\s*", self.text)
        return match.end() if match else 0

    def error(self, name: str, expected: Phrase) -> ParseError:
        """Return the error of a field."""
        shown: Phrase = msg("no {name}", name=name)
        if name in self.fields:
            text = json.dumps(self.fields[name], ensure_ascii=False)
            shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
        return self.here.error(shown, expected, self.at(name))

    def fail(self, name: str, expected: Phrase) -> NoReturn:
        """Raise the error of a field."""
        raise self.error(name, expected)

    def only(self, known: Iterable[str]) -> None:
        """Refuse fields of other names, as a misspelt field would be lost silently."""
        names = tuple(known)
        for name in self.fields:
            if name not in names:
                match = self.text.find(json.dumps(name, ensure_ascii=False))
                expected = msg("one of these fields: {names}", names=names)
                raise self.here.error(quoted(name), expected, max(0, match))

    def whole(self, name: str, least: int, most: int, expected: Phrase) -> int:
        """Return a field that is a whole number from `least` to `most`."""
        value = self.fields.get(name)
        if type(value) is not int or not least <= value <= most:
            self.fail(name, expected)
        return value

    def words(self, name: str, most: int) -> str:
        """Return a field that is a text, on one line; an empty text if the line lacks it."""
        value = self.fields.get(name, "")
        if not isinstance(value, str) or len(value) > most:
            self.fail(name, msg("a text of at most {most} characters", most=most))
        return " ".join(value.split())

    def position(self, name: str) -> Any:
        """Return the position whose text is in a field; the field `puzzle` may name its kind."""
        board, kind = self.fields.get(name), self.fields.get("puzzle")
        if not isinstance(board, str):
            self.fail(name, msg("a board as text, such as queens:6:"))
        if kind is not None and kind not in registry.puzzles():
            self.fail("puzzle", msg("one of these: {names}", names=tuple(registry.puzzles())))
        try:
            return parse(board, puzzle=kind)
        except ParseError as error:
            at = self.at(name) + (error.column if error.line == 1 else 0)
            raise self.here.error(*error.phrases, at) from None


class _NoFieldError(ValueError):
    """A part of JSON that is not allowed in a field."""

    def __init__(self, token: str, expected: Message) -> None:
        super().__init__(token)
        self.token, self.expected = token, expected


def _integer(token: str) -> int:
    if len(token) > _LONGEST_NUMBER:
        raise _NoFieldError(token, msg("a whole number of at most {n} digits", n=_LONGEST_NUMBER))
    return int(token)


def _constant(token: str) -> NoReturn:
    raise _NoFieldError(token, msg("a number"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise _NoFieldError(name, msg("each field once"))
        fields[name] = value
    return fields


_SHOWN = 40
_LONGEST_NUMBER = 10
_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_constant, object_pairs_hook=_once)
_AN_OBJECT = msg("a JSON object on a line of its own")


def whole_from(least: int) -> Phrase:
    """Return what is expected of a number, as errors say it."""
    return msg("a whole number from {least} to {most}", least=least, most=MOST_NUMBER)


def json_lines(stream: BinaryIO, source: str) -> Iterator[JsonLine]:
    """Yield the lines that are not blank."""
    number = 0
    while data := stream.readline(MOST_LINE + 1):
        number += 1
        here = TextLine(source, number)
        if len(data) > MOST_LINE:
            raise here.too_large(
                msg("a line of more than {most} bytes", most=MOST_LINE),
                msg("one event a line"),
                MOST_LINE,
            )
        if data.strip():
            yield JsonLine(data, here)


def lines_left(stream: BinaryIO, source: str, line: int) -> int:
    """Return the number of unread lines."""
    number = size = 0
    last = b"\n"
    while block := stream.read(_BLOCK):
        number += block.count(b"\n")
        size += len(block)
        last = block[-1:]
        if size > MOST_BYTES:
            raise TextLine(source, line + number).too_large(
                msg("more than {most} bytes", most=MOST_BYTES), msg("fewer")
            )
    return number + (last != b"\n")


@dataclass(frozen=True, slots=True)
class ProgramTrace:
    """The run of a program on a board.

    Parameters
    ----------
    puzzle, position
        The board.
    program
        The name that the program gives itself.
    trace
        The steps; `trace.dropped` counts the lines that are not kept.
    more
        Whether the file has further runs.
    """

    puzzle: Puzzle[Any, Any]
    position: Any
    program: str
    trace: Trace
    more: bool = False


class TracedBoard(ABC):
    """A board in the words of programs.

    Parameters
    ----------
    scene
        The board's drawing.
    decoder
        The decoder of the view whose facts are used.
    start
        The state before the first step, if moves depend on it.
    """

    kinds: ClassVar[Mapping[str, tuple[str, ...]]]
    """The kinds of events that enter something on this sort of board, each with its fields."""

    def __init__(self, scene: Scene, decoder: Decoder[Any], start: Any = None) -> None:
        self.scene, self.decoder, self.start = scene, decoder, start
        self.cells = len(scene.cells)

    def cell(self, given: object) -> int | None:
        """Return the cell that `r1c1` or [1, 1] names, or None if the board has none."""
        if isinstance(given, list) and len(given) == 2:
            if not all(type(number) is int for number in given):
                return None
            given = "r{}c{}".format(*given)
        if not isinstance(given, str):
            return None
        return parse_cell_name(given, self.scene.width, self.scene.height)

    @abstractmethod
    def takes(self, cell: int, value: object) -> bool:
        """Return whether a mark can say this value of a cell."""

    @abstractmethod
    def step(self, line: JsonLine, state: Any, *, ruled_out: bool) -> tuple[int, Any]:
        """Return the fact that a line enters or rules out, and the state after it."""


class ValuesBoard(TracedBoard):
    """A board whose cells take values."""

    kinds: ClassVar = {
        **dict.fromkeys(("assign", "imply", "eliminate"), _STEP),
        "generate": ("node", "parent", "cell", "value", "h"),
    }

    def __init__(
        self, scene: Scene, view: CnfModel[Any] | CountModel[Any], absent: str = ""
    ) -> None:
        super().__init__(scene, view.decoder)
        number = view.primary if isinstance(view, CnfModel) else view.variables
        self._facts: list[dict[str, int]] = [{} for _ in range(self.cells)]
        for variable in range(1, number + 1):
            for mark in view.decoder.marks(variable):
                self._facts[mark.cell][str(mark.value)] = variable
        for takes in self._facts:
            if absent and len(takes) == 1:
                takes[absent] = -next(iter(takes.values()))

    def takes(self, cell: int, value: object) -> bool:
        return type(value) in (int, str) and str(value) in self._facts[cell]

    def step(self, line: JsonLine, state: Any, *, ruled_out: bool) -> tuple[int, Any]:
        cell, value = self.cell(line.fields.get("cell")), line.fields.get("value")
        if cell is None:
            last = self.decoder.cell_name(self.cells - 1)
            line.fail("cell", msg("a cell from r1c1 to {last}, or [row, column]", last=last))
        takes = self._facts[cell]
        fact = takes[str(value)] if self.takes(cell, value) else None
        if value is None:  # the only value of the cell
            positive = [fact for fact in takes.values() if fact > 0]
            fact = positive[0] if len(positive) == 1 else None
        if fact is None:
            line.fail("value", msg("one of these values: {takes}", takes=tuple(takes)))
        if not ruled_out and not self._fits(cell, fact):
            line.fail("cell", msg("a cell that the board leaves open, or what it holds"))
        return fact, None

    def _fits(self, cell: int, fact: int) -> bool:
        """Return whether the board leaves this open, or has it already."""
        drawn = self.scene.cells[cell]
        if drawn.role is Role.GIVEN:
            return fact == self._facts[cell].get(drawn.text)
        if drawn.role in (Role.QUEEN, Role.MINE):
            return fact > 0
        return fact < 0 if drawn.role in (Role.BLOCKED, Role.NUMBER, Role.SAFE) else True


class PathBoard(TracedBoard):
    """A board on which every move leads to another arrangement.

    `of_blank` says that directions are those of the blank, not of the moving tile.
    """

    kinds: ClassVar = {"move": ("move", "depth"), "generate": ("node", "parent", "move", "h")}

    def __init__(self, scene: Scene, space: StateSpace[Any, Any], *, of_blank: bool) -> None:
        super().__init__(scene, space.decoder, space.initial())
        self._space, self._of_blank = space, of_blank
        self._pieces = {cell.text for cell in scene.cells if cell.text}

    def takes(self, cell: int, value: object) -> bool:
        return type(value) is int and str(value) in self._pieces

    def step(self, line: JsonLine, state: Any, *, ruled_out: bool) -> tuple[int, Any]:
        move, moves = line.fields.get("move"), list(self._named(state))
        if type(move) in (int, str):
            for direction, piece, fact, after in moves:
                if str(move) in (direction, piece):
                    return fact, after
        known = tuple(f"{direction} ({piece})" for direction, piece, _, _ in moves)
        raise line.error("move", msg("one of these moves: {moves}", moves=known))

    def _named(self, state: Any) -> Iterable[tuple[str, str, int, Any]]:
        """Yield each move: its direction, the piece, the fact, the state after it."""
        decoder, width = self.decoder, self.scene.width
        for fact, after, _ in self._space.successors(state):
            (mark,) = decoder.marks(fact)
            # The piece came from the place to which the reverse move brings it.
            back = next(fact for fact, old, _ in self._space.successors(after) if old == state)
            (other,) = decoder.marks(back)
            row, col = mark.cell // width, mark.cell % width
            direction = _AWAY[row - other.cell // width, col - other.cell % width]
            yield _BACK[direction] if self._of_blank else direction, str(mark.value), fact, after


def traced_board(
    puzzle: Puzzle[Any, Any], position: Any, *, of_blank: bool = False
) -> TracedBoard | None:
    """Return the board of a trace, or None if it is too large for the views that it needs."""
    offers: Mapping[Any, Any] = puzzle.views(position)
    scene = puzzle.scene(position)
    if not puzzle.countable:
        if StateSpace not in offers:
            return None
        return PathBoard(scene, offers[StateSpace].make(), of_blank=of_blank)
    kind = next((kind for kind in (CountModel, CnfModel) if kind in offers), None)
    return None if kind is None else ValuesBoard(scene, offers[kind].make(), puzzle.absent)


class ProgramView(WrappedDecoder[Any], CodesFacts[Any]):
    """Codes and decodes the facts of a program's trace, and holds its reasons.

    A fact is that of a view of the board, or else the number of marks that `fact_of` was given.
    """

    kind = "program"

    def __init__(self, inner: Decoder[Any]) -> None:
        super().__init__(inner)
        self.decoder = self
        self._marks: list[tuple[Mark, ...]] = []
        self._facts: dict[tuple[Mark, ...], int] = {}
        self._reasons: list[Reason] = []
        self._causes: dict[Reason, int] = {}

    def fact(self, subject: int, value: int) -> int:
        return value

    def fact_of(self, marks: tuple[Mark, ...]) -> int:
        """Return the fact of these marks."""
        fact = self._facts.setdefault(marks, len(self._marks))
        if fact == len(self._marks):
            self._marks.append(marks)
        return fact

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return self._marks[fact] if self._marks else self._inner.marks(fact)

    def reason(self, constraint: int) -> Reason | None:
        return self._reasons[constraint]

    def because(self, note: str | Message, cells: tuple[int, ...] = ()) -> int:
        """Return the number of a reason, as rows have it in `CAUSE`, or 0."""
        if isinstance(note, Message):
            why = note
        elif note:
            why = msg("{what}", what=note)
        elif cells:
            why = msg("because of {cells}", cells=tuple(map(self.cell_name, cells)))
        else:
            return 0
        reason = Reason(why, cells)
        number = self._causes.setdefault(reason, len(self._reasons) + 1)
        if number > len(self._reasons):
            self._reasons.append(reason)
        return number
