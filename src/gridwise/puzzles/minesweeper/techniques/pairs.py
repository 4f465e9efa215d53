"""Conclusions from two numbers together.

1-1 pattern
    Two numbers side by side that need one mine each, the cells of the one within the other's: the
    other's further cells are safe.
1-2 pattern
    Beside a number that needs one mine, one that needs two: if the 2 has one cell that the 1 has
    not, that is a mine.
Subset
    The covered cells of one number lie within another's.
Overlap
    One number needs more mines than another, and few cells of its own can hold them. The
    difference of their mines fills its own cells, and the other's own cells are safe.

The patterns are cases of subset and overlap, with numbers side by side.
"""

from collections.abc import Callable, Iterable, Iterator

from gridwise.core.message import Message, msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper.techniques.board import (
    CellSum,
    MineBoard,
    every_once,
    make_step,
)

Pairs = Callable[[MineBoard], Iterable[tuple[CellSum, CellSum]]]
"""Yields pairs of numbers to look at."""


def near_pairs(board: MineBoard) -> Iterator[tuple[CellSum, CellSum]]:
    """Yield each two numbers that share a cell."""
    for small in board.sums():
        for big in board.near_sums(small):
            yield small, big


def side_by_side(one: int, other: int) -> Pairs:
    """Return the pairs of numbers side by side that need so many mines."""

    def pairs(board: MineBoard) -> Iterator[tuple[CellSum, CellSum]]:
        for small in board.sums():
            if small.mines == one:
                for _, big in board.line_sums(small):
                    if big.mines == other:
                        yield small, big

    return pairs


def is_subset(small: CellSum, big: CellSum) -> bool:
    """Return whether the cells of the first are a proper part of the second's."""
    return small.cells & ~big.cells == 0 and small.cells != big.cells


def subset_step(
    board: MineBoard, technique: str, title: Message, rung: int, small: CellSum, big: CellSum
) -> Step | None:
    """Return the step by a number whose cells lie within another's; None if it decides none."""
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
    conclusion = {"mines": rest} if mines else {"safe": rest}
    return make_step(board, technique, title, rung, reason, sums=(small, big), **conclusion)


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


def _technique(
    name: str,
    title: Message,
    level: str,
    rung: int,
    pairs: Pairs,
    make: Callable[[MineBoard, str, Message, int, CellSum, CellSum], Step | None],
) -> Technique:
    """Return a technique by two numbers: the pairs to look at, and their conclusions."""

    def find(board: MineBoard) -> Iterator[Step]:
        """Yield a step for each pair that decides a cell."""
        steps = (make(board, name, title, rung, small, big) for small, big in pairs(board))
        return every_once(step for step in steps if step is not None)

    return Technique(name, title, level, 10 * rung, find, {"ladder": rung})


TECHNIQUES = (
    _technique("one_one", msg("1-1 pattern"), "medium", 2, side_by_side(1, 1), subset_step),
    _technique("one_two", msg("1-2 pattern"), "medium", 5, side_by_side(1, 2), overlap_step),
    _technique("subset", msg("Subset"), "medium", 6, near_pairs, subset_step),
    _technique("overlap", msg("Overlap"), "hard", 7, near_pairs, overlap_step),
)
