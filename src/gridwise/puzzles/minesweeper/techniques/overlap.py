"""Overlap: one number needs more mines than another, and few cells of its own can hold them.

The difference of their mines then fills the second's own cells, and the first's own are safe.
"""

from gridwise.core.message import msg
from gridwise.core.step import Technique
from gridwise.puzzles.minesweeper.techniques.pairs import near_pairs, overlap_step, pair_finder

_NAME, _TITLE, _RUNG = "overlap", msg("Overlap"), 7

find = pair_finder(_NAME, _TITLE, _RUNG, near_pairs, overlap_step)
TECHNIQUE = Technique(_NAME, _TITLE, "hard", 70, find, {"ladder": _RUNG})
