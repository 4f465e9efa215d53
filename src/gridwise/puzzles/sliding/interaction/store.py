"""The state of a sliding puzzle on the table, and how it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Mode
from gridwise.core.message import msg
from gridwise.core.reading import TextLine
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.position import Position, unchecked
from gridwise.puzzles.sliding.text import notation

MOST_CELLS = 2500
"""Boards with more cells are not played or edited."""
_MOST_MOVES = 1 << 31
ARROWS = {"tile": msg("move the tile"), "gap": msg("move the gap")}
"""What arrow keys can mean; the first is the default."""


@dataclass(frozen=True, slots=True)
class State:
    """A board on the table.

    Parameters
    ----------
    mode
        Whether tiles slide or are put anywhere.
    origin, board
        At the beginning and now.
    arrows
        What the arrows move: `tile` or `gap`.
    moves
        Slides made.
    picked
        In `EDIT` the cell that waits for the other to be swapped with; -1 for none.
    typing
        In `EDIT` the cell where a number is being typed, its digits, and the tiles before it.
    """

    mode: Mode
    origin: Position
    board: Position
    arrows: str = "tile"
    moves: int = 0
    picked: int = -1
    typing: tuple[int, str, tuple[int, ...]] | None = None


def to_json(state: State) -> dict[str, Any]:
    """Return the state as JSON."""
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


def from_json(saved: Mapping[str, Any]) -> State:
    """Return the state that `to_json` made this of; raise `ParameterError` at anything else."""
    try:
        return _loaded(saved)
    except (KeyError, TypeError, ValueError, AttributeError, GridwiseError) as error:
        raise ParameterError(msg("this is no saved game of the sliding puzzle")) from error


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
    """Return the board with two cells swapped; the same object where they are one."""
    if one == other:
        return board
    tiles = list(board.tiles)
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return unchecked(board, tuple(tiles))


def with_tile(board: Position, cell: int, tile: int) -> Position:
    """Return the board after the tile was swapped into the cell."""
    return swapped(board, cell, board.tiles.index(tile))


def number_in(text: str, board: Position) -> int:
    """Return the number of a tile, 0 for the blank; raise `ParameterError`."""
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) < board.size):
        raise ParameterError(
            msg("a number from 1 to {last}, or 0 for the blank", last=board.size - 1)
        )
    return int(text)


def _must(holds: bool) -> None:
    if not holds:
        raise ValueError


def _loaded(saved: Mapping[str, Any]) -> State:
    mode, arrows = Mode(saved["mode"]), saved["arrows"]
    moves, picked, typing = saved["moves"], saved["picked"], saved["typing"]
    boards = []
    for name in ("origin", "board"):
        text = saved[name]
        _must(isinstance(text, str) and len(text) <= 12 * MOST_CELLS)
        boards.append(notation.read_notation(text, TextLine("saved", 1)))
        check_size(boards[-1].width, boards[-1].height)
    origin, board = boards
    _must((origin.width, origin.height) == (board.width, board.height))
    _must(isinstance(arrows, str) and arrows in ARROWS)
    _must(type(moves) is int and 0 <= moves < _MOST_MOVES)
    _must(type(picked) is int and -1 <= picked < board.size)
    if mode is Mode.PLAY:
        _must(origin.goal == board.goal and picked == -1 and typing is None)
        ends = Position(board.width, board.height, board.tiles, origin.tiles)
        _must(rules.unsolvable(ends) is None)
    if typing is not None:
        cell, digits, before = typing
        _must(type(cell) is int and 0 <= cell < board.size and isinstance(digits, str))
        tiles = Position(board.width, board.height, before, board.goal).tiles
        _must(all(type(tile) is int for tile in tiles))
        _must(with_tile(unchecked(board, tiles), cell, number_in(digits, board)) == board)
        typing = (cell, digits, tiles)
    return State(mode, origin, board, arrows, moves, picked, typing)
