"""Numbers that are known from elsewhere: from the literature, or from plain enumeration."""

from collections.abc import Iterator
from itertools import product
from math import factorial
from random import Random
from typing import Any

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.core.result import Count, Stop
from oracles import minesweeper as oracle
from samples import seeds


def complete_methods(puzzle: str, notation: str = "") -> list[str]:
    position = gridwise.parse(notation or registry.puzzle(puzzle).examples[0])
    return [method.name for method in registry.methods_for(position) if method.complete]


def number(notation: str, method: str) -> int:
    result = gridwise.count(gridwise.parse(notation), method=method)
    assert result.stop is Stop.COMPLETED
    assert result.answer is not None
    assert result.answer.exact
    return result.answer.number


def small_methods() -> list[str]:
    return complete_methods("sudoku", "sudoku:2x2:" + 16 * ".")


# brute_force would test 4**16 assignments.
@every("method", lambda: [m for m in small_methods() if m != "brute_force"])
def test_288_sudoku_grids_of_4x4(method: str) -> None:
    assert number("sudoku:2x2:" + 16 * ".", method) == 288


@every("method", small_methods)
def test_12_sudoku_grids_of_4x4_with_a_given_box_and_row(method: str) -> None:
    """288 = 4! (the first box) * 12."""
    assert number("sudoku:2x2:12..34" + 10 * ".", method) == 288 // factorial(4)


@every("method, size", lambda: product(complete_methods("latin"), (1, 2, 3, 4)))
def test_latin_squares(method: str, size: int) -> None:
    """OEIS A002860."""
    squares = (1, 2, 12, 576)[size - 1]
    if method == "brute_force" and size > 2:
        squares_of_rows = "/".join(["123"[:size]] + (size - 1) * [size * "."])
        if size == 3:
            assert number(f"latin:3:{squares_of_rows}", method) == squares // factorial(3)
        return  # with all of 3x3 open it would test 3**9 assignments, of 4x4 4**16
    rows = "/".join(size * [size * "."])
    assert number(f"latin:{size}:{rows}", method) == squares


def boards() -> Iterator[str]:
    """Yield random boards of up to 5x4 with up to 13 covered cells, some of them impossible."""
    random = Random(88)
    for _ in seeds(16, 40):
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


@every("method", lambda: complete_methods("minesweeper"))
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


@every("method", lambda: complete_methods("minesweeper"))
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
