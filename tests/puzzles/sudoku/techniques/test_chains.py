"""Chains, forcing chains and nets, templates: sound, and valid link by link."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.core.message import msg
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.techniques.forcing import _verities, propagate, units_by_candidate
from gridwise.puzzles.sudoku.techniques.links import links_of
from gridwise.puzzles.sudoku.techniques.templates import through_templates
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label
from samples import THOROUGH

NAMES = (
    "x_chain",
    "xy_chain",
    "nice_loop",
    "grouped_nice_loop",
    "als_nice_loop",
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


@cache
def boards() -> Sequence[tuple[CandidateGrid, tuple[int, ...]]]:
    """Return boards on the way to the solution: some true digits, some false candidates gone."""
    random, made = Random(7), []
    for puzzle in PUZZLES:
        position = gw.Board(puzzle).position
        solved = gw.Board(puzzle).solve().board
        assert solved is not None
        solution = solved.position.cells
        for share in (0.15, 0.3, 0.45) if THOROUGH else (0.3, 0.45):
            grid = CandidateGrid(position)
            for cell in bits(grid.empty):
                if random.random() < share:
                    grid.place(cell, solution[cell])
            for cell in bits(grid.empty):
                for digit in bits(grid.candidates[cell]):
                    if digit != solution[cell] and random.random() < share:
                        grid.remove(cell, digit)
            made.append((grid, solution))
    return made


@every("name", NAMES)
def test_every_conclusion_agrees_with_the_solution(name: str) -> None:
    technique = registry.techniques("sudoku")[name]
    count = 0
    for grid, solution in boards():
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
    for grid, _ in boards():
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


@pytest.mark.parametrize("name", ["x_chain", "nice_loop", "grouped_nice_loop", "als_nice_loop"])
def test_the_shortest_come_first(name: str) -> None:
    technique = registry.techniques("sudoku")[name]
    for grid, _ in boards():
        sizes = [len(step.overlay.links) for step in technique.find(grid)]
        assert sizes == sorted(sizes)


@pytest.mark.parametrize("name", ["grouped_nice_loop", "als_nice_loop"])
def test_chains_of_groups_are_valid_link_by_link(name: str) -> None:
    """Read the chain from the sentence; judge its links, and what it concludes, by the rules."""
    through_sets = loops = 0
    for grid, _ in boards():
        for step in registry.techniques("sudoku")[name].find(grid):
            nodes, signs = _chain(grid, str(step.reason))
            assert signs == "=-" * (len(signs) // 2) + "=" * (len(signs) % 2)
            sets = []
            for left, right, sign in zip(nodes, nodes[1:], signs, strict=False):
                if sign == "-":
                    assert _exclude(grid, left, right)
                elif not _one_holds(grid, left, right):
                    sets.append(_almost_locked(grid, step.overlay.areas, left, right))
            assert bool(sets) == (name == "als_nice_loop")
            through_sets += len(sets)
            loop = len(signs) % 2 == 0
            loops += loop
            weak = list(zip(nodes[1::2], nodes[2::2], strict=False)) if loop else []
            for mark in step.conclusions:
                one = ({mark.cell}, int(mark.value))
                if mark.holds:
                    assert nodes[0] == nodes[-1] == one
                elif not loop:
                    assert _exclude(grid, one, nodes[0]) and _exclude(grid, one, nodes[-1])
                else:
                    assert any(
                        _exclude(grid, one, a) and _exclude(grid, one, b) for a, b in weak
                    ) or (any(_locked_out(grid, area, ends, one) for area, ends in sets))
    assert loops and bool(through_sets) == (name == "als_nice_loop")


Node = tuple[set[int], int]
"""The cells and the digit of a group."""


def _chain(grid: CandidateGrid, reason: str) -> tuple[list[Node], str]:
    """Return the nodes and the signs between them of the chain in a sentence."""
    number = {grid.shape.cell_name(cell): cell for cell in range(len(grid.digits))}
    text = max(re.findall(r"\(\d+\)[^ ;,]+", reason), key=len)
    nodes = [
        ({number[cell] for cell in cells.split("|")}, int(digit))
        for digit, cells in re.findall(r"\((\d+)\)([^=-]+)", text)
    ]
    return nodes, "".join(re.findall("[=-]", text))


def _exclude(grid: CandidateGrid, left: Node, right: Node) -> bool:
    """Judge a weak link: one cell with two digits, or one digit in places that see one another."""
    if left[1] != right[1]:
        return left[0] == right[0] and len(left[0]) == 1
    return all(b in grid.shape.peers[a] for a in left[0] for b in right[0])


def _one_holds(grid: CandidateGrid, left: Node, right: Node) -> bool:
    """Judge a strong link without a set."""
    digits = 1 << left[1] | 1 << right[1]
    if left[1] != right[1]:
        return left[0] == right[0] and {grid.candidates[cell] for cell in left[0]} == {digits}
    both = left[0] | right[0]
    return any({c for c in house if grid.has(c, left[1])} == both for house in grid.shape.houses)


def _almost_locked(
    grid: CandidateGrid, areas: Sequence[Sequence[int]], left: Node, right: Node
) -> tuple[Sequence[int], set[int]]:
    """Return the outlined set that two nodes are all places of two digits of, and these digits."""
    for area in areas:
        digits = {digit for cell in area for digit in bits(grid.candidates[cell])}
        if (
            len(digits) == len(area) + 1
            and any(set(area) <= set(house) for house in grid.shape.houses)
            and left[1] != right[1]
            and all({c for c in area if grid.has(c, d)} == cells for cells, d in (left, right))
        ):
            return area, {left[1], right[1]}
    raise AssertionError((areas, left, right))


def _locked_out(grid: CandidateGrid, area: Sequence[int], ends: set[int], one: Node) -> bool:
    """Judge whether a set holds a digit in any case, where a candidate sees all its places."""
    places = {cell for cell in area if grid.has(cell, one[1])}
    return bool(places) and one[1] not in ends and _exclude(grid, one, (places, one[1]))


@every("name", NAMES)
def test_a_solved_board_has_no_step(name: str) -> None:
    board = gw.Board(PUZZLES[0]).solve().board
    assert board is not None
    assert not list(registry.techniques("sudoku")[name].find(CandidateGrid(board.position)))


def test_templates_of_an_empty_board_reach_every_cell() -> None:
    grid = CandidateGrid(gw.Board("sudoku:3x3:" + "." * 81).position)
    places, whole = grid.places[5], grid.geometry.every
    assert through_templates(grid.shape, places, places) == (whole, 0)
    assert through_templates(grid.shape, places, places & ~grid.houses[0]) is None
    row = places & ~grid.houses[0] | 1 << 4  # all cells, but one only in the first row
    found = through_templates(grid.shape, places, row)
    assert found == (row & ~(grid.peers[4] & places), 1 << 4)


@pytest.mark.parametrize("limit", [12, 10**6])
def test_verities_are_true_and_shorter_than_the_limit(limit: int) -> None:
    count = 0
    for grid, solution in boards():
        links = links_of(grid)
        units = units_by_candidate(links)
        nets = [propagate(links, units, start, 81) for start in range(links.singles)]
        lengths = []
        for step in _verities(grid, Label("", msg(""), 0), links, nets, limit):
            for mark in step.conclusions:
                assert (solution[mark.cell] == mark.value) == mark.holds
            lengths.append(len(re.findall(r"\(\d+\)r", str(step.reason))))
        assert lengths == sorted(lengths) and all(length < limit for length in lengths)
        count += len(lengths)
    assert count


def test_contradictions_of_nets_come_shortest_first() -> None:
    technique = registry.techniques("sudoku")["forcing_net"]
    for grid, _ in boards():
        reasons = [str(step.reason) for step in technique.find(grid)]
        sizes = [len(re.findall(r"\(\d+\)r", text)) for text in reasons if text.startswith("if ")]
        assert sizes == sorted(sizes)
