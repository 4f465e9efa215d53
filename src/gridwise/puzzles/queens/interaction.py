"""N-Queens as a person plays it: place and remove queens, cross squares out, show attacked squares.

A cross is the player's own note, and methods do not see it. In edit mode queens are given, and a
cross blocks the square.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.interaction import (
    PLAIN,
    Action,
    Emphasis,
    Interaction,
    Mode,
    PadButton,
    Pen,
    StatusItem,
    TypedLine,
    int_below,
    reading_saved,
    require,
)
from gridwise.core.message import Message, msg
from gridwise.core.scene import Scene
from gridwise.core.trace import Mark
from gridwise.puzzles.queens import notation
from gridwise.puzzles.queens.position import OccupiedLines, Position, ascending
from gridwise.puzzles.queens.puzzle import PUZZLE
from gridwise.puzzles.queens.scene import play_scene

MOST_ROWS = 30
"""The most rows of a board in play: squares of larger ones would be too small to hit."""
_WITHOUT_CELL = {"attacked": "show_attacked", "clear": "clear"}
"""Typed words without a square, and their actions."""


@dataclass(frozen=True, slots=True)
class QueensState:
    """A board as it is played.

    Parameters
    ----------
    mode
        Whether an entered queen is part of the answer or given.
    origin
        The board at the beginning.
    board
        The board with all queens, given ones included.
    crosses
        Squares that the player crossed out.
    attacks
        Whether attacked squares are shown.
    """

    mode: Mode
    origin: Position
    board: Position
    crosses: frozenset[int] = frozenset()
    attacks: bool = True


class QueensInteraction(Interaction[Position, QueensState]):
    """How N-Queens is played."""

    name = "queens"
    puzzle = PUZZLE
    actions: ClassVar[Mapping[str, str]] = {
        "queen": "place a queen on the square, or remove it",
        "cross": "cross the square out, or remove the cross; in edit mode block or free it",
        "block": "edit: block the square, or free it",
        "show_attacked": "show the attacked squares, or hide them",
        "clear": "remove all queens and crosses that are not given",
        "rule_out": "cross squares out (value: squares, such as r1c5 r2c3)",
        "put": "place a queen (value: a square, such as r1c5)",
        "load": "enter the queens of a board (value: a notation) that has the same givens",
    }
    cell_actions = frozenset({"queen", "cross", "block"})
    click = "queen"
    secondary_click = "cross"
    sizes: ClassVar[Mapping[str, Message]] = {
        str(n): msg("{n} by {n}", n=n) for n in (8, 4, 5, 6, 7, 10, 12, 14, 16, 20, 24, 30)
    }
    example = "r4c4 queen"

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        shown = {"yes": msg("shown"), "no": msg("not shown")}
        return {"attacks": (msg("Attacked squares"), shown)}

    def first_state(
        self, position: Position, mode: Mode, seed: int, chosen: Mapping[str, str]
    ) -> QueensState:
        if position.n > MOST_ROWS:
            raise ParameterError(
                msg(
                    "a board to play on has at most {most} rows, not {n}",
                    n=position.n,
                    most=MOST_ROWS,
                )
            )
        return QueensState(mode, position, position, attacks=chosen["attacks"] == "yes")

    def empty(self, size: str) -> Position:
        """Return an empty board; the size is its number of rows."""
        if not (
            size.isascii() and size.isdigit() and len(size) < 3 and 1 <= int(size) <= MOST_ROWS
        ):
            raise ParameterError(msg("a size is a number of rows, 1 to {most}", most=MOST_ROWS))
        return Position(int(size))

    def position(self, state: QueensState) -> Position:
        return state.board

    def apply(self, state: QueensState, action: Action) -> QueensState:
        self.check(action, state.board.n**2)
        if action.name in _CELL_ACTIONS:
            return _CELL_ACTIONS[action.name](state, action.cell)
        if action.name == "show_attacked":
            return replace(state, attacks=not state.attacks)
        if action.name == "load":
            return self._load_board(state, self.board(action.value))
        if action.name == "clear":
            bare = (
                replace(state.origin, queens=(), blocked=())
                if state.mode is Mode.EDIT
                else state.origin
            )
            if state.board == bare and not state.crosses:
                return state
            return replace(state, board=bare, crosses=frozenset())
        if action.name == "rule_out":
            return self._rule_out(state, action.value)
        try:
            cell = notation.parse_move(state.board, action.value).cell
        except ParseError as error:
            raise ParameterError(msg("a move is a square of this board, such as r1c5")) from error
        return state if cell in state.board.queens else _queen(state, cell)

    def _rule_out(self, state: QueensState, text: str) -> QueensState:
        n = state.board.n
        crosses = set(state.crosses)
        if state.mode is Mode.EDIT:
            return state
        for word in text.split():
            cell = parse_cell_name(word, n, n)
            if cell is None:
                raise ParameterError(msg("a move is a square of this board, such as r1c5"))
            if cell not in state.board.queens and cell not in state.board.blocked:
                crosses.add(cell)
        return state if crosses == state.crosses else replace(state, crosses=frozenset(crosses))

    def marks(self, state: QueensState) -> tuple[Mark, ...]:
        return tuple(Mark(cell, "queen", holds=False) for cell in sorted(state.crosses))

    def removal(self, state: QueensState, marks: Iterable[Mark]) -> Action | None:
        out = [cell_name(mark.cell, state.board.n) for mark in marks if not mark.holds]
        return Action("rule_out", value=" ".join(out)) if out else None

    def take_back(self, state: QueensState, cell: int) -> Action | None:
        entered = cell in state.board.queens and cell not in state.origin.queens
        return Action("queen", cell) if entered else None

    def _load_board(self, state: QueensState, board: Position) -> QueensState:
        if board.n != state.board.n:
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            return state if board == state.board else replace(state, board=board)
        shut = set(state.origin.blocked)
        if (
            not set(state.origin.queens) <= set(board.queens)
            or not set(board.blocked) <= shut
            or not shut.isdisjoint(board.queens)
        ):
            raise ParameterError(msg("this board has other givens"))
        if board.queens == state.board.queens:
            return state
        after = replace(state.origin, queens=board.queens)
        return replace(state, board=after, crosses=state.crosses.difference(board.queens))

    def scene(self, state: QueensState, emphasis: Emphasis = PLAIN) -> Scene:
        return play_scene(
            state.board,
            self.origin(state),
            crosses=state.crosses,
            attacks=state.attacks,
            highlights=emphasis.highlights,
        )

    def pad_buttons(self, state: QueensState) -> tuple[PadButton, ...]:
        keys = ("Space", "Enter", "NumpadEnter")
        shown = (
            msg("Hide the attacked squares") if state.attacks else msg("Show the attacked squares")
        )
        turn = PadButton(Action("show_attacked"), shown, keys=("KeyA",), at_cell=False)
        clear = PadButton(Action("clear"), msg("Clear the board"), at_cell=False)
        queen = PadButton(Action("queen"), msg("Queen"), "♛", (*keys, "KeyQ"))
        if state.mode is Mode.EDIT:
            return queen, PadButton(Action("block"), msg("Block"), "✕", ("KeyX",)), turn, clear
        return queen, PadButton(Action("cross"), msg("None here"), "·", ("KeyX",)), turn, clear

    def pens(self, state: QueensState) -> tuple[Pen, ...]:
        if state.mode is Mode.EDIT:
            other = Pen("block", msg("Block"), ("Shift+KeyX",))
        else:
            other = Pen("cross", msg("None here"), ("Shift+KeyX",))
        return Pen("queen", msg("Queen"), ("Shift+KeyQ",)), other

    def status_items(self, state: QueensState) -> tuple[StatusItem, ...]:
        board = state.board
        free = sum(1 for _ in OccupiedLines(board.n, board.queens).open_squares(board.blocked))
        return (
            StatusItem(msg("Queens"), f"{len(board.queens)}/{board.n}"),
            StatusItem(msg("Squares not attacked"), free),
        )

    def dump(self, state: QueensState) -> dict[str, Any]:
        return {
            "mode": state.mode.value,
            "origin": notation.format_position(state.origin),
            "board": notation.format_position(state.board),
            "crosses": sorted(state.crosses),
            "attacks": state.attacks,
        }

    @reading_saved()
    def load(self, saved: Mapping[str, Any]) -> QueensState:
        mode, squares = Mode(saved["mode"]), saved["crosses"]
        origin, board = self.board(saved["origin"]), self.board(saved["board"])
        require(origin.n == board.n <= MOST_ROWS)
        crosses = frozenset(int_below(cell, board.n**2) for cell in squares)
        require(crosses.isdisjoint(board.queens) and crosses.isdisjoint(board.blocked))
        if mode is Mode.PLAY:
            require(set(origin.queens) <= set(board.queens) and origin.blocked == board.blocked)
        state = QueensState(mode, origin, board, crosses, saved["attacks"])
        require(isinstance(state.attacks, bool) and self.dump(state) == saved)
        return state

    def parse_action(self, state: QueensState, text: str) -> Action:
        """Read `r4c4`, `r4c4 queen`, `r4c4 cross`, `r4c4 block`, `attacked`, `clear`."""
        line, n = TypedLine(text), state.board.n
        if line[0] in _WITHOUT_CELL:
            line.require_end(1)
            return Action(_WITHOUT_CELL[line[0]])
        cell = parse_cell_name(line[0], n, n)
        if cell is None:
            expected = msg(
                "a square from r1c1 to {last}, such as r1c1 queen or r1c1 cross; "
                "or attacked, clear",
                last=f"r{n}c{n}",
            )
            raise line.unexpected(0, expected)
        name = line[1] or "queen"
        if name not in _CELL_ACTIONS:
            raise line.unexpected(1, msg("queen, cross or block"))
        line.require_end(2)
        return Action(name, cell)


def _queen(state: QueensState, cell: int) -> QueensState:
    """Place a queen, or remove it."""
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


def _cross(state: QueensState, cell: int) -> QueensState:
    if state.mode is Mode.EDIT:
        return _block(state, cell)
    if cell in state.board.queens or cell in state.board.blocked:
        return state
    return replace(state, crosses=state.crosses ^ {cell})


def _block(state: QueensState, cell: int) -> QueensState:
    if state.mode is Mode.PLAY:
        raise ParameterError(msg("squares are blocked where the puzzle is edited"))
    board = state.board
    blocked = ascending(set(board.blocked) ^ {cell})
    after = replace(board, queens=tuple(q for q in board.queens if q != cell), blocked=blocked)
    return replace(state, board=after)


_CELL_ACTIONS: Mapping[str, Callable[[QueensState, int], QueensState]] = {
    "queen": _queen,
    "cross": _cross,
    "block": _block,
}


def _with(board: Position, queens: set[int]) -> Position:
    return replace(board, queens=ascending(queens))


INTERACTION = QueensInteraction()
