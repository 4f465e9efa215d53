"""What lies around the text of a board: encodings of files, links, comments between boards."""

from itertools import product
from pathlib import Path

import pytest

import gridwise as gw
from every import every
from gridwise.solving.inputs import read_text

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = "\n".join(SUDOKU[at : at + 9] for at in range(0, 81, 9))
NOTATION = f"sudoku:3x3:{SUDOKU}"


@every(
    "encoding, noted",
    [
        ("utf-8", False),
        ("utf-8-sig", False),
        ("utf-16", False),
        ("utf-16-le", False),
        ("utf-16-be", False),
        ("cp1252", True),
    ],
)
def test_a_file_is_read_in_any_encoding(encoding: str, noted: bool, tmp_path: Path) -> None:
    path = tmp_path / "board.dat"
    path.write_bytes(f"# créé à Orléans\r\n{ROWS}\r\n".replace("\n", "\r\n").encode(encoding))
    board = gw.Board.read(path)
    assert board.notation == NOTATION
    assert any("Windows-1252" in str(note) for note in board.notes) is noted


def test_a_byte_that_is_no_text_is_found_at_its_character(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes("┌──┐\n".encode() + "│1│".encode() + b"\x81\n")
    with pytest.raises(gw.ParseError) as caught:
        gw.Board.read(path)
    assert (caught.value.line, caught.value.column) == (2, 4)


def test_an_error_in_a_link_is_at_its_place_in_the_link() -> None:
    link = "\nhttps://example.org/#minesweeper:2x2:-1/-z"
    ((_, entry),) = read_text(link)
    assert entry.error is not None
    assert (entry.error.line, entry.error.column) == (2, link.index("z"))


@every(
    "text, boards",
    [
        ("queens:4:\n####\n####\nqueens:5:\n", ["queens:4:", "queens:5:"]),
        ("sudoku:2x2:" + "." * 16 + "\n# mines: 3\n", ["sudoku:2x2:" + "." * 16]),
        (f"{SUDOKU}\n{'#' * 30}\n{SUDOKU}\n", [NOTATION, NOTATION]),
        ("##1#\n#21#\n####\n", ["minesweeper:4x3:--1-/-21-/----"]),
    ],
)
def test_lines_of_the_sign_of_comments(text: str, boards: list[str]) -> None:
    assert [board.notation for board in gw.read_boards(text)] == boards


EIGHT = "7 2 4\n5 0 6\n8 3 1\n\n"


@every(
    "text",
    [
        *("|", "| |\n| |\n", "||||\n", "+--+\n|  |\n+--+\n", ";;;\n;;;\n", "Board('chess:8')"),
        *(f"{EIGHT}goal\n;;\n;;\n1 2", f"{EIGHT}goal:\n1\n,,,\n,,,"),
    ],
)
def test_frames_without_a_cell_are_no_fault(text: str) -> None:
    entries = [entry for _, entry in read_text(text)]
    assert all((entry.position is None) != (entry.error is None) for entry in entries)


@every(
    "text, said",
    [
        ("mines x\n--\n", "the number of mines"),
        ("bombs: few\n1-\n--\n", "the number of mines"),
        ("boxes: 16x1\n" + ("." * 15 + "1\n") * 16, "boxes of 16 cells"),
        ("- - --\n", "-, 0 to 8, X or s"),
    ],
)
def test_what_is_said_beside_a_board_is_not_dropped(text: str, said: str) -> None:
    puzzle = "sudoku" if text.startswith("boxes") else None
    entries = [entry for _, entry in read_text(text, puzzle=puzzle)]
    errors = [str(entry.error) for entry in entries if entry.error is not None]
    assert any(said in error for error in errors), errors


def test_boards_side_by_side_are_two() -> None:
    rows = [". . | 2 .     . . | . 2", ". . | . 3     4 . | . .", "---------     ---------"]
    rows += [". 1 | . .     . 1 | . .", ". . | . 4     . . | 3 ."]
    boards = gw.read_boards("\n".join(rows))
    assert [board.notation for board in boards] == [
        "sudoku:2x2:..2....3.1.....4",
        "sudoku:2x2:...24....1....3.",
    ]


@every("frame", ["++||", "┏┓┃┃"])
def test_a_wide_board_of_candidates_is_one_board(frame: str) -> None:
    board = gw.Board("sudoku:3x3:" + "." * 81 + ":r1c1-12345678,r5c5-1")
    text = board.to_text() if frame[0] == "+" else str(board)
    assert gw.Board(text) == board


FRAMED = "+---+---+\n| {} | . |\n+---+---+\n| . | . |\n+---+---+\n"
CLOSED = """
+===+===+===+===+    +===+===+===+===+
|   | 1 |   |   |    |   |   |   | 3 |
+---+---+---+---+    +---+---+---+---+
|   |   |   | 2 |    |   | 4 |   |   |
+===+===+===+===+    +===+===+===+===+
| 3 |   |   |   |    | 2 |   |   |   |
+---+---+---+---+    +---+---+---+---+
|   |   | 4 |   |    |   |   | 1 |   |
+===+===+===+===+    +===+===+===+===+
"""


@every(
    "text, boards",
    [
        (  # a number of mines is said of the frame below it
            f"{FRAMED.format(1)}\n\n# 1 mines\n{FRAMED.format(2)}",
            ["minesweeper:2x2:1-/--", "minesweeper:2x2x1:2-/--"],
        ),
        (  # a first row that begins as a comment does
            " # | F | 1\n---+---+---\n 1 | 1 | 1\n---+---+---\n # | # | 1",
            ["minesweeper:3x3:-X1/111/--1"],
        ),
        (
            " 1 | 1 | 1\n---+---+---\n # | F | 1\n---+---+---\n # | # | 1",
            ["minesweeper:3x3:111/-X1/--1"],
        ),
        (CLOSED, ["sudoku:2x2:.1.....23.....4.", "sudoku:2x2:...3.4..2.....1."]),
        (  # rows apart, and boards further apart
            "0 0 1 -\n\n0 1 1 -\n\n- - 2 1\n\n\n1 - -\n\n1 1 -\n\n0 1 -\n",
            ["minesweeper:4x3:001-/011-/--21", "minesweeper:3x3:1--/11-/01-"],
        ),
        ("```\n# . 1 0\n\n1 # 1 0\n```\nThanks", ["minesweeper:4x2:--10/1-10"]),
        ("1 . 1 0\n\n1 # 1 0\nThanks", ["minesweeper:4x2:1-10/1-10"]),
        (  # blank rows at the top of a sheet, and a first row that begins as a comment does
            "\t\t\t\n\t\t1\t\n1\t\t\t2\n",
            ["minesweeper:4x3:----/--1-/1--2"],
        ),
        (
            "#\t1\t\t\n1\t1\t\t\n\t\t1\t1\n\t\t1\t#\nmines 2",
            ["minesweeper:4x4x2:-100/1100/0011/001-"],
        ),
        ("# # F 1 0\n# F # 2 0\n2 # F 1 0", ["minesweeper:5x3:--X10/-X-20/2-X10"]),
        ("#100\n#210\n##10", ["minesweeper:4x3:-100/-210/--10"]),
        ("   |   | 1\n---+---+---\n   | 1 | 0", ["minesweeper:3x2:--1/-10"]),
        (  # a separator before the number of mines, and one behind the board that it is of
            "1 . 1 .\n. . . .\n***\nmines 2\n2 . 1 .\n. . . .\n***\nmines 1\n0 1 . .\n0 1 . .",
            [
                "minesweeper:4x2:1-1-/----",
                "minesweeper:4x2x2:2-1-/----",
                "minesweeper:4x2x1:01--/01--",
            ],
        ),
        (
            "1 . 1 .\n. . . .\n***\n2 . 1 .\n. . . .\n# 2 mines",
            ["minesweeper:4x2:1-1-/----", "minesweeper:4x2x2:2-1-/----"],
        ),
        (  # a line of squares is a board if its own cells fit one
            "b4, d3, a2, c1\nc4, a3, d2, b1",
            ["queens:4:r1c2,r2c4,r3c1,r4c3", "queens:4:r1c3,r2c1,r3c4,r4c2"],
        ),
        ("a1, b5, c8, d6\ne3, f7, g2, h4", ["queens:8:r1c3,r2c6,r3c4,r4c2,r5c8,r6c5,r7c7,r8c1"]),
        ("|  |  |\n|--|--|\n| ? | F |\n| 2 | 2 |\n# 2 mines", ["minesweeper:2x2x2:-X/22"]),
        ("0 1\n\n1 -\n\n\n0 -\n\n1 -\n", ["minesweeper:2x2:01/1-", "minesweeper:2x2:0-/1-"]),
    ],
)
def test_what_belongs_to_which_board(text: str, boards: list[str]) -> None:
    assert [board.notation for board in gw.read_boards(text)] == boards


def test_no_row_of_a_map_of_regions_is_left_out() -> None:
    ((_, entry),) = read_text("CCFFFB\nCFFFBB\nCAFFBB\nAAFFBB\nAAEEDD\nEEEEEE\n")
    assert entry.notes or entry.error is not None


BANDS = """_ 7 _   _ _ 6   _ 3 5
_ _ _   _ _ 5   _ _ _
_ 5 _   7 2 _   _ 4 _

_ _ _   _ 5 4   8 _ _
2 _ _   9 _ _   _ _ _
4 _ _   _ _ _   _ 5 7

3 _ _   _ 7 _   _ 6 _
_ 8 2   _ _ _   _ _ _
_ 1 _   3 9 _   _ _ _
"""
NINE = (
    "sudoku:3x3:.7...6.35.....5....5.72..4.....548..2..9.....4......573...7..6..82.......1.39...."
)


@every(
    "text, boards",
    [
        (BANDS, [NINE]),
        (BANDS.replace("_", "x"), [NINE]),
        ("\n".join(row.replace(" ", "") for row in BANDS.splitlines()), [NINE]),
        (f"board = Board('{NINE}')\n[Board('queens:4:')]\n", [NINE, "queens:4:"]),
        (
            "Qa3, Qb1, Qc4, Qd2\n4 queens: Qa2 Qb4 Qc1 Qd3",
            ["queens:4:r1c3,r2c1,r3c4,r4c2", "queens:4:r1c2,r2c4,r3c1,r4c3"],
        ),
        ("4 queens: a2 b4 c1 d3", ["queens:4:r1c2,r2c4,r3c1,r4c3"]),
        ("n = 5: a1, b3", ["queens:5:r3c2,r5c1"]),
        ("A =\n\n   1   5   0\n   4   8   2\n   7   6   3\n", ["sliding:3x3:1,5,0,4,8,2,7,6,3"]),
        ("A B C\n4 1 2\n5 _ 3\n7 8 6", ["sliding:3x3:4,1,2,5,0,3,7,8,6"]),
        ("col1;col2;col3\n8;1;3\n2;5;6\n7;4;0", ["sliding:3x3:8,1,3,2,5,6,7,4,0"]),
        ("92a7\n1356\n0d48\ncefb\n", ["sliding:4x4:9,2,10,7,1,3,5,6,0,13,4,8,12,14,15,11"]),
        (
            " 4   1   2   3\n 8   5   6   7\n 9  10  11  15\n12  13  14\n",
            ["sliding:4x4:4,1,2,3,8,5,6,7,9,10,11,15,12,13,14,0"],
        ),
        (
            "1.3. / ..1. / 4... / ...2\n.... / ..1. / 4... / ...2",
            ["sudoku:2x2:1.3...1.4......2", "sudoku:2x2:......1.4......2"],
        ),
        (
            "+---+---+\t+---+---+\n| 1 | 2 |\t| 3 | 1 |\n"
            "| 3 | 0 |\t| 2 | 0 |\n+---+---+\t+---+---+",
            ["sliding:2x2:1,2,3,0", "sliding:2x2:3,1,2,0"],
        ),
        (
            "1 2 3   1 2 3   8 1 3\n4 5 6   4 5 0   4 0 2\n7 8 0   7 8 6   7 6 5",
            [
                f"sliding:3x3:{b}"
                for b in ("1,2,3,4,5,6,7,8,0", "1,2,3,4,5,0,7,8,6", "8,1,3,4,0,2,7,6,5")
            ],
        ),
    ],
)
def test_layouts_by_their_own_signs(text: str, boards: list[str]) -> None:
    assert [board.notation for board in gw.read_boards(text + "\n")] == boards


@every(
    "words, goal",
    product(
        [("start", "goal"), ("Initial state:", "Goal state:"), ("Initial", "Final")],
        ["1 2 3 4 5 6 7 8 0", "0 1 2 3 4 5 6 7 8"],
    ),
)
def test_a_start_and_a_goal_in_a_line_each(words: tuple[str, str], goal: str) -> None:
    start = "1 2 3 4 0 5 7 8 6" if goal[-1] == "0" else "1 0 2 3 4 5 6 7 8"
    (board,) = gw.read_boards(f"{words[0]} {start}\n{words[1]} {goal}\n")
    last = "@last" if goal[-1] == "0" else ""
    assert board.notation == f"sliding:3x3:{start.replace(' ', ',')}{last}"
