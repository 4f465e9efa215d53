from itertools import pairwise, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParseError, TooLargeError, UnknownNameError
from gridwise.core.puzzle import MAX_CELLS
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, MarkMine, Open, Position, Safe
from puzzles.minesweeper.support import positions
from samples import THOROUGH

STYLES = tuple(PUZZLE.styles)


@given(positions())
def test_every_style_reads_back(position):
    for style in STYLES:
        text = PUZZLE.format(position, style)
        assert PUZZLE.parse(text) == position, style
        assert not text.endswith("\n")
        assert PUZZLE.parse("\ufeff" + text.replace("\n", "\r\n") + "\r\n\r\n") == position
        assert PUZZLE.parse("\n" + text.replace("\n", "\r")) == position


@every("mines, last", product([None, 1, 5], ["0--", "---", "000"]))
def test_a_row_that_looks_like_a_size_reads_back(mines, last):
    rows = ["00-", "000", "000", "000", "00-", "---"]
    for height, order, third in product(range(2, 8), (1, -1), "015"):
        size = f"3x{height}" + ("" if mines is None else f"x{mines}")
        first = f"3{height - 1}"[::order] + third
        board = "/".join([first, *rows[: height - 2], last])
        position = PUZZLE.parse(f"minesweeper:{size}:{board}")
        for style in STYLES:
            assert PUZZLE.parse(PUZZLE.format(position, style)) == position, style


@given(positions(), st.data())
def test_moves_read_back(position, data):
    moves = list(PUZZLE.moves(position))
    if moves:
        move = data.draw(st.sampled_from(moves))
        assert PUZZLE.parse_move(position, PUZZLE.format_move(position, move)) == move


@given(st.lists(positions(), min_size=1, max_size=6), st.sampled_from(STYLES))
def test_files_of_many(boards, style):
    # Among other boards a row of dashes alone is a ruling.
    assume(not any(b.height == 1 and set(b.shown) == {COVERED} for b in boards))
    # A first row such as `3 6 2` above a board of 3x6 is its size and its mines.
    assume(
        not any(b.width == 3 and sorted(b.shown[:2]) == sorted((3, b.height - 1)) for b in boards)
    )
    # Rows of one width that each stand between blank lines are one board.
    assume(
        style == "notation"
        or not any(
            a.height == b.height == 1 and a.width == b.width and b.mines is None
            for a, b in pairwise(boards)
        )
    )
    text = "\n\n".join(PUZZLE.format(b, style) for b in boards) + "\n"
    assert [e.position for e in PUZZLE.read(text)] == boards
    lines = text.split("\n")
    for entry in PUZZLE.read(text):
        above = lines[entry.line - 2].strip() if entry.line > 1 else ""
        assert lines[entry.line - 1].strip() and lines[entry.line - 1][0] != "#"
        assert style == "notation" or not above or above.startswith("# mines:")


def test_styles():
    position = Position(3, 2, bytes([1, COVERED, MINE, 0, SAFE, 8]), 3)
    assert {style: PUZZLE.format(position, style) for style in STYLES} == {
        "notation": "minesweeper:3x2x3:1-X/0s8",
        "grid": "# mines: 3\n1 - X\n0 s 8",
        "compact": "# mines: 3\n1-X\n0s8",
        "csv": "# mines: 3\n1,-,X\n0,s,8",
        "tsv": "# mines: 3\n1\t-\tX\n0\ts\t8",
    }
    assert PUZZLE.format(Position(1, 1, b"\0"), "grid") == "0"
    with pytest.raises(UnknownNameError, match="compact"):
        PUZZLE.format(position, "compakt")


BOARD = Position(3, 2, bytes([1, COVERED, MINE, 0, SAFE, 8]))
WITH_TOTAL = Position(3, 2, BOARD.shown, 12)


@every(
    "text, expected",
    [
        ("1-X\n0s8", BOARD),
        ("1-x\n0S8", BOARD),
        ("1-*\n0s8", BOARD),
        ("1 - X\n0 s 8\n", BOARD),
        ("1,-,X\n0,s,8\n", BOARD),
        ("1\t-\tX\n0\ts\t8\n", BOARD),
        ("  1  - X \n\t0 s  8\t\n", BOARD),
        ("1, -, X\n0 ,s ,8\n", BOARD),
        ("\ufeff1-X\r\n0s8\r\n", BOARD),
        ("1-X\r0s8\r", BOARD),
        ("# a comment\n\n1-X\n# another\n0s8\n", BOARD),
        ("# 12 mines here, by me\n1-X\n0s8", WITH_TOTAL),
        ("12 mines\n1-X\n0s8", WITH_TOTAL),
        ("bombs: 12\n1-X\n0s8", WITH_TOTAL),
        ("3 2 12\n1-X\n0s8", WITH_TOTAL),
        ("1?F\n0s8", BOARD),
        ("1⬜🚩\n0s8", BOARD),
        ("# by me\n1-X\n0s8", BOARD),
        ("   # indented\n1-X\n0s8", BOARD),
        ("# mines: 12\n1-X\n0s8", WITH_TOTAL),
        ("#mines 12\n1-X\n0s8", WITH_TOTAL),
        ("# TOTAL = 12\n1-X\n0s8", WITH_TOTAL),
        ("mines 12\n1-X\n0s8", WITH_TOTAL),
        ("mines: 12\n1-X\n0s8", WITH_TOTAL),
        ("Total 12\n1-X\n0s8", WITH_TOTAL),
        ("total=12\n\n1-X\n0s8", WITH_TOTAL),
        ("1-X\n0s8\nmines 12\n", WITH_TOTAL),
        ("1-X\n# mines: 12\n0s8\n", WITH_TOTAL),
        ("minesweeper:3x2:1-X/0s8", BOARD),
        ("  minesweeper:3x2x12:1-x/0S8  \n", WITH_TOTAL),
        ("\n\n# c\nminesweeper:3x2:1-*/0s8\n\n", BOARD),
    ],
)
def test_forms(text, expected):
    assert PUZZLE.parse(text) == expected


