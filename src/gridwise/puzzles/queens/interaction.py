"""N-Queens as a person plays it: queens put and taken, crosses, attacked squares shown.

A cross is the player's own sign, and methods do not see it. In edit mode queens are fixed, and a
cross is a blocked square.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.errors import MOVE, GridwiseError, ParameterError, ParseError
from gridwise.core.grid import parse_cell_name
from gridwise.core.interaction import Act, Fact, Input, Interaction, Mode, Pen
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.reading import TextLine, quoted
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.queens import rules
from gridwise.puzzles.queens.position import Lines, Position, ascending
from gridwise.puzzles.queens.scene import desk_scene
from gridwise.puzzles.queens.text import notation

MOST_ROWS = 30
"""Larger boards are not played: their squares would be too small to hit."""
_WORD = re.compile(r"\S+")
_WHOLE = {"attacked": "show_attacked", "clear": "clear"}
"""Typed words that stand alone, and their acts."""


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table.

    Parameters
    ----------
    mode
        Whether queens solve or are given.
    origin
        The board as it was given.
    board
        The board as it stands, given queens included.
    crosses
        Squares that the player marked: none here.
    attacks
        Whether attacked squares are shown.
    """

    mode: Mode
    origin: Position
    board: Position
    crosses: frozenset[int] = frozenset()
    attacks: bool = True


