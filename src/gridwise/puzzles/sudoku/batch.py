"""Solves many Sudokus at once: the compiled engine works on them side by side."""

from functools import partial

from gridwise.core.capabilities.batch import BatchSolver, LineSolver
from gridwise.puzzles.sudoku.engine import solver
from gridwise.puzzles.sudoku.position import PlaceDigit, Position


def moves_to(position: Position, solved: Position) -> tuple[PlaceDigit, ...]:
    """Return the placements that lead from a position to its solution, by cell."""
    pairs = enumerate(zip(position.cells, solved.cells, strict=True))
    return tuple(PlaceDigit(cell, digit) for cell, (given, digit) in pairs if not given)


LINES = LineSolver(81, solver.solve_lines, partial(solver.keeps_rules, zero=48))
BATCH = BatchSolver(solver.TAKES, solver.solve_many, solver.unique_among, moves_to, LINES)
