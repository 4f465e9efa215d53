"""Numbers that are known from elsewhere: from the literature, or from plain enumeration."""

from collections.abc import Iterator
from itertools import pairwise
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.core.result import Count, Stop
from oracles import minesweeper as oracle

COUNTS = Path(__file__).parents[1] / "golden" / "counts" / "sudoku.tsv"


def complete_methods(puzzle: str, notation: str = "") -> list[str]:
    position = gridwise.parse(notation or registry.puzzle(puzzle).examples[0])
    return [method.name for method in registry.methods_for(position) if method.complete]


def number(notation: str, method: str) -> int:
    result = gridwise.count(gridwise.parse(notation), method=method)
    assert result.stop is Stop.COMPLETED
    assert result.answer is not None
    assert result.answer.exact
    return result.answer.number


SMALL = complete_methods("sudoku", "sudoku:2x2:" + 16 * ".")


# brute_force would test 4**16 assignments.
@pytest.mark.parametrize("method", [m for m in SMALL if m != "brute_force"])
def test_288_sudoku_grids_of_4x4(method: str) -> None:
    assert number("sudoku:2x2:" + 16 * ".", method) == 288


@pytest.mark.parametrize("method", SMALL)
def test_12_sudoku_grids_of_4x4_with_a_given_box_and_row(method: str) -> None:
    """288 = 4! (the first box) * 12."""
    assert number("sudoku:2x2:12..34" + 10 * ".", method) == 288 // factorial(4)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["exact_cover", "backtracking", "dpll", "sat"])
def test_28200960_sudoku_grids_of_6x6_by_their_first_row(method: str) -> None:
    """Renaming digits maps grids to grids, so each first row begins as many; there are 6! rows."""
    rest = number("sudoku:2x3:123456" + 30 * ".", method)
    assert rest * factorial(6) == 28_200_960


@pytest.mark.parametrize(("size", "squares"), [(1, 1), (2, 2), (3, 12), (4, 576)])
@pytest.mark.parametrize("method", complete_methods("latin"))
def test_latin_squares(method: str, size: int, squares: int) -> None:
    """OEIS A002860."""
    if method == "brute_force" and size > 2:
        squares_of_rows = "/".join(["123"[:size]] + (size - 1) * [size * "."])
        if size == 3:
            assert number(f"latin:3:{squares_of_rows}", method) == squares // factorial(3)
        return  # with all of 3x3 open it would test 3**9 assignments, of 4x4 4**16
    rows = "/".join(size * [size * "."])
    assert number(f"latin:{size}:{rows}", method) == squares


def golden(most: int, *, easy: bool = False) -> Iterator[tuple[str, int]]:
    """Yield puzzles with at most so many solutions; `easy` ones do not defeat backtracking."""
    for line in COUNTS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            puzzle, found, source = line.split("\t")
            if int(found) <= most and not (easy and source.startswith("hardest")):
                yield puzzle, int(found)


# brute_force would test more than 10**30 assignments; a_star keeps all open states in memory.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "most"),
    [
        ("exact_cover", 20_000),
        ("dpll", 20_000),
        ("sat", 20_000),
        ("backtracking", 3_000),
    ],
)
def test_sudokus_with_many_solutions(method: str, most: int) -> None:
    puzzles = list(golden(most, easy=method == "backtracking"))
    assert len(puzzles) >= 10
    for puzzle, expected in puzzles:
        result = gridwise.count(gridwise.parse(puzzle), method=method)
        assert result.answer == Count(expected, exact=True), puzzle


@pytest.mark.slow
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


def boards() -> Iterator[str]:
    """Yield random boards of up to 5x4 with up to 13 covered cells, some of them impossible."""
    random = Random(88)
    for _ in range(40):
        width, height = random.randint(2, 5), random.randint(2, 4)
        size = width * height
        mines = set(random.sample(range(size), random.randint(0, size // 3)))
        covered = set(random.sample(range(size), min(size, random.randint(4, 13)))) | mines
        while len(covered) > 13:
            covered.discard(random.choice(sorted(covered)))
        cells = ""
        for cell in range(size):
            near = [
                r * width + c
                for r in range(height)
                for c in range(width)
                if max(abs(r - cell // width), abs(c - cell % width)) == 1
            ]
            number = sum(n in mines for n in near) + (random.random() < 0.02)
            known = "X" if cell in mines else str(number)
            cells += "-" if cell in covered else known
        rows = "/".join(cells[r * width : (r + 1) * width] for r in range(height))
        total = random.choice(("", f"x{len(mines)}", f"x{len(mines) + 1}"))
        yield f"minesweeper:{width}x{height}{total}:{rows}"


@pytest.mark.parametrize("method", complete_methods("minesweeper"))
def test_layouts_of_random_boards(method: str) -> None:
    numbers: list[int] = []
    for notation in boards():
        expected = len(oracle.solutions(notation))
        result = gridwise.count(gridwise.parse(notation), method=method)
        assert result.stop is Stop.COMPLETED, notation
        found = result.answer.number if result.answer is not None else 0
        assert found == expected, notation
        numbers.append(expected)
    assert numbers.count(0) >= 1
    assert max(numbers) > 100


@pytest.mark.parametrize("method", complete_methods("minesweeper"))
def test_free_cells_are_not_enumerated_to_be_counted(method: str) -> None:
    """A corner shows 1; 3 cells touch it and 96 are free: 3 * 2**96 layouts."""
    rows = ["1" + 9 * "-"] + 9 * [10 * "-"]
    assert number(f"minesweeper:10x10:{'/'.join(rows)}", method) == 3 * 2**96


def test_a_count_beyond_its_limit_is_a_lower_bound() -> None:
    position: Any = gridwise.parse("sudoku:2x3:" + 36 * ".")
    for method in ("sat", "exact_cover", "backtracking"):
        result = gridwise.count(position, method=method, limits=Limits(solutions=500))
        assert result.stop is Stop.SOLUTION_LIMIT
        assert result.answer == Count(500, exact=False)
