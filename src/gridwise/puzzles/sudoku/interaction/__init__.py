"""The interaction of Sudoku: what a person can do with a board."""

from gridwise.puzzles.sudoku.interaction.actions import INTERACTION

__all__ = ["INTERACTION"]
