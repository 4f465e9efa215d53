"""Patterns of numbers in a line.

- 1-2-1: a number that needs two mines between two that need one each. The 2 shares its cells with
  the two 1s, so each of them has one of its mines, and none lies beside both. So cells that the 2
  lacks are safe, and so are cells that all three share.
- 1-2-2-1: each 2 has one cell that the 1 beside it has not, and it is a mine. If both of these
  mines are beside both 2s, the 2s have all their mines, and the 1s too.
"""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import MineBoard, every_once, make_step

_ONE_TWO_ONE = "one_two_one", msg("1-2-1 pattern"), 3


def one_two_one(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each 2 between two 1s in a line, whose cells are all beside one of them."""
    return every_once(_one_two_one_steps(board))


def _one_two_one_steps(board: MineBoard) -> Iterator[Step]:
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
                    *_ONE_TWO_ONE,
                    reason,
                    safe=safe,
                    mines=mines,
                    sums=(left, two, right),
                )


_ONE_TWO_TWO_ONE = "one_two_two_one", msg("1-2-2-1 pattern"), 4


def one_two_two_one(board: MineBoard) -> Iterator[Step]:
    """Yield a step for each two 2s side by side with a 1 at either end of their line."""
    return every_once(_one_two_two_one_steps(board))


def _one_two_two_one_steps(board: MineBoard) -> Iterator[Step]:
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
                board, *_ONE_TWO_TWO_ONE, reason, safe=every & ~mines, mines=mines, sums=four
            )


TECHNIQUES = (
    Technique(*_ONE_TWO_ONE[:2], "medium", 30, one_two_one, {"ladder": _ONE_TWO_ONE[2]}),
    Technique(
        *_ONE_TWO_TWO_ONE[:2], "medium", 40, one_two_two_one, {"ladder": _ONE_TWO_TWO_ONE[2]}
    ),
)