def test_counts_belong_to_their_board():
    text = (
        "mines 1\n--\n11\n\n--\n11\n\ntotal: 3\n\n---\n222\n\nminesweeper:1x1:-\n"
        "0 0\n0 0\n\n# mines: 2\n- -\n2 2\n"
    )
    read = [(e.line, e.position.width, e.position.mines) for e in PUZZLE.read(text)]
    assert read == [(2, 2, 1), (5, 2, None), (10, 3, 3), (13, 1, None), (14, 2, None), (18, 2, 2)]


def test_a_second_number_of_mines_is_named():
    for text in ("mines 1\n--\n11\n  total 2", "mines 1\ntotal 2\n--\n11"):
        (entry,) = PUZZLE.read(text)
        assert entry.position.mines == 1
        assert "mines 2 in line" in str(entry.notes[0])
    (entry,) = PUZZLE.read("mines 1\n--\n11\n\ntotal 1")
    assert not entry.notes


@every(
    "text, shown, note",
    [
        ("  -\t.\n1 1", "-0/11", "'.' is read as 0"),
        ("1,,2", "1-2", "'' is read as a covered cell"),
    ],
)
def test_what_a_text_leaves_open_is_named(text, shown, note):
    (entry,) = PUZZLE.read(text)
    assert PUZZLE.format(entry.position).endswith(f":{shown}")
    assert note in [str(n) for n in entry.notes]


@every(
    "text, line, column, found, expected",
    [
        ("--\n-9", 2, 2, "'9'", "-, 0 to 8, X or s"),
        ("- - 9", 1, 5, "'9'", "-, 0 to 8, X or s"),
        ("# c\n\n1 2\n1 2 3", 4, 5, "a row of length 3", "length 2 as in line 3"),
        ("123\n# c\n12", 3, 3, "a row of length 2", "length 3 as in line 1"),
        ("1,2,3\n1,2\n", 2, 4, "a row of length 2", "length 3 as in line 1"),
        ("1,10,-", 1, 3, "'10'", "-, 0 to 8, X or s"),
        ("1 10 -", 1, 3, "'10'", "-, 0 to 8, X or s"),
        ("mines: many\n--\n11", 1, 8, "'many'", "the number of mines"),
        ("# bombs = 3.5\n--\n11", 1, 11, "'3.5'", "the number of mines"),
        ("  mines: -1\n--\n11", 1, 10, "'-1'", "the number of mines"),
        ("mines: 12345678\n--\n11", 1, 8, "'12345678'", "the number of mines"),
        ("mines 1\n", 1, 1, "a number of mines without a board", "the rows of a board"),
        ("minesweeper:2x2:--/-y", 1, 21, "'y'", "-, 0 to 8, X or s, or / after a row"),
        (" minesweeper:2x2:--/-", 1, 22, "row 2 of length 1", "length 2"),
        ("minesweeper:2x2:---/--", 1, 19, "row 1 of length 3", "length 2"),
        ("minesweeper:2x2:--", 1, 19, "1 as the number of rows", "2"),
        ("minesweeper:2x2:--/--/--", 1, 22, "3 as the number of rows", "2"),
        ("minesweeper:2x2:--/--/", 1, 22, "3 as the number of rows", "2"),
        ("minesweeper:0x2:/", 1, 13, "0x2", "a board of at least one cell"),
        (
            "minesweeper:",
            1,
            13,
            "the end",
            "WIDTHxHEIGHT: or WIDTHxHEIGHTxMINES:, then the rows",
        ),
        (
            "minesweeper:2x2#7",
            1,
            13,
            "'2x2#7'",
            "WIDTHxHEIGHT: or WIDTHxHEIGHTxMINES:, then the rows",
        ),
    ],
)
def test_errors_at_their_place(text, line, column, found, expected):
    with pytest.raises(ParseError) as caught:
        PUZZLE.parse(text, source="b.txt")
    error = caught.value
    assert (error.line, error.column, error.found, error.expected) == (
        line,
        column,
        found,
        expected,
    )
    assert error.source == "b.txt"


