"""Subset: the covered cells of one number lie within those of another.

Beneath the 1-1 and 1-2 patterns, which are cases of it with numbers side by side.
"""

from gridwise.core.message import msg
from gridwise.core.step import Technique
from gridwise.puzzles.minesweeper.techniques.pairs import near_pairs, pair_finder, subset_step

_NAME, _TITLE, _RUNG = "subset", msg("Subset"), 6

find = pair_finder(_NAME, _TITLE, _RUNG, near_pairs, subset_step)
TECHNIQUE = Technique(_NAME, _TITLE, "medium", 60, find, {"ladder": _RUNG})