class QueensDesk(Interaction[Position, State]):
    """The table; see the base class."""

    name = "queens"
    acts: ClassVar[Mapping[str, str]] = {
        "queen": "put a queen on the square, or take it away",
        "cross": "cross the square out, or take the cross away; in edit mode block or free it",
        "block": "edit: block the square, or free it",
        "show_attacked": "show the attacked squares, or hide them",
        "clear": "take all queens and crosses away that were not given",
        "put": "put a queen (value: a square, such as r1c5)",
        "become": "take over a board (value: a notation) that has the same givens",
    }
    click = "queen"
    second = "cross"
    sizes: ClassVar[Mapping[str, Message]] = {
        str(n): msg("{n} by {n}", n=n) for n in (8, 4, 5, 6, 7, 10, 12, 14, 16, 20, 24, 30)
    }
    example = "r4c4 queen"

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        shown = {"yes": msg("shown"), "no": msg("not shown")}
        return {"attacks": (msg("Attacked squares"), shown)}

    def begin(
        self,
        position: Position,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
    ) -> State:
        if position.n > MOST_ROWS:
            raise ParameterError(
                msg(
                    "{n} rows are too many to be played; at most {most}",
                    n=position.n,
                    most=MOST_ROWS,
                )
            )
        attacks = options.get("attacks", "yes")
        if not set(options) <= {"attacks"} or attacks not in ("yes", "no"):
            raise ParameterError(msg("there is no such choice for a game"))
        return State(mode, position, position, attacks=attacks == "yes")

    def empty(self, size: str) -> Position:
        """Return an empty board of so many rows."""
        if not (
            size.isascii() and size.isdigit() and len(size) < 3 and 1 <= int(size) <= MOST_ROWS
        ):
            raise ParameterError(msg("a size is a number of rows, 1 to {most}", most=MOST_ROWS))
        return Position(int(size))

    def mode(self, state: State) -> Mode:
        return state.mode

    def position(self, state: State) -> Position:
        return state.board

    def origin(self, state: State) -> Position:
        return state.origin if state.mode is Mode.PLAY else state.board

    # Acts.

    def act(self, state: State, act: Act) -> State:
        match act.name:
            case "queen" | "cross" | "block":
                if not 0 <= act.cell < state.board.n**2:
                    raise ParameterError(msg("choose a square of the board first"))
                return _TURNS[act.name](state, act.cell)
            case "show_attacked":
                return replace(state, attacks=not state.attacks)
            case "clear":
                bare = Position(state.origin.n) if state.mode is Mode.EDIT else state.origin
                if state.board == bare and not state.crosses:
                    return state
                return replace(state, board=bare, crosses=frozenset())
            case "put":
                try:
                    cell = notation.parse_move(state.board, act.value).cell
                except ParseError as error:
                    raise ParameterError(
                        msg("a move is a square of this board, such as r1c5")
                    ) from error
                if cell in state.board.queens:
                    return state
                return _queen(state, cell)
            case "become":
                return self._become(state, act.value)
        raise ParameterError(msg("there is no act {name}", name=act.name))

    def _become(self, state: State, text: str) -> State:
        board = _parsed(text)
        if board.n != state.board.n:
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            return state if board == state.board else replace(state, board=board)
        if not set(state.origin.queens) <= set(board.queens):
            raise ParameterError(msg("this board has other givens"))
        shut = set(state.origin.blocked)
        if not (set(board.blocked) <= shut and shut.isdisjoint(board.queens)):
            raise ParameterError(msg("this board has other givens"))
        if board.queens == state.board.queens:
            return state
        after = replace(state.origin, queens=board.queens)
        return replace(state, board=after, crosses=state.crosses.difference(board.queens))

    # What is seen.

    def scene(
        self,
        state: State,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        return desk_scene(
            state.board,
            self.origin(state),
            crosses=state.crosses,
            attacks=state.attacks,
            highlights=highlights,
        )

    def verdict(self, state: State) -> GameStatus:
        if state.mode is Mode.PLAY and rules.is_solved(state.board):
            return GameStatus.WON
        return GameStatus.OPEN

    def conflicts(self, state: State) -> tuple[Violation, ...]:
        return rules.violations(state.board)

    def inputs(self, state: State) -> tuple[Input, ...]:
        keys = ("Space", "Enter", "NumpadEnter")
        shown = (
            msg("Hide the attacked squares") if state.attacks else msg("Show the attacked squares")
        )
        turn = Input(Act("show_attacked"), shown, keys=("KeyA",), at_cell=False)
        clear = Input(Act("clear"), msg("Clear the board"), at_cell=False)
        queen = Input(Act("queen"), msg("Queen"), "♛", (*keys, "KeyQ"))
        if state.mode is Mode.EDIT:
            return queen, Input(Act("block"), msg("Block"), "✕", ("KeyX",)), turn, clear
        return queen, Input(Act("cross"), msg("None here"), "·", ("KeyX",)), turn, clear

    def pens(self, state: State) -> tuple[Pen, ...]:
        if state.mode is Mode.EDIT:
            other = Pen("block", msg("Block"), ("Shift+KeyX",))
        else:
            other = Pen("cross", msg("None here"), ("Shift+KeyX",))
        return Pen("queen", msg("Queen"), ("Shift+KeyQ",)), other

    def facts(self, state: State) -> tuple[Fact, ...]:
        board = state.board
        free = sum(1 for _ in Lines(board.n, board.queens).open_squares(board.blocked))
        return (
            Fact(msg("Queens"), f"{len(board.queens)}/{board.n}"),
            Fact(msg("Squares that no queen attacks"), free),
        )

    # Storage and typing.

    def dump(self, state: State) -> dict[str, Any]:
        return {
            "mode": state.mode.value,
            "origin": notation.format_position(state.origin),
            "board": notation.format_position(state.board),
            "crosses": sorted(state.crosses),
            "attacks": state.attacks,
        }

    def load(self, saved: Mapping[str, Any]) -> State:
        try:
            state = _loaded(saved)
        except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
            raise ParameterError(msg("this is no saved game of queens")) from error
        if self.dump(state) != saved:
            raise ParameterError(msg("this is no saved game of queens"))
        return state

    def typed(self, state: State, text: str) -> Act:
        """Read `r4c4`, `r4c4 queen`, `r4c4 cross`, `r4c4 block`, `attacked`, `clear`."""
        words = [(part[0].lower(), part.start() + 1) for part in _WORD.finditer(text)]
        first, n = words[0][0] if words else "", state.board.n
        if first in _WHOLE:
            _end(words, 1)
            return Act(_WHOLE[first])
        cell = parse_cell_name(first, n, n)
        if cell is None:
            expected = msg(
                "a square from r1c1 to {last}, such as r1c1 queen or r1c1 cross; "
                "or attacked, clear",
                last=f"r{n}c{n}",
            )
            raise _unexpected(words, 0, expected)
        name = words[1][0] if len(words) > 1 else "queen"
        if name not in _TURNS:
            raise _unexpected(words, 1, msg("queen, cross or block"))
        _end(words, 2)
        return Act(name, cell)


def _unexpected(words: Sequence[tuple[str, int]], at: int, expected: Message) -> ParseError:
    """Return the error of a word of a typed line, or of a line without words."""
    word, column = words[at] if at < len(words) else ("", 1)
    found = quoted(word) if word else msg("nothing")
    return ParseError(found, expected, source=MOVE, column=column)


def _end(words: Sequence[tuple[str, int]], at: int) -> None:
    if len(words) > at:
        raise _unexpected(words, at, msg("the end"))


def _loaded(saved: Mapping[str, Any]) -> State:
    mode, attacks, squares = Mode(saved["mode"]), saved["attacks"], saved["crosses"]
    origin, board = _parsed(saved["origin"]), _parsed(saved["board"])
    sound = isinstance(attacks, bool) and isinstance(squares, list)
    sound = sound and origin.n == board.n <= MOST_ROWS
    sound = sound and all(type(cell) is int and 0 <= cell < board.n**2 for cell in squares)
    crosses = frozenset(squares)
    sound = sound and crosses.isdisjoint(board.queens) and crosses.isdisjoint(board.blocked)
    if mode is Mode.PLAY:
        sound = sound and set(origin.queens) <= set(board.queens)
        sound = sound and origin.blocked == board.blocked
    if not sound:
        raise ValueError
    return State(mode, origin, board, crosses, attacks)


def _parsed(text: object) -> Position:
    """Return the board of a notation; raise `ParameterError` for anything else."""
    try:
        if isinstance(text, str) and text.startswith(notation.HEAD):
            return notation.parse_notation(text, TextLine("<board>", 1))
    except GridwiseError:
        pass
    raise ParameterError(msg("this is no board"))


def _queen(state: State, cell: int) -> State:
    """Put a queen, or take it away."""
    board = state.board
    if cell in board.queens:
        if state.mode is Mode.PLAY and cell in state.origin.queens:
            raise ParameterError(msg("this queen is given; it stays"))
        return replace(state, board=_with(board, set(board.queens) - {cell}))
    if cell in board.blocked:
        raise ParameterError(msg("this square is blocked"))
    if len(board.queens) >= board.n:
        raise ParameterError(msg("all {n} queens are on the board", n=board.n))
    after = _with(board, {*board.queens, cell})
    return replace(state, board=after, crosses=state.crosses - {cell})


def _cross(state: State, cell: int) -> State:
    if state.mode is Mode.EDIT:
        return _block(state, cell)
    if cell in state.board.queens or cell in state.board.blocked:
        return state
    return replace(state, crosses=state.crosses ^ {cell})


def _block(state: State, cell: int) -> State:
    if state.mode is Mode.PLAY:
        raise ParameterError(msg("squares are blocked where the puzzle is edited"))
    board = state.board
    blocked = ascending(set(board.blocked) ^ {cell})
    after = Position(board.n, tuple(q for q in board.queens if q != cell), blocked)
    return replace(state, board=after)


_TURNS: Mapping[str, Callable[[State, int], State]] = {
    "queen": _queen,
    "cross": _cross,
    "block": _block,
}


def _with(board: Position, queens: set[int]) -> Position:
    return Position(board.n, ascending(queens), board.blocked)


INTERACTION = QueensDesk()
