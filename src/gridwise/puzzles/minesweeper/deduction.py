"""A board as a `Deduction`: the ladder of reasons, one step after the other."""

from collections.abc import Sequence
from dataclasses import replace

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Backbone, Deduction, Model
from gridwise.puzzles.minesweeper import rules
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Move, Position
from gridwise.puzzles.minesweeper.techniques.board import MineBoard
from gridwise.puzzles.minesweeper.views import CellDecoder


class MineDeduction(Deduction[Move]):
    """The known cells of a board. A fact is cell + 1, negative for a safe cell.

    It goes on with all forced cells, and there is a model only if that is every cell. On a board
    without a layout steps lead to a broken rule, and to no model.

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
            CellDecoder(position, ()),
            registry.chosen_techniques("minesweeper", techniques, position),
        )

    def begin(self) -> MineBoard:
        return MineBoard(self._position)

    def next_step(self, board: MineBoard, run: Run) -> Step | None:
        board.run = run
        return super().next_step(board, run)

    def apply(self, board: MineBoard, step: Step) -> None:
        for mark in step.conclusions:
            board.set(mark.cell, MINE if mark.holds else SAFE)

    def row(self, mark: Mark) -> tuple[int, int, bool]:
        # A safe cell is a fact as a mine is: nothing is eliminated.
        return mark.cell + 1, int(mark.holds), True

    def fact(self, subject: int, value: int) -> int:
        return subject if value else -subject

    def forced_by_units(self) -> frozenset[int]:
        """Return the facts of the cells that are known to be safe and not opened."""
        return frozenset(-c - 1 for c, code in enumerate(self._position.shown) if code == SAFE)

    def model(self, board: MineBoard) -> Model | None:
        if COVERED in board.shown or rules.violations(board.position):
            return None
        return tuple(
            cell + 1 if code == MINE else -cell - 1 for cell, code in enumerate(board.shown)
        )

    def backbone(self, board: MineBoard, run: Run, into: Backbone) -> None:
        counted = counting.tally(board.position, run)
        if counted is None:  # there is no layout
            return
        into.forced.extend(
            cell + 1 if code == MINE else -cell - 1
            for cell, code in enumerate(board.shown)
            if code != COVERED
        )
        alike = (0, counted.layouts)
        covered = (cell for cell, code in enumerate(board.shown) if code == COVERED)
        into.is_whole = not any(counted.mines[cell] in alike for cell in covered) and not any(
            self._shows_one_number(board, counted, cell, run)
            for cell, code in enumerate(board.shown)
            if code == SAFE
        )

    def _shows_one_number(self, board: MineBoard, counted: Tallied, cell: int, run: Run) -> bool:
        """Return whether a safe cell shows the same number in all layouts, though not its mines."""
        free = [other for other in board.near[cell] if board.shown[other] == COVERED]
        mines, apart = divmod(sum(counted.mines[other] for other in free), counted.layouts)
        if apart or not free:  # the mean is a whole number, or there is more than one
            return False
        shown = bytearray(board.shown)
        shown[cell] = mines + sum(shown[other] == MINE for other in board.near[cell])
        tallied = counting.tally(replace(board.position, shown=bytes(shown)), run)
        return tallied is not None and tallied.layouts == counted.layouts
