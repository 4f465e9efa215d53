"""What the player sees, and what a move is: frozen, hashable and small to pickle."""

from dataclasses import dataclass

MAX_SIZE = 9
"""One character a cell."""


@dataclass(frozen=True, slots=True)
class Position:
    """A square of `size` rows; `cells` is row-major, 0 for empty."""

    size: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Write `value` into `cell`."""

    cell: int
    value: int
