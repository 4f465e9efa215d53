"""What is read and written, and where errors are."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwise
from every import every
from gridwise.core.errors import ParameterError, ParseError, TooLargeError
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.puzzles.queens import PUZZLE, PlaceQueen, Position
from samples import seeds

MATRIX = """\
Q . . .
. . x .
. . . .
. q . !
"""


@st.composite
def boards(draw: st.DrawFn) -> Position:
    n = draw(st.one_of(st.integers(1, 12), st.sampled_from((999, 1000, 1001, 1_000_000))))
    cells = st.sets(st.integers(0, n * n - 1), max_size=12)
    return Position(n, tuple(sorted(draw(cells))), tuple(sorted(draw(cells))))


@given(boards(), st.sampled_from(sorted(PUZZLE.styles)))
def test_every_style_reads_back(board, style):
    if style == "compact" and board.n > 1000:
        with pytest.raises(ParameterError):
            PUZZLE.format(board, style)
        return
    if board.n > 12 and board.n <= 1000 and style in ("grid", "compact"):
        return  # a million squares each: one of them is below
    assert PUZZLE.parse(PUZZLE.format(board, style)) == board


def test_a_matrix_of_a_million_squares_reads_back():
    board = Position(1000, (0, 2001, 999_999), (5,))
    assert PUZZLE.parse(PUZZLE.format(board, "grid")) == board
    assert PUZZLE.parse(PUZZLE.format(board, "compact")) == board


@settings(max_examples=len(seeds(5, 100)))
@given(st.permutations(range(1, 1102)), st.sets(st.integers(0, 1100), max_size=540))
def test_many_queens_are_written_as_columns(columns, without):
    n = len(columns)
    queens = tuple(r * n + c - 1 for r, c in enumerate(columns) if r not in without)
    board = Position(n, queens, (3, 77))
    text = PUZZLE.format(board)
    assert text.split(",")[1].isdigit()
    assert text.endswith(",xr1c4,xr1c78")
    assert PUZZLE.parse(text) == board


def test_columns_are_not_written_where_a_row_has_two_queens():
    n = 1001
    queens = tuple(range(0, n * n - n, n))[:900]
    two = Position(n, (*queens, n * n - 2, n * n - 1))
    assert PUZZLE.format(two).startswith("queens:1001:r1c1,")
    assert PUZZLE.parse(PUZZLE.format(two)) == two


@every(
    "text, notation",
    [
        ("queens:8", "queens:8:"),
        ("  queens:8:\t", "queens:8:"),
        ("queens:8:r5c2,r1c1", "queens:8:r1c1,r5c2"),
        ("queens:08:r05c002,xr8c8", "queens:8:r5c2,xr8c8"),
        ("queens:4:2,4,1,3", "queens:4:r1c2,r2c4,r3c1,r4c3"),
        ("queens:4:0,4,0,0,r1c2,xr3c3", "queens:4:r1c2,r2c4,xr3c3"),
        ("8", "queens:8:"),
        (" n = 8 ", "queens:8:"),
        ("N:8\nr1c1 r5c2", "queens:8:r1c1,r5c2"),
        ("# a comment\n8\nr1c1,\tr5c2,\n# and\nxr3c3", "queens:8:r1c1,r5c2,xr3c3"),
        ("\ufeffQ", "queens:1:r1c1"),
        (".", "queens:1:"),
        (".Q\r\n..\r\n", "queens:2:r1c2"),
        (" . , X\t\n.\t.", "queens:2:xr1c2"),
        (MATRIX, "queens:4:r1c1,r4c2,r4c4,xr2c3,xr4c4"),
    ],
)
def test_what_is_read(text, notation):
    assert PUZZLE.format(PUZZLE.parse(text)) == notation
    assert gridwise.parse(text, puzzle="queens") == PUZZLE.parse(notation)


@every(
    "text, notation, note",
    [
        ("0100\n0001\n1000\n0010", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("·♕··\n···♕\n♕···\n··♕·", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("#.##\n###.\n.###\n##.#", "queens:4:r1c2,r2c4,r3c1,r4c3", "'.' is read as a queen"),
        ("2 4 1 3", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("[1, 3, 0, 2]", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("1Q2/3Q/Q3/2Q1", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("b4 d3 a2 c1", "queens:4:r1c2,r2c4,r3c1,r4c3", ""),
        ("..\n.Z", "queens:2:r2c2", "'Z' is read as a queen"),
        ("0 1 2 0 0", "queens:5:r1c1,r2c2,r3c3,r4c1,r5c1", "columns are counted from 0"),
    ],
)
def test_other_forms(text, notation, note):
    (entry,) = PUZZLE.read(text)
    assert PUZZLE.format(entry.position) == notation
    assert note in " ".join(map(str, entry.notes))


def test_several_boards_in_one_text():
    text = f"{MATRIX}\n\n8\n10\n\n6\nr1c1\n\nqueens:5:r1c1\nqueens:1\nQ.\nyz\n\n.\n\n15863724\n"
    entries = list(PUZZLE.read(text))
    assert [entry.line for entry in entries] == [1, 7, 8, 11, 13, 14, 16, 18, 20]
    assert [entry.position.n for entry in entries if entry.position] == [4, 8, 10, 6, 5, 1, 1, 8]
    assert str(entries[6].error) == "<text>:16:1: Found 'y', expected ., Q or x."


@every(
    "text, line, column, found, expected",
    [
        ("queens:", 1, 8, "the end", "the number of rows"),
        ("queens:x", 1, 8, "'x'", "the number of rows"),
        ("queens:0:", 1, 8, "a board of 0 rows", "at least one row"),
        ("queens:8;", 1, 9, "';'", "':' after the number of rows"),
        ("queens:8:r1c1,", 1, 15, "the end", "a square such as r1c5 or xr1c5"),
        ("queens:8:r1c1,c2", 1, 15, "'c2'", "a square such as r1c5 or xr1c5"),
        ("queens:8:r1c1r2c3", 1, 14, "'r2c3'", "',' or the end"),
        ("queens:8:r9c1", 1, 10, "'r9c1'", "a square from r1c1 to r8c8"),
        ("queens:8:r1c1,xr0c1", 1, 15, "'xr0c1'", "a square from r1c1 to r8c8"),
        (f"queens:8:r{'1' * 5000}c1", 1, 10, None, "a square from r1c1 to r8c8"),
        ("queens:8:r1c1,r1c1", 1, 15, "r1c1 a second time", "each square once"),
        ("queens:4:1,0,5,0", 1, 14, "'5'", "a column from 1 to 4, or 0 for none"),
        ("queens:4:1,0,2", 1, 15, "3 columns", "4, one for each row"),
        ("queens:4:1,0,2,0,3", 1, 18, "5 columns", "4, one for each row"),
        ("queens:4:1,0,2,0x", 1, 17, "'x'", "',' or the end"),
        ("\n  queens:4:r1c9", 2, 12, "'r1c9'", "a square from r1c1 to r4c4"),
        ("r1c1 r2c3", 1, 1, "'r1c1'", "a line such as n = 8 above the squares"),
        ("8\nr1c1, r2d3", 2, 7, "'r2d3'", "a square such as r1c5 or xr1c5"),
        ("8\nr1c1 r1c9", 2, 6, "'r1c9'", "a square from r1c1 to r8c8"),
        ("8\nr1c1r2c2", 2, 1, "'r1c1r2c2'", "a square such as r1c5 or xr1c5"),
        ("0", 1, 1, "a board of 0 rows", "at least one row"),
        ("Q.\n.Z", 2, 2, "'Z'", "., Q or x"),
        (". .\n. .Q", 2, 3, "'.Q'", "., Q or x"),
        ("n = 3\n..\n..", 2, 3, "a row of 2 squares", "3, as the size says"),
        ("...\n..", 2, 3, "a row of 2 squares", "3 as in line 1"),
        (". . .\n. . . Q", 2, 7, "a row of 4 squares", "3 as in line 1"),
        ("...\n...", 2, 1, "only 2", "3 rows, as many as columns"),
        ("..\n..\n ..", 3, 2, "row 3", "2 rows, as many as columns"),
        ("..\n8", 2, 2, "a row of 1 squares", "2 as in line 1"),
        ("3 9 1 2", 1, 3, "'9'", "a column from 1 to 4, or 0 for none"),
        ("1 3 2", 1, 1, "3 columns", "at least 4"),
    ],
)
def test_errors_say_what_and_where(text, line, column, found, expected):
    with pytest.raises(ParseError) as caught:
        PUZZLE.parse(text, source="f")
    error = caught.value
    assert (error.source, error.line, error.column) == ("f", line, column)
    assert error.expected == expected
    assert found is None or error.found == found


@every(
    "digits, text",
    lambda: product(["1000001", "9" * 30, "9" * 5000], ["queens:{}:", "{}", "n = {}"]),
)
def test_too_many_rows_are_refused(text, digits):
    with pytest.raises(TooLargeError, match="expected at most 1,000,000"):
        PUZZLE.parse(text.format(digits))


@every(
    "text",
    lambda: [
        "." * (10 * 1024 * 1024),
        "." * (MAX_INPUT_BYTES - 5),
        ("." * 2000 + "\n") * 2000,
        ". " * (MAX_INPUT_BYTES // 2),
        "8\n" * 1 + "r1c1 " * (2 * 1024 * 1024),
    ],
)
def test_what_is_too_large_is_refused(text):
    with pytest.raises(TooLargeError):
        PUZZLE.parse(text)


def test_moves_are_squares():
    position = Position(8)
    assert PUZZLE.format_move(position, PlaceQueen(4)) == "r1c5"
    assert PUZZLE.parse_move(position, " r1c5") == PlaceQueen(4)
    for text in ("", "r9c1", "r1c9", "r0c1", "r1c1=Q", "xr1c1", "r1c1 r2c2", "8"):
        with pytest.raises(ParseError, match="expected a square from r1c1 to r8c8"):
            PUZZLE.parse_move(position, text)
