"""Sudoku on boards of 4x4 to 25x25 with boxes of any height and width."""

from gridwise.puzzles.sudoku.position import PlaceDigit, Position
from gridwise.puzzles.sudoku.puzzle import (
    CERTIFICATES,
    FEATURES,
    GIVENS,
    PUZZLE,
    RATINGS,
    SAMPLER,
    Sudoku,
)

__all__ = [
    "CERTIFICATES",
    "FEATURES",
    "GIVENS",
    "PUZZLE",
    "RATINGS",
    "SAMPLER",
    "PlaceDigit",
    "Position",
    "Sudoku",
]
