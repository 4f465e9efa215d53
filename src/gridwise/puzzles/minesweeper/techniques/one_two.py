"""The 1-2 pattern: beside a number that needs one mine, one that needs two.

Where the 2 has one cell that the 1 has not, that is a mine.
"""

from gridwise.core.message import msg
from gridwise.core.step import Technique
from gridwise.puzzles.minesweeper.techniques.pairs import overlap_step, pair_finder, side_by_side

_NAME, _TITLE, _RUNG = "one_two", msg("1-2 pattern"), 5

find = pair_finder(_NAME, _TITLE, _RUNG, side_by_side(1, 2), overlap_step)
TECHNIQUE = Technique(_NAME, _TITLE, "medium", 50, find, {"ladder": _RUNG})
