"""How a person plays Sudoku."""

from gridwise.puzzles.sudoku.interaction.actions import INTERACTION

__all__ = ["INTERACTION"]
