"""The board that a rating works on, and the steps that it finds.

Digits are 0 to 8 here. Houses are numbered boxes first (0 to 8), then rows (9 to 17), then columns;
a set of digits, or of places in a house, is an int with one bit for each.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from gridwise.puzzles.sudoku.candidates import geometry
from gridwise.puzzles.sudoku.position import shape

BOX, ROW, COLUMN = 0, 9, 18
"""The first house of each kind."""
_SHAPE = shape(3, 3)
HOUSES: tuple[tuple[int, ...], ...] = (*_SHAPE.houses[18:], *_SHAPE.houses[:18])
"""The cells of each house, in the order of their places."""
HOUSES_OF: tuple[tuple[int, ...], ...] = tuple(
    tuple(house for house, cells in enumerate(HOUSES) if cell in cells) for cell in range(81)
)
"""The box, the row and the column of each cell."""
PLACE: tuple[dict[int, int], ...] = tuple(
    {house: HOUSES[house].index(c) for house in HOUSES_OF[c]} for c in range(81)
)
"""Of each cell, its place in each of its houses."""
PEERS = _SHAPE.peers
"""The cells that share a house with each cell, ascending."""
PEER_SET = geometry(_SHAPE).peers
"""The peers as sets of cells: ints with a bit for each cell."""
IN_ORDER = (*range(9), *range(COLUMN, COLUMN + 9), *range(ROW, ROW + 9))
"""All houses in the order in which most techniques look at them: boxes, columns, rows."""
BITS: tuple[tuple[int, ...], ...] = tuple(
    tuple(d for d in range(9) if mask >> d & 1) for mask in range(512)
)
"""The members of each set of digits or places, ascending."""


def choices(count: int, among: int) -> list[tuple[int, ...]]:
    """Return the sets of `count` numbers below `among`, in the order of their masks."""
    return sorted(combinations(range(among), count), key=lambda s: sum(1 << i for i in s))


CHOICES = {count: choices(count, 9) for count in (2, 3, 4)}

Removed = tuple[tuple[int, int], ...]
"""Cells and the digits that each loses, as a mask."""


@dataclass(frozen=True, slots=True)
class SeStep:
    """One step of a rating.

    Parameters
    ----------
    technique
        Its name.
    rating
        The rating in tenths: 66 is 6.6.
    removed
        The candidates that go.
    placed
        The cell and the digit (0 to 8) that is placed, if one is.
    """

    technique: str
    rating: int
    removed: Removed = ()
    placed: tuple[int, int] | None = None


class Board:
    """Digits and candidates of a board in progress.

    Attributes
    ----------
    digits
        1 to 9 for each cell, 0 for an empty one.
    masks
        The candidates of each cell, none if it has a digit.
    places
        The places that each digit may take in each house.
    empty
        The number of empty cells of each house.
    """

    def __init__(self, givens: Sequence[int]) -> None:
        self.digits = [0] * 81
        self.masks = [511] * 81
        self.places = [[511] * 9 for _ in range(27)]
        self.empty = [9] * 27
        for cell, digit in enumerate(givens):
            if digit and self.masks[cell] >> digit - 1 & 1:  # else it contradicts another given
                self.place(cell, digit - 1)

    @property
    def solved(self) -> bool:
        """Whether every cell has its digit."""
        return not any(self.empty)

    def remove(self, cell: int, mask: int) -> None:
        """Take candidates from a cell."""
        gone = self.masks[cell] & mask
        if gone:
            self.masks[cell] ^= gone
            for house, place in PLACE[cell].items():
                places = self.places[house]
                for digit in BITS[gone]:
                    places[digit] &= ~(1 << place)

    def place(self, cell: int, digit: int) -> None:
        """Write a digit into an empty cell."""
        self.remove(cell, 511)
        self.digits[cell] = digit + 1
        bit = 1 << digit
        for peer in PEERS[cell]:
            if self.masks[peer] & bit:
                self.remove(peer, bit)
        for house in HOUSES_OF[cell]:
            self.empty[house] -= 1

    def copy(self) -> "Board":
        """Return a board whose candidates change apart from this one's; digits are shared."""
        other = Board.__new__(Board)
        other.digits, other.masks, other.empty = self.digits, self.masks[:], self.empty
        other.places = [row[:] for row in self.places]
        return other

    def apply(self, step: SeStep) -> None:
        """Make the changes of a step."""
        for cell, mask in step.removed:
            self.remove(cell, mask)
        if step.placed is not None and not self.digits[step.placed[0]]:
            self.place(*step.placed)

    def without(self, cells: Iterable[int], mask: int) -> Removed:
        """Return the candidates that these cells have of these digits."""
        masks = self.masks
        return tuple((cell, masks[cell] & mask) for cell in cells if masks[cell] & mask)
