"""The state of a sliding puzzle as it is played, and its saved form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.interaction import MOST_CELLS, Mode, int_below, reading_saved, require
from gridwise.core.message import msg
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.position import Position, unchecked
from gridwise.puzzles.sliding.text import notation

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
