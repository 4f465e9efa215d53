"""Sudoku's part of certificates: a board as literals of its clauses, and back."""

from collections.abc import Iterable
from dataclasses import replace

from gridwise.core.capabilities import Certificates
from gridwise.puzzles.sudoku.position import Position


def _facts(position: Position) -> tuple[int, ...]:
    size = position.size
    return tuple(
        cell * size + d if d == digit else -(cell * size + d)
        for cell, digit in enumerate(position.cells)
        if digit
        for d in range(1, size + 1)
    )


def _filled(position: Position, facts: Iterable[int]) -> Position:
    cells = bytearray(len(position.cells))
    for fact in facts:
        if fact > 0:
            cell, digit = divmod(fact - 1, position.size)
            cells[cell] = digit + 1
    return replace(position, cells=bytes(cells))


CERTIFICATES = Certificates(_facts, _filled, {"givens": "premises"}, minimal=True)
