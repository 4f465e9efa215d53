"""Where an error is, what was found and what was expected."""

import sys

import pytest

from every import every
from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.puzzles.sudoku import PUZZLE
from gridwise.reading.choose import MAX_ERRORS
from puzzles.sudoku.support import NINE, solved
from samples import THOROUGH

LINE = NINE[11:]
ROWS = PUZZLE.format(PUZZLE.parse(NINE), "rows").split("\n")
GRID = PUZZLE.format(PUZZLE.parse(NINE), "grid").split("\n")
EMPTY = "for an empty cell"


def changed(rows, line, text):
    rows = list(rows)
    rows[line - 1] = text
    return "\n".join(rows)


NUMBERS = [" ".join(map(str, solved(4, 4).cells[at : at + 16])) for at in range(0, 256, 16)]
CASES = {
    "a line one short": (LINE[:80], 1, 81, "the end after 80 cells", "81 cells"),
    "a line one long": (LINE + "1", 1, 82, "a cell too many", "81 cells"),
    "a line, indented": ("\n  " + LINE[:40] + "!" + LINE[41:], 2, 43, "'!'", EMPTY),
    "a line with a letter": ("# c\n" + LINE[:9] + "A" + LINE[10:], 2, 10, "'A'", "a digit 1-9"),
    "a row one short": (changed(ROWS, 4, "8...6..."), 4, 9, "the end after 8 cells", "9 cells"),
    "a row one long": (changed(ROWS, 4, "8...6...31"), 4, 10, "a cell too many", "9 cells"),
    "a bad sign in a row": (changed(ROWS, 9, "....8.&79"), 9, 7, "'&'", EMPTY),
    "a row missing": ("\n".join(ROWS[:8]), 8, 10, "the end after 8 rows", "9 rows"),
    "a row too many": ("\n".join([*ROWS, ROWS[0]]), 10, 10, "the end after 1 row", "9 rows"),
    "a bad sign in a ruled row": (
        changed(GRID, 3, "| 6 . . | 1 9 ! | . . . |"), 3, 15, "'!'", ""),
    "a ruled row one short": (changed(GRID, 3, "| 6 . . | 1 9 | . . . |"), 3, 24, "the end", "9"),
    "a digit above the size": ("123.\n....\n...5\n....", 3, 4, "'5'", "a digit 1-4"),
    "a number above the size": (
        changed(NUMBERS, 2, "17 " + NUMBERS[1].split(" ", 1)[1]), 2, 1, "'17'", "a number 1-16"),
    "a letter among numbers": (
        changed(NUMBERS, 1, "G " + NUMBERS[0].split(" ", 1)[1]), 1, 1, "'G'", "a number 1-16"),
    "a letter above the size": ("1" + "." * 254 + "H", 1, 256, "'H'", "a letter A-G"),
    "a letter above a board of letters": ("A" + "." * 254 + "Q", 1, 256, "'Q'", "a letter A-G"),
    "no size": ("123\n", 1, 4, "the end after 3 cells", "16 cells, a board of 4x4"),
    "no size, rows": ("123\n231\n312\n", 1, 1, "a row of 3 cells", "4 to 25 cells in a row"),
    "a digit above a prime size": ("12345\n23456\n" * 2 + "34512", 2, 5, "'6'", "a digit 1-5"),
    "a row of a prime size missing": ("12345\n" * 4, 4, 6, "the end after 4 rows", "5 rows"),
    "words": ("to be or not", 1, 1, "no puzzle", "a sudoku puzzle"),
    "no words of ours": ("§§§§ §§", 1, 8, "the end after 2 cells", "16 cells"),
    "no candidate list": (changed(["1 2 3 4"] * 4, 2, "1 22 3 4"), 2, 3, "'22'", "a digit 1-4"),
    "no entered digit": (changed(["1 2 3 4"] * 4, 2, "1 u5 3 4"), 2, 3, "'u5'", "a digit 1-4"),
    "another notation": ("queens:8:r1c1", 1, 1, "'queens:'", "'sudoku:'"),
    "a notation without a size": ("sudoku:", 1, 8, "the end", "the box height and width"),
    "a notation with a bad size": (" sudoku:3y3:", 1, 9, "'3'", "the box height and width"),
    "a notation with one side": ("sudoku:1x4:" + "." * 16, 1, 8, "boxes of 1x4", "at least 2"),
    "a notation without cells": ("sudoku:3x3", 1, 11, "the end", "':' and the 81 cells"),
    "a generated one": ("sudoku:3x3#17", 1, 11, "'#'", "':' and the 81 cells"),
    "a notation too short": (NINE[:-1], 1, 92, "80 cells", "81 for boxes of 3x3"),
    "a notation too long": (NINE + "1", 1, 93, "82 cells", "81 for boxes of 3x3"),
    "a notation with a bad sign": (NINE[:11] + "-" + NINE[12:], 1, 12, "'-'", "a digit 1-9"),
    "a notation of a large board": ("sudoku:3x4:" + "." * 143 + "D", 1, 155, "'D'", "letters A-C"),
    "a board too large": ("sudoku:5x6:" + "." * 900, 1, 8, "a board of 30x30", "at most 25x25"),
    "an empty section": ("#A me\n[Puzzle]\n\n", 1, 1, "no puzzle", "a sudoku puzzle"),
    "a csv without a puzzle": ("id,puzzle\n7,\n", 2, 3, "no cells", "the rows of a board"),
    "a csv with a bad puzzle": ('id,puzzle\n7,"' + LINE[:80] + '!"\n', 2, 84, "'!'", "a digit"),
    "a csv with a short puzzle": ("puzzle,solution\n" + LINE[:79] + ",\n", 2, 80, "the end", "81"),
    "lines between cells that differ": (
        "53|..7....|\n6..|195...|\n.98|....6.|\n8...|6...3|\n4..8|.3..1\n7...|2...6\n"
        ".6....|28.\n...419|..5\n....8..|79", 1, 1, "as in a jigsaw", "the same in every row"),
}  # fmt: skip


