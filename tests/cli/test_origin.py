"""`gridwise hint --origin`: a board that is not the given one of the board asked about."""

from cli.boards import HARD, RING, SOLVED, THREE
from cli.running import Command
from every import every

OTHER_GIVEN = HARD.replace("sudoku:3x3:5", "sudoku:3x3:9")
SIX = "sudoku:2x3:" + "." * 36
EIGHT = "sliding:3x3:1,2,5,3,4,0,6,7,8"


@every(
    "board, origin, says",
    [
        (HARD, THREE, "Found a board of 4x4, expected one of 9x9."),
        (HARD, "queens:9:", "Found a board of queens, expected one of sudoku."),
        (HARD, OTHER_GIVEN, "Found 9 in r1c1, expected 5, as on the board."),
        (SIX.replace("2x3", "3x2"), SIX, "Found other boxes, expected those of the board."),
        (
            RING,
            "minesweeper:3x3:1--/---/---",
            "Found 1 in r1c1, expected covered, as on the board.",
        ),
        ("queens:4:r1c2", "queens:4:r1c1", "Found Q in r1c1, expected empty, as on the board."),
        (EIGHT, "sliding:2x2:0,1,2,3", "Found a board of 2x2, expected one of 3x3."),
    ],
)
def test_another_board_is_refused(gridwise: Command, board: str, origin: str, says: str) -> None:
    ran = gridwise("hint", board, "--origin", origin)
    assert (ran.status, ran.out) == (30, "")
    assert ran.err == f"--origin: {says}\n"


def test_the_given_board_is_taken(gridwise: Command) -> None:
    entered = HARD.replace("53.", "531")
    ran = gridwise("hint", entered, "--origin", HARD, "--json")
    assert ran.status == 0
    assert ran.record["conclusions"] == [{"cell": 2, "value": 1, "holds": False}]
    assert gridwise("hint", f"sudoku:3x3:{SOLVED}", "--origin", HARD).status == 0


def test_one_wrong_origin_leaves_the_other_boards(gridwise: Command) -> None:
    ran = gridwise("hint", THREE, HARD, "--origin", HARD, "--json")
    assert ran.status == 30
    assert [record["index"] for record in ran.records] == [0, 1]
    assert ["error" in record for record in ran.records] == [True, False]


def test_the_origin_from_standard_input(gridwise: Command) -> None:
    ran = gridwise("hint", HARD, "--origin", "-", "--json", stdin=HARD)
    assert ran.status == 0
    assert ran.record["conclusions"]
