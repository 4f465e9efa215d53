"""The candidates of a board in progress, which techniques read and their steps change.

Sets of cells are ints: bit c stands for cell c. Sets of digits too: bit d stands for digit d.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from gridwise.puzzles.sudoku.position import Position, Shape, candidate_masks

_SMALL = tuple(tuple(bit for bit in range(10) if mask >> bit & 1) for mask in range(1024))


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the set bits, ascending: the cells or digits of a set."""
    return iter(_SMALL[mask]) if mask < 1024 else _bits(mask)


def _bits(mask: int) -> Iterator[int]:
    at = 0
    while mask:
        gap = (mask & -mask).bit_length() - 1
        mask >>= gap
        at += gap
        for bit in _SMALL[mask & 1023]:
            yield at + bit
        mask >>= 10
        at += 10


def mask_of(members: Iterable[int]) -> int:
    """Return the set of these cells or digits."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@dataclass(frozen=True, slots=True)
class Geometry:
    """The houses and peers of a shape as sets of cells.

    Parameters
    ----------
    shape
        The shape.
    houses
        The cells of each house: rows, then columns, then boxes.
    peers
        The peers of each cell, without itself.
    every
        All cells.
    """

    shape: Shape
    houses: tuple[int, ...]
    peers: tuple[int, ...]
    every: int

    def seen_by_all(self, cells: int) -> int:
        """Return the cells that are peers of every one of these."""
        if not cells & (cells - 1):
            return self.peers[cells.bit_length() - 1] if cells else 0
        return _common_peers(self.shape, cells)

    def houses_with(self, cells: int) -> tuple[int, ...]:
        """Return the numbers of the houses that hold all of these cells."""
        if not cells:
            return ()
        first = (cells & -cells).bit_length() - 1
        return tuple(h for h in self.shape.houses_of(first) if not cells & ~self.houses[h])


@lru_cache(maxsize=32)
def geometry(shape: Shape) -> Geometry:
    """Return the sets of cells of a shape."""
    return Geometry(
        shape,
        tuple(mask_of(house) for house in shape.houses),
        tuple(mask_of(peers) for peers in shape.peers),
        (1 << shape.size**2) - 1,
    )


@lru_cache(maxsize=1 << 15)
def _common_peers(shape: Shape, cells: int) -> int:
    peers, seen = geometry(shape).peers, -1
    for cell in bits(cells):
        seen &= peers[cell]
    return seen


class CandidateGrid:
    """A board with the candidates that are left; changed by `place` and `remove`.

    Attributes
    ----------
    size
        The side of the board; digits are 1 to size.
    shape, geometry
        The houses, as tuples and as sets of cells.
    digits
        The digit of each cell, 0 for an empty one.
    candidates
        The candidates of each cell, a set of digits; empty for a filled cell.
    places
        For each digit the empty cells that it can go to, a set of cells; index 0 is unused.
    empty
        The empty cells.
    start
        The board as it was given.
    given
        The cells that were given; other filled cells are entries.
    only
        The only solution, kept by the technique that finds it; 0 before. Steps leave it.
    """

    __slots__ = (
        "candidates",
        "digits",
        "empty",
        "geometry",
        "given",
        "houses",
        "only",
        "peers",
        "places",
        "shape",
        "size",
        "start",
    )

    def __init__(
        self,
        position: Position,
        origin: Position | None = None,
        removed: Iterable[tuple[int, int]] = (),
    ) -> None:
        """Fill in the candidates that the digits of a position leave.

        Parameters
        ----------
        position
            The board.
        origin
            The board as it was given; None if every digit was.
        removed
            Further candidates to remove, each (cell, digit).
        """
        self.size, self.shape = position.size, position.shape
        self.geometry = geometry(self.shape)
        self.houses, self.peers = self.geometry.houses, self.geometry.peers
        self.digits = list(position.cells)
        self.candidates = candidate_masks(position)
        self.start = origin or position
        self.given = mask_of(cell for cell, digit in enumerate(self.start.cells) if digit)
        self.only = 0
        self.empty = mask_of(cell for cell, digit in enumerate(self.digits) if not digit)
        self.places = [0] * (self.size + 1)
        for cell, mask in enumerate(self.candidates):
            for digit in bits(mask):
                self.places[digit] |= 1 << cell
        for cell, digit in removed:
            self.remove(cell, digit)

    def copy(self) -> Self:
        """Return a grid of its own with the same contents."""
        twin = object.__new__(type(self))
        twin.size, twin.shape, twin.geometry = self.size, self.shape, self.geometry
        twin.houses, twin.peers = self.houses, self.peers
        twin.digits, twin.candidates = self.digits[:], self.candidates[:]
        twin.places, twin.empty, twin.given = self.places[:], self.empty, self.given
        twin.start, twin.only = self.start, self.only
        return twin

    def has(self, cell: int, digit: int) -> bool:
        """Return whether a digit is a candidate of a cell."""
        return bool(self.candidates[cell] >> digit & 1)

    def place(self, cell: int, digit: int) -> None:
        """Write a digit into an empty cell, and remove the candidates that it rules out."""
        bit = 1 << cell
        for other in bits(self.candidates[cell]):
            self.places[other] &= ~bit
        self.candidates[cell] = 0
        self.digits[cell] = digit
        self.empty &= ~bit
        keep = ~(1 << digit)
        for peer in bits(self.places[digit] & self.peers[cell]):
            self.candidates[peer] &= keep
        self.places[digit] &= ~self.peers[cell]

    def remove(self, cell: int, digit: int) -> None:
        """Remove a candidate, if it is one."""
        self.candidates[cell] &= ~(1 << digit)
        self.places[digit] &= ~(1 << cell)

    def is_solved(self) -> bool:
        """Return whether every cell is filled."""
        return not self.empty

    def is_broken(self) -> bool:
        """Return whether an empty cell has no candidate, or a house no place for a digit."""
        if any(not self.candidates[cell] for cell in bits(self.empty)):
            return True
        digits = self.digits
        for cells, house in zip(self.houses, self.shape.houses, strict=True):
            held = mask_of(digits[cell] for cell in house if digits[cell])
            for digit in range(1, self.size + 1):
                if not held >> digit & 1 and not self.places[digit] & cells:
                    return True
        return False
