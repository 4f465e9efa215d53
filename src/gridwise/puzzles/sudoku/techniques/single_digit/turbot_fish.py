"""Turbot Fish: two houses with two places for a digit, joined by two places that see each other."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.single_digit.two_links import link_step, two_links
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("turbot_fish", msg("Turbot Fish"), 120)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pair of houses, the lower digits first."""
    for digit in range(1, grid.size + 1):
        seen: set[int] = set()
        for pattern in two_links(grid.shape, grid.places[digit]):
            if pattern[6] not in seen:
                seen.add(pattern[6])
                yield link_step(grid, _LABEL, digit, pattern)


TECHNIQUE = technique(find, _LABEL, "hard", 312, "0403")
