"""A board with its known cells: what single numbers decide, and the boxes of the others."""

from gridwise.puzzles.minesweeper.engine.chains import Boxes
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position, neighbour_table

UNDECIDED, MINED, SAFE = 0, 1, 2
"""The states of a cell."""


class NoLayoutError(Exception):
    """No layout fits the numbers and the total."""


class OpenBoard:
    """A board with its known cells.

    Attributes
    ----------
    know
        For each cell `UNDECIDED`, `MINED` or `SAFE`.
    known
        The number of known mines.
    need
        For each number the mines that it still needs.
    beside
        The numbers beside each cell that is not known to be safe, ascending.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.near = neighbour_table(position.width, position.height)
        self.mines = position.mines or 0
        self.shown = list(position.shown)
        self.know = [
            UNDECIDED if code == COVERED else MINED if code == MINE else SAFE for code in self.shown
        ]
        self.known = position.shown.count(MINE)
        self.beside = [
            tuple(n for n in around if self.shown[n] <= 8) if self.know[cell] != SAFE else ()
            for cell, around in enumerate(self.near)
        ]
        self.need = [0] * len(self.shown)
        self.numbers = [cell for cell, code in enumerate(self.shown) if code <= 8]
        for number in self.numbers:
            mines = sum(self.know[c] == MINED for c in self.near[number])
            self.need[number] = self.shown[number] - mines

    def deduce(self) -> None:
        """Settle the cells that single numbers decide; raise `NoLayoutError` if one cannot hold."""
        know, near = self.know, self.near
        todo = list(self.numbers)
        while todo:
            number = todo.pop()
            undecided = [c for c in near[number] if know[c] == UNDECIDED]
            need = self.need[number]
            if not 0 <= need <= len(undecided):
                raise NoLayoutError
            if undecided and need in (0, len(undecided)):
                for cell in undecided:
                    self.settle(cell, mine=need != 0)
                    todo += self.beside[cell]

    def settle(self, cell: int, *, mine: bool) -> None:
        """Write down that a cell is a mine, or safe."""
        self.know[cell] = MINED if mine else SAFE
        if mine:
            self.known += 1
            for number in self.beside[cell]:
                self.need[number] -= 1

    @property
    def undecided(self) -> list[int]:
        """The undecided cells, ascending."""
        return [cell for cell, know in enumerate(self.know) if know == UNDECIDED]

    def boxes(self, cells: list[int]) -> Boxes:
        """Return the boxes of undecided cells that touch numbers."""
        return Boxes([cell for cell in cells if self.beside[cell]], self.beside)
