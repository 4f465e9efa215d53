"""A board of queens as a `Deduction`: techniques on the open squares, one step after the other."""

from collections.abc import Iterable, Sequence

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Deduction, Model
from gridwise.puzzles.queens.lines import SquareDecoder
from gridwise.puzzles.queens.position import PlaceQueen, Position
from gridwise.puzzles.queens.techniques.board import OpenSquares, mask_of
from gridwise.puzzles.queens.techniques.forcing_net import enter
from gridwise.puzzles.queens.techniques.min_max import TECHNIQUE as GREEDY


class QueensDeduction(Deduction[PlaceQueen]):
    """The open squares of a board. A fact is a square, and its value always 1.

    On an empty board, where no queen follows, the greedy `min_max` works alone to the end; its
    steps are choices. A step without a conclusion is the last: it says why
    there is no completion, or that the greedy found none.

    Parameters
    ----------
    position
        The board.
    techniques
        Names of the techniques to use; None for all.
    marks
        The player's marks; one that does not hold is a square that the player crossed out.
    """

    def __init__(
        self,
        position: Position,
        *,
        techniques: Sequence[str] | None = None,
        marks: Iterable[Mark] = (),
    ) -> None:
        self._position = position
        self._crossed = mask_of(mark.cell for mark in marks if not mark.holds)
        super().__init__(
            SquareDecoder(position), registry.chosen_techniques("queens", techniques, position)
        )

    def begin(self) -> OpenSquares:
        board = OpenSquares(self._position)
        board.remove(self._crossed)
        return board

    def next_step(self, board: OpenSquares, run: Run) -> Step | None:
        if board.impossible or not board.unfilled:
            return None
        with run.current():
            empty = not board.queens and not board.blocked
            if (empty or board.greedy) and GREEDY in self.techniques:
                return next(iter(GREEDY.find(board)), None)
            return super().next_step(board, run)

    def apply(self, board: OpenSquares, step: Step) -> None:
        enter(board, step)
        board.greedy |= step.technique == GREEDY.name
        board.impossible |= not step.conclusions

    def row(self, mark: Mark) -> tuple[int, int, bool]:
        return mark.cell, 1, mark.holds

    def fact(self, subject: int, value: int) -> int:
        return subject

    def model(self, board: OpenSquares) -> Model | None:
        return tuple(sorted(board.queens)) if not board.unfilled and not board.impossible else None
