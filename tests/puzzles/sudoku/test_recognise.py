"""How sure it is that a text is a Sudoku, beside texts of the other puzzles."""

from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.puzzles.sudoku import PUZZLE, Position
from puzzles.sudoku.support import NINE, positions, solved, with_holes
from samples import seeds

ROWS = PUZZLE.format(PUZZLE.parse(NINE), "rows")
FOUR = PUZZLE.format(with_holes(solved(2, 2), 8), "rows")
HIDDEN = "--1--\n--2--\n"

SURE = {
    "the notation": (NINE, 100),
    "a notation after comments": ("\ufeff# c\r\n\r\n  " + NINE, 100),
    "a faulty notation": ("sudoku:hello", 100),
    "a section": ("[Puzzle]\n" + ROWS, 90),
    "csv": ("id,quizzes,solutions\n", 90),
    "a line": (NINE[11:], 80),
    "a line with zeros": (NINE[11:].replace(".", "0"), 80),
    "rows": (ROWS, 80),
    "rows with dashes": (ROWS.replace(".", "-"), 80),
    "rows with zeros and spaces": (" ".join(ROWS.replace(".", "0")).replace(" \n ", "\n"), 80),
    "a grid": (PUZZLE.format(with_holes(solved(2, 2), 15), "grid"), 80),
    "letters": (PUZZLE.format(with_holes(solved(4, 4), 100), "rows"), 80),
    "numbers": (PUZZLE.format(with_holes(solved(3, 4), 70), "grid"), 80),
    "4x4": (FOUR, 80),
    "4x4 with zeros": (FOUR.replace(".", "0"), 65),
    "4x4, full": (PUZZLE.format(solved(2, 2), "rows"), 65),
    "4x4 on a line": (FOUR.replace("\n", ""), 60),
    "a short line": (NINE[11:90], 40),
    "a line with a bad sign": ("?" + NINE[12:], 40),
    "a row too few": (ROWS[:-10], 30),
    "a letter among rows": (ROWS.replace("8", "B", 1), 30),
    "4x4 with dashes": ("1-3-\n----\n--2-\n-4--", 30),
}
OTHER = {
    "nothing": "",
    "words": "some words\nand more",
    "a number": "8",
    "squares": "r1c1,r2c3",
    "a notation": "minesweeper:9x9x10:---",
    "queens": "Q...\n..Q.\n....\n....",
    "many queens": "\n".join("." * i + "Q" + "." * (19 - i) for i in range(20)),
    "minesweeper": "1-10\n----\n1---\n11--",
    "minesweeper, 9x9": "0 0 1 - - - - - -\n" + "- - - - - - - - -\n" * 8,
    "minesweeper with mines": "1 X 1 -\n1 1 1 -\n- - - -\n- - - -",
    "minesweeper, not square": "-" * 7 + "\n" + "-1--2--\n" * 3,
    "minesweeper, all covered": "---------\n" * 9,
    "an 8-puzzle": "1 2 3\n4 0 5\n6 7 8",
    "a 15-puzzle": "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0",
    "Korf's line": "1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 41",
}


@every("name", SURE)
def test_sudokus(name):
    text, certainty = SURE[name]
    assert PUZZLE.recognise(text) == certainty
    assert PUZZLE.recognise(text, "puzzle.txt") == certainty


@every("name", OTHER)
def test_other_texts(name):
    assert PUZZLE.recognise(OTHER[name]) <= 10


def test_more_likely_minesweeper():
    for text in ("1122\n1--2\n1--2\n1122", "0011\n0011\n1100\n1100"):
        assert PUZZLE.recognise(text) <= 20


def test_endings():
    for name in ("a.sdk", "B.SDM", "c.ss", "d.sdx"):
        assert PUZZLE.recognise("whatever", name) == 95
    assert PUZZLE.recognise(NINE, "a.sdk") == 100
    assert PUZZLE.recognise("whatever", "a.csv") == 0
    assert PUZZLE.extensions == (".sdk", ".sdm", ".ss", ".sdx")


@given(positions(), st.sampled_from(("grid", "notation")))
def test_what_is_written_is_recognised(position, style):
    sure = PUZZLE.recognise(PUZZLE.format(position, style))
    assert sure == 100 if style == "notation" else sure >= 20
    if style == "grid" and any(position.cells) and position.box_height > 1:
        assert sure == 80


@settings(max_examples=len(seeds(25, 100)))
@given(st.text(max_size=200))
def test_recognise_takes_anything(text):
    assert 0 <= PUZZLE.recognise(text) <= 100


def test_only_the_head_is_read():
    text = PUZZLE.format(Position(2, 2, bytes(16)), "notation") + "\n" + "?" * 10_000_000
    assert PUZZLE.recognise(text) == 100
