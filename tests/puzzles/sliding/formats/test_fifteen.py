"""Ids and saved games of Fifteen.

The saved game is icons/fifteen.sav of the collection, cut after its first moves.
"""

from random import Random

from every import every
from gridwise.puzzles.sliding import PUZZLE
from gridwise.puzzles.sliding.formats import fifteen
from gridwise.puzzles.sliding.position import Position, Slide, blank_last
from puzzles.formats import board, error, try_mutated

TILES = "8,11,3,6,14,13,4,2,0,9,12,10,5,1,7,15"
SAVED = f"""SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :7:Fifteen
PARAMS  :3:4x4
CPARAMS :3:4x4
SEED    :15:307905346810973
DESC    :37:{TILES}
NSTATES :1:4
STATEPOS:1:4
MOVE    :4:M1,2
MOVE    :4:M1,3
MOVE    :4:M0,3
"""


def test_the_goal_is_the_one_that_can_be_reached():
    want = PUZZLE.parse(f"sliding:4x4:{TILES}@last")
    assert board(fifteen, f"4x4:{TILES}") == want
    assert board(fifteen, f"js/fifteen.html#4x4:{TILES}") == want
    first = "4x4:1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15"
    assert board(fifteen, first) == PUZZLE.parse(f"sliding:{first}")


def test_the_boards_of_a_text_have_one_goal():
    text = f"3x3:7,2,4,5,0,6,8,3,1\n4x4:{TILES}\n2x2:0,1\n"
    entries = list(fifteen.read(text, "f"))
    assert [PUZZLE.format(entry.position) for entry in entries[:2]] == [
        "sliding:3x3:7,2,4,5,0,6,8,3,1@last",
        f"sliding:4x4:{TILES}@last",
    ]
    assert entries[2].error
    text += "4x4:1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15"  # it can reach the usual goal alone
    entries = list(fifteen.read(text, "f"))
    assert not any("@" in PUZZLE.format(entry.position) for entry in entries if entry.position)


def test_where_both_goals_can_be_reached_it_is_the_usual_one_unless_the_game_is_named():
    text = "3x3:7,2,4,5,0,6,8,3,1"
    assert board(fifteen, text) == PUZZLE.parse(f"sliding:{text}")
    assert board(fifteen, f"Fifteen {text}") == PUZZLE.parse(f"sliding:{text}@last")
    saved = SAVED.replace("4x4", "3x3").replace(f"37:{TILES}", "17:7,2,4,5,0,6,8,3,1")
    start = saved.replace("STATEPOS:1:4", "STATEPOS:1:1")
    assert board(fifteen, start) == PUZZLE.parse(f"sliding:{text}@last")


def test_a_note_says_which_goal_was_assumed():
    for text, words in (
        ("3x3:7,2,4,5,0,6,8,3,1", "the goal is the blank first"),
        (f"4x4:{TILES}", "the goal is the blank last"),
    ):
        (entry,) = fifteen.read(text, "f")
        assert [str(note)[: len(words)] for note in entry.notes] == [words]
        (entry,) = fifteen.read(f"Fifteen {text}", "f")
        assert entry.notes == ()


def test_moves_of_a_saved_game_slide_a_row_of_tiles():
    position = PUZZLE.parse(f"sliding:4x4:{TILES}@last")
    assert board(fifteen, SAVED) == PUZZLE.apply_all(position, map(Slide, (9, 1, 5)))
    one = SAVED.replace("STATEPOS:1:4", "STATEPOS:1:2").replace("M1,2", "M3,2")
    assert board(fifteen, one) == PUZZLE.apply_all(position, map(Slide, (9, 12, 10)))
    up = one.replace("M3,2", "M0,0")
    assert board(fifteen, up) == PUZZLE.apply_all(position, map(Slide, (14, 8)))
    again = SAVED.replace("MOVE    :4:M0,3", f"RESTART :37:{TILES}")
    assert board(fifteen, again) == position
    assert PUZZLE.is_solved(board(fifteen, SAVED.replace("MOVE    :4:M0,3", "SOLVE   :1:S")))


def test_ids_of_many_sizes_read_back():
    random = Random(3)
    for _ in range(100):
        width, height = random.randint(2, 20), random.randint(2, 20)
        position = Position(width, height, blank_last(width * height), blank_last(width * height))
        for _ in range(30):
            position = PUZZLE.apply(position, random.choice(list(PUZZLE.moves(position))))
        text = f"fifteen {width}x{height}:{','.join(map(str, position.tiles))}"
        assert board(fifteen, text) == position


@every(
    "text, column, found",
    [
        ("3x3#123456789012345", 1, "a random seed"),
        ("3x3:7,2,4,5,0,6,8,3", 20, "a board of 8 numbers"),
        ("3x3:7,2,4,5,0,6,8,3,1,9,9", 23, "a board of 11 numbers"),
        ("3x3:7,2,4,5,0,6,8,3,9", 21, "'9'"),
        ("3x3:7,2,4,5,0,6,8,3,7", 21, "7 a second time"),
        ("0x3:7,2", 1, "a board of 0x3"),
        ("101x3:7,2", 1, "a board of 101x3"),
    ],
)
def test_an_error_names_its_place(text, column, found):
    assert fifteen.claims(text)
    wrong = error(fifteen, text)
    assert (wrong.column, wrong.found[: len(found)]) == (column, found)


@every("move", ["M0,2", "M4,2", "M0,4", "M1,1", "M1", "R1,2"])
def test_a_move_that_is_none_names_its_place(move):
    wrong = error(fifteen, SAVED.replace(":4:M1,2", f":{len(move)}:{move}"))
    assert (wrong.line, wrong.column, wrong.found) == (10, 12, repr(move))


@every(
    "text",
    [
        f"sliding:4x4:{TILES}",
        "3x3:a2b3_1c",
        "9x9:0,0,me0691ca8a278f3c371688",
        TILES,
        "7 2 4\n5 0 6\n8 3 1",
        "# size: 3x2\n1 2 3 4 5 0\n",
        "at 10:30, 4x4, 1,2",
    ],
)
def test_other_texts_are_not_claimed(text):
    assert not fifteen.claims(text)


def test_mutated_ids_and_saved_games():
    try_mutated(
        PUZZLE, fifteen, SAVED, f"4x4:{TILES}\n3x2:1,2,3,4,0,5\n", "2x2:1,2,3,0\n4x4#123456"
    )
