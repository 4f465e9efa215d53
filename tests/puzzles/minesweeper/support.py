"""Boards for the tests of this folder, and the layouts that fit one, by trying them all."""

from collections.abc import Iterator
from itertools import product

from hypothesis import strategies as st

from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, Position

EXPERT = (
    "minesweeper:30x16x99:"
    + "/".join(["-" * 30] * 4)
    + "/------------------112---------/------------------101---------"
    + "/------------------1121--------/"
    + "/".join(["-" * 30] * 9)
)
"""A large board of which little is open."""


def board(text: str) -> Position:
    return PUZZLE.parse(f"minesweeper:{text}")


@st.composite
def positions(draw):
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    shown = draw(st.binary(min_size=width * height, max_size=width * height))
    mines = draw(st.none() | st.integers(0, width * height))
    return Position(width, height, bytes(b % 12 for b in shown), mines)


def layouts(position: Position) -> Iterator[tuple[int, ...]]:
    """Yield every layout that fits (1 a mine, row-major), in lexicographic order.

    Knows nothing of the package's neighbours, sums and clauses. O(2**covered).
    """
    width, height, shown = position.width, position.height, position.shown
    covered = [c for c, code in enumerate(shown) if code == COVERED]
    for values in product((0, 1), repeat=len(covered)):
        mine = [int(code == MINE) for code in shown]
        for cell, value in zip(covered, values, strict=True):
            mine[cell] = value
        if position.mines is not None and sum(mine) != position.mines:
            continue
        if all(
            sum(
                mine[r * width + c]
                for r in range(height)
                for c in range(width)
                if max(abs(r - row), abs(c - col)) == 1
            )
            == shown[row * width + col]
            for row in range(height)
            for col in range(width)
            if shown[row * width + col] <= 8
        ):
            yield tuple(mine)