@every("name", CASES)
def test_the_place_of_an_error(name):
    text, line, column, found, expected = CASES[name]
    errors = [entry.error for entry in PUZZLE.read(text, source="f") if entry.error is not None]
    assert len(errors) == 1
    (error,) = errors
    assert (error.source, error.line, error.column) == ("f", line, column), str(error)
    assert found in error.found
    assert expected in error.expected
    assert str(error).startswith(f"f:{line}:{column}: Found ") and "\n" not in str(error)
    again = text.replace("\n", "\r\n")
    (error,) = [entry.error for entry in PUZZLE.read(again) if entry.error is not None]
    assert (error.line, error.column) == (line, column)


def test_a_bad_puzzle_among_many():
    lines = [LINE, LINE[:80], LINE, "!" + LINE[1:], LINE + "12", "nonsense", LINE]
    entries = list(PUZZLE.read("\n".join(lines)))
    assert [(e.line, e.error is None) for e in entries] == [
        (1, True), (2, False), (3, True), (4, False), (5, False), (7, True),
    ]  # fmt: skip
    grids = [ROWS, ROWS[:7], ROWS, [*ROWS[:3], "12z456789", *ROWS[4:]], ROWS]
    entries = list(PUZZLE.read("\n\n".join("\n".join(rows) for rows in grids)))
    assert [(e.line, e.error is None) for e in entries] == [
        (1, True), (17, False), (19, True), (32, False), (39, True),
    ]  # fmt: skip
    notations = [NINE, "sudoku:3x3:1", "sudoku:2x2:" + "." * 16]
    entries = list(PUZZLE.read("\n".join(notations)))
    assert [(e.line, e.error is None) for e in entries] == [(1, True), (2, False), (3, True)]
    for head in ("puzzle\n", "puzzle,solution\n"):
        entries = list(PUZZLE.read(head + "\n".join([LINE, LINE[:70], LINE])))
        assert [(e.line, e.error is None) for e in entries] == [(2, True), (3, False), (4, True)]


