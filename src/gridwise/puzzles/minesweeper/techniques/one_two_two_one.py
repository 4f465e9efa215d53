"""The 1-2-2-1 pattern: each 2 has one cell that the 1 beside it has not, and it is a mine.

If both of these mines are beside both 2s, the 2s have all their mines, and the 1s too.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once, make_step

_NAME, _TITLE, _RUNG = "one_two_two_one", msg("1-2-2-1 pattern"), 4


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each two 2s side by side with a 1 at either end of their line."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for second in board.sums():
        if second.mines != 2:
            continue
        beside = dict(board.line_sums(second))
        for step in (1, board.width):
            first, third = beside.get(-step), beside.get(step)
            if first is None or third is None or (first.mines, third.mines) != (1, 2):
                continue
            fourth = dict(board.line_sums(third)).get(step)
            if fourth is None or fourth.mines != 1:
                continue
            one, other = second.cells & ~first.cells, third.cells & ~fourth.cells
            mines = one | other
            if one.bit_count() != 1 or other.bit_count() != 1 or one == other:
                continue
            if mines & ~(second.cells & third.cells):
                continue
            four = (first, second, third, fourth)
            reason = msg(
                "{numbers}; each 2 needs a mine that the 1 beside it has not, and both are beside "
                "both 2s",
                numbers=tuple(board.words(each) for each in four),
            )
            every = first.cells | second.cells | third.cells | fourth.cells
            yield make_step(
                board, _NAME, _TITLE, _RUNG, reason, safe=every & ~mines, mines=mines, sums=four
            )


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 40, find, {"ladder": _RUNG})
