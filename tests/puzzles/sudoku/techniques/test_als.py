"""Almost locked sets: against the definitions, on random boards, turned and relabelled."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core import registry
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rules import shuffled_grid
from gridwise.puzzles.sudoku.techniques.almost_locked import als_board
from oracles.almost_locked import Twin
from samples import THOROUGH, seeds

KNOWN = registry.techniques("sudoku")
NAMES = ("sue_de_coq", "als_xz", "als_xy_wing", "als_chain", "death_blossom")


def reachable(seed: int, height: int = 3, width: int = 3, *, holes: float, wrong: float):
    """Return a board on the way to a random solution, and the solution.

    A part of its cells is empty, and a part of their wrong candidates is removed.
    """
    random = Random(seed)
    solution = shuffled_grid(height, width, random)
    cells = bytes(0 if random.random() < holes else digit for digit in solution)
    full = CandidateGrid(Position(height, width, cells))
    removed = [
        (cell, digit)
        for cell in bits(full.empty)
        for digit in bits(full.candidates[cell])
        if digit != solution[cell] and random.random() < wrong
    ]
    return CandidateGrid(Position(height, width, cells), None, removed), solution


def found_on(grid: CandidateGrid, name: str) -> set[frozenset[tuple[int, int]]]:
    return {
        frozenset((mark.cell, int(mark.value)) for mark in step.conclusions)
        for step in KNOWN[name].find(grid)
    }


def twin_of(grid: CandidateGrid, height: int, width: int) -> Twin:
    board = {divmod(cell, grid.size): set(bits(grid.candidates[cell])) for cell in bits(grid.empty)}
    return Twin(board, grid.size, height, width)


def numbered(found, size: int) -> set[frozenset[tuple[int, int]]]:
    return {frozenset((row * size + col, d) for (row, col), d in one) for one in found}


@every("name", NAMES)
@settings(max_examples=len(seeds(2, 25)))
@given(st.integers(0, 10**6), st.sampled_from([0.4, 0.5, 0.6]), st.sampled_from([0.2, 0.4, 0.6]))
def test_no_step_contradicts_the_solution(name, seed, holes, wrong):
    grid, solution = reachable(seed, holes=holes, wrong=wrong)
    for number, step in enumerate(KNOWN[name].find(grid)):
        assert step.conclusions and step.technique == name
        for mark in step.conclusions:
            assert not mark.holds and grid.has(mark.cell, int(mark.value))
            assert solution[mark.cell] != mark.value, str(step.text)
        if number == 20:
            break


@every("seed", seeds(10, 40))
def test_the_sets_are_those_of_the_definition(seed):
    grid, _ = reachable(seed, holes=0.6, wrong=0.4)
    twin = twin_of(grid, 3, 3)
    found = [frozenset(divmod(cell, 9) for cell in bits(one.cells)) for one in als_board(grid).sets]
    assert len(found) == len(set(found)) and set(found) == set(twin.sets)


@pytest.mark.parametrize(
    ("name", "boards"),
    [("sue_de_coq", 12), ("als_xz", 30), ("als_xy_wing", 40), ("death_blossom", 40)],
)
def test_the_steps_are_those_of_the_definition(name, boards):
    total = 0
    for seed in range(boards if THOROUGH else boards // 2):
        # Sue de Coq wants cells with many candidates, the others few sets.
        holes, wrong = (0.6, 0.15) if name == "sue_de_coq" else (0.3, 0.3)
        grid, _ = reachable(seed, holes=holes, wrong=wrong)
        twin = twin_of(grid, 3, 3)
        if name != "sue_de_coq" and len(twin.sets) > 45:
            continue  # the twin is slow
        expected = numbered(getattr(twin, name)(), 9)
        assert found_on(grid, name) == expected, seed
        total += len(expected)
    assert total > (8 if THOROUGH else 1)


def test_chains_of_four_sets_are_those_of_the_definition():
    total = 0
    for seed in seeds(80, 200):
        grid, _ = reachable(seed, holes=0.35, wrong=0.35)
        twin = twin_of(grid, 3, 3)
        if not 8 <= len(twin.sets) <= 30:
            continue
        found = found_on(grid, "als_chain")
        expected = numbered(twin.als_chain(4), 9)
        assert expected <= found, seed
        total += len(expected)
    assert total >= len(seeds(1, 3))


def turned(grid: CandidateGrid, digits: list[int]) -> CandidateGrid:
    """Return the board transposed, with its digits renamed."""
    size = grid.size
    cells = bytearray(size * size)
    removed = []
    for cell, digit in enumerate(grid.digits):
        row, col = divmod(cell, size)
        cells[col * size + row] = digits[digit]
    position = Position(3, 3, bytes(cells))
    for cell in bits(grid.empty):
        row, col = divmod(cell, size)
        removed.extend(
            (col * size + row, digits[digit])
            for digit in range(1, size + 1)
            if not grid.has(cell, digit)
        )
    return CandidateGrid(position, None, removed)


@every("name", NAMES)
@settings(max_examples=len(seeds(2, 6)))
@given(st.integers(0, 10**6), st.permutations(range(1, 10)))
def test_steps_turn_with_the_board(name, seed, order):
    grid, _ = reachable(seed, holes=0.3 if name == "als_chain" else 0.4, wrong=0.35)
    if name == "als_chain" and len(als_board(grid).sets) > 60:
        return  # all chains take long
    digits = [0, *order]
    expected = {
        frozenset((cell % 9 * 9 + cell // 9, digits[digit]) for cell, digit in one)
        for one in found_on(grid, name)
    }
    found = found_on(turned(grid, digits), name)
    if name == "als_chain":  # of the ways between two sets, it looks at a part
        assert set().union(*found) == set().union(*expected)
    else:
        assert found == expected


@every(
    "height, width, name",
    lambda: [
        (*height_width, name)
        for height_width in [(2, 2), (2, 3), (3, 4), (1, 5), (1, 7)]
        for name in NAMES
    ],
)
def test_other_sizes(name, height, width):
    steps = 0
    for seed in seeds(1, 6):
        grid, solution = reachable(seed, height, width, holes=0.5, wrong=0.5)
        for step, _ in zip(KNOWN[name].find(grid), range(20), strict=False):
            assert all(solution[mark.cell] != mark.value for mark in step.conclusions)
            steps += 1
    if (height, width) == (3, 4) and name != "sue_de_coq":
        assert steps


def test_a_step_draws_its_sets():
    grid, _ = reachable(1, holes=0.5, wrong=0.35)
    step = next(KNOWN["als_xz"].find(grid))
    assert len(step.overlay.areas) == 2 and step.overlay.links
    tones = {mark.tone.value for mark in step.overlay.candidates}
    assert tones == {"first", "second", "removed"}
    assert set().union(*map(set, step.overlay.areas)) == set(step.cells)
