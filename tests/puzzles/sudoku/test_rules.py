import itertools
from random import Random

import pytest
from hypothesis import given, settings

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sudoku import PUZZLE, PlaceDigit, Position
from puzzles.sudoku.support import BOXES, NINE, board, houses, legal, positions, solutions, solved
from samples import sample, seeds

SMALL = ((2, 2), (2, 3), (3, 2), (3, 3))


def said(text):
    return [str(violation.text) for violation in PUZZLE.violations(board(text))]


def test_a_repeated_digit_is_named_with_its_house_and_cells():
    empty = "........."
    assert said(empty * 2 + "5.....5.." + empty * 6) == ["5 twice in row 3: r3c1, r3c7"]
    assert said("4........" + empty * 7 + "4........") == ["4 twice in column 1: r1c1, r9c1"]
    assert said("...1....." + empty + "....1...." + empty * 6) == ["1 twice in box 2: r1c4, r3c5"]
    assert said("7..7..7.." + empty * 8) == ["7 stands 3 times in row 1: r1c1, r1c4, r1c7"]
    assert said("77......." + empty * 8) == [
        "7 twice in row 1: r1c1, r1c2",
        "7 twice in box 1: r1c1, r1c2",
    ]
    large = Position(3, 4, bytes([12, *[0] * 10, 12, *[0] * 132]))
    (violation,) = PUZZLE.violations(large)
    assert str(violation.text) == "12 twice in row 1: r1c1, r1c12"
    assert violation.cells == (0, 11)


def test_a_dead_end_is_not_a_broken_rule():
    assert said("123. ...4 .... ....") == []


@given(positions(boxes=SMALL))
def test_violations_are_exactly_the_repeated_digits(position):
    found = PUZZLE.violations(position)
    kinds = {str(v.text).rsplit(" in ", 1)[1].split()[0] for v in found}
    want = set()
    for index, house in enumerate(houses(position)):
        digits = [position.cells[c] for c in house if position.cells[c]]
        if len(set(digits)) < len(digits):
            want.add(("row", "column", "box")[index // position.size])
    assert kinds == want and len(found) == len(want)
    for violation in found:
        assert len({position.cells[c] for c in violation.cells}) == 1
        assert len(violation.cells) >= 2
        assert any(set(violation.cells) <= set(house) for house in houses(position))


@settings(max_examples=len(seeds(30, 100)))
@given(positions(boxes=SMALL))
def test_moves_are_the_placements_that_can_be_applied(position):
    allowed = list(PUZZLE.moves(position))
    want = [
        PlaceDigit(cell, digit)
        for cell, filled in enumerate(position.cells)
        for digit in range(1, position.size + 1)
        if not filled and legal(position, cell, digit)
    ]
    assert allowed == want
    for cell, digit in itertools.product(
        range(len(position.cells)), range(1, position.size + 1, 3)
    ):
        if PlaceDigit(cell, digit) in allowed:
            after = PUZZLE.apply(position, PlaceDigit(cell, digit))
            assert after.cells[cell] == digit
            assert [c for c, (a, b) in enumerate(zip(position.cells, after.cells, strict=True))
                    if a != b] == [cell]  # fmt: skip
        else:
            with pytest.raises(ParameterError):
                PUZZLE.apply(position, PlaceDigit(cell, digit))


@every(
    "move, why",
    [
        (PlaceDigit(0, 1), "r1c1 holds 5 already"),
        (PlaceDigit(2, 5), "Row 1 has 5 at r1c1"),
        (PlaceDigit(2, 8), "Column 3 has 8 at r3c3"),
        (PlaceDigit(2, 6), "Box 1 has 6 at r2c1"),
        (PlaceDigit(2, 0), "the digits are 1 to 9"),
        (PlaceDigit(2, 10), "the digits are 1 to 9"),
        (PlaceDigit(81, 1), "Cell 81 is not on a 9x9 board"),
        (PlaceDigit(-1, 1), "Cell -1 is not on a 9x9 board"),
    ],
)
def test_a_refused_move_says_why(move, why):
    with pytest.raises(ParameterError, match=why):
        PUZZLE.apply(PUZZLE.parse(NINE), move)


@every("height, width", BOXES)
def test_solved(height, width):
    position = solved(height, width)
    assert PUZZLE.is_solved(position) and not PUZZLE.violations(position)
    assert list(PUZZLE.moves(position)) == []
    assert registry.features(position) == {"givens": position.size**2, "empty": 0}
    cells = bytearray(position.cells)
    cells[3] = 0
    assert not PUZZLE.is_solved(Position(height, width, bytes(cells)))
    cells[3] = position.cells[2]
    assert not PUZZLE.is_solved(Position(height, width, bytes(cells)))


def test_a_latin_square_with_wrong_boxes_is_not_solved():
    assert not PUZZLE.is_solved(board("1234 2341 3412 4123"))
    assert PUZZLE.is_solved(board("1234 3412 2143 4321"))


def test_examples_and_order():
    for text in PUZZLE.examples:
        position = PUZZLE.parse(text)
        assert PUZZLE.format(position) == text
        assert not PUZZLE.violations(position)
    a, b = (PUZZLE.order_key(solved(2, 2, seed)) for seed in (1, 2))
    assert (a < b) == (solved(2, 2, 1).cells < solved(2, 2, 2).cells)


def test_samples_are_of_all_sorts_and_end_soon():
    random = Random(5)
    sorts = {"none": 0, "one": 0, "several": 0, "against the rules": 0, "dead end": 0}
    sizes = set()
    many = 0
    for _ in range(300):
        position = sample(PUZZLE, random)
        sizes.add(position.size)
        empty = registry.features(position)["empty"]
        assert 1 <= empty <= 8 or (empty, position.size) == (10, 4)
        fillings = 1
        for cell, digit in enumerate(position.cells):
            if not digit:
                fillings *= sum(legal(position, cell, d) for d in range(1, position.size + 1))
        assert fillings <= 2304
        number = sum(1 for _ in itertools.islice(solutions(position), 5))
        many += number > 4
        if PUZZLE.violations(position):
            sorts["against the rules"] += 1
            assert number == 0
        else:
            sorts[("none", "one", "several")[min(number, 2)]] += 1
            sorts["dead end"] += fillings == 0
    assert sizes == {4, 6} and many >= 5
    assert min(sorts.values()) >= 12, sorts
    assert sample(PUZZLE, Random(8)) == sample(PUZZLE, Random(8))
