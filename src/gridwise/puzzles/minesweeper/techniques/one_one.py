"""The 1-1 pattern: two numbers side by side that need one mine each, one within the other."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once
from gridwise.puzzles.minesweeper.techniques.pairs import subset_step

_NAME, _TITLE, _RUNG = "one_one", msg("1-1 pattern"), 2


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each pair: what the second has beside the cells of the first is safe."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for small in board.sums():
        if small.mines == 1:
            for _, big in board.line_sums(small):
                if big.mines == 1:
                    step = subset_step(board, _NAME, _TITLE, _RUNG, small, big)
                    if step is not None:
                        yield step


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 20, find, {"ladder": _RUNG})
