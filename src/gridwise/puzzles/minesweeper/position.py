"""The board as the player sees it, and the moves: facts that a player learns or claims."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from gridwise.core.errors import ParameterError
from gridwise.core.grid import neighbours

COVERED, MINE, SAFE = 9, 10, 11
"""Codes of cells that show no number: covered, known to be a mine, known to be safe."""

_CODES = bytes(range(SAFE + 1))


@dataclass(frozen=True, slots=True)
class Position:
    """A board as the player sees it, without the hidden layout.

    Parameters
    ----------
    width, height
        In cells, at least 1.
    shown
        A byte a cell, row-major: a number 0 to 8, `COVERED`, `MINE` (known), or `SAFE` (known to be
        safe, its number unknown).
    mines
        The total of mines, known ones included; None if unknown.

    Raises
    ------
    ParameterError
        Inconsistent parameters.
    """

    plain_fields: ClassVar = ("width", "height", "shown", "mines")
    """A further field is a further rule; see `core.position`."""

    width: int
    height: int
    shown: bytes
    mines: int | None = None

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ParameterError(f"a board of {self.width}x{self.height} has no cells")
        if len(self.shown) != self.width * self.height:
            raise ParameterError(f"{len(self.shown)} cells for {self.width}x{self.height}")
        strange = self.shown.translate(None, _CODES)
        if strange:
            raise ParameterError(f"{strange[0]} codes no cell; codes are 0 to {SAFE}")
        if self.mines is not None and self.mines < 0:
            raise ParameterError(f"{self.mines} mines in total")


@dataclass(frozen=True, slots=True)
class Open:
    """A cell is safe and shows this number."""

    cell: int
    number: int


@dataclass(frozen=True, slots=True)
class MarkMine:
    """A cell is a mine."""

    cell: int


@dataclass(frozen=True, slots=True)
class Safe:
    """A cell is safe, its number undetermined."""

    cell: int


Move = Open | MarkMine | Safe


def around(shown: bytes | bytearray, width: int, height: int, codes: Iterable[int]) -> bytes:
    """Return for each cell how many of its up to eight neighbours have one of these codes.

    O(cells). The board becomes one long integer with a byte for each cell; the sum of its shifts
    has each cell's count in that cell's byte. Counts are at most 9, so none carries. A spare byte
    separates the rows.
    """
    wanted = bytearray(256)
    for code in codes:
        wanted[code] = 1
    flags = shown.translate(bytes(wanted))
    stride = width + 1
    padded = b"\0".join(flags[r * width : (r + 1) * width] for r in range(height)) + b"\0"
    board = int.from_bytes(padded, "little")
    row = board + (board << 8) + (board >> 8)
    total = row + (row << 8 * stride) + (row >> 8 * stride) - board
    data = total.to_bytes(len(padded) + stride + 1, "little")
    return b"".join(data[r * stride : r * stride + width] for r in range(height))


@lru_cache(maxsize=16)
def neighbour_table(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of every cell. O(cells), cached for the last sizes."""
    return tuple(neighbours(cell, width, height) for cell in range(width * height))


@lru_cache(maxsize=64)
def value_3bv(hidden: bytes, width: int, height: int) -> int:
    """Return the 3BV of a layout: the fewest openings of cells that win without chords.

    Bechtel's Board Benchmark Value (S. Bechtel 2004; see the Minesweeper wiki, "3BV"): the number
    of openings, which are connected regions of 0s with the numbers around them, and of numbers in
    no opening. O(cells).
    """
    near = neighbour_table(width, height)
    reached = bytearray(len(hidden))
    value = 0
    for start, number in enumerate(hidden):
        if number or reached[start]:
            continue
        value += 1
        reached[start] = 1
        edge = [start]
        for cell in edge:  # grows while it is read
            for other in near[cell]:
                if not reached[other]:
                    reached[other] = 1
                    if not hidden[other]:
                        edge.append(other)
    return value + sum(1 for n, seen in zip(hidden, reached, strict=True) if n != MINE and not seen)
