"""Sudoku on boards of 4x4 to 25x25 with boxes of any height and width."""

from gridwise.puzzles.sudoku.position import Place, Position
from gridwise.puzzles.sudoku.puzzle import Sudoku

PUZZLE = Sudoku()

__all__ = ["PUZZLE", "Place", "Position", "Sudoku"]
