"""Overlap: one number needs more mines than another, and few cells of its own can hold them."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once
from gridwise.puzzles.minesweeper.techniques.pairs import overlap_step

_NAME, _TITLE, _RUNG = "overlap", msg("Overlap"), 7


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each two numbers whose difference fills the second's own cells."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for small in board.sums():
        for big in board.near_sums(small):
            step = overlap_step(board, _NAME, _TITLE, _RUNG, small, big)
            if step is not None:
                yield step


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 70, find, {"ladder": _RUNG})
