"""A Sudoku as a `Deduction`: techniques on the candidates, one step after the other."""

from collections.abc import Iterable, Sequence

from gridwise.core import registry
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Deduction, Model
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.decoders import DomainDecoder
from gridwise.puzzles.sudoku.position import PlaceDigit, Position


class SudokuDeduction(Deduction[PlaceDigit]):
    """The candidates of a board. A fact is cell * (size + 1) + digit.

    Parameters
    ----------
    position
        The board.
    techniques
        Names of the techniques to use; None for all.
    origin
        The board as it was given, which tells entries from givens; None if all are givens.
    marks
        The player's marks; one that does not hold is a candidate that the player has ruled out.
    """

    def __init__(
        self,
        position: Position,
        *,
        techniques: Sequence[str] | None = None,
        origin: Position | None = None,
        marks: Iterable[Mark] = (),
    ) -> None:
        self._position, self._origin = position, origin
        self._removed = tuple((m.cell, int(m.value)) for m in marks if not m.holds)
        self._base = position.size + 1
        super().__init__(
            DomainDecoder(position, self._base),
            registry.chosen_techniques("sudoku", techniques, position),
        )

    def begin(self) -> CandidateGrid:
        return CandidateGrid(self._position, self._origin, self._removed)

    def apply(self, board: CandidateGrid, step: Step) -> None:
        for mark in step.conclusions:
            if mark.holds:
                board.place(mark.cell, int(mark.value))
            else:
                board.remove(mark.cell, int(mark.value))

    def row(self, mark: Mark) -> tuple[int, int, bool]:
        return mark.cell, int(mark.value), mark.holds

    def fact(self, subject: int, value: int) -> int:
        return subject * self._base + value

    def model(self, board: CandidateGrid) -> Model | None:
        if not board.is_solved():
            return None
        return tuple(cell * self._base + digit for cell, digit in enumerate(board.digits))
