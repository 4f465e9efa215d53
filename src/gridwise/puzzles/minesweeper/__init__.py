"""Minesweeper: deduce from the shown numbers which covered cells are mines."""

from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
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
    "MarkMine",
    "Move",
    "Open",
    "Position",
    "Safe",
]
