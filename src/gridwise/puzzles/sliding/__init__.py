"""The sliding puzzle: slide the tiles of a board into the order of the goal."""

from gridwise.puzzles.sliding.generate import at_depth, random_position, walked
from gridwise.puzzles.sliding.position import Position, Slide
from gridwise.puzzles.sliding.puzzle import FEATURES, PUZZLE, SAMPLER

__all__ = [
    "FEATURES",
    "PUZZLE",
    "SAMPLER",
    "Position",
    "Slide",
    "at_depth",
    "random_position",
    "walked",
]
