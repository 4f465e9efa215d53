"""A sliding board as a `Deduction`: the row-by-row lesson, or a shortest path with its numbers."""

from collections.abc import Sequence

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.core.views import Deduction, Model
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.position import Position, Slide
from gridwise.puzzles.sliding.techniques.board import SlidingBoard
from gridwise.puzzles.sliding.views import SlideDecoder


class SlidingDeduction(Deduction[Slide]):
    """The board and the slides so far. A fact is cell * size + tile, as in the other views.

    The conclusions of a step are its slides, in order: each a tile and its new cell. With all
    techniques the lesson is given, as one of its parts always has the next step; `optimal_move`
    alone gives a shortest path.

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
            SlideDecoder(position), registry.chosen_techniques("sliding", techniques, position)
        )

    def begin(self) -> SlidingBoard:
        return SlidingBoard(self._position)

    def next_step(self, board: SlidingBoard, run: Run) -> Step | None:
        with run.current():
            return super().next_step(board, run)

    def apply(self, board: SlidingBoard, step: Step) -> None:
        board.ended |= not step.conclusions
        board.slide(tuple(self.facts(step.conclusions)))

    def row(self, mark: Mark) -> tuple[int, int, bool]:
        return mark.cell, mark.cell * self._position.size + int(mark.value), True

    def fact(self, subject: int, value: int) -> int:
        return value

    def model(self, board: SlidingBoard) -> Model | None:
        return tuple(board.path) if rules.is_solved(board.position) else None
