"""A board as a `Deduction`: the ladder of reasons, one step after the other."""

from collections.abc import Iterable, Sequence

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.views import Deduction, Model
from gridwise.puzzles.minesweeper import rules
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Move, Position
from gridwise.puzzles.minesweeper.techniques.board import MineBoard
from gridwise.puzzles.minesweeper.views import CellDecoder


class MineDeduction(Deduction[Move]):
    """What is known of the cells of a board. A fact is cell + 1, negative for a safe cell.

    It goes on with all that is forced, and there is a model only where that is every cell. On a
    board without a layout steps lead to a broken rule, and to no model.

    Parameters
    ----------
    position
        The board.
    techniques
        Names of the techniques to use; None for all.
    """

    def __init__(self, position: Position, *, techniques: Sequence[str] | None = None) -> None:
        self._position = position
        super().__init__(
            CellDecoder(position, ()), registry.chosen_techniques("minesweeper", techniques)
        )

    def begin(self) -> MineBoard:
        return MineBoard(self._position)

    def next_step(self, board: MineBoard, run: Run) -> Step | None:
        board.run = run
        return super().next_step(board, run)

    def apply(self, board: MineBoard, step: Step) -> None:
        for mark in step.conclusions:
            board.set(mark.cell, MINE if mark.holds else SAFE)

    def given(self) -> Iterable[tuple[int, int]]:
        """Yield the cells that are known to be safe and not opened."""
        return ((cell + 1, 0) for cell, code in enumerate(self._position.shown) if code == SAFE)

    def rows(self, step: Step) -> Iterable[tuple[int, int, bool]]:
        # A safe cell is a fact as a mine is: nothing is eliminated.
        return ((mark.cell + 1, int(mark.holds), True) for mark in step.conclusions)

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject

    def forced_by_units(self) -> frozenset[int]:
        """Return the facts of all steps taken, each of which was proved, and what is shown."""
        shown = self._position.shown
        known = {
            c + 1 if code == MINE else -c - 1 for c, code in enumerate(shown) if code != COVERED
        }
        for step in self.steps:
            known.update(self.fact(subject, value) for subject, value, _ in self.rows(step))
        return frozenset(known)

    def model(self, board: MineBoard) -> Model | None:
        if COVERED in board.shown or rules.violations(board.position):
            return None
        return tuple(
            cell + 1 if code == MINE else -cell - 1 for cell, code in enumerate(board.shown)
        )
