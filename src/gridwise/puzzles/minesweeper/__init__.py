"""Minesweeper: which covered cells are mines, told from the numbers that are shown."""

from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    Mark,
    Move,
    Open,
    Position,
    Safe,
)
from gridwise.puzzles.minesweeper.puzzle import FEATURES, PUZZLE, SAMPLER

__all__ = [
    "COVERED",
    "FEATURES",
    "MINE",
    "PUZZLE",
    "SAFE",
    "SAMPLER",
    "Mark",
    "Move",
    "Open",
    "Position",
    "Safe",
]