def test_reading_goes_on_after_a_bad_board():
    text = "--\n-9\n--\n---\n\n12\n\nminesweeper:1x1:y\nminesweeper:1x1:-\n\nmines: z\n--\n11\n"
    entries = list(PUZZLE.read(text))
    assert [(e.line, e.error is None) for e in entries] == [
        (2, False),
        (6, True),
        (8, False),
        (9, True),
        (11, False),
    ]
    assert [e.error.line for e in entries if e.error] == [2, 8, 11]


def test_no_board_and_two_boards():
    for text in ("", "\n \n", "\ufeff", "# nothing but a comment"):
        with pytest.raises(ParseError, match="expected a minesweeper puzzle") as caught:
            PUZZLE.parse(text)
        assert (caught.value.line, caught.value.column) == (1, 1)
        assert caught.value.found == ("no puzzle" if "#" in text else "nothing")
    with pytest.raises(ParseError, match="second puzzle"):
        PUZZLE.parse("-1\n1-\n\n-1\n1-")


TOO_LARGE = {
    "ten megabytes": "-" * 10_000_000,
    "bytes of UTF-8": "é" * (MAX_INPUT_BYTES // 2 + 1),
    "compact": ("-" * 1001 + "\n") * 1000,
    "spaced": ("- " * 1500 + "\n") * 1500,
    "after a comment": "# mines: 5\n" + ("-" * 1001 + "\n") * 1000,
    "the second": "12\n21\n\n" + ("-" * 1001 + "\n") * 1000,
    "a notation": "minesweeper:1001x1000:" + "/".join(["-" * 1001] * 1000),
    "said by a notation": "minesweeper:9999999x9999999:-",
}


@every("name", TOO_LARGE)
def test_large_inputs_are_refused(name):
    text = TOO_LARGE[name]
    bad = next(entry for entry in PUZZLE.read(text) if entry.error is not None)
    assert isinstance(bad.error, TooLargeError) and "at most" in bad.error.expected
    assert bad.line == {"after a comment": 2, "the second": 4}.get(name, 1)


@every(
    "text",
    lambda: [
        "# ----------\n" * 100_000 + "-1\n",
        "minesweeper:9x9:" + "/".join(["-" * 9] * 9) + "\n",
        ("-" * 1000 + "\n") * 1000,
        "# mines: 77777\n" + (" ".join("s" * 500) + "\r\n") * 2000,
        "total 7\n" + "-\n" * MAX_CELLS,
        "minesweeper:1000x1000:" + "/".join(["X" * 1000] * 1000),
    ][: 6 if THOROUGH else 3],
    ids=["comments", "small", "compact", "spaced", "column", "notation"],
)
def test_up_to_the_limit_is_read(text):
    position = PUZZLE.parse(text)
    assert len(position.shown) in (2, 81, MAX_CELLS)
    assert len(set(position.shown)) == (2 if len(position.shown) == 2 else 1)


def test_many_small_boards_may_pass_the_limit_together():
    notation = "minesweeper:30x30:" + "/".join(["-" * 30] * 30)
    assert sum(e.error is None for e in PUZZLE.read((notation + "\n") * 1200)) == 1200
    matrix = ("-" * 30 + "\n") * 30 + "\n"
    assert sum(e.error is None for e in PUZZLE.read(matrix * 1200)) == 1200


def test_reading_is_linear():
    """A pattern that goes over blanks or separators again and again would take minutes here."""
    for text in (" " * 500_000 + ",", ("- " + " " * 2000) * 225, "," * 225_000, "#" * 750_000):
        assert len(list(PUZZLE.read(text))) <= 1


@every(
    "text, move",
    [
        ("r1c2=3", Open(1, 3)),
        ("r2c3=X", MarkMine(5)),
        ("r2c3=x", MarkMine(5)),
        (" r1c1=s ", Safe(0)),
        ("r2c1=0", Open(3, 0)),
    ],
)
def test_moves_as_text(text, move):
    assert PUZZLE.parse_move(BOARD, text) == move
    assert PUZZLE.format_move(BOARD, move) == text.strip().replace("x", "X")


@every(
    "text, column, found",
    [
        ("", 1, "''"),
        ("r1c1", 1, "'r1c1'"),
        ("r3c1=1", 1, "'r3c1'"),
        ("r1c4=1", 1, "'r1c4'"),
        ("r0c1=1", 1, "'r0c1'"),
        ("r1c1=9", 6, "'9'"),
        (" r1c1=-", 7, "'-'"),
        ("r1c1=", 6, "''"),
        ("r1c1=12", 6, "'12'"),
    ],
)
def test_moves_that_are_none(text, column, found):
    with pytest.raises(ParseError) as caught:
        PUZZLE.parse_move(BOARD, text)
    assert (caught.value.column, caught.value.found) == (column, found)
