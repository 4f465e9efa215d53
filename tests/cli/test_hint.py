"""`gridwise hint`: what it exits with, and what it says of a guess."""

import gridwise as gw
from cli.boards import HARD
from cli.running import ROOT, Command
from every import every

INCONSISTENT = ROOT / "examples" / "minesweeper" / "inconsistent.txt"
X_WING = "..3...67.5.....3...4.......6..3......8......4...7....12......5.....98.......41..."
SINGLES = ("full_house", "naked_single", "hidden_single")
GUESS = "minesweeper:3x3x3:-2-/2--/--2"


def test_what_ran_out_of_time_says_so(gridwise: Command) -> None:
    for level in range(5):
        ran = gridwise("hint", INCONSISTENT, "--level", level, "--time", "0.000001")
        assert ran.status == 20
        assert "nothing is wrong" not in ran.out
        assert "Timed out" in ran.out or "No step was found in" in ran.out
    ran = gridwise("hint", INCONSISTENT, "--level", 0, "--time", "0.000001", "--json")
    assert ran.status == 20
    assert ran.record["timed_out"] is True
    ran = gridwise("hint", INCONSISTENT, "--level", 0, "--time", 60)
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "Something is wrong.")


def test_there_is_no_level_beyond_the_step(gridwise: Command) -> None:
    ran = gridwise("hint", GUESS, "--level", 5)
    assert (ran.status, ran.out) == (2, "")
    assert "a level from 0 to 4" in ran.err


def test_a_guess_says_what_it_wins(gridwise: Command) -> None:
    ran = gridwise("hint", GUESS)
    assert ran.status == 0
    assert "r1c3 is safe in 2 of 3 solutions (66.7 %)" in ran.out
    assert "with best play it wins 2 of 3 (66.7 %)" in ran.out
    out = gridwise("hint", GUESS, "--json").record
    assert out["guess"] is True
    assert out["move"] == "r1c3=s"
    assert out["chances"]["win"] == "2/3"


def test_the_cells_of_a_guess_are_named_and_not_hundreds(gridwise: Command) -> None:
    out = gridwise("hint", GUESS).out
    assert "  r1c3 not mine · chance 2/3" in out.splitlines()
    lines = gridwise(
        "hint", "minesweeper:9x9:" + "/".join(["-" * 9] * 4 + ["----1----"] + ["-" * 9] * 4)
    ).out
    shown = [line for line in lines.splitlines() if "chance" in line]
    assert len(shown) == 24
    assert "chance 7/8" in shown[0]
    assert lines.splitlines()[-1] == "  and 56 that are no likelier; --json has all"
    whole = gridwise("hint", "minesweeper:5x5:----1/-----/-----/-----/-----").out.splitlines()
    cells = [line.split()[0] for line in whole if "chance" in line]
    assert len(cells) == 24 and cells == sorted(cells)  # all are shown, in their order


def test_what_was_ruled_out_leads_on(gridwise: Command) -> None:
    board = gw.Board(f"sudoku:3x3:{X_WING}").explain(techniques=SINGLES).board.notation
    ruled: list[str] = []
    for _ in range(4):
        found = gridwise("hint", board, "--json", *ruled).record
        marks = [(mark["cell"], mark["value"]) for mark in found["conclusions"]]
        assert "move" not in found and marks
        out = gridwise("hint", board, *ruled).out.splitlines()
        assert out[-2] == found["text"]
        words, _, option = out[-1].partition(": ")
        assert words == "To go on from there"
        before = ruled[1].split(",") if ruled else []
        names = [f"r{cell // 9 + 1}c{cell % 9 + 1}={value}" for cell, value in marks]
        assert not set(names) & set(before)
        ruled = option.split(" ")
        assert ruled == ["--ruled-out", ",".join([*before, *names])]
    assert (
        gw.hint(board, ruled_out=ruled[1]).text
        == gridwise("hint", board, *ruled).out.splitlines()[-2]
    )


def test_a_wrong_elimination_is_a_mistake(gridwise: Command) -> None:
    ran = gridwise("hint", HARD, "--ruled-out", "r1c3=4")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "4 was ruled out in r1c3, but it belongs there."


@every(
    "board, option, says",
    [
        (HARD, "r1c10=5", "Found 'r1c10=5', expected a cell of the board with a value that it"),
        (HARD, "r1c3=12", "such as r1c1=1."),
        (HARD, "r1c3", "Found 'r1c3', expected"),
        (GUESS, "r1c1=5", "such as r1c1=mine"),
        ("queens:6:", "r1c1=5", "such as r1c1=queen"),
        ("sliding:3x3:1,2,5,3,4,8,6,7,0", "r1c1=5", "Nothing can be ruled out on this board."),
    ],
)
def test_what_cannot_be_ruled_out(gridwise: Command, board: str, option: str, says: str) -> None:
    ran = gridwise("hint", board, "--ruled-out", option)
    assert (ran.status, ran.out) == (30, "")
    assert ran.err.startswith("--ruled-out: ") and says in ran.err
