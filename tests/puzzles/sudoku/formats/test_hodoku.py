"""HoDoKu's library lines are read with what was placed and what was deleted.

The first two lines with a technique are from HoDoKu 2.2.0, reglib-1.3.txt.
"""

from every import every
from gridwise.puzzles.sudoku import PUZZLE
from gridwise.puzzles.sudoku.formats import hodoku
from gridwise.puzzles.sudoku.position import candidate_masks, digits_of
from puzzles.formats import board, error, try_mutated
from puzzles.sudoku.support import pencilled

NAKED_SINGLE = (
    ":0003:8:6...+53+4.7....4+2+56.+254867+3+9+1.+4..+9+6.1.162+38+5749.3..+1+4.+5....42193..1.+57...+44+2"
    ".6+3.+1+75:::829:"
)
UNIQUENESS = (
    ":0603:3:14+8..+9+72+5.+3...89.697+6....38.+61......3+2.8.56...9......2.5+9+186....+8+3....61+6+1..."
    "35+89:224 524 225 525 135 455 755 458 758 165 168 771 284 484 784 285 485 785:364 365::"
)
PLAIN = "53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_placed_digits_stand_with_the_givens():
    want = "6...534.7....4256.254867391.4..96.1.162385749.3..14.5....42193..1.57...442.63.175"
    assert board(hodoku, NAKED_SINGLE) == PUZZLE.parse(want)
    assert board(hodoku, PLAIN) == PUZZLE.parse(PLAIN.replace("+", ""))


def test_deleted_candidates_are_removed_and_the_step_is_not_applied():
    position = board(hodoku, UNIQUENESS)
    digits = UNIQUENESS.split(":")[3].replace("+", "")
    plain, left = candidate_masks(PUZZLE.parse(digits)), candidate_masks(position)
    gone = {
        f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
        for cell in range(81)
        for digit in digits_of(plain[cell] & ~left[cell])
    }
    # 771 and 165 and others are excluded by the digits already, as the file says twice.
    assert gone <= set(UNIQUENESS.split(":")[4].split())
    assert {"224", "524", "455", "785"} <= gone
    assert not {"364", "365"} & gone


def test_written_as_the_program_writes_it_a_board_reads_back():
    for position in pencilled(20):
        left = candidate_masks(position)
        plain = candidate_masks(PUZZLE.parse("".join(map(str, position.cells))))
        deleted = " ".join(
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell in range(81)
            for digit in digits_of(plain[cell] & ~left[cell])
        )
        cells = "".join(f"+{digit}" if digit % 2 else str(digit) for digit in position.cells)
        assert board(hodoku, f":0000:x:{cells.replace('0', '.')}:{deleted}::") == position


def test_a_file_has_a_board_a_line_and_comments():
    text = f"# HoDoKu\n\n{NAKED_SINGLE}\r\nNo 2, hard\n> {UNIQUENESS}\n"
    entries = list(hodoku.read(text, "f"))
    assert hodoku.claims(text)
    assert [entry.line for entry in entries] == [3, 5]
    assert [entry.position for entry in entries] == [
        board(hodoku, NAKED_SINGLE),
        board(hodoku, UNIQUENESS),
    ]


@every(
    "text, place, found",
    [
        (NAKED_SINGLE.replace("6...", "6..", 1), ":::829", "the end after 80 cells"),
        (NAKED_SINGLE.replace("6...", "6....", 1), "5:::", "a cell too many"),
        (NAKED_SINGLE.replace("6...", "6.?.", 1), "?", "'?'"),
        (NAKED_SINGLE.replace("6...", "6..++", 1), "++53", "'+'"),
        (UNIQUENESS.replace("524 225", "524 2x5"), "2x5", "'2x5'"),
        (UNIQUENESS.replace("524 225", "524 25"), "25 525", "'25'"),
        (PLAIN + ".!", ".!", "a cell too many"),
    ],
)
def test_an_error_names_its_place(text, place, found):
    wrong = error(hodoku, text)
    assert (wrong.line, wrong.column, wrong.found) == (1, text.index(place) + 1, found)


def test_a_row_of_a_grid_among_the_lines_is_not_lost():
    wrong = error(hodoku, f"{PLAIN}\n53..7....\n", 1)
    assert (wrong.line, wrong.found) == (2, "'53..7....'")


def test_a_commented_board_is_read_only_if_there_is_no_other():
    text = f"# Example 1\n# {NAKED_SINGLE}\n# {PLAIN}\n"
    assert hodoku.claims(text)
    assert [entry.line for entry in hodoku.read(text, "f")] == [2, 3]
    assert [entry.line for entry in hodoku.read(f"{text}#1 {UNIQUENESS}", "f")] == [4]


def test_a_long_file_and_a_grid_are_told_apart():
    assert hodoku.claims("\n".join([UNIQUENESS] * 50)[:4_096])
    assert not hodoku.claims(f"# {NAKED_SINGLE}\n53..7....\n6..195...\n")


def test_mutated_lines():
    try_mutated(PUZZLE, hodoku, f"# a\n{NAKED_SINGLE}\n{UNIQUENESS}\n", PLAIN, UNIQUENESS)
