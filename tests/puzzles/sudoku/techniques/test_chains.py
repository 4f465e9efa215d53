"""Chains, forcing chains and nets, templates: sound, and valid link by link."""

from collections.abc import Iterator
from itertools import islice, pairwise
from random import Random

import pytest

import gridwise as gw
from gridwise.core import registry
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.forcing.templates import has_template
from gridwise.puzzles.sudoku.techniques.wording import Candidate

NAMES = (
    "x_chain",
    "xy_chain",
    "nice_loop",
    "grouped_nice_loop",
    "forcing_chain",
    "forcing_net",
    "template_set",
    "template_delete",
)
PUZZLES = (
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
)


def _boards() -> Iterator[tuple[CandidateGrid, tuple[int, ...]]]:
    """Yield boards on the way to the solution: some true digits, some false candidates gone."""
    random = Random(7)
    for puzzle in PUZZLES:
        position = gw.Board(puzzle).position
        solved = gw.Board(puzzle).solve().board
        assert solved is not None
        solution = solved.position.cells
        for share in (0.15, 0.3, 0.45):
            grid = CandidateGrid(position)
            for cell in bits(grid.empty):
                if random.random() < share:
                    grid.place(cell, solution[cell])
            for cell in bits(grid.empty):
                for digit in bits(grid.candidates[cell]):
                    if digit != solution[cell] and random.random() < share:
                        grid.remove(cell, digit)
            yield grid, solution


BOARDS = tuple(_boards())


@pytest.mark.parametrize("name", NAMES)
def test_every_conclusion_agrees_with_the_solution(name: str) -> None:
    technique = registry.techniques("sudoku")[name]
    count = 0
    for grid, solution in BOARDS:
        seen: set[tuple[Mark, ...]] = set()
        before = grid.candidates[:]
        for step in technique.find(grid):
            assert step.conclusions and step.conclusions not in seen
            seen.add(step.conclusions)
            for mark in step.conclusions:
                assert grid.has(mark.cell, int(mark.value))
                assert (solution[mark.cell] == mark.value) == mark.holds
            count += 1
        assert grid.candidates == before
    assert count


@pytest.mark.parametrize("name", ["x_chain", "xy_chain", "nice_loop"])
def test_chains_are_valid_link_by_link(name: str) -> None:
    technique = registry.techniques("sudoku")[name]
    for grid, _ in BOARDS:
        for step in islice(technique.find(grid), 50):
            links = step.overlay.links
            assert [link.strong for link in links] == [n % 2 == 0 for n in range(len(links))]
            assert all(left.end == right.start for left, right in pairwise(links))
            for link in links:
                start, end = ((cell, int(text)) for cell, text in (link.start, link.end))
                assert _linked(grid, start, end, strong=link.strong)


def _linked(grid: CandidateGrid, start: Candidate, end: Candidate, *, strong: bool) -> bool:
    """Judge a link by the rules alone: bilocation or bivalue, a common house or cell."""
    (cell, digit), (other, second) = start, end
    if cell == other:
        assert digit != second
        return not strong or grid.candidates[cell] == 1 << digit | 1 << second
    if digit != second:
        return False
    common = [house for house in grid.shape.houses if cell in house and other in house]
    if not strong:
        return bool(common)
    return any([c for c in house if grid.has(c, digit)] in ([cell, other], [other, cell])
               for house in common)  # fmt: skip


@pytest.mark.parametrize("name", ["x_chain", "nice_loop", "grouped_nice_loop"])
def test_the_shortest_come_first(name: str) -> None:
    technique = registry.techniques("sudoku")[name]
    for grid, _ in BOARDS:
        sizes = [len(step.overlay.links) for step in technique.find(grid)]
        assert sizes == sorted(sizes)


@pytest.mark.parametrize("name", NAMES)
def test_a_solved_board_has_no_step(name: str) -> None:
    board = gw.Board(PUZZLES[0]).solve().board
    assert board is not None
    assert not list(registry.techniques("sudoku")[name].find(CandidateGrid(board.position)))


def test_templates_of_an_empty_board_reach_every_cell() -> None:
    grid = CandidateGrid(gw.Board("sudoku:3x3:" + "." * 81).position)
    assert all(
        has_template(grid, 5, (grid.places[5] & ~grid.peers[cell]) | 1 << cell)
        for cell in range(81)
    )
    assert not has_template(grid, 5, grid.places[5] & ~grid.houses[0])