def test_one_puzzle_is_asked_for():
    with pytest.raises(ParseError, match="Found nothing, expected a sudoku puzzle"):
        PUZZLE.parse("\n")
    with pytest.raises(ParseError) as caught:
        PUZZLE.parse(NINE + "\n" + NINE)
    assert caught.value.line == 2


def calls(run):
    """Return the number of functions that `run` calls, of Python's own too."""
    number = 0

    def count(frame, event, argument):
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return number


MANY = 1_000_000 if THOROUGH else 200_000
HUGE = {
    "ten megabytes": "1234567890" * 1_000_000,
    "one character too many": "." * (MAX_INPUT_BYTES + 1),
    "a line": "." * MANY,
    "numbers on a line": "1 " * MANY,
    "numbers and commas": "1," * MANY,
    "rows": ("1" * 1000 + "\n") * 1000,
    "rows of numbers": ("1 " * 1000 + "\n") * 1000,
    "a notation": "sudoku:25x40:" + "." * MANY,
    "a notation of huge boxes": f"sudoku:{MANY}x{MANY}:" + "." * MANY,
    "a csv": "puzzle,solution\n" + "1" * MANY,
}


@every("name", HUGE)
def test_what_is_huge_is_refused_at_once(name):
    text = HUGE[name]
    (entry,) = PUZZLE.read(text)
    assert isinstance(entry.error, TooLargeError)
    assert len(str(entry.error)) < 200
    assert calls(lambda: list(PUZZLE.read(text))) < 10 * len(text)


GARBAGE = {
    "digits": "1\n",
    "blank": " \n",
    "rows": "1234\n",
    "nine": "123456789\n",
    "bands": "123456789\n\n",
    "pairs": "12\n\n",
    "rules": "---+---\n",
    "dashes": "---------\n",
    "wide": "1" * 30 + "\n",
    "bars": "||",
    "brackets": "[\n",
    "sections": "[x]\n",
    "quotes": '"a,',
    "a csv of quotes": ("puzzle,solution\n", '"",'),
    "a csv of lines": ("puzzle,solution\n", "1,2\n"),
    "notations": "sudoku:\n",
    "comments": "#\n",
    "commas": "1,,\n",
    "mixed": "12\n1234567890\n\n1 2 3 4\n--\n",
}


@every("name", GARBAGE)
def test_reading_takes_steps_in_proportion(name):
    """Eight times the text takes about eight times the steps; a quadratic reader 64 times."""
    head, piece = GARBAGE[name] if isinstance(GARBAGE[name], tuple) else ("", GARBAGE[name])

    def steps(size):
        text = head + piece * (size // len(piece))
        return calls(lambda: list(PUZZLE.read(text)))

    size = 10_000 if THOROUGH else 600
    assert steps(8 * size) < 8 * 1.5 * steps(size) + 1_000


@pytest.mark.parametrize("blank", ["\f", "\u2028", "\x85\u2029", "\x1c "])
def test_white_space_of_any_kind_beside_a_line_is_no_row(blank):
    (entry,) = PUZZLE.read(f"{blank}|\n{blank}\u2029|{blank}\n")
    assert entry.error is not None and entry.error.found == "no puzzle"
    (entry,) = PUZZLE.read(f" {blank}|\n\n{NINE}\n")
    assert entry.error is None


@pytest.mark.parametrize("part", ["?.?", "." * 26])
def test_reading_ends_where_nothing_is_a_board(part):
    few = list(PUZZLE.read(NINE + f"\nand another\n{part}" * 900))
    assert len(few) == 901
    assert not any("parts without" in str(entry.error) for entry in few)
    *most, last = PUZZLE.read(NINE + f"\nand another\n{part}" * 3_000)
    assert len(most) == 1 + MAX_ERRORS + 1
    assert isinstance(last.error, TooLargeError)
    assert "1,002 parts without a board" in str(last.error)
    assert "the rest of the text is not read" in str(last.error)
    assert last.line == 1 + 2 * 1_002


def test_a_file_with_more_boards_than_errors_is_read_to_its_end():
    entries = list(PUZZLE.read(f"{NINE}\n{LINE[:80]}\n" * 1_100))
    assert len(entries) == 2_200
    assert sum(entry.error is not None for entry in entries) == 1_100
