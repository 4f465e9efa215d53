"""The interaction of Sudoku: a person's actions on a board."""

from gridwise.puzzles.sudoku.interaction.actions import INTERACTION

__all__ = ["INTERACTION"]
