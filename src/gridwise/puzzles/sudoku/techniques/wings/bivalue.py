"""Cells with two candidates."""

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits


def bivalue_cells(grid: CandidateGrid) -> list[int]:
    """Return the cells with two candidates, ascending."""
    candidates = grid.candidates
    return [cell for cell in bits(grid.empty) if candidates[cell].bit_count() == 2]
