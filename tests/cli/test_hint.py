"""`gridwise hint`: what it exits with, and what it says of a guess."""

from cli.conftest import ROOT, Command

INCONSISTENT = ROOT / "examples" / "minesweeper" / "inconsistent.txt"
GUESS = "minesweeper:3x3x3:-2-/2--/--2"


def test_what_ran_out_of_time_says_so(gridwise: Command) -> None:
    for level in range(5):
        ran = gridwise("hint", INCONSISTENT, "--level", level, "--time", "0.000001")
        assert ran.status == 20
        assert "nothing is wrong" not in ran.out
        assert "timed out" in ran.out or "no step was found in" in ran.out
    ran = gridwise("hint", INCONSISTENT, "--level", 0, "--time", "0.000001", "--json")
    assert ran.status == 20
    assert ran.record["timed_out"] is True
    ran = gridwise("hint", INCONSISTENT, "--level", 0, "--time", 60)
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "something is wrong")


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
