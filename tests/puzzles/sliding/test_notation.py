"""Boards and moves as text, in the notation and in files."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParseError, TooLargeError, UnknownNameError
from gridwise.puzzles.sliding import PUZZLE, Position, Slide, random_position
from samples import seeds

LAST = (1, 2, 3, 4, 5, 6, 7, 8, 0)
BOARD = Position(3, 3, (1, 2, 0, 3, 4, 5, 6, 7, 8))


def read(text):
    return [entry.position or str(entry.error) for entry in PUZZLE.read(text, source="f")]


@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(0, 1 << 30),
    st.sampled_from(["first", "last", "any"]),
)
@settings(max_examples=len(seeds(50, 150)))
def test_what_is_written_is_read_back(width, height, seed, sort):
    size = width * height
    goal = tuple(range(size)) if sort == "first" else (*range(1, size), 0)
    if sort == "any":
        goal = random_position(width, height, seed + 1).tiles
    board = random_position(width, height, seed, goal)
    for style in PUZZLE.styles:
        text = PUZZLE.format(board, style)
        assert PUZZLE.parse(text) == board, text
        assert read(f"{text}\r\n\r\n{text}\r\n".replace("\n", "\r\n")) == [board, board], text
    for move in PUZZLE.moves(board):
        assert PUZZLE.parse_move(board, PUZZLE.format_move(board, move)) == move


def test_the_largest_board():
    board = random_position(100, 100, 1)
    for style in PUZZLE.styles:
        assert PUZZLE.parse(PUZZLE.format(board, style)) == board


@every(
    "text, goal",
    [
        ("sliding:3x3:1,2,0,3,4,5,6,7,8", tuple(range(9))),
        ("sliding:3x3:1,2,_,3,4,5,6,7,8", tuple(range(9))),
        ("sliding:3x3:1,2,0,3,4,5,6,7,8@first", tuple(range(9))),
        ("sliding:3x3:1,2,0,3,4,5,6,7,8@last", LAST),
        ("sliding:3x3:1,2,0,3,4,5,6,7,8>last", LAST),
        ("sliding:3x3:1,2,0,3,4,5,6,7,8>1,2,3,4,5,6,7,8,0", LAST),
        ("  sliding:3x3:1,2,0,3,4,5,6,7,8@1,2,3,4,5,6,7,8,_  ", LAST),
        ("sliding:3x3:1,2,0,3,4,5,6,7,8>8,7,6,5,4,3,2,1,0", (8, 7, 6, 5, 4, 3, 2, 1, 0)),
    ],
)
def test_the_goal_in_the_notation(text, goal):
    board = PUZZLE.parse(text)
    assert (board.tiles, board.goal) == (BOARD.tiles, goal)
    assert ">" not in PUZZLE.format(board)


def test_how_it_is_written():
    tiles = BOARD.tiles
    assert PUZZLE.format(BOARD) == "sliding:3x3:1,2,0,3,4,5,6,7,8"
    assert PUZZLE.format(Position(3, 3, tiles, LAST)) == "sliding:3x3:1,2,0,3,4,5,6,7,8@last"
    other = Position(2, 2, (3, 1, 2, 0), (3, 2, 1, 0))
    assert PUZZLE.format(other) == "sliding:2x2:3,1,2,0@3,2,1,0"
    assert PUZZLE.format(other, "grid") == "# goal: 3,2,1,0\n3 1\n2 0"
    assert PUZZLE.format(other, "csv") == "# goal: 3,2,1,0\n3,1\n2,0"
    assert PUZZLE.format(Position(4, 1, (1, 2, 3, 0)), "grid") == "# size: 4x1\n1 2 3 0"
    assert PUZZLE.format(Position(3, 2, (1, 2, 3, 4, 5, 0)), "line") == "# size: 3x2\n1 2 3 4 5 0"
    with pytest.raises(UnknownNameError):
        PUZZLE.format(BOARD, "grd")


@every(
    "text",
    [
        "1 2 0\n3 4 5\n6 7 8",
        "1 2 _\n3 4 5\n6 7 8\n",
        " 1  2  _ \r\n 3\t4  5\r\n6 7 8\r\n",
        "1,2,\n3,4,5\n6,7,8",
        "1, 2, 0\n3, 4, 5\n6, 7, 8",
        "1\t2\t\n3\t4\t5\n6\t7\t8",
        "\ufeff# a comment\n\n# goal: first\n1 2 0\n# another\n3 4 5\n6 7 8",
        "1 2 0 3 4 5 6 7 8",
        "1,2,,3,4,5,6,7,8",
        "17 1 2 0 3 4 5 6 7 8",
        "17 | 22 | 1 2 0 3 4 5 6 7 8",
        "# size: 3x3\n1 2 0 3 4 5 6 7 8",
        "# size: 3x3\n1 2 0\n3 4 5\n6 7 8",
    ],
)
def test_files(text):
    assert read(text) == [BOARD]


def test_many_boards_in_a_file():
    text = "1 2 0\n3 4 5\n6 7 8\n\n\n0 1\n2 3\nsliding:2x1:1,0\n# goal: last\n3 1 2 0\n0 1 2 3"
    assert read(text) == [
        BOARD,
        Position(2, 2, (0, 1, 2, 3)),
        Position(2, 1, (1, 0)),
        Position(2, 2, (3, 1, 2, 0), (1, 2, 3, 0)),
        Position(2, 2, (0, 1, 2, 3), (1, 2, 3, 0)),
    ]
    assert [entry.line for entry in PUZZLE.read(text)] == [1, 6, 8, 10, 11]
    lines = "# size: 3x2\n# goal: last\n1 2 3 4 5 0\n4 1 2 3 5 0\n"
    goal = (1, 2, 3, 4, 5, 0)
    assert read(lines) == [Position(3, 2, goal, goal), Position(3, 2, (4, 1, 2, 3, 5, 0), goal)]


def test_rows_are_not_taken_for_boards():
    wide = Position(4, 2, (0, 1, 2, 3, 4, 5, 6, 7))
    assert read("0 1 2 3\n4 5 6 7") == [wide]
    assert read("4 5 6 7\n3 2 1 0") == [Position(4, 2, (4, 5, 6, 7, 3, 2, 1, 0))]
    assert read("9 0 1 2 3\n4 5 6 7 8") == [Position(5, 2, (9, 0, 1, 2, 3, 4, 5, 6, 7, 8))]
    assert read("1 2 3 4 5 0") == [Position(6, 1, (1, 2, 3, 4, 5, 0))]
    assert read("1\n0") == [Position(1, 2, (1, 0))]


def test_one_bad_line_loses_no_other():
    good = Position(2, 2, (0, 1, 2, 3))
    assert read("0 1 2 3\n0 1 2 2\n0 1 2\n3 2 1 0") == [
        good,
        "f:2:7: Found 2 a second time, expected each of 0 to 3 once.",
        "f:3:6: Found a board of 3 numbers, expected 4.",
        Position(2, 2, (3, 2, 1, 0)),
    ]


@every(
    "text, error",
    [
        ("sliding:", "f:1:9: Found the end, expected WIDTHxHEIGHT:, then the tiles."),
        ("sliding:3:1", "f:1:9: Found '3:1', expected WIDTHxHEIGHT:, then the tiles."),
        ("sliding:0x3:", "f:1:9: Found a board of 0x3, expected a board of at least one cell."),
        ("sliding:101x2:0", "f:1:9: Found a board of 101x2, expected at most 100x100."),
        ("sliding:2x2:0,1,2", "f:1:18: Found a board of 3 numbers, expected 4."),
        ("sliding:2x2:0,1,2,3,4", "f:1:21: Found a board of 5 numbers, expected 4."),
        ("sliding:2x2:0,1,,3", "f:1:17: Found nothing, expected a number."),
        (
            "sliding:2x2:0,1,2,4",
            "f:1:19: Found '4', expected a number from 0 to 3, or _ for the blank.",
        ),
        (
            "sliding:2x2:0,x,2",
            "f:1:15: Found 'x', expected a number from 0 to 3, or _ for the blank.",
        ),
        ("sliding:2x2:0,1,1,3", "f:1:17: Found 1 a second time, expected each of 0 to 3 once."),
        ("sliding:2x2:0,1,_,3", "f:1:17: Found a second blank, expected each of 0 to 3 once."),
        (
            "sliding:2x2:0,1,2,3@lost",
            "f:1:21: Found 'lost', expected first, last, snail or a list of numbers.",
        ),
        (
            "sliding:2x2:0,1,2,3@",
            "f:1:21: Found nothing, expected first, last, snail or a list of numbers.",
        ),
        ("sliding:2x2:0,1,2,3>1,2,3", "f:1:26: Found a goal of 3 numbers, expected 4."),
        (
            "sliding:2x2:0,1,2,3>1,2,3,3",
            "f:1:27: Found 3 a second time, expected each of 0 to 3 once.",
        ),
        ("1 2 0\n3 4 5\n6 7", "f:3:4: Found a row of length 2, expected length 3 as in line 1."),
        (
            "1 2 0\n3 4 5 9\n6 7 8",
            "f:2:7: Found a row of length 4, expected length 3 as in line 1.",
        ),
        (
            "1 2 0\n3 4 9\n6 7 8",
            "f:2:5: Found '9', expected a number from 0 to 8, or _ for the blank.",
        ),
        ("1 2 0\n3 4 4\n6 7 8", "f:2:5: Found 4 a second time, expected each of 0 to 8 once."),
        ("1,2,\n3,,5\n6,7,8", "f:2:3: Found a second blank, expected each of 0 to 8 once."),
        (
            "1 2 q\n3 4 w",
            "f:1:5: Found 'q', expected a number from 0 to 5, or _ for the blank.",
        ),
        (
            "# goal: lst\n1 0",
            "f:1:9: Found 'lst', expected first, last, snail or a list of numbers.",
        ),
        ("# size: 2\n1 0", "f:1:9: Found '2', expected WIDTHxHEIGHT."),
        ("# size: 0x2\n1 0", "f:1:9: Found a board of 0x2, expected a board of at least one cell."),
        ("# size: 3x2\n1 2\n0 3", "f:2:1: Found a matrix of 2x2, expected 3x2."),
        ("# goal: last\n", "f:1:1: Found no cells, expected the rows of a board."),
        (
            "x1 0 1 2 3",
            "f:1:1: Found 'x1', expected a number from 0 to 4, or _ for the blank.",
        ),
    ],
)
def test_what_is_wrong_and_where(text, error):
    assert read(text) == [error]


def test_a_second_goal_is_named():
    (entry,) = PUZZLE.read("# goal: last\n# goal: first\n1 2 0\n3 4 5\n6 7 8")
    assert entry.position == Position(3, 3, BOARD.tiles, LAST)
    assert [*map(str, entry.notes)] == ["goal first in line 2 is left out"]


@every("blank", ["x", "*", "#", ".", "-", "B", "□"])
def test_any_sign_is_the_blank(blank):
    assert read(f"1 2 {blank}\n3 4 5\n6 7 8") == [BOARD]


def test_moves():
    board = PUZZLE.parse("sliding:3x3:1,2,0,3,4,5,6,7,8")
    assert PUZZLE.format_move(board, Slide(5)) == "5"
    assert PUZZLE.parse_move(board, " 5\t") == Slide(5)
    for text, place in (
        ("", 1),
        ("0", 1),
        ("9", 1),
        ("  x", 3),
        ("5 right", 1),
        ("-1", 1),
        ("٣", 1),
    ):
        with pytest.raises(ParseError, match=f":1:{place}: .* 1 to 8"):
            PUZZLE.parse_move(board, text)
    with pytest.raises(ParseError, match="there is no tile"):
        PUZZLE.parse_move(PUZZLE.parse("sliding:1x1:0"), "1")


@every(
    "text",
    lambda: [
        "1 " * (10 << 20),
        "1" * (9 << 20),
        "é" * (5 << 20),
        "\n".join([" ".join(map(str, range(1001)))] * 1001),
        " ".join(map(str, range(1_000_001))),
        "sliding:1001x1001:" + "1," * 1_000_000,
        "sliding:9999999x9999999:0",
    ],
)
def test_too_large_is_refused(text):
    entry = next(PUZZLE.read(text))
    assert isinstance(entry.error, TooLargeError)


def test_the_published_files_are_read():
    """Forms of the two lists of instances: columns, bars, comments."""
    text = (Path(__file__).parents[2] / "golden" / "sliding" / "korf10.txt").read_text()
    entries = list(PUZZLE.read(text))
    assert len(entries) == 10
    assert all(entry.position is not None for entry in entries)
