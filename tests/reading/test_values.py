"""Boards of values: lists, arrays, frames and dicts of cells, and a board's values."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.puzzles.sudoku.position import default_box
from samples import sample, seeds

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINES = [SUDOKU[at : at + 9] for at in range(0, 81, 9)]
GRID = [[int(sign) if sign != "." else 0 for sign in line] for line in LINES]
ARRAY = np.array(GRID)
CELLS = {(row, column): GRID[row][column] for row in range(9) for column in range(9)}


class Frame:
    """What is asked of a frame of pandas."""

    def __init__(self, rows: Any) -> None:
        self._array = np.array(rows, object)

    def to_numpy(self) -> Any:
        return self._array


class NAType:
    """The missing value of pandas."""

    def __ne__(self, other: object) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


def with_empty(sign: Any) -> list[list[Any]]:
    """Return the grid with another value in the empty cells."""
    return [[digit or sign for digit in row] for row in GRID]


FORMS: dict[str, Any] = {
    "lists": GRID,
    "tuples": tuple(map(tuple, GRID)),
    "a list of arrays": list(ARRAY),
    "numbers of NumPy": [list(row) for row in ARRAY],
    **{
        f"array of {kind}": ARRAY.astype(kind) for kind in ("u1", "i2", "i8", "f4", "U1", "S1", "O")
    },
    "None": with_empty(None),
    "NaN": np.where(ARRAY == 0, np.nan, ARRAY),
    "minus one": np.where(ARRAY == 0, -1, ARRAY),
    "NA": Frame(with_empty(NAType())),
    "empty texts": with_empty(""),
    "blanks": with_empty(" "),
    "points": with_empty("."),
    "texts": [list(line) for line in LINES],
    "lines": LINES,
    "lines of a file": [f"{line}\n" for line in LINES],
    "lines with blanks": [" ".join(line) for line in LINES],
    "one line": [digit for row in GRID for digit in row],
    "signs": list(SUDOKU),
    "a frame": Frame(GRID),
    "a line of an array": ARRAY.reshape(-1),
    "a row of an array": ARRAY.reshape(1, 81),
    "a dict": CELLS,
    "a dict of numbers of NumPy": {(np.int64(r), np.int64(c)): ARRAY[r, c] for r, c in CELLS},
    "a dict of givens": {cell: digit for cell, digit in CELLS.items() if digit},
    "a dict of names": {
        f"r{row + 1}c{column + 1}": digit for (row, column), digit in CELLS.items()
    },
    "a dict of letters": {
        f"{'ABCDEFGHI'[r]}{c + 1}": str(digit) for (r, c), digit in CELLS.items()
    },
}


@every("values", FORMS.values(), ids=list(FORMS))
def test_values_in_every_form_are_one_board(values: Any) -> None:
    board = gw.Board(SUDOKU)
    assert gw.Board(values) == gw.Board(values, puzzle="sudoku") == board
    assert gw.read_boards(values) == gw.read_boards([values]) == [board]
    assert gw.solve(values).board == board.solve().board
    assert gw.solve(board.play("r1c3=4"), method="human").status is board.solve().status


@every(
    "values", [FORMS[name] for name in ("lists", "array of i8", "array of u1", "a dict", "a frame")]
)
def test_a_board_of_values_is_one_of_many(values: Any, tmp_path: Path) -> None:
    board = gw.Board(SUDOKU)
    assert gw.solve_many(values).found.tolist() == [1]
    assert (
        gw.export(values, tmp_path / "board.txt", style="line").boards[0].position == board.position
    )
    if not isinstance(values, dict):
        assert gw.solve_many([values, values]).found.tolist() == [1, 1]
    assert gw.hint(SUDOKU, origin=values).text == board.hint().text


SEVERAL: dict[str, Any] = {
    "lists": [GRID, GRID],
    "an array of boards": np.array([ARRAY, ARRAY]),
    "an array of lines": np.array([ARRAY.reshape(-1)] * 2),
    "lines": [SUDOKU, SUDOKU],
    "an array of texts": np.array([SUDOKU, SUDOKU]),
    "frames": [Frame(GRID), Frame(GRID)],
    "boards": [gw.Board(GRID), GRID],
    "an iterator": None,
}


@every("values", SEVERAL.values(), ids=list(SEVERAL))
def test_several_boards_of_values(values: Any) -> None:
    values = iter([GRID, LINES]) if values is None else values
    assert gw.read_boards(values) == [gw.Board(SUDOKU)] * 2


def test_a_list_of_texts_is_rows_or_sources(tmp_path: Path) -> None:
    path = tmp_path / "board.sdk"
    path.write_text("\n".join(LINES))
    queens = ["Q...", "..Q.", "....", "...."]
    assert gw.read_boards(queens) == [gw.Board("queens:4:r1c1,r2c3")]
    assert gw.read_boards([os.fspath(path)]) == [gw.Board(SUDOKU)]
    assert [one.puzzle.name for one in gw.read_boards([SUDOKU, "3,1,2,0"])] == ["sudoku", "sliding"]
    assert gw.read_boards(["---", "-1-"]) == [gw.Board("minesweeper:3x2:---/-1-")]


def sizes() -> Iterator[gw.Board]:
    """Yield boards of every puzzle: samples, and others of many sizes."""
    for name in ("minesweeper", "queens", "sliding", "sudoku"):
        for seed in seeds(6, 40):
            board = gw.Board(sample(registry.puzzle(name), Random(seed)))
            if board.scene().height > 1:  # one row of sliding tiles may be a square
                yield board
    for box in ("2x3", "3x3", "1x7", "2x5", "3x4", "4x4", "5x5"):
        board = gw.Board.empty("sudoku", box)
        yield board.play(*board.legal_moves()[-1:])
    yield gw.Board("queens:5:r1c2,r3c3,xr5c5,xr4c4,xr3c3")
    yield gw.Board("minesweeper:5x2x3:--X1s/01111")
    for side in ("3x2", "2x5", "4x4", "6x6"):
        yield gw.Board.empty("sliding", side)


def bare(board: gw.Board) -> gw.Board:
    """Return a board without what its values do not say: goal, mines, boxes."""
    position = board.position
    match board.puzzle.name:
        case "sliding":
            position = replace(position, goal=())
        case "minesweeper":
            position = replace(position, mines=None)
        case "sudoku":
            height, width = default_box(position.size) or (0, 0)
            position = replace(position, box_height=height, box_width=width)
    return gw.Board(position)


@every("board", sizes, ids=lambda board: board.notation)
def test_values_of_a_board_make_it_again(board: gw.Board) -> None:
    rows, name = board.to_list(), board.puzzle.name
    array = board.to_numpy()
    assert array.tolist() == rows == [*board]
    for values in (
        rows,
        array,
        Frame(rows),
        {(r, c): v for r, row in enumerate(rows) for c, v in enumerate(row)},
    ):
        if isinstance(values, dict) and len(values) < 9:
            continue
        assert gw.Board(values, puzzle=name) == bare(board)
    scene = board.scene()
    assert array.shape == (scene.height, scene.width)
    last = f"r{scene.height}c{scene.width}"
    assert board[last] == board[-1, -1] == board[scene.height - 1, scene.width - 1] == rows[-1][-1]
    assert board["r1c1"] == board[0, 0] == board[0][0] == array[0, 0]


PLAIN: dict[str, tuple[list[list[Any]], str]] = {
    "sudoku": (GRID, SUDOKU),
    "sudoku 4x4": ([[1, 0, 0, 0], [0, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 4]], "1.....3..2.....4"),
    "sliding": ([[7, 2, 4], [5, 0, 6], [8, 3, 1]], "7,2,4,5,0,6,8,3,1"),
    "sliding 2x2": ([[3, 1], [2, 0]], "3,1,2,0"),
    "minesweeper": ([["-", 1, 0], [1, 1, 0]], "minesweeper:3x2:-10/110"),
}


@every("values, board", PLAIN.values(), ids=list(PLAIN))
def test_values_tell_their_puzzle(values: list[list[Any]], board: str) -> None:
    assert gw.Board(values) == gw.Board(board)
    assert gw.Board(values).to_list() == values


@every(
    "goal",
    [[[1, 2, 3], [4, 5, 0]], [1, 2, 3, 4, 5, 0], "last", gw.Board("sliding:3x2:1,2,3,4,5,0")],
)
def test_a_goal_may_be_values(goal: Any) -> None:
    tiles = [[1, 2, 0], [4, 5, 3]]
    asked = gw.Board("sliding:3x2:1,2,0,4,5,3@last")
    assert (
        gw.Board(tiles, goal=goal)
        == gw.Board(asked, goal=np.array([[1, 2, 3], [4, 5, 0]]))
        == asked
    )
    assert gw.solve(tiles, goal=goal).moves == ("3",)


@every("goal", [5, [], [[1, 2], [3, 0]], [1, 2, 3], [[1, 2, 3], [4, 5]], gw.Board("queens:4:")])
def test_a_goal_that_is_none_is_refused(goal: Any) -> None:
    with pytest.raises(gw.GridwiseError, match=r"expected|Ex|found"):
        gw.Board([[1, 2, 0], [4, 5, 3]], goal=goal)


COLUMNS: dict[str, tuple[Any, str]] = {
    "from 0": ([0, 4, 7, 5, 2, 6, 1, 3], "queens:8:1,5,8,6,3,7,2,4"),
    "from 1": ((1, 5, 8, 6, 3, 7, 2, 4), "queens:8:1,5,8,6,3,7,2,4"),
    "an array": (np.array([1, 3, 5, 0, 2, 4]), "queens:6:2,4,6,1,3,5"),
    "four": ([2, 4, 1, 3], "queens:4:2,4,1,3"),
}


@every("values, board", COLUMNS.values(), ids=list(COLUMNS))
def test_a_list_of_columns_is_queens(values: Any, board: str) -> None:
    assert gw.Board(values) == gw.Board(values, puzzle="queens") == gw.Board(board)


def changed(row: int, column: int, value: Any) -> list[list[Any]]:
    """Return the grid with another value in one cell."""
    rows: list[list[Any]] = [[*row] for row in GRID]
    rows[row][column] = value
    return rows


WRONG: dict[str, tuple[Any, str]] = {
    "two digits": (changed(2, 3, 12), "Row 3, column 4: found 12, expected a number from 0 to 9"),
    "a fraction": (changed(0, 8, 2.5), "Row 1, column 9: found '2.5', expected a whole number"),
    "a sign": (changed(8, 0, "?!"), "Row 9, column 1: found '?!', expected a digit"),
    "two cells": (changed(1, 1, "1, 2"), "Row 2, column 2: found '1, 2', expected a whole number"),
    "a short row": (
        [*GRID[:4], GRID[4][:8], *GRID[5:]],
        "Row 5, column 8: found a row of 8 values, expected 9 as in row 1",
    ),
    "a short line": ([*LINES[:4], "4..8.3..", *LINES[5:]], "Row 5, column 9: found the end"),
    "a word": ({"r1c1": 1, "cells": 2}, "Found 'cells', expected a cell such as 'r1c1'"),
    "a small letter": ({"a1": 1}, "Found 'a1', expected a cell such as"),
    "below zero": ({(-1, 0): 1}, "Found (-1, 0), expected a cell such as"),
    "from one": (
        {(r + 1, c + 1): v for (r, c), v in CELLS.items()},
        "Found none in row 0 or column 0",
    ),
    "twice": ({"r1c1": 1, (0, 0): 2}, "Found a cell with two names, expected each cell once"),
    "nothing": ([], "Found list [], expected a board"),
    "boards": ([gw.Board(SUDOKU)], "Found list [Board('sudoku"),
    "objects": ([[object()]], "Found list [[<object"),
    "a second board": ([SUDOKU, SUDOKU], "Row 2, column 1: found a second puzzle"),
}


@every("values, said", WRONG.values(), ids=list(WRONG))
def test_what_is_no_board_is_named_by_row_and_column(values: Any, said: str) -> None:
    asks: tuple[Callable[..., Any], ...] = (gw.Board, gw.solve, gw.count)
    for ask in asks:
        with pytest.raises((gw.ParseError, gw.ParameterError)) as caught:
            ask(values)
        assert str(caught.value).startswith(said)


@every("cell", ["r10c1", "r0c1", "A1", (9, 0), (0, -10), 9, (0,), (0, 1, 2), None, 1.0, slice(3)])
def test_a_cell_that_is_none_is_refused(cell: Any) -> None:
    with pytest.raises(gw.ParameterError, match=r"expected a (cell from r1c1 to r9c9|row from 0)"):
        gw.Board(SUDOKU)[cell]


PARTS: list[Any] = [0, 1, 2, 9, 12, -1, -2, 10**30, None, np.nan, np.inf, 2.5, "", "x", "Q", "12"]
PARTS += [
    "\n",
    "1,2",
    "…",
    b"5",
    True,
    np.int8(3),
    np.array(5),
    object(),
    {},
    set(),
    1j,
    "queens:4:",
]


def anything(random: Random, depth: int = 0) -> Any:
    """Return values of any kind, nested or not."""
    size = random.choice([0, 1, 2, 3, 4, 9])
    kind = random.randrange(6 if depth < 3 else 2)
    if kind < 2:
        return random.choice(PARTS)
    if kind == 2:
        names = [(random.randrange(5), random.randrange(5)) for _ in range(size)]
        return {
            random.choice([name, f"r{name[0]}c1", f"A{name[1]}", 5]): random.choice(PARTS)
            for name in names
        }
    if kind == 3:
        return [[random.choice(PARTS[:6]) for _ in range(size)] for _ in range(size)]
    return (list if kind == 4 else tuple)(anything(random, depth + 1) for _ in range(size))


@every("seed", lambda: seeds(400, 20_000))
def test_anything_is_a_board_or_an_error(seed: int) -> None:
    values = anything(Random(seed))
    for read in (gw.Board, gw.read_boards):
        try:
            read(values)
        except gw.GridwiseError as error:
            assert str(error)
