"""A Sudoku with further houses, as variants have: everything that reads houses heeds them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import ClassVar

import pytest

from gridwise.core import registry
from gridwise.core.errors import NoSharedViewError, ParameterError
from gridwise.core.run import Run
from gridwise.core.views import DomainModel
from gridwise.puzzles.sudoku import PlaceDigit, Position, rules, views
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.engine.solver import fits
from gridwise.puzzles.sudoku.position import Shape, candidate_masks, shape, shape_of
from gridwise.puzzles.sudoku.puzzle import Sudoku
from gridwise.puzzles.sudoku.techniques.nested_net import _layout
from gridwise.puzzles.sudoku.techniques.subsets import house_order
from gridwise.solving.instance import Instance

MODELS = [
    ("backtracking", views.domain_model),
    ("exact_cover", views.exact_cover),
    ("dpll", views.cnf_model),
    ("dpll", lambda position: views.cnf_model(position, encoding="minimal", givens="premises")),
]


@dataclass(frozen=True, slots=True)
class DiagonalPosition(Position):
    @property
    def shape(self) -> Shape:
        return diagonal_shape(self.box_height, self.box_width)


@lru_cache
def diagonal_shape(height: int, width: int) -> Shape:
    plain = shape(height, width)
    size = plain.size
    falling = tuple(at * size + at for at in range(size))
    rising = tuple(at * size + size - 1 - at for at in range(size))
    return shape_of(
        size,
        {"box": [plain.houses[box] for box in plain.boxes], "diagonal": [falling, rising]},
    )


EMPTY = DiagonalPosition(2, 2, bytes(16))


def solutions() -> set[bytes]:
    """Return the full 4x4 boards, from all choices of four rows."""
    rows = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]
    found = set()
    for first, second, third, fourth in product(rows, repeat=4):
        if all(len({*four}) == 4 for four in zip(first, second, third, fourth, strict=True)):
            cells = bytes((*first, *second, *third, *fourth))
            if all(len({cells[c] for c in house}) == 4 for house in EMPTY.shape.houses):
                found.add(cells)
    return found


def test_every_view_has_the_solutions_that_the_diagonals_leave():
    expected = solutions()
    assert len(expected) == 48
    for name, model in MODELS:
        view = model(EMPTY)
        found = {
            rules.apply_all(EMPTY, view.decoder.moves(facts))
            for facts in registry.method(name).models(view, Run())
        }
        assert {position.cells for position in found} == expected, view.kind
        assert all(type(position) is DiagonalPosition for position in found)


def test_the_rules_see_a_repeat_on_a_diagonal():
    one = rules.apply(EMPTY, PlaceDigit(0, 1))
    assert type(one) is DiagonalPosition
    assert 1 not in [move.digit for move in rules.moves(one) if move.cell == 10]
    assert candidate_masks(one)[10] == 0b11100 and candidate_masks(one)[9] == 0b11110
    assert rules.apply_all(EMPTY, (PlaceDigit(0, 1), PlaceDigit(10, 1))) is None
    with pytest.raises(ValueError, match="diagonal"):  # a kind without a name is not called a box
        rules.apply(one, PlaceDigit(10, 1))
    with pytest.raises(ParameterError, match="Row 1 has 1 at r1c1"):
        rules.apply(one, PlaceDigit(2, 1))


def test_houses_carry_their_kind():
    board = EMPTY.shape
    assert board.kinds == ("row",) * 4 + ("column",) * 4 + ("box",) * 4 + ("diagonal",) * 2
    assert board.houses_of(0) == (0, 4, 8, 12) and board.houses_of(1) == (0, 5, 8)
    assert board.boxes == range(8, 12) and board.box_of == shape(2, 2).box_of
    assert set(board.peers[0]) == {*shape(2, 2).peers[0], 10, 15}
    assert list(house_order(CandidateGrid(EMPTY))) == [*range(8, 12), *range(8), 12, 13]
    latin = shape(1, 5)
    assert latin.kinds == ("row",) * 5 + ("column",) * 5 and not latin.boxes


def test_each_unit_of_a_net_holds_the_cells_of_its_house():
    layout, board = _layout(EMPTY.shape), EMPTY.shape
    for unit, house in zip(layout.units, layout.house, strict=True):
        if house >= 0:
            cells = [node % 16 for node in range(64) if unit >> node & 1]
            assert cells == list(board.houses[house])
    for anchors, shifts in layout.kinds:
        for node in range(64):
            if anchors >> node & 1:
                assert sum(1 << node + shift for shift in shifts) in layout.units


class DiagonalSudoku(Sudoku):
    """Its rules know the diagonals, and of the views the domains."""

    rules: ClassVar = {DiagonalPosition.__name__: ("notation",)}

    @staticmethod
    def views(position):
        known = frozenset((DiagonalPosition.__name__,))
        offers = views.views(position)
        return {**offers, DomainModel: replace(offers[DomainModel], rules=known)}


def test_a_variant_is_answered_by_what_knows_its_rule_and_by_nothing_else():
    puzzle = DiagonalSudoku()
    instance = Instance.of(EMPTY, puzzle)
    assert list(instance.offers) == [DomainModel]
    method = instance.choose("backtracking")
    assert len(list(method.models(instance.offers[DomainModel].make(), Run()))) == 48
    for name in ("exact_cover", "sat", "dpll", "kernel", "human"):
        with pytest.raises(NoSharedViewError):
            instance.choose(name)
    assert puzzle.format(EMPTY)
    with pytest.raises(ParameterError, match="does not know the rule DiagonalPosition"):
        puzzle.format(EMPTY, "grid")
    assert list(puzzle.views(Position(2, 2, bytes(16)))) == list(views.views(EMPTY))
    with pytest.raises(ParameterError, match="does not know the rule DiagonalPosition"):
        registry.puzzle("sudoku").format(EMPTY)
    assert fits(Position(3, 3, bytes(81))) and not fits(DiagonalPosition(3, 3, bytes(81)))
