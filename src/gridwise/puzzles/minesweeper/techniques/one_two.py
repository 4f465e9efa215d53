"""The 1-2 pattern: beside a number that needs one mine, one that needs two."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once
from gridwise.puzzles.minesweeper.techniques.pairs import overlap_step

_NAME, _TITLE, _RUNG = "one_two", msg("1-2 pattern"), 5


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each pair where the 2 has one cell that the 1 has not: it is a mine."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for small in board.sums():
        if small.mines == 1:
            for _, big in board.line_sums(small):
                if big.mines == 2:
                    step = overlap_step(board, _NAME, _TITLE, _RUNG, small, big)
                    if step is not None:
                        yield step


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 50, find, {"ladder": _RUNG})
