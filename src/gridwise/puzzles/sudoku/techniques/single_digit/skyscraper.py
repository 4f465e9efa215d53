"""Skyscraper: two rows (or columns) with two places for a digit, one of each in the same column."""

from collections.abc import Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.single_digit.two_links import link_step, two_links
from gridwise.puzzles.sudoku.techniques.wording import Label

_LABEL = Label("skyscraper", msg("Skyscraper"), 130)


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each pair of parallel lines: the lower digits first."""
    size = grid.size
    for digit in range(1, size + 1):
        seen: set[int] = set()
        for pattern in two_links(grid.shape, grid.places[digit]):
            kind, other = (grid.shape.kinds[link[0]] for link in pattern[:2])
            near, end, out = pattern[3], pattern[4], pattern[6]
            if kind == other and kind in ("row", "column") and out not in seen:
                by_row = kind == "row"
                across = (near % size, end % size) if by_row else (near // size, end // size)
                if across[0] == across[1]:
                    seen.add(out)
                    yield link_step(grid, _LABEL, digit, pattern)


TECHNIQUE = technique(find, _LABEL, "hard", 300, "0400")
