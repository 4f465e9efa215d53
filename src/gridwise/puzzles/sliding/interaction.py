"""The sliding puzzle as a person plays it: click a tile in line with the blank, or use arrows.

A click slides all tiles between the cell and the blank. In edit mode two clicks swap two cells, and
a typed number swaps its tile into the cell, so that the board holds each tile once at every step.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.interaction import (
    MOST_CELLS,
    PLAIN,
    Action,
    Emphasis,
    Interaction,
    Mode,
    PadButton,
    StatusItem,
    TypedLine,
    int_below,
    reading_saved,
    require,
)
from gridwise.core.message import Message, msg
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.sliding import notation, rules
from gridwise.puzzles.sliding.position import (
    Position,
    Slide,
    adjacent,
    blank_first,
    blank_last,
    manhattan,
    unchecked,
)
from gridwise.puzzles.sliding.puzzle import PUZZLE
from gridwise.puzzles.sliding.scene import scene

_MOST_MOVES = 1 << 31
ARROWS = {"tile": msg("move the tile"), "gap": msg("move the gap")}
"""The choices of what the arrow keys move; the first is the default."""


@dataclass(frozen=True, slots=True)
class SlidingState:
    """A board as it is played.

    Parameters
    ----------
    mode
        Whether tiles slide or are swapped at will.
    origin, board
        The board at the beginning and now.
    arrows
        The thing that the arrows move: `tile` or `gap`.
    moves
        Slides made.
    picked
        In `EDIT` the first of two cells to swap; -1 for none.
    typing
        In `EDIT` the cell of a number being typed, its digits, and the tiles before it.
    """

    mode: Mode
    origin: Position
    board: Position
    arrows: str = "tile"
    moves: int = 0
    picked: int = -1
    typing: tuple[int, str, tuple[int, ...]] | None = None


def to_json(state: SlidingState) -> dict[str, Any]:
    """Return the saved form."""
    typing = state.typing and [state.typing[0], state.typing[1], list(state.typing[2])]
    return {
        "mode": state.mode.value,
        "origin": notation.format_position(state.origin),
        "board": notation.format_position(state.board),
        "arrows": state.arrows,
        "moves": state.moves,
        "picked": state.picked,
        "typing": typing,
    }


def check_size(width: int, height: int) -> None:
    """Raise `ParameterError` for a board that has no cells or too many."""
    if width < 1 or height < 1 or width * height > MOST_CELLS:
        raise ParameterError(
            msg(
                "a board is WIDTHxHEIGHT, such as 4x4, and has at most {most} cells",
                most=MOST_CELLS,
            )
        )


def swapped(board: Position, one: int, other: int) -> Position:
    """Return the board with two cells swapped; the same object for equal cells."""
    if one == other:
        return board
    tiles = list(board.tiles)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return unchecked(board, tuple(tiles))


def with_tile(board: Position, cell: int, tile: int) -> Position:
    """Return the board with a tile swapped into a cell."""
    return swapped(board, cell, board.tiles.index(tile))


def number_in(text: str, board: Position) -> int:
    """Return the tile of a number, 0 for the blank; raise `ParameterError`."""
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) < board.size):
        raise ParameterError(
            msg("a number from 1 to {last}, or 0 for the blank", last=board.size - 1)
        )
    return int(text)


@reading_saved()
def from_json(saved: Mapping[str, Any], read: Callable[[object], Position]) -> SlidingState:
    """Return the state of a saved form, whose notations `read` reads; raise `ParameterError`."""
    mode, arrows = Mode(saved["mode"]), saved["arrows"]
    picked, typing = saved["picked"], saved["typing"]
    for name in ("origin", "board"):
        require(len(saved[name]) <= 12 * MOST_CELLS)
    origin, board = read(saved["origin"]), read(saved["board"])
    check_size(board.width, board.height)
    require((origin.width, origin.height) == (board.width, board.height))
    require(isinstance(arrows, str) and arrows in ARROWS)
    require(picked == -1 or int_below(picked, board.size) >= 0)
    if mode is Mode.PLAY:
        require(origin.goal == board.goal and picked == -1 and typing is None)
        ends = replace(board, goal=origin.tiles)
        require(rules.unsolvable(ends) is None)
    if typing is not None:
        cell, digits, before = typing
        int_below(cell, board.size)
        require(isinstance(digits, str) and all(type(tile) is int for tile in before))
        tiles = replace(board, tiles=tuple(before)).tiles
        require(with_tile(unchecked(board, tiles), cell, number_in(digits, board)) == board)
        typing = (cell, digits, tiles)
    moves = int_below(saved["moves"], _MOST_MOVES)
    return SlidingState(mode, origin, board, arrows, moves, picked, typing)


_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(?:@(first|last))?", re.ASCII)
_GOALS = {"first": blank_first, "last": blank_last}
_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class SlidingInteraction(Interaction[Position, SlidingState]):
    """How the sliding puzzle is played."""

    name = "sliding"
    puzzle = PUZZLE
    actions: ClassVar[Mapping[str, str]] = {
        "slide": "slide the tiles from the cell to the blank; in edit mode pick or swap cells",
        "move": "slide by an arrow (value: up, down, left, right)",
        "arrows": "what arrows move (value: tile or gap; empty for the other one)",
        "enter": "edit: swap the tile of this number (value; 0 is the blank) into the cell",
        "digit": "edit: type one digit (value) of a number into the cell",
        "goal": "edit: where the goal has its blank (value: first or last)",
        "put": "slide the tile of this number (value)",
        "load": "take the tiles of a board (value: a notation) that slides can reach",
    }
    cell_actions = frozenset({"slide", "enter", "digit"})
    click = "slide"
    new_options: ClassVar[Mapping[str, str]] = {"goal": "last"}
    first_board = "sliding:3x3:2,5,3,4,0,1,7,8,6@last"
    example = "up"
    sizes: ClassVar[Mapping[str, Message]] = {
        f"{width}x{height}": msg("{size}, {tiles} tiles", size=f"{width} × {height}", tiles=tiles)
        for width, height in (
            *((side, side) for side in range(3, 11)),
            (3, 2),
            (4, 3),
            (3, 5),
            (6, 4),
        )
        for tiles in (width * height - 1,)
    }

    @property
    def choices(self) -> Mapping[str, tuple[Message, Mapping[str, Message]]]:
        return {"arrows": (msg("Arrow keys"), ARROWS)}

    def empty(self, size: str) -> Position:
        """Return the solved board: `4x4` with the blank first, `4x4@last` with it last."""
        match = _SIZE.fullmatch(size)
        width = int(match[1]) if match else 0
        height = int(match[2] or match[1]) if match else 0
        check_size(width, height)
        goal = _GOALS[(match and match[3]) or "first"](width * height)
        return Position(width, height, goal, goal)

    def first_state(
        self, position: Position, mode: Mode, seed: int, chosen: Mapping[str, str]
    ) -> SlidingState:
        check_size(position.width, position.height)
        return SlidingState(mode, position, position, chosen["arrows"])

    def position(self, state: SlidingState) -> Position:
        return state.board

    def apply(self, state: SlidingState, action: Action) -> SlidingState:
        todo: Mapping[str, Callable[[SlidingState, Action], SlidingState]] = {
            "slide": self._slide,
            "move": self._move,
            "arrows": self._arrows,
            "enter": self._enter,
            "digit": self._digit,
            "goal": self._goal,
            "put": self._put,
            "load": self._load_board,
        }
        self.check(action, state.board.size)
        return todo[action.name](state, action)

    def _slide(self, state: SlidingState, action: Action) -> SlidingState:
        if state.mode is Mode.EDIT:
            return self._pick(state, action.cell)
        board, blank = state.board, state.board.blank
        if action.cell == blank:
            return state
        row, col = divmod(action.cell, board.width)
        gap_row, gap_col = divmod(blank, board.width)
        if row != gap_row and col != gap_col:
            raise ParameterError(
                msg(
                    "tile {tile} is neither in the row nor in the column of the blank",
                    tile=board.tiles[action.cell],
                )
            )
        step = 1 if row == gap_row else board.width
        if action.cell < blank:
            step = -step
        return _slid(state, range(blank + step, action.cell + step, step))

    def _move(self, state: SlidingState, action: Action) -> SlidingState:
        _require(state, Mode.PLAY)
        if action.value not in _STEPS:
            raise ParameterError(msg("a tile moves up, down, left or right"))
        down, right = _STEPS[action.value]
        if state.arrows == "tile":  # which comes from the other side of the gap
            down, right = -down, -right
        row, col = divmod(state.board.blank, state.board.width)
        row, col = row + down, col + right
        if not (0 <= row < state.board.height and 0 <= col < state.board.width):
            return state
        return _slid(state, (row * state.board.width + col,))

    def _arrows(self, state: SlidingState, action: Action) -> SlidingState:
        wanted = action.value or ("gap" if state.arrows == "tile" else "tile")
        if wanted not in ARROWS:
            raise ParameterError(msg("the arrows move the tile or the gap"))
        return state if wanted == state.arrows else replace(state, arrows=wanted)

    def _pick(self, state: SlidingState, cell: int) -> SlidingState:
        if state.picked < 0:
            return replace(state, picked=cell, typing=None)
        return replace(
            state, board=swapped(state.board, state.picked, cell), picked=-1, typing=None
        )

    def _enter(self, state: SlidingState, action: Action) -> SlidingState:
        _require(state, Mode.EDIT)
        board = with_tile(state.board, action.cell, number_in(action.value, state.board))
        if board is state.board and state.picked < 0 and state.typing is None:
            return state
        return replace(state, board=board, picked=-1, typing=None)

    def _digit(self, state: SlidingState, action: Action) -> SlidingState:
        _require(state, Mode.EDIT)
        if len(action.value) != 1 or not "0" <= action.value <= "9":
            raise ParameterError(msg("a digit is 0 to 9"))
        digits, before = action.value, state.board
        if state.typing is not None and state.typing[0] == action.cell:
            longer = state.typing[1] + action.value
            if int(longer) < before.size and state.typing[1] != "0":
                digits, before = longer, unchecked(before, state.typing[2])
        board = with_tile(before, action.cell, number_in(digits, before))
        typing = (action.cell, digits, before.tiles)
        after = replace(state, board=board, picked=-1, typing=typing)
        return state if after == state else after

    def _goal(self, state: SlidingState, action: Action) -> SlidingState:
        _require(state, Mode.EDIT)
        if action.value not in _GOALS:
            raise ParameterError(msg("the solved board has its blank first or last"))
        goal = _GOALS[action.value](state.board.size)
        if goal == state.board.goal:
            return state
        board = state.board
        return replace(state, board=replace(board, goal=goal))

    def _put(self, state: SlidingState, action: Action) -> SlidingState:
        try:
            move = notation.parse_move(state.board, action.value)
        except ParseError as error:
            raise ParameterError(
                msg("a move is the number of a tile, 1 to {last}", last=state.board.size - 1)
            ) from error
        cell = state.board.tiles.index(move.tile)
        if cell not in adjacent(state.board.width, state.board.height)[state.board.blank]:
            raise ParameterError(msg("tile {tile} is not beside the blank", tile=move.tile))
        if state.mode is Mode.EDIT:
            board = rules.apply(state.board, Slide(move.tile))
            return replace(state, board=board, picked=-1, typing=None)
        return _slid(state, (cell,))

    def _load_board(self, state: SlidingState, action: Action) -> SlidingState:
        new, board = self.board(action.value), state.board
        if (new.width, new.height) != (board.width, board.height):
            raise ParameterError(msg("this board has another size"))
        if state.mode is Mode.EDIT:
            if new == board:
                return state
            return replace(state, board=new, picked=-1, typing=None)
        if new.goal != board.goal:
            raise ParameterError(msg("the board has another goal"))
        if new.tiles == board.tiles:
            return state
        if rules.unsolvable(replace(board, goal=new.tiles)):
            raise ParameterError(msg("no slides lead to that board"))
        return replace(state, board=unchecked(board, new.tiles))

    def scene(self, state: SlidingState, emphasis: Emphasis = PLAIN) -> Scene:
        lit = {state.picked: Highlight.TARGET} if state.picked >= 0 else {}
        return scene(state.board, highlights={**lit, **emphasis.highlights})

    def pad_buttons(self, state: SlidingState) -> tuple[PadButton, ...]:
        if state.mode is Mode.EDIT:
            digits = tuple(
                PadButton(
                    Action("digit", value=str(n)),
                    msg("Digit {digit}", digit=n),
                    str(n),
                    (f"Digit{n}", f"Numpad{n}"),
                )
                for n in range(10)
            )
            keys = ("Space", "Enter", "NumpadEnter")
            return (PadButton(Action("slide"), msg("Pick or swap"), "⇄", keys), *digits)
        other = "gap" if state.arrows == "tile" else "tile"
        return (
            *(
                PadButton(Action("move", value=name), label, sign, keys, at_cell=False)
                for name, label, sign, keys in (
                    ("up", msg("Up"), "↑", ("ArrowUp", "KeyW")),
                    ("left", msg("Left"), "←", ("ArrowLeft", "KeyA")),
                    ("down", msg("Down"), "↓", ("ArrowDown", "KeyS")),
                    ("right", msg("Right"), "→", ("ArrowRight", "KeyD")),
                )
            ),
            PadButton(Action("slide"), msg("Slide"), keys=("Space", "Enter", "NumpadEnter")),
            PadButton(
                Action("arrows", value=other),
                msg("Let arrows {what}", what=ARROWS[other]),
                keys=("KeyM",),
                at_cell=False,
            ),
        )

    def status_items(self, state: SlidingState) -> tuple[StatusItem, ...]:
        estimate = manhattan(state.board)
        if state.mode is Mode.EDIT:
            return (StatusItem(msg("Manhattan h"), estimate),)
        return (
            StatusItem(msg("Moves g"), state.moves),
            StatusItem(msg("Manhattan h"), estimate),
            StatusItem(msg("f = g + h"), state.moves + estimate),
        )

    def moves_made(self, state: SlidingState) -> int:
        return state.moves

    def goal(self, state: SlidingState) -> SlidingState:
        board = state.board
        return replace(state, board=unchecked(board, board.goal), picked=-1, typing=None)

    def remark(self, state: SlidingState) -> Message | None:
        """Return the message for tiles in the order of the other usual goal."""
        board = state.board
        if state.mode is not Mode.PLAY or board.tiles == board.goal:
            return None
        if board.tiles == blank_last(board.size):
            return msg(
                "The tiles are in order with the gap last, but this is another goal: "
                "look at its picture. A new game of size {size} has the gap last.",
                size=f"{board.width}x{board.height}@last",
            )
        if board.tiles == blank_first(board.size):
            return msg(
                "The tiles are in order with the gap first, but this is another goal: "
                "look at its picture. A new game of size {size} has the gap first.",
                size=f"{board.width}x{board.height}",
            )
        return None

    def dump(self, state: SlidingState) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> SlidingState:
        return from_json(saved, self.board)

    def parse_action(self, state: SlidingState, text: str) -> Action:
        """Read `up`, `tile 7` or `7`, `r2c3`, `arrows gap`; in edit `r2c3 7` and `goal last`."""
        board, line = state.board, TypedLine(text)
        edit, first, value = state.mode is Mode.EDIT, line[0], line[1]
        cell = parse_cell_name(first, board.width, board.height)
        match len(line), first:
            case 1, _ if cell is not None:
                return Action("slide", cell)
            case 2, _ if edit and cell is not None:
                return Action("enter", cell, value)
            case 1, _ if not edit and first in _STEPS:
                return Action("move", value=first)
            case 1 | 2, "arrows" if not edit and value in ("", *ARROWS):
                return Action("arrows", value=value)
            case 2, "goal" if edit and value in _GOALS:
                return Action("goal", value=value)
        number = value if first == "tile" else first
        if len(line) == 1 + (first == "tile") and number.isascii() and number.isdigit():
            move = notation.parse_move(board, number)
            if edit:
                return Action("put", value=number)
            return Action("slide", board.tiles.index(move.tile))
        last = cell_name(board.size - 1, board.width)
        if edit:
            expected = msg("a cell from r1c1 to {last} and a number, or goal last", last=last)
        else:
            expected = msg(
                "up, down, left, right, tile 1, or a cell from r1c1 to {last}", last=last
            )
        raise line.unexpected(0, expected)


def _require(state: SlidingState, mode: Mode) -> None:
    if state.mode is not mode:
        if mode is Mode.PLAY:
            raise ParameterError(msg("the board is being edited: tiles are swapped, not slid"))
        raise ParameterError(msg("numbers are entered only where the board is edited"))


def _slid(state: SlidingState, cells: Sequence[int]) -> SlidingState:
    """Move the blank over these cells in order."""
    if state.moves and rules.is_solved(state.board):
        raise ParameterError(msg("the puzzle is solved"))
    tiles, blank = list(state.board.tiles), state.board.blank
    for cell in cells:
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank = cell
    board = unchecked(state.board, tuple(tiles))
    return replace(state, board=board, moves=state.moves + len(cells))


INTERACTION = SlidingInteraction()
