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
from gridwise.puzzles.minesweeper.puzzle import PUZZLE

__all__ = [
    "COVERED",
    "MINE",
    "PUZZLE",
    "SAFE",
    "MarkMine",
    "Move",
    "Open",
    "Position",
    "Safe",
]
