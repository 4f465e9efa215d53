"""How a person plays sliding boards."""

from gridwise.puzzles.sliding.interaction.actions import INTERACTION

__all__ = ["INTERACTION"]
