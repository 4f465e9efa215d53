import pickle
from random import Random

import pytest
from hypothesis import given

from every import every
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sudoku import PlaceDigit, Position
from gridwise.puzzles.sudoku.position import SIZES, candidate_masks, default_box, digits_of
from puzzles.sudoku.support import BOXES, houses, positions, solved


@every("height, width", BOXES)
def test_houses(height, width):
    position = solved(height, width)
    shape = position.shape
    assert [list(house) for house in shape.houses] == houses(position)
    assert all(len(house) == position.size for house in shape.houses)
    for cell in Random(1).sample(range(position.size**2), 12):
        peers = shape.peers[cell]
        assert set(peers) == {c for h in houses(position) if cell in h for c in h} - {cell}
        assert list(peers) == sorted(peers)
        assert all(cell in shape.houses[house] for house in shape.houses_of(cell))


def test_names():
    shape = solved(2, 3).shape
    assert [str(shape.house_name(i)) for i in (2, 6, 17)] == ["row 3", "column 1", "box 6"]
    assert shape.cell_name(0) == "r1c1" and shape.cell_name(35) == "r6c6"


def test_default_boxes_are_the_most_square_that_are_not_high():
    assert {n: default_box(n) for n in range(4, 26)} == {
        **{n: (1, n) for n in (5, 7, 11, 13, 17, 19, 23)},
        4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 14: (2, 7),
        15: (3, 5), 16: (4, 4), 18: (3, 6), 20: (4, 5), 21: (3, 7), 22: (2, 11), 24: (4, 6),
        25: (5, 5),
    }  # fmt: skip
    assert tuple(range(4, 26)) == SIZES
    assert [default_box(n) for n in range(4)] == [None] * 4


@every(
    "height, width, cells",
    [
        (1, 4, bytes(16)),
        (4, 1, bytes(16)),
        (5, 1, bytes(25)),
        (1, 3, bytes(9)),
        (1, 6, bytes(36)),
        (1, 29, bytes(29 * 29)),
        (-1, -5, bytes(25)),
        (2, 13, bytes(26 * 26)),
        (5, 6, bytes(900)),
        (2, 2, bytes(15)),
        (2, 2, bytes(17)),
        (2, 2, b""),
        (2, 2, bytes([5] + [0] * 15)),
    ],
)
def test_impossible_boards_are_refused(height, width, cells):
    with pytest.raises(ParameterError):
        Position(height, width, cells)


@given(positions())
def test_positions_are_small_hashable_values(position):
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position and hash(twin) == hash(position)
    assert len(pickle.dumps(position)) < len(position.cells) + 200
    assert not hasattr(position, "__dict__")
    with pytest.raises(AttributeError):
        position.cells = b""
    assert len({PlaceDigit(1, 2), PlaceDigit(1, 2), PlaceDigit(2, 1)}) == 2


@given(positions(boxes=((2, 2), (2, 3), (3, 2), (3, 3))))
def test_candidates(position):
    masks = candidate_masks(position)
    for cell, digit in enumerate(position.cells):
        seen = {position.cells[c] for h in houses(position) if cell in h for c in h}
        want = () if digit else tuple(sorted(set(range(1, position.size + 1)) - seen))
        assert digits_of(masks[cell]) == want
