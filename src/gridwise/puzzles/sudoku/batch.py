"""Solves many Sudokus side by side with the compiled engine; counts one board in parts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from gridwise.core.capabilities import BatchSolver, CountInParts, LineSolver
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.sudoku.engine import solver
from gridwise.puzzles.sudoku.position import PlaceDigit, Position, candidate_masks, digits_of


def moves_to(position: Position, solved: Position) -> tuple[PlaceDigit, ...]:
    """Return the placements that lead from a position to its solution, by cell."""
    pairs = enumerate(zip(position.cells, solved.cells, strict=True))
    return tuple(PlaceDigit(cell, digit) for cell, (given, digit) in pairs if not given)


def parts(position: Position, least: int) -> Sequence[Position]:
    """Return boards whose solutions together are the board's.

    They hold more digits, in the cells with the fewest candidates.
    """
    if not solver.fits(position):
        return ()
    boards = [position]
    while len(boards) < least:
        further = [more for board in boards for more in _next_cell(board)]
        if further == boards:
            break
        boards = further
    return boards


def count(part: Position, run: Run) -> int:
    """Return the number of solutions of a part."""
    into = ModelCount()
    solver.BoardKernel.of(part).count_models(run, into)
    return into.number


def _next_cell(position: Position) -> list[Position]:
    """Return the board with each candidate of the cell with the fewest; itself if it is full."""
    masks = candidate_masks(position)
    empty = [cell for cell, digit in enumerate(position.cells) if not digit]
    if not empty:
        return [position]
    cell = min(empty, key=lambda cell: masks[cell].bit_count())
    return [
        replace(
            position, cells=position.cells[:cell] + bytes((digit,)) + position.cells[cell + 1 :]
        )
        for digit in digits_of(masks[cell])
    ]


PARTS = CountInParts(parts, count)
LINES = LineSolver(81, solver.solve_lines, partial(solver.keeps_rules, zero=48))
BATCH = BatchSolver(solver.TAKES, solver.solve_many, solver.unique_among, moves_to, LINES)
