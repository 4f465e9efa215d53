import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParameterError
from gridwise.core.grid import neighbours
from gridwise.puzzles.minesweeper import COVERED, MINE, SAFE, MarkMine, Open, Position, Safe
from gridwise.puzzles.minesweeper.position import around
from puzzles.minesweeper.support import positions


def test_positions_and_moves_are_values():
    a, b = (Position(3, 1, bytes([1, COVERED, MINE]), 2) for _ in range(2))
    assert a == b
    assert len({a, b, Position(3, 1, bytes([1, COVERED, SAFE]), 2)}) == 2
    assert len({Open(1, 2), Open(1, 2), Open(1, 3), MarkMine(1), Safe(1)}) == 4
    for thing in (a, Open(1, 2), MarkMine(1), Safe(1)):
        assert pickle.loads(pickle.dumps(thing)) == thing
        with pytest.raises((AttributeError, TypeError)):
            thing.cell = 7
    board = Position(20, 20, bytes([COVERED]) * 400)
    assert len(pickle.dumps(board)) < 600


@every(
    "args, words",
    [
        ((0, 3, b""), "no cells"),
        ((3, 0, b""), "no cells"),
        ((-1, -1, b"\0"), "no cells"),
        ((2, 2, b"\0\0\0"), "3 cells for 2x2"),
        ((1, 1, b"\x0c"), "12 codes no cell"),
        ((1, 1, b"\0", -1), "-1 mines"),
    ],
)
def test_parts_that_do_not_fit(args, words):
    with pytest.raises(ParameterError, match=words):
        Position(*args)


@given(positions(), st.sets(st.integers(0, 11)))
def test_around_is_the_plain_count(position, codes):
    width, height, shown = position.width, position.height, position.shown
    plain = bytes(
        sum(shown[n] in codes for n in neighbours(c, width, height)) for c in range(len(shown))
    )
    assert around(shown, width, height, codes) == plain


@every("width, height", [(1, 1), (1, 9), (9, 1), (2, 2), (40, 30)])
def test_around_a_full_board(width, height):
    full = bytes([MINE]) * (width * height)
    expected = bytes(len(neighbours(c, width, height)) for c in range(width * height))
    assert around(full, width, height, (MINE,)) == expected
    assert around(full, width, height, ()) == bytes(width * height)


def test_around_random_large():
    random = Random(3)
    width, height = 61, 47
    shown = bytes(random.choices(range(12), k=width * height))
    counts = around(bytearray(shown), width, height, (COVERED, SAFE))
    for cell in random.sample(range(width * height), 200):
        near = neighbours(cell, width, height)
        assert counts[cell] == sum(shown[n] in (COVERED, SAFE) for n in near)
