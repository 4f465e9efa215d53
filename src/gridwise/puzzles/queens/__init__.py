"""N-Queens: n queens on a board of n x n squares, none attacking another."""

from gridwise.puzzles.queens.position import MAX_N, PlaceQueen, Position
from gridwise.puzzles.queens.puzzle import CERTIFICATES, FEATURES, PUZZLE, SAMPLER, SYMMETRIES

__all__ = [
    "CERTIFICATES",
    "FEATURES",
    "MAX_N",
    "PUZZLE",
    "SAMPLER",
    "SYMMETRIES",
    "PlaceQueen",
    "Position",
]
