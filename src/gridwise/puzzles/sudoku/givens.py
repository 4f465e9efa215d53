"""The givens of a Sudoku."""

from collections.abc import Iterable
from dataclasses import replace

from gridwise.core.capabilities import Givens
from gridwise.puzzles.sudoku.position import Position


def _cells(position: Position) -> Iterable[int]:
    return (cell for cell, digit in enumerate(position.cells) if digit)


def _without(position: Position, cell: int) -> Position:
    cells = bytearray(position.cells)
    cells[cell] = 0
    return replace(position, cells=bytes(cells))


def _values(position: Position) -> tuple[str, ...]:
    return tuple(str(digit) if digit else "" for digit in position.cells)


GIVENS = Givens(_cells, _without, _values)
