"""Subset: the covered cells of one number lie within those of another.

Beneath the 1-1 and 1-2 patterns, which are cases of it with numbers side by side.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once
from gridwise.puzzles.minesweeper.techniques.pairs import subset_step

_NAME, _TITLE, _RUNG = "subset", msg("Subset"), 6


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each number within another: the other cells are all safe or all mines."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for small in board.sums():
        for big in board.near_sums(small):
            step = subset_step(board, _NAME, _TITLE, _RUNG, small, big)
            if step is not None:
                yield step


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 60, find, {"ladder": _RUNG})
