"""Ids and saved games of Solo.

The saved game is icons/solo.sav of the collection, cut after its first moves; the jigsaw and the
killer are of the forms that solo.c writes.
"""

from every import every
from gridwise.puzzles.sudoku import PUZZLE
from gridwise.puzzles.sudoku.formats import solo
from puzzles.formats import board, error, try_mutated
from puzzles.sudoku.support import BOXES, solved, with_holes

ID = "3x3:a2e9a5b6a2b3_7a1_4a9_6a2b4_1a7_2b1_7e6_9b2_5a8_1b6a5_9a3_8a7_2b8a6b1a1e4a"
START = ".2.....9.5..6.2..37.14.96.2..41.72..17.....69..25.81..6.59.38.72..8.6..1.1.....4."
SAVED = f"""SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :4:Solo
PARAMS  :5:3x3db
CPARAMS :3:3x3
DESC    :73:{ID[4:]}
NSTATES :1:6
STATEPOS:1:5
MOVE    :6:R7,1,1
MOVE    :6:R4,6,1
MOVE    :6:P0,0,5
MOVE    :6:R7,1,8
MOVE    :6:R0,0,4
"""


def id_of(position):
    """Write an id as `encode_grid` of solo.c does."""
    text, run = "", 0
    for digit in [*position.cells, -1]:
        if digit == 0:
            run += 1
            continue
        if text and not run and digit > 0:
            text += "_"
        text += "z" * (run // 26) + (chr(96 + run % 26) if run % 26 else "")
        text += str(digit) if digit > 0 else ""
        run = 0
    return f"{position.box_height}x{position.box_width}:{text}"


def test_an_id():
    for text in (ID, f"Solo {ID}", f"  {ID}\n", f"https://example.org/js/solo.html#{ID}"):
        assert board(solo, text) == PUZZLE.parse(START)
    assert id_of(PUZZLE.parse(START)) == ID


def test_ids_of_every_size_read_back():
    for seed, (height, width) in enumerate(BOXES):
        if height == 1:
            continue
        full = solved(height, width, seed)
        for holes in (0, 1, len(full.cells) // 2, len(full.cells)):
            position = with_holes(full, holes, seed)
            assert board(solo, id_of(position)) == position


def test_a_box_is_as_high_as_the_first_number_says():
    position = board(solo, "2x3:" + "1_2_3_4_5_6_" * 6)
    assert (position.box_height, position.box_width) == (2, 3)


def test_a_saved_game_has_what_the_player_entered():
    cells = bytearray(PUZZLE.parse(START).cells)
    cells[9 + 7], cells[6 * 9 + 4] = 8, 1
    assert board(solo, SAVED).cells == bytes(cells)  # the last move was taken back
    assert board(solo, SAVED.replace("\n", "\r\n")).cells == bytes(cells)
    erased = SAVED.replace("R7,1,8", "R7,1,0")
    assert board(solo, erased).cells[9 + 7] == 0
    answer = ",".join(["1"] * 81)
    by_program = SAVED.replace("MOVE    :6:R7,1,8", f"SOLVE   :162:S{answer}")
    assert board(solo, by_program).cells == b"\x01" * 81
    again = SAVED.replace("MOVE    :6:R7,1,8", f"RESTART :73:{ID[4:]}")
    assert board(solo, again) == PUZZLE.parse(START)


def test_pencil_marks_are_candidates_if_every_empty_cell_has_some():
    lines = SAVED.replace("STATEPOS:1:5", "STATEPOS:1:6")
    plain = board(solo, lines)
    assert board(solo, lines.replace("P0,0,5", "P3,0,3")) == plain
    # All marks, and the 3 of r1c4 taken away; a digit that is entered takes those of its cell.
    marked = lines.replace("MOVE    :6:R7,1,1", "MOVE    :1:M")
    position = board(solo, marked.replace("P0,0,5", "P3,0,3"))
    assert PUZZLE.format(position).endswith(":r1c4-3")
    assert position.cells == plain.cells


@every(
    "text, found",
    [
        ("9j:" + ID[4:] + ",3a_4b3a_", "a jigsaw Sudoku"),
        ("3x3j:" + ID[4:] + ",3a_4b3a_", "a jigsaw Sudoku"),
        ("3x3x:" + ID[4:], "a Sudoku X, with both diagonals"),
        ("3x3k:zzzc,aa_bb,3a4", "a Killer Sudoku, with cages"),
        ("3x3kde#123456789012345", "a random seed"),
        ("6x6:" + ID[4:], "a board of 36x36"),
        ("9x1:" + ID[4:], "boxes of 9x1"),
        (ID[:-1], "the end after 80 cells"),
        (ID + "1", "a cell too many"),
        (ID.replace("a2e", "a12e"), "'12'"),
        (ID.replace("a2e", "a0e"), "'0'"),
        (ID + ",abc", "','"),
    ],
)
def test_what_is_no_sudoku_of_ours_is_refused(text, found):
    assert solo.claims(text)
    assert error(solo, text).found.startswith(found)


@every(
    "old, new, line, found",
    [
        ("DESC    :73", "DESC    :72", 6, "73 characters"),
        ("DESC    ", "DESK    ", 14, "the end"),
        ("STATEPOS:1:5", "STATEPOS:1:7", 8, "'7'"),
        ("STATEPOS:1:5", "STATEPOS:1:0", 8, "'0'"),
        ("R4,6,1", "R9,6,1", 10, "'R9,6,1'"),
        ("R4,6,1", "R4,610", 10, "'R4,610'"),
        ("VERSION :1:1", "VERSION 1", 2, "'VERSION 1'"),
        ("PARAMS  :5:3x3db\nCPARAMS :3:3x3", "PARAMS  :1:x\nCPARAMS :1:x", 5, "'x'"),
    ],
)
def test_an_error_in_a_saved_game_names_its_place(old, new, line, found):
    wrong = error(solo, SAVED.replace(old, new))
    assert (wrong.line, wrong.found) == (line, found)


@every(
    "text",
    [
        "3x3:7,2,4,5,0,6,8,3,1",
        "7x7:a3b2c5d4e1",  # of another game of the collection
        "9x9n10#123456789",
        SAVED.replace("4:Solo", "5:Towers"),
        f"sudoku:3x3:{START}",
        "sudoku:3x3:" + "1" * 81,
        "minesweeper:3x3:---/121/---",
        "at 12:30a\n1#4##8##2\n3#2#41###\n2x2#41#x3",
    ],
)
def test_other_games_are_not_claimed(text):
    assert not solo.claims(text)


def test_mutated_ids_and_saved_games():
    try_mutated(PUZZLE, solo, ID, SAVED, f"a\n2x3:a3z_5c2d\n{ID}\n2x2:p", "3x3k:zzzc,aa,3")
