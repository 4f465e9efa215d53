from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.puzzles.minesweeper import COVERED, PUZZLE, Position
from puzzles.minesweeper.support import positions

SUDOKU = """\
5 3 - - 7 - - - -
6 - - 1 - 5 - - -
- - 8 - - - - 6 -
8 - - - 6 - - - 3
4 - - 8 - 3 - - 1
7 - - - 2 - - - 6
- 6 - - - - 2 8 -
- - - 4 1 - - - 5
- - - - 8 - - 7 -
"""


@every(
    "text, filename, score",
    [
        ("minesweeper:1x1:-", "", 100),
        ("\ufeff# c\r\n\r\n  minesweeper:broken", "", 100),
        ("sudoku:3x3:53..7....", "", 0),
        ("queens:8:r1c1", "", 0),
        ("sliding:3x3:1,2,3,4,5,6,7,8,0", "", 0),
        ("", "", 0),
        ("# only a comment", "Input1.txt", 0),
        ("mines: 3\n- -\n1 1", "", 95),
        ("# total 3\n-" + "-" * 80, "", 95),
        ("- -\n1 1\n", "Input3.txt", 90),
        ("- -\n1 1\n", "/some/where/input12.TXT", 90),
        ("- -\n1 1\n", "examples/minesweeper/any.csv", 90),
        (SUDOKU.replace("9", "-"), "Input3.txt", 90),
        ("- X\n1 1\n", "", 85),
        ("- s\n1 1\n", "", 85),
        ("----\n0111\n----\n-1-1", "", 80),
        ("- 1 -\n- - -\n", "", 75),  # not square
        ("- 1 1 -\n" * 4, "", 75),  # a digit twice in a row
        ("- 1 2 -\n" * 4, "", 75),  # and in a column
        ("- 1 - - -\n- - - - -\n- - 2 - -\n- - - - -\n- - - - -\n", "", 75),  # no 5x5 boxes
        ("- 1 - -\n2 - - -\n- - - 3\n- - 4 -\n", "", 30),
        (SUDOKU, "", 30),
        ("0 1 1\n0 1 2\n", "", 40),
        ("001\n011\n111", "", 15),
        ("8", "", 5),
        ("12", "n.txt", 5),
        ("1 2 3\n4 5 6\n7 8 0\n", "", 5),
        ("1 2 3\n4 5 6\n7 8 0\n", "Input1.txt", 5),
        ("1 2\n3 0\n", "", 5),
        ("1" + "-" * 80, "", 5),
        (
            "53--7----6--195----98----6-8---6---34--8-3--17---2---6-6----28----419--5----8--79",
            "",
            0,
        ),
        ("- - 1\n- 9 1\n- - 1\n", "", 20),
        ("- - 1\n- 9 1\n- - 1\n", "Input7.txt", 40),
        ("Q . . .\n. . Q .", "", 0),
        ("quizzes,solutions\n0043,1243", "", 0),
        ("p cnf 3 2\n1 -2 0\n", "", 0),
        ("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n", "", 0),
    ],
)
def test_scores(text, filename, score):
    assert PUZZLE.recognise(text, filename) == score


@given(positions())
def test_boards_with_something_known_or_counted_are_recognised(position):
    for style in PUZZLE.styles:
        text = PUZZLE.format(position, style)
        if style == "notation":
            assert PUZZLE.recognise(text) == 100
        elif position.mines is not None:
            assert PUZZLE.recognise(text) == 95
        elif "X" in text or "s" in text:
            assert PUZZLE.recognise(text) == 85


@given(st.text(), st.text())
def test_never_raises(text, filename):
    assert 0 <= PUZZLE.recognise(text, filename) <= 100


def test_large_boards_by_their_first_lines():
    board = Position(1000, 1000, (bytes([COVERED]) * 999 + b"\0") * 1000)
    assert PUZZLE.recognise(PUZZLE.format(board, "compact")) == 80
    assert PUZZLE.recognise("-" * 900_000) == 5
