"""Turbot Fish: two houses with two places for a digit, joined by two places that see each other."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.single_digit.two_links import link_step, two_links

_NAME, _TITLE, _SCORE = "turbot_fish", msg("Turbot Fish"), 120


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pair of houses, the lower digits first."""
    for digit in range(1, grid.size + 1):
        seen: set[int] = set()
        for found in two_links(grid.shape, grid.places[digit]):
            if found[6] not in seen:
                seen.add(found[6])
                yield link_step(grid, _NAME, _TITLE, _SCORE, digit, found)


TECHNIQUE = Technique(_NAME, _TITLE, "hard", 312, find, {"hodoku": _SCORE}, ("0403",))
