"""Large numbers that are known from elsewhere: from the literature, or from plain enumeration."""

from collections.abc import Iterator
from itertools import pairwise
from math import factorial
from pathlib import Path

import pytest

import gridwise
from gridwise.core.result import Count

COUNTS = Path(__file__).parents[2] / "golden" / "counts" / "sudoku.tsv"


def golden(most: int, *, easy: bool = False) -> Iterator[tuple[str, int]]:
    """Yield puzzles with at most so many solutions; `easy` ones do not defeat backtracking."""
    for line in COUNTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            puzzle, found, source = line.split("\t")
            if int(found) <= most and not (easy and source.startswith("hardest")):
                yield puzzle, int(found)


@pytest.mark.parametrize("method", ["exact_cover", "backtracking", "dpll", "sat"])
def test_28200960_sudoku_grids_of_6x6_by_their_first_row(method: str) -> None:
    """Renaming digits maps grids to grids, so each first row begins as many; there are 6! rows."""
    result = gridwise.count(gridwise.parse("sudoku:2x3:123456" + 30 * "."), method=method)
    assert result.answer == Count(28_200_960 // factorial(6), exact=True)


# brute_force would test more than 10**30 assignments; a_star keeps all open states in memory.
@pytest.mark.parametrize(
    ("method", "most"),
    [
        ("exact_cover", 20_000),
        ("dpll", 3_000),  # it and SAT list 39,168 grids above
        ("sat", 3_000),
        ("backtracking", 3_000),
    ],
)
def test_sudokus_with_many_solutions(method: str, most: int) -> None:
    puzzles = list(golden(most, easy=method == "backtracking"))
    assert len(puzzles) >= 10
    for puzzle, expected in puzzles:
        result = gridwise.count(gridwise.parse(puzzle), method=method)
        assert result.answer == Count(expected, exact=True), puzzle


def test_the_kth_of_a_sudoku_with_many_solutions_is_the_same_for_all() -> None:
    puzzles = list(golden(100, easy=True))
    assert len(puzzles) >= 4
    for puzzle, found in puzzles:
        position = gridwise.parse(puzzle)
        whole = gridwise.solve(position, method="exact_cover", all_solutions=True).answer
        assert whole is not None
        grids = [item.position.cells for item in whole.items]
        assert len(grids) == found
        assert all(a < b for a, b in pairwise(grids))
        for method in ("exact_cover", "dpll", "sat", "backtracking"):
            for k in (1, found // 2, found):
                answer = gridwise.solve(position, method=method, nth=k).answer
                assert answer is not None
                assert [item.position.cells for item in answer.items] == [grids[k - 1]]
