"""Givens that contradict each other are named, and those named do contradict each other."""

from itertools import islice

import pytest

import gridwise
from gridwise.core.limits import Limits
from gridwise.core.result import Status
from methods.contradictions import check_givens, impossible, refused
from oracles import minesweeper
from samples import seeds


def test_a_digit_that_stands_twice() -> None:
    grid = 18 * "." + "5.....5.." + 54 * "."
    result = gridwise.solve(gridwise.parse(grid))
    assert result.status is Status.UNSATISFIABLE
    assert result.conflict is not None
    assert "5 twice in row 3: r3c1, r3c7" in str(result.conflict.text)
    assert result.conflict.cells == (18, 24)


@pytest.mark.parametrize("method", ["sat", "dpll", "exact_cover", "backtracking"])
def test_every_method_has_the_contradiction_named(method: str) -> None:
    """Row 1 has 3 and 4 left for its last two cells, but their box has a 4 elsewhere."""
    result = gridwise.solve(gridwise.parse("sudoku:2x2:123....4........"), method=method)
    assert result.status is Status.UNSATISFIABLE
    assert result.conflict is not None
    assert sorted(result.conflict.cells) == [0, 1, 7]  # the 3 of r1c3 is not needed


def test_givens_of_a_small_sudoku() -> None:
    small = (case for case in impossible("sudoku") if len(case.position.cells) == 16)
    tried = list(islice(small, len(seeds(6, 40))))
    assert len(tried) >= 5
    for case in tried:
        check_givens(case)


def test_numbers_of_a_minesweeper_board() -> None:
    """Numbers that are not named may be anything: their cells are safe, and no more is known."""
    tried = list(islice(impossible("minesweeper"), len(seeds(6, 40))))
    assert len(tried) >= 5
    for case in tried:
        conflict = refused(case).conflict
        assert conflict is not None
        head, rows = case.notation.rsplit(":", 1)
        width = case.position.width
        kept = [
            glyph if not glyph.isdigit() or r * width + c in conflict.cells else "s"
            for r, row in enumerate(rows.split("/"))
            for c, glyph in enumerate(row)
        ]
        text = "/".join("".join(kept[i : i + width]) for i in range(0, len(kept), width))
        if "in total" not in str(conflict.text):
            head = f"minesweeper:{width}x{case.position.height}"
        assert minesweeper.solutions(f"{head}:{text}") == [], f"{case}: {conflict.text}"


def test_two_numbers_of_a_large_board() -> None:
    """Of 40 numbers two contradict each other, far from all others."""
    rows = [20 * ["-"] for _ in range(20)]
    for row in range(1, 16, 2):
        for col in range(1, 20, 4):
            rows[row][col] = "1"
    rows[18][1], rows[18][2] = "1", "5"  # 4 cells shared, 3 others
    text = f"minesweeper:20x20:{'/'.join(map(''.join, rows))}"
    result = gridwise.solve(gridwise.parse(text), limits=Limits(time_s=600))
    assert result.status is Status.UNSATISFIABLE
    assert result.conflict is not None
    assert set(result.conflict.cells) == {18 * 20 + 1, 18 * 20 + 2}
