"""The board of a sliding puzzle, and its move: a tile slides into the blank."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from gridwise.core.errors import ParameterError
from gridwise.core.position import replaced

MAX_SIDE = 100
"""The longest side of a board."""
MAX_SEARCH_SIDE = 10
"""The longest side of a board for which search methods are offered."""


@dataclass(frozen=True, slots=True)
class Position:
    """A board of tiles 1, 2, ... and a blank, with its goal.

    Parameters
    ----------
    width, height
        In cells, 1 to `MAX_SIDE` each.
    tiles
        Row-major, each of 0 (the blank) to width * height - 1 once.
    goal
        The tiles of the solved board; by default the blank first, then 1, 2, ...

    Raises
    ------
    ParameterError
        Inconsistent parameters.
    """

    plain_fields: ClassVar = ("width", "height", "tiles", "goal")
    """A further field is a further rule; see `core.position`."""

    width: int
    height: int
    tiles: tuple[int, ...]
    goal: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise ParameterError(
                f"a board of {self.width}x{self.height}; both sides are 1 to {MAX_SIDE}"
            )
        size = self.width * self.height
        goal = self.goal or blank_first(size)
        object.__setattr__(self, "tiles", tuple(self.tiles))
        object.__setattr__(self, "goal", tuple(goal))
        for name, cells in (("board", self.tiles), ("goal", self.goal)):
            if len(cells) != size or sorted(cells) != list(range(size)):
                raise ParameterError(
                    f"the {name} of {self.width}x{self.height} needs each of 0 to {size - 1} once"
                )

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def blank(self) -> int:
        """The cell of the blank."""
        return self.tiles.index(0)


@dataclass(frozen=True, slots=True)
class Slide:
    """The tile of this number slides into the blank."""

    tile: int


def unchecked(position: Position, tiles: tuple[int, ...]) -> Position:
    """Return the board with tiles that moves have rearranged, without checks."""
    return replaced(position, tiles=tiles)


@lru_cache(maxsize=64)
def blank_first(size: int) -> tuple[int, ...]:
    """Return the goal of the course report: 0, 1, 2, ..."""
    return tuple(range(size))


@lru_cache(maxsize=64)
def blank_last(size: int) -> tuple[int, ...]:
    """Return the goal as players know it: 1, 2, ..., 0."""
    return (*range(1, size), 0)


def snail(width: int, height: int) -> tuple[int, ...]:
    """Return the goal that winds clockwise from the top left: 1, 2, ..., then the blank."""
    rows = [list(range(row * width, (row + 1) * width)) for row in range(height)]
    goal = [0] * (width * height)
    tile = 1
    while rows:
        for cell in rows.pop(0):
            goal[cell] = tile % len(goal)
            tile += 1
        rows = [list(row) for row in zip(*rows, strict=True)][::-1]  # the rest, turned to the left
    return tuple(goal)


@lru_cache(maxsize=32)
def adjacent(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells that share a side with each cell: above, left, right, below."""
    out = []
    for cell in range(width * height):
        row, col = divmod(cell, width)
        near = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        out.append(tuple(r * width + c for r, c in near if 0 <= r < height and 0 <= c < width))
    return tuple(out)


def manhattan(position: Position) -> int:
    """Return the Manhattan distance to the goal."""
    return distance(position.tiles, position.goal, position.width)


def distance(tiles: Iterable[int], goal: tuple[int, ...], width: int) -> int:
    """Return the Manhattan distance of an arrangement from a goal. O(cells)."""
    home = inverse(goal)
    total = 0
    for cell, tile in enumerate(tiles):
        if tile:
            at = home[tile]
            total += abs(cell // width - at // width) + abs(cell % width - at % width)
    return total


def inverse(goal: tuple[int, ...]) -> list[int]:
    """Return the cell of each tile."""
    home = [0] * len(goal)
    for cell, tile in enumerate(goal):
        home[tile] = cell
    return home
