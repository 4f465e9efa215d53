"""The 1-1 pattern: two numbers side by side that need one mine each, one within the other.

What the second has beside the cells of the first is safe.
"""

from gridwise.core.message import msg
from gridwise.core.step import Technique
from gridwise.puzzles.minesweeper.techniques.pairs import pair_finder, side_by_side, subset_step

_NAME, _TITLE, _RUNG = "one_one", msg("1-1 pattern"), 2

find = pair_finder(_NAME, _TITLE, _RUNG, side_by_side(1, 1), subset_step)
TECHNIQUE = Technique(_NAME, _TITLE, "medium", 20, find, {"ladder": _RUNG})
