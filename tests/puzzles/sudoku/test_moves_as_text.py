import pytest
from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParseError
from gridwise.puzzles.sudoku import PUZZLE, PlaceDigit, Position
from puzzles.sudoku.support import NINE, positions


@given(positions(), st.integers(0, 624), st.integers(1, 25))
def test_a_move_reads_back(position, cell, digit):
    move = PlaceDigit(cell % position.size**2, (digit - 1) % position.size + 1)
    text = PUZZLE.format_move(position, move)
    assert PUZZLE.parse_move(position, text) == move
    assert PUZZLE.parse_move(position, f" {text.replace('=', ' = ')}\n") == move


def test_how_a_move_looks():
    assert PUZZLE.format_move(PUZZLE.parse(NINE), PlaceDigit(1, 5)) == "r1c2=5"
    large = Position(4, 4, bytes(256))
    assert PUZZLE.format_move(large, PlaceDigit(255, 16)) == "r16c16=16"


@every(
    "text, column, found, expected",
    [
        ("", 1, "the end", "a cell r1c1 to r9c9"),
        ("   ", 4, "the end", "a cell r1c1 to r9c9"),
        ("c1r1=5", 1, "'c1r1=5'", "a cell r1c1 to r9c9"),
        (" r10c1=5", 2, "'r10c1=5'", "a cell r1c1 to r9c9"),
        ("r0c1=5", 1, "'r0c1=5'", "a cell r1c1 to r9c9"),
        ("r1c10=5", 1, "'r1c10=5'", "a cell r1c1 to r9c9"),
        ("r1c1", 5, "the end", "'=' and a digit"),
        ("r1c1 5", 6, "'5'", "'=' and a digit"),
        ("r1c1=", 6, "the end", "a digit 1 to 9"),
        ("r1c1=0", 6, "'0'", "a digit 1 to 9"),
        ("r1c1=10", 6, "'10'", "a digit 1 to 9"),
        ("r1c1=A", 6, "'A'", "a digit 1 to 9"),
        ("r1c1=5 6", 8, "'6'", "the end"),
        ("r1c1=٥", 6, "'٥'", "a digit 1 to 9"),
        ("r1c1=99999999999", 6, "'99999999999'", "a digit 1 to 9"),
        ("r99999999c1=5", 1, "'r99999999c1=5'", "a cell r1c1 to r9c9"),
    ],
)
def test_what_is_no_move(text, column, found, expected):
    with pytest.raises(ParseError) as caught:
        PUZZLE.parse_move(PUZZLE.parse(NINE), text)
    error = caught.value
    assert (error.line, error.column) == (1, column)
    assert (error.found, error.expected) == (found, expected)
