"""The outcome of opening a cell if nothing is certain: progress, dead cells and 50-50s.

All of it is proved by counting layouts in plain Python, with a budget of steps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import plain
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    Position,
    around,
    neighbour_table,
)

_STEPS = 200_000
_LISTED = 500
"""The most layouts that are listed to find dead cells."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The outcomes of a guess, as shares of all layouts.

    Parameters
    ----------
    safe
        The guess is safe, and its number proves another cell safe.
    won
        The guess is safe, and no other safe cell is left.
    """

    safe: Fraction
    won: Fraction


def progress(position: Position, cell: int, layouts: int, run: Run) -> Progress | None:
    """Return how often opening a covered cell leads on, or None if counting takes too long.

    Parameters
    ----------
    position
        A board on which no covered cell is known to be safe.
    cell
        The covered cell.
    layouts
        The number of layouts of the board.
    """
    shown = bytearray(position.shown)
    safe = won = 0
    budget = plain.StepBudget(_STEPS)
    for number in range(len(neighbour_table(position.width, position.height)[cell]) + 1):
        shown[cell] = number
        try:
            tallied = plain.tally(replace(position, shown=bytes(shown)), run, budget)
        except plain.TooManyStates:
            return None
        if tallied is None:
            continue
        mines = [tallied.mines[c] for c, code in enumerate(shown) if code == COVERED]
        if 0 in mines:
            safe += tallied.layouts
        elif all(many == tallied.layouts for many in mines):
            won += tallied.layouts
    return Progress(Fraction(safe, layouts), Fraction(won, layouts))


def dead_cells(position: Position, counted: Tallied, run: Run) -> tuple[int, ...]:
    """Return undecided cells whose numbers would tell nothing new.

    In all layouts where such a cell is safe it shows the same number, and that it is safe decides
    no other cell. With few layouts these are all such cells, else only cells whose neighbours are
    decided.
    """
    undecided = _undecided(position, counted)
    alike: Iterable[int]
    if position.mines is not None and counted.layouts <= _LISTED:
        shows: dict[int, set[int]] = {cell: set() for cell in undecided}
        try:
            for mines in plain.layouts(position, run, plain.StepBudget(_STEPS)):
                board = bytearray(len(position.shown))
                for cell in mines:
                    board[cell] = MINE
                near = around(board, position.width, position.height, (MINE,))
                for cell in undecided:
                    if not board[cell]:
                        shows[cell].add(near[cell])
        except plain.TooManyStates:
            return ()
        alike = (cell for cell in undecided if len(shows[cell]) == 1)
    else:
        near_table = neighbour_table(position.width, position.height)
        open_ = set(undecided)
        alike = (cell for cell in undecided if not open_.intersection(near_table[cell]))
    budget = plain.StepBudget(_STEPS)
    return tuple(cell for cell in alike if _decides_nothing(position, cell, undecided, run, budget))


def _decides_nothing(
    position: Position, cell: int, undecided: Iterable[int], run: Run, budget: plain.StepBudget
) -> bool:
    """Return whether it is proved that a safe cell leaves all other cells undecided."""
    shown = bytearray(position.shown)
    shown[cell] = SAFE
    try:
        tallied = plain.tally(replace(position, shown=bytes(shown)), run, budget)
    except plain.TooManyStates:
        return False
    assert tallied is not None
    return all(0 < tallied.mines[other] < tallied.layouts for other in undecided if other != cell)


def fifty_fifties(position: Position, counted: Tallied, run: Run) -> tuple[tuple[int, int], ...]:
    """Return pairs of cells with one mine that nothing else on the board can tell apart.

    In each layout one of the two is a mine, and every cell beside only one of them is a mine: all
    numbers count both or neither, so that each layout fits with the other in its place as well.
    """
    undecided = _undecided(position, counted)
    near = neighbour_table(position.width, position.height)
    half = [cell for cell in undecided if 2 * counted.mines[cell] == counted.layouts]
    pairs: list[tuple[int, int]] = []
    for at, one in enumerate(half):
        for other in half[at + 1 :]:
            row, col = divmod(one, position.width)
            to_row, to_col = divmod(other, position.width)
            if max(abs(row - to_row), abs(col - to_col)) > 2:
                continue
            apart = (set(near[one]) ^ set(near[other])) - {one, other}
            if any(not _is_mine(position, counted, cell) for cell in apart):
                continue
            shown = bytearray(position.shown)
            shown[one] = MINE
            try:
                with_one = plain.tally(
                    replace(position, shown=bytes(shown)), run, plain.StepBudget(_STEPS)
                )
            except plain.TooManyStates:
                continue
            if with_one is not None and with_one.mines[other] == 0:
                pairs.append((one, other))
    return tuple(pairs)


def _undecided(position: Position, counted: Tallied) -> Sequence[int]:
    return [
        cell
        for cell, code in enumerate(position.shown)
        if code == COVERED and 0 < counted.mines[cell] < counted.layouts
    ]


def _is_mine(position: Position, counted: Tallied, cell: int) -> bool:
    return position.shown[cell] == MINE or (
        position.shown[cell] == COVERED and counted.mines[cell] == counted.layouts
    )
