"""Ids and saved games of Fifteen, of Simon Tatham's Portable Puzzle Collection.

    4x4:8,11,3,6,14,13,4,2,0,9,12,10,5,1,7,15

The parameters are the width and the height; 0 is the blank. The game's goal has the blank last. Ids
alone might as well be boards of anyone who means the usual goal, the blank first; so they have that
one, unless the line says `Fifteen`, or one of the text's boards can reach the game's goal alone and
none the usual one alone.

Source: `new_game` and `execute_move` in the collection's fifteen.c.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from gridwise.core.game_id import Field, GameId, games, id_pattern, is_saved
from gridwise.core.message import msg
from gridwise.core.reading import Entry, has_boards, quoted
from gridwise.puzzles.sliding.notation import arrangement, check_size, counted, split_at
from gridwise.puzzles.sliding.position import Position, blank_first, blank_last
from gridwise.puzzles.sliding.rules import unsolvable

NAME = "Fifteen"

_DECIDING = 100
"""The most ids of a text that decide its goal."""
_ID = id_pattern("[0-9]{1,3}x[0-9]{1,3}", "[0-9]{1,4}(?:,[0-9]{1,4})+")
_PARAMETERS = re.compile("([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)
_MOVE = re.compile("M([0-9]{1,3}),([0-9]{1,3})", re.ASCII)


def claims(head: str) -> bool:
    """Return whether a text has a size and numbers with commas, after a colon, or a seed."""
    return is_saved(head, NAME) or has_boards(head, _ID.finditer)


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each id, or of a saved game. O(len(text))."""
    entries = games(text, source, NAME, _ID, _board)
    first = list(islice(entries, _DECIDING))
    boards = [entry.position for entry in first if entry.position is not None]
    reached = {(unsolvable(b) is None, unsolvable(_to_last(b)) is None) for b in boards}
    last = (False, True) in reached and (True, False) not in reached
    for entry in chain(first, entries):
        if entry.position is None or entry.position.goal != blank_first(entry.position.size):
            yield entry
        elif last:
            note = msg("the goal is the blank last, as in Fifteen: the usual one cannot be reached")
            yield replace(entry, position=_to_last(entry.position), notes=(note,))
        else:
            note = msg("the goal is the blank first; that of a game of Fifteen is `--goal last`")
            yield replace(entry, notes=(note,))


def _to_last(board: Position) -> Position:
    return replace(board, goal=blank_last(board.size))


def _board(game: GameId) -> Position:
    parameters = game.parameters
    size = _PARAMETERS.fullmatch(parameters.text)
    if size is None:
        raise parameters.error(quoted(parameters.text), "WIDTHxHEIGHT")
    width, height = int(size[1]), int(size[2] or size[1])
    check_size(width, height, parameters.here, parameters.at)
    tiles = _tiles(game.description, width * height)
    blank = tiles.index(0)
    for kind, move in game.moves:
        if kind == "MOVE":
            blank = _slide(tiles, blank, width, game, move)
        elif kind == "RESTART":
            tiles = _tiles(move, len(tiles))
            blank = tiles.index(0)
        else:
            tiles = list(blank_last(len(tiles)))
            blank = len(tiles) - 1
    board = Position(width, height, tuple(tiles))
    return _to_last(board) if game.named else board


def _tiles(description: Field, size: int) -> list[int]:
    """Return the tiles of a description."""
    first = description.text.split(",", size)[:size]
    if len(first) == size and len(",".join(first)) < len(description.text):
        found = msg("a board of {number} numbers", number=description.text.count(",") + 1)
        raise description.error(found, str(size), len(",".join(first)) + 1)
    fields = counted(split_at(",", *description[::2]), size, description.here)
    return list(arrangement([(description.here, fields)], size))


def _slide(tiles: list[int], blank: int, width: int, game: GameId, move: Field) -> int:
    """Move the blank along its row or column, and return its cell; the tiles between make way."""
    place = _MOVE.fullmatch(move.text)
    if place is None:
        raise game.bad_move(move)
    column, row = int(place[1]), int(place[2])
    target = row * width + column
    off_board = column >= width or target >= len(tiles)
    if off_board or (column == blank % width) == (row == blank // width):
        raise game.bad_move(move)
    step = 1 if row == blank // width else width
    line = range(blank, target, step if target > blank else -step)
    for cell in line:
        tiles[cell] = tiles[cell + line.step]
    tiles[target] = 0
    return target
