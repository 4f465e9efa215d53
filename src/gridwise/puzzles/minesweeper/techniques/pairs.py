"""What two numbers say together: the rule behind the patterns, subset and overlap."""

from gridwise.core.message import Message, msg
from gridwise.core.step import Step
from gridwise.puzzles.minesweeper.techniques.board import CellSum, MineBoard, make_step


def is_subset(small: CellSum, big: CellSum) -> bool:
    """Return whether the cells of the first are a proper part of those of the second."""
    return small.cells & ~big.cells == 0 and small.cells != big.cells


def subset_step(
    board: MineBoard, technique: str, title: Message, rung: int, small: CellSum, big: CellSum
) -> Step | None:
    """Return the step by a number whose cells lie within another's; None where it decides none."""
    if not is_subset(small, big):
        return None
    rest, mines = big.cells & ~small.cells, big.mines - small.mines
    if mines not in (0, rest.bit_count()):
        return None
    reason = msg(
        "{small}, {big}; the covered cells of {inner} are all beside {outer} too (mines left for "
        "{cells}: {mines})",
        small=board.words(small),
        big=board.words(big),
        inner=board.name(small.number),
        outer=board.name(big.number),
        mines=mines,
        cells=board.names(rest),
    )
    found = {"mines": rest} if mines else {"safe": rest}
    return make_step(board, technique, title, rung, reason, sums=(small, big), **found)


def overlap_step(
    board: MineBoard, technique: str, title: Message, rung: int, small: CellSum, big: CellSum
) -> Step | None:
    """Return the step by a number that needs so many more mines than the other has.

    Its cells that are not the other's are then all mines, and the other's own cells are safe.
    """
    rest, lacking = big.cells & ~small.cells, small.cells & ~big.cells
    mines = big.mines - small.mines
    if not rest or mines != rest.bit_count():
        return None
    reason = msg(
        "{small}, {big}; {outer} needs {mines} more than {inner}, and only {cells} can give it",
        small=board.words(small),
        big=board.words(big),
        inner=board.name(small.number),
        outer=board.name(big.number),
        mines=mines,
        cells=board.names(rest),
    )
    return make_step(
        board, technique, title, rung, reason, safe=lacking, mines=rest, sums=(small, big)
    )
