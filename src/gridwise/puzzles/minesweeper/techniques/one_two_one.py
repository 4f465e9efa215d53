"""The 1-2-1 pattern: a number that needs two mines between two that need one each.

The 2 shares its cells with the two 1s, so each of them has one of its mines, and none lies beside
both. So cells that the 2 lacks are safe, and so are cells that all three share.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once, make_step

_NAME, _TITLE, _RUNG = "one_two_one", msg("1-2-1 pattern"), 3


def find(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each 2 between two 1s in a line, whose cells are all beside one of them."""
    return every_once(_steps(board))


def _steps(board: MineBoard) -> Iterator[Step]:
    for two in board.sums():
        if two.mines != 2:
            continue
        beside = dict(board.line_sums(two))
        for step in (1, board.width):
            left, right = beside.get(-step), beside.get(step)
            if left is None or right is None or left.mines != 1 or right.mines != 1:
                continue
            either, both = left.cells | right.cells, left.cells & right.cells
            if two.cells & ~either:
                continue
            mines = 0
            for cells in (two.cells & ~left.cells, two.cells & ~right.cells):
                if cells.bit_count() == 1:
                    mines |= cells
            safe = (two.cells & both) | (either & ~two.cells)
            for cells in (two.cells & ~left.cells, two.cells & ~right.cells):
                if cells.bit_count() == 1:  # the mine of that 1 is known
                    safe |= (right.cells if cells & right.cells else left.cells) & ~cells
            if safe or mines:
                reason = msg(
                    "{left}, {two}, {right}; the two mines of {middle} lie one beside each of the "
                    "numbers around it, and none beside both",
                    left=board.words(left),
                    two=board.words(two),
                    right=board.words(right),
                    middle=board.name(two.number),
                )
                yield make_step(
                    board,
                    _NAME,
                    _TITLE,
                    _RUNG,
                    reason,
                    safe=safe,
                    mines=mines,
                    sums=(left, two, right),
                )


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 30, find, {"ladder": _RUNG})
