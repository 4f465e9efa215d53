"""A Sudoku position, the move `PlaceDigit`, and the houses of a board."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, Self

from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg

MAX_SIZE = 25
"""The largest side of a board."""
FURTHER_RULES = frozenset({"removed_candidates"})
"""The further rules (see `core.position`) that a position may have."""
_BOX = re.compile(r"([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Position:
    """A board, empty cells included.

    Parameters
    ----------
    box_height, box_width
        Of one box, in cells, both at least 2; the board's side is their product, at most 25. A
        prime side has no boxes: the height is 1, and the board a Latin square.
    cells
        Row-major, one byte a cell: 0 empty, 1..size a digit.
    removed_candidates
        For each cell the digits that it may not hold, bit d for digit d; empty for none at all. A
        solution uses candidates that are left only. Digits that the filled cells exclude are left
        out of it, so that boards with the same digits and candidates are equal; a filled cell
        keeps its own digit alone, which breaks the rule.

    Raises
    ------
    ParameterError
        A shape, a cell or a digit out of range.
    """

    plain_fields: ClassVar = ("box_height", "box_width", "cells")
    """A further field is a further rule; see `core.position`."""

    box_height: int
    box_width: int
    cells: bytes
    removed_candidates: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_box(self.box_height, self.box_width)
        if len(self.cells) != self.size * self.size:
            raise ParameterError(
                f"{len(self.cells)} cells given, a {self.size}x{self.size} board has {self.size**2}"
            )
        if max(self.cells) > self.size:
            raise ParameterError(f"digit {max(self.cells)} on a board of digits 1 to {self.size}")
        if self.removed_candidates:
            object.__setattr__(self, "removed_candidates", self._in_effect())

    def _in_effect(self) -> tuple[int, ...]:
        """Return the removed candidates without those that the digits exclude."""
        removed, every = self.removed_candidates, (1 << (self.size + 1)) - 2
        if len(removed) != len(self.cells) or any(mask & ~every for mask in removed):
            raise ParameterError(
                f"removed candidates of a {self.size}x{self.size} board are {self.size**2} sets of "
                f"the digits 1 to {self.size}, bit d for digit d"
            )
        left = candidate_masks(replace(self, removed_candidates=()))
        kept = tuple(
            gone & (1 << digit if digit else mask)
            for gone, digit, mask in zip(removed, self.cells, left, strict=True)
        )
        return kept if any(kept) else ()

    @classmethod
    def of_candidates(
        cls, box_height: int, box_width: int, masks: Sequence[int], givens: bytes = b""
    ) -> Self:
        """Return the board with these candidates, as pencil marks tell them.

        Parameters
        ----------
        box_height, box_width
            Of one box, as for `Position`.
        masks
            The candidates of each cell, bit d for digit d, as `candidate_masks` returns them; 0 for
            a cell without any. Those of a filled cell are not looked at, and a candidate that the
            filled cells exclude is none.
        givens
            A byte a cell: the digit of a filled cell, 0 for an empty one; empty for no filled cell.
            A cell of one candidate is empty unless its digit stands here.

        Raises
        ------
        ParameterError
            A shape, a digit or a number of cells that no board has.
        """
        every = (1 << (box_height * box_width + 1)) - 2
        cells = givens or bytes(len(masks))
        removed = (0 if c else mask ^ every for c, mask in zip(cells, masks, strict=False))
        return cls(box_height, box_width, cells, tuple(removed))

    @property
    def size(self) -> int:
        """The side of the board, the number of digits and of cells in a house."""
        return self.box_height * self.box_width

    @property
    def shape(self) -> "Shape":
        """The houses of this board, shared by all boards of the same boxes."""
        return shape(self.box_height, self.box_width)


@dataclass(frozen=True, slots=True)
class PlaceDigit:
    """Write a digit (1..size) into an empty cell."""

    cell: int
    digit: int


def check_box(height: int, width: int) -> None:
    """Raise `ParameterError` unless boxes of this shape make a board that is supported."""
    if not 0 < height * width <= MAX_SIZE or not is_box(height, width):
        raise ParameterError(
            f"boxes of {height}x{width}; sides are at least 2, their product at most {MAX_SIZE}; "
            "without boxes 1x5, 1x7 and on, of a prime width"
        )


def is_box(height: int, width: int) -> bool:
    """Return whether there are boards with boxes of this shape, or without, of this side."""
    return (height >= 2 and width >= 2) or (height == 1 and default_box(width) == (1, width))


def default_box(size: int) -> tuple[int, int] | None:
    """Return (height, width) of the most square box with height <= width, None below 4.

    6 gives 2x3, 12 gives 3x4. A prime size has no boxes: 5 gives 1x5, a row.
    """
    if size < 4:
        return None
    for height in range(int(size**0.5), 1, -1):
        if size % height == 0:
            return height, size // height
    return 1, size


SIZES = tuple(range(4, MAX_SIZE + 1))
"""The sides of supported boards."""


def parse_box(text: str) -> tuple[int, int] | None:
    """Return the box that `3x3` (height x width) or a board's side such as `9` names, else None."""
    match = _BOX.fullmatch(text)
    if match is None:
        return None
    return (int(match[1]), int(match[2])) if match[2] else default_box(int(match[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The houses of all boards with the same boxes; `shape_of` makes it.

    Parameters
    ----------
    size
        The side of the board.
    houses
        The rows, then the columns, the boxes, if any, and any further houses; each a tuple of
        `size` cells, ascending.
    kinds
        The kind of each house: "row", "column", "box", or that of a further house.
    boxes
        The numbers of the boxes among `houses`.
    box_of
        The number of each cell's box, from 0 in reading order; of its row without boxes.
    peers
        For each cell the cells that share a house with it, ascending.
    """

    size: int
    houses: tuple[tuple[int, ...], ...]
    kinds: tuple[str, ...]
    boxes: range
    box_of: tuple[int, ...]
    peers: tuple[tuple[int, ...], ...]
    _houses_of: tuple[tuple[int, ...], ...]

    def house_name(self, house: int) -> Message:
        """Return "row 3", "column 7" or "box 2"."""
        kind = self.kinds[house]
        index = house - self.kinds.index(kind) + 1
        match kind:
            case "row":
                return msg("row {index}", index=index)
            case "column":
                return msg("column {index}", index=index)
            case "box":
                return msg("box {index}", index=index)
        raise ValueError(f"there is no name for houses of the kind {kind!r}")

    def houses_of(self, cell: int) -> tuple[int, ...]:
        """Return the numbers of the cell's houses among `houses`: row, column, box, others."""
        return self._houses_of[cell]

    def cell_name(self, cell: int) -> str:
        """Return `r1c1` for cell 0."""
        return cell_name(cell, self.size)

    def removal(self, cell: int, digit: int) -> Message:
        """Return "5 was removed from the candidates of r1c1"."""
        name = self.cell_name(cell)
        return msg("{digit} was removed from the candidates of {cell}", digit=digit, cell=name)


@lru_cache(maxsize=64)
def shape(box_height: int, box_width: int) -> Shape:
    """Return the houses of the boards with boxes of this height and width. O(size**3) once."""
    size = box_height * box_width
    cells = range(size * size)
    # A band of boxes is box_height rows high and holds size / box_width = box_height boxes.
    box_of = tuple(
        (cell // size // box_height) * box_height + cell % size // box_width for cell in cells
    )
    boxes = [tuple(cell for cell in cells if box_of[cell] == box) for box in range(size)]
    return shape_of(size, {"box": boxes} if box_height > 1 else {})


def shape_of(size: int, further: Mapping[str, Sequence[tuple[int, ...]]]) -> Shape:
    """Return the rows and columns of a side with further houses, each a kind with its houses.

    Boxes ("box"), if any, come first among them.
    """
    cells = range(size * size)
    by_kind = {
        "row": [tuple(cells[r * size : (r + 1) * size]) for r in range(size)],
        "column": [tuple(cells[c::size]) for c in range(size)],
        **further,
    }
    houses = tuple(house for some in by_kind.values() for house in some)
    kinds = tuple(kind for kind, some in by_kind.items() for _ in some)
    houses_of: list[list[int]] = [[] for _ in cells]
    for number, house in enumerate(houses):
        for cell in house:
            houses_of[cell].append(number)
    boxes = range(2 * size, 2 * size + kinds.count("box"))
    return Shape(
        size,
        houses,
        kinds,
        boxes,
        tuple(of[2] - 2 * size if boxes else of[0] for of in houses_of),
        tuple(
            tuple(sorted({c for house in of for c in houses[house]} - {cell}))
            for cell, of in enumerate(houses_of)
        ),
        tuple(map(tuple, houses_of)),
    )


def candidate_masks(position: Position) -> list[int]:
    """Return the candidates of each cell, 0 for filled cells; bit d stands for digit d.

    These are the digits that no filled cell of its houses holds, without those removed. O(cells).
    """
    size, shape, cells = position.size, position.shape, position.cells
    box_of = shape.box_of
    rows, cols, boxes = [0] * size, [0] * size, [0] * size
    for cell, digit in enumerate(cells):
        if digit:
            bit = 1 << digit
            rows[cell // size] |= bit
            cols[cell % size] |= bit
            boxes[box_of[cell]] |= bit
    every = (1 << (size + 1)) - 2
    masks = [
        0 if digit else every & ~(rows[cell // size] | cols[cell % size] | boxes[box_of[cell]])
        for cell, digit in enumerate(cells)
    ]
    for house in shape.houses[2 * size + len(shape.boxes) :]:
        held = 0
        for cell in house:
            held |= 1 << cells[cell]
        for cell in house:
            masks[cell] &= ~held
    if position.removed_candidates:
        removed = position.removed_candidates
        return [mask & ~gone for mask, gone in zip(masks, removed, strict=True)]
    return masks


def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending."""
    return tuple(d for d in range(1, mask.bit_length()) if mask >> d & 1)
