"""Boards with their published Sudoku Explainer ratings."""

from pathlib import Path

from gridwise.core.run import Run
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating.se import rate

GOLDEN = Path(__file__).parents[3] / "golden" / "sudoku" / "se_ratings.txt"
RATED = [
    (line.split()[0], tuple(map(float, line.split()[1].split("/"))))
    for line in GOLDEN.read_text(encoding="ascii").splitlines()
    if not line.startswith("#")
]


def position(line: str) -> Position:
    return Position(3, 3, bytes(0 if c in ".0" else int(c) for c in line))


def rated(line: str) -> tuple[float, float, float]:
    rating = rate(position(line), Run())
    return rating.er, rating.ep, rating.ed
