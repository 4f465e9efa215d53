"""How a person plays Minesweeper."""

from gridwise.puzzles.minesweeper.interaction.actions import INTERACTION

__all__ = ["INTERACTION"]
