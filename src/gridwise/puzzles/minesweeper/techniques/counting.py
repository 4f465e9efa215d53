"""Counting: one number that has all its mines, or needs all the cells that it has left."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once, make_step

_NAME, _TITLE, _RUNG = "counting", msg("Counting"), 1


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each number that decides its cells, row-major."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for one in sorted(board.sums(), key=lambda one: one.number):
        if one.mines == 0:
            reason = msg("{number}; none of its mines is left to find", number=board.words(one))
            yield make_step(board, _NAME, _TITLE, _RUNG, reason, safe=one.cells, sums=(one,))
        elif one.mines == one.size:
            reason = msg(
                "{number}; as many covered cells are left around it as mines",
                number=board.words(one),
            )
            yield make_step(board, _NAME, _TITLE, _RUNG, reason, mines=one.cells, sums=(one,))


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 10, find, {"ladder": _RUNG})
