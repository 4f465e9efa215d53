"""Ids and saved games of Solo, the Sudoku of Simon Tatham's Portable Puzzle Collection.

    3x3:a2e9a5b6a2b3_7a1_4a9_6a2b4_1a7_2b1_7e6_9b2_5a8_1b6a5_9a3_8a7_2b8a6b1a1e4a

The parameters are the height and the width of a box. In the description a letter is a run of empty
cells, `a` one and `z` 26, and `_` stands between two numbers. A saved game gives the board with
what the player entered. Pencil marks are its candidates if every empty cell has some, else they are
left out, as those of `opensudoku` are.

Jigsaw (`j`), X (`x`) and Killer (`k`) have further rules and are refused.

Source: `decode_params`, `spec_to_grid` and `execute_move` in the collection's solo.c.
"""

import re
from collections.abc import Iterator
from itertools import islice

from gridwise.core.game_id import Field, GameId, games, id_pattern, is_saved
from gridwise.core.message import msg
from gridwise.core.reading import Entry, has_boards, quoted
from gridwise.puzzles.sudoku.formats._cells import miscounted
from gridwise.puzzles.sudoku.position import MAX_SIZE, Position, is_box

NAME = "Solo"

_ID = id_pattern(
    r"[0-9]{1,2}(?:x[0-9]{1,2}|j)(?:[jkxa]|md?[248]|r[24]|d[tbiaeu])*", r"[0-9a-z_]+(?:,[\w,]*)?"
)
_PARAMETERS = re.compile(r"([0-9]{1,2})(?:x([0-9]{1,2}))?(\w*)", re.ASCII)
_PIECE = re.compile("([a-z])|([0-9]{1,3})|_|(.)")
_MOVE = re.compile(r"([PR])([0-9]{1,2}),([0-9]{1,2}),([0-9]{1,2})", re.ASCII)
_NUMBER = re.compile("[0-9]+", re.ASCII)
_VARIANTS = {
    "j": msg("a jigsaw Sudoku"),
    "x": msg("a Sudoku X, with both diagonals"),
    "k": msg("a Killer Sudoku, with cages"),
}


def claims(head: str) -> bool:
    """Return whether a text has an id with more cells than a game of that size could have."""
    return is_saved(head, NAME) or has_boards(
        head, lambda line: filter(_is_solo, _ID.finditer(line))
    )


def read(text: str, source: str) -> Iterator[Entry[Position]]:
    """Yield the board of each id, or of a saved game. O(len(text))."""
    return games(text, source, NAME, _ID, _board)


def _is_solo(found: re.Match[str]) -> bool:
    """Return whether it is an id of this game: others of the collection look alike."""
    height, width = _box(found["parameters"])
    if found["seed"] is not None:
        return 2 <= height <= 5 and 2 <= width <= 5
    pieces = _PIECE.findall(found["description"].partition(",")[0])
    cells = sum(ord(run) - 96 if run else 1 for run, number, _ in pieces if run or number)
    return cells > height * width


def _box(parameters: str) -> tuple[int, int]:
    """Return the height and the width of a box; a jigsaw's has the width 1."""
    size = _PARAMETERS.fullmatch(parameters)
    assert size is not None
    height = int(size[1])
    return height, int(size[2] or (1 if "j" in size[3] else height))


def _board(game: GameId) -> Position:
    parameters = game.parameters
    size = _PARAMETERS.fullmatch(parameters.text)
    if size is None:
        raise parameters.error(
            quoted(parameters.text), msg("the box height and width, such as 3x3")
        )
    for letter, name in _VARIANTS.items():
        if letter in size[3]:
            raise parameters.error(name, msg("a Sudoku of rows, columns and boxes alone"))
    height, width = _box(parameters.text)
    side = height * width
    if side > MAX_SIZE:
        found = msg("a board of {size}", size=f"{side}x{side}")
        most = msg("at most {most}", most=f"{MAX_SIZE}x{MAX_SIZE}")
        raise parameters.here.too_large(found, most, parameters.at)
    if not is_box(height, width):
        found = msg("boxes of {size}", size=f"{height}x{width}")
        raise parameters.error(
            found, msg("a height and a width of at least 2, or 1x5, 1x7, 1x11 ... without boxes")
        )
    cells, marks = _cells(game.description, side), [0] * side**2
    every = (1 << (side + 1)) - 2
    for kind, move in game.moves:
        if kind == "RESTART":
            cells, marks = _cells(move, side), [0] * side**2
        elif kind == "SOLVE":
            cells = bytearray(_numbers(move, side))
        elif move.text == "M":
            marks = [0 if digit else every for digit in cells]
        else:
            pencil, cell, digit = _placed(game, move, side)
            if pencil and digit:
                marks[cell] ^= 1 << digit
            else:
                cells[cell], marks[cell] = digit, 0
    if all(digit or mark for digit, mark in zip(cells, marks, strict=True)):
        return Position.of_candidates(height, width, marks, bytes(cells))
    return Position(height, width, bytes(cells))


def _cells(description: Field, side: int) -> bytearray:
    """Return the cells of a description."""
    cells = bytearray()
    for piece in _PIECE.finditer(description.text):
        run, number, strange = piece.groups()
        if run:
            cells += bytes(ord(run) - 96)
        elif number:
            cells.append(_digit(number, side, description, piece.start()))
        elif strange:
            expected = msg("a number, a letter for a run of empty cells, or _")
            raise description.error(quoted(strange), expected, piece.start())
        if len(cells) > side * side:
            raise miscounted(len(cells), side, description.here, description.at + piece.start())
    if len(cells) < side * side:
        end = description.at + len(description.text)
        raise miscounted(len(cells), side, description.here, end)
    return cells


def _digit(number: str, side: int, field: Field, at: int) -> int:
    if not 1 <= int(number) <= side:
        expected = msg("a number from {least} to {most}", least=1, most=side)
        raise field.error(quoted(number), expected, at)
    return int(number)


def _numbers(move: Field, side: int) -> Iterator[int]:
    """Yield the digits of a solution, which are written with commas after an `S`."""
    numbers = list(islice(_NUMBER.finditer(move.text), side * side + 1))
    if len(numbers) != side * side:
        raise miscounted(len(numbers), side, move.here, move.at + len(move.text))
    for number in numbers:
        yield _digit(number[0], side, move, number.start())


def _placed(game: GameId, move: Field, side: int) -> tuple[bool, int, int]:
    """Return whether a move is a pencil mark, its cell and its digit; 0 empties the cell."""
    place = _MOVE.fullmatch(move.text)
    if place is None:
        raise game.bad_move(move)
    column, row, digit = map(int, place.groups()[1:])
    if max(column, row) >= side or digit > side:
        raise game.bad_move(move)
    return place[1] == "P", row * side + column, digit
