"""The sliding puzzle as a person plays it: click a tile in line with the blank, or use arrows.

A click moves all tiles between the cell and the blank, one slide each. In edit mode two clicks swap
two cells, and a typed number swaps its tile to the cell, so that the board is an arrangement of all
tiles at every step.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gridwise.core.errors import MOVE, ParameterError, ParseError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.interaction import Act, Fact, Input, Interaction, Mode
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.core.puzzle import Violation
from gridwise.core.scene import Highlight, Scene
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.interaction.store import (
    ARROWS,
    State,
    check_size,
    from_json,
    number_in,
    swapped,
    to_json,
    with_tile,
)
from gridwise.puzzles.sliding.position import (
    Position,
    Slide,
    adjacent,
    blank_first,
    blank_last,
    manhattan,
    unchecked,
)
from gridwise.puzzles.sliding.scene import desk_scene
from gridwise.puzzles.sliding.text import files, notation

_SIZE = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?(?:@(first|last))?", re.ASCII)
_GOALS = {"first": blank_first, "last": blank_last}
_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class SlidingDesk(Interaction[Position, State]):
    """The table of a sliding puzzle."""

    name = "sliding"
    acts: ClassVar[Mapping[str, str]] = {
        "slide": "slide what is between the cell and the blank; in edit mode pick or swap cells",
        "move": "slide by an arrow (value: up, down, left, right)",
        "arrows": "what arrows move (value: tile or gap; empty for the other one)",
        "enter": "edit: swap the tile of this number (value; 0 is the blank) into the cell",
        "digit": "edit: type one digit (value) of a number into the cell",
        "goal": "edit: where the solved board has its blank (value: first or last)",
        "put": "slide the tile of this number (value)",
        "become": "take the tiles of a board (value: a notation) that slides can lead to",
    }
    click = "slide"
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

    def begin(
        self,
        position: Position,
        *,
        mode: Mode = Mode.PLAY,
        seed: int = 0,
        options: Mapping[str, str] = {},
    ) -> State:
        check_size(position.width, position.height)
        arrows = options.get("arrows", "tile")
        if not set(options) <= set(self.choices) or arrows not in ARROWS:
            raise ParameterError(msg("there is no such choice for a game"))
        return State(mode, position, position, arrows)

    def mode(self, state: State) -> Mode:
        return state.mode

    def position(self, state: State) -> Position:
        return state.board

    def origin(self, state: State) -> Position:
        return state.origin if state.mode is Mode.PLAY else state.board

    def act(self, state: State, act: Act) -> State:
        todo: Mapping[str, Callable[[State, Act], State]] = {
            "slide": self._slide,
            "move": self._move,
            "arrows": self._arrows,
            "enter": self._enter,
            "digit": self._digit,
            "goal": self._goal,
            "put": self._put,
            "become": self._become,
        }
        if act.name not in todo:
            raise ParameterError(msg("there is no act {name}", name=act.name))
        if act.name in ("slide", "enter", "digit") and not 0 <= act.cell < state.board.size:
            raise ParameterError(msg("choose a cell of the board first"))
        return todo[act.name](state, act)

    def _slide(self, state: State, act: Act) -> State:
        if state.mode is Mode.EDIT:
            return self._pick(state, act.cell)
        board, blank = state.board, state.board.blank
        if act.cell == blank:
            return state
        row, col = divmod(act.cell, board.width)
        gap_row, gap_col = divmod(blank, board.width)
        if row != gap_row and col != gap_col:
            raise ParameterError(
                msg(
                    "tile {tile} is neither in the row nor in the column of the blank",
                    tile=board.tiles[act.cell],
                )
            )
        step = 1 if row == gap_row else board.width
        if act.cell < blank:
            step = -step
        return _slid(state, range(blank + step, act.cell + step, step))

    def _move(self, state: State, act: Act) -> State:
        _only(state, Mode.PLAY)
        if act.value not in _STEPS:
            raise ParameterError(msg("a tile moves up, down, left or right"))
        down, right = _STEPS[act.value]
        if state.arrows == "tile":  # which comes from the other side of the gap
            down, right = -down, -right
        row, col = divmod(state.board.blank, state.board.width)
        row, col = row + down, col + right
        if not (0 <= row < state.board.height and 0 <= col < state.board.width):
            return state
        return _slid(state, (row * state.board.width + col,))

    def _arrows(self, state: State, act: Act) -> State:
        wanted = act.value or ("gap" if state.arrows == "tile" else "tile")
        if wanted not in ARROWS:
            raise ParameterError(msg("the arrows move the tile or the gap"))
        return state if wanted == state.arrows else replace(state, arrows=wanted)

    def _pick(self, state: State, cell: int) -> State:
        if state.picked < 0:
            return replace(state, picked=cell, typing=None)
        return replace(
            state, board=swapped(state.board, state.picked, cell), picked=-1, typing=None
        )

    def _enter(self, state: State, act: Act) -> State:
        _only(state, Mode.EDIT)
        board = with_tile(state.board, act.cell, number_in(act.value, state.board))
        if board is state.board and state.picked < 0 and state.typing is None:
            return state
        return replace(state, board=board, picked=-1, typing=None)

    def _digit(self, state: State, act: Act) -> State:
        _only(state, Mode.EDIT)
        if len(act.value) != 1 or not "0" <= act.value <= "9":
            raise ParameterError(msg("a digit is 0 to 9"))
        digits, before = act.value, state.board
        if state.typing is not None and state.typing[0] == act.cell:
            longer = state.typing[1] + act.value
            if int(longer) < before.size and state.typing[1] != "0":
                digits, before = longer, unchecked(before, state.typing[2])
        board = with_tile(before, act.cell, number_in(digits, before))
        typing = (act.cell, digits, before.tiles)
        after = replace(state, board=board, picked=-1, typing=typing)
        return state if after == state else after

    def _goal(self, state: State, act: Act) -> State:
        _only(state, Mode.EDIT)
        if act.value not in _GOALS:
            raise ParameterError(msg("the solved board has its blank first or last"))
        goal = _GOALS[act.value](state.board.size)
        if goal == state.board.goal:
            return state
        board = state.board
        return replace(state, board=Position(board.width, board.height, board.tiles, goal))

    def _put(self, state: State, act: Act) -> State:
        try:
            move = notation.parse_move(state.board, act.value)
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

    def _become(self, state: State, act: Act) -> State:
        new, board = _parsed(act.value), state.board
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
        if rules.unsolvable(Position(board.width, board.height, board.tiles, new.tiles)):
            raise ParameterError(msg("no slides lead to that board"))
        return replace(state, board=unchecked(board, new.tiles))

    def scene(
        self,
        state: State,
        *,
        selected: int = -1,
        highlights: Mapping[int, Highlight] | None = None,
        chances: Sequence[float | None] | None = None,
    ) -> Scene:
        lit = {state.picked: Highlight.TARGET} if state.picked >= 0 else {}
        return desk_scene(state.board, {**lit, **(highlights or {})})

    def verdict(self, state: State) -> GameStatus:
        done = state.mode is Mode.PLAY and rules.is_solved(state.board)
        return GameStatus.WON if done else GameStatus.OPEN

    def conflicts(self, state: State) -> tuple[Violation, ...]:
        """Return that the goal cannot be reached, where that is so."""
        return rules.violations(state.board)

    def inputs(self, state: State) -> tuple[Input, ...]:
        if state.mode is Mode.EDIT:
            digits = tuple(
                Input(
                    Act("digit", value=str(n)),
                    msg("Digit {digit}", digit=n),
                    str(n),
                    (f"Digit{n}", f"Numpad{n}"),
                )
                for n in range(10)
            )
            keys = ("Space", "Enter", "NumpadEnter")
            return (Input(Act("slide"), msg("Pick or swap"), "⇄", keys), *digits)
        other = "gap" if state.arrows == "tile" else "tile"
        return (
            *(
                Input(Act("move", value=name), label, sign, keys, at_cell=False)
                for name, label, sign, keys in (
                    ("up", msg("Up"), "↑", ("ArrowUp", "KeyW")),
                    ("left", msg("Left"), "←", ("ArrowLeft", "KeyA")),
                    ("down", msg("Down"), "↓", ("ArrowDown", "KeyS")),
                    ("right", msg("Right"), "→", ("ArrowRight", "KeyD")),
                )
            ),
            Input(Act("slide"), msg("Slide"), keys=("Space", "Enter", "NumpadEnter")),
            Input(
                Act("arrows", value=other),
                msg("Let arrows {what}", what=ARROWS[other]),
                keys=("KeyM",),
                at_cell=False,
            ),
        )

    def facts(self, state: State) -> tuple[Fact, ...]:
        estimate = manhattan(state.board)
        if state.mode is Mode.EDIT:
            return (Fact(msg("Manhattan estimate h"), estimate),)
        return (
            Fact(msg("Moves g"), state.moves),
            Fact(msg("Manhattan estimate h"), estimate),
            Fact(msg("Sum f = g + h"), state.moves + estimate),
        )

    def walked(self, state: State) -> int:
        return state.moves

    def goal(self, state: State) -> State:
        board = state.board
        return replace(state, board=unchecked(board, board.goal), picked=-1, typing=None)

    def remark(self, state: State) -> Message | None:
        """Say that the tiles are in the other usual order, which is no win here."""
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

    def dump(self, state: State) -> dict[str, Any]:
        return to_json(state)

    def load(self, saved: Mapping[str, Any]) -> State:
        return from_json(saved)

    def typed(self, state: State, text: str) -> Act:
        """Read `up`, `tile 7` or `7`, `r2c3`, `arrows gap`; in edit `r2c3 7` and `goal last`."""
        board, words = state.board, text.lower().split()
        first, rest = (words[0], words[1:]) if words else ("", [])
        edit = state.mode is Mode.EDIT
        cell = parse_cell_name(first, board.width, board.height)
        if cell is not None and not rest:
            return Act("slide", cell)
        if cell is not None and edit and len(rest) == 1:
            return Act("enter", cell, rest[0])
        if not edit and first in _STEPS and not rest:
            return Act("move", value=first)
        if not edit and first == "arrows" and (not rest or rest[0] in ARROWS) and len(rest) < 2:
            return Act("arrows", value="".join(rest))
        if edit and first == "goal" and len(rest) == 1 and rest[0] in _GOALS:
            return Act("goal", value=rest[0])
        number = rest if first == "tile" else words
        if len(number) == 1 and number[0].isascii() and number[0].isdigit():
            move = notation.parse_move(board, number[0])
            if edit:
                return Act("put", value=number[0])
            return Act("slide", board.tiles.index(move.tile))
        last = cell_name(board.size - 1, board.width)
        found = repr(text[:20]) if words else msg("nothing")
        if edit:
            expected = msg("a cell from r1c1 to {last} and a number, or goal last", last=last)
        else:
            expected = msg(
                "up, down, left, right, tile 1, or a cell from r1c1 to {last}", last=last
            )
        raise ParseError(found, expected, source=MOVE)


def _only(state: State, mode: Mode) -> None:
    if state.mode is not mode:
        if mode is Mode.PLAY:
            raise ParameterError(msg("the board is being edited: tiles are swapped, not slid"))
        raise ParameterError(msg("numbers are entered only where the board is edited"))


def _slid(state: State, cells: Sequence[int]) -> State:
    """Move the gap over these cells, one after another."""
    if state.moves and rules.is_solved(state.board):
        raise ParameterError(msg("the puzzle is solved"))
    tiles, blank = list(state.board.tiles), state.board.blank
    for cell in cells:
        tiles[blank], tiles[cell] = tiles[cell], 0
        blank = cell
    board = unchecked(state.board, tuple(tiles))
    return replace(state, board=board, moves=state.moves + len(cells))


def _parsed(text: str) -> Position:
    entries = list(files.read(text))
    if len(entries) != 1 or entries[0].position is None:
        raise ParameterError(msg("this is no board"))
    return entries[0].position


INTERACTION = SlidingDesk()
