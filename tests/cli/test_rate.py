"""`gridwise rate`, with the setter's bench."""

from pathlib import Path

import gridwise as gw
from cli.running import Command

ONE = "sudoku:2x2:4........3.1..2."
THREE = "sudoku:2x2:1.......3......4"
PATH = "sliding:3x3:1,2,5,3,4,8,6,7,0"


def test_rate(gridwise: Command) -> None:
    assert gridwise("rate", "--json", PATH).record == {
        "index": 0,
        "notation": PATH,
        **gw.rate(PATH),
    }
    ran = gridwise("rate", PATH)
    assert ran.status == 0 and "length 4" in ran.out


def test_a_model_that_is_none(gridwise: Command) -> None:
    ran = gridwise("rate", "--model", "lenght", PATH)
    assert (ran.status, ran.out) == (2, "")
    assert "length" in ran.err


def test_bench(gridwise: Command) -> None:
    ran = gridwise("rate", "--bench", THREE, ONE)
    assert ran.status == 0
    assert ran.out.splitlines()[:2] == ["Solutions: 3", "r1c2: 2 (2), 3 (1)"]
    assert "Solutions: 1" in ran.out and "Givens that are not needed: " in ran.out
    records = gridwise("rate", "--bench", "--json", THREE, ONE).records
    assert records == [
        {"index": at, "notation": board, **gw.setter_bench(board).as_json()}
        for at, board in enumerate((THREE, ONE))
    ]


def test_bench_of_a_board_without_a_solution(gridwise: Command) -> None:
    ran = gridwise("rate", "--bench", "sudoku:2x2:11..............")
    assert (ran.status, ran.out) == (10, "Solutions: 0\n")


def test_bench_that_timed_out(gridwise: Command) -> None:
    ran = gridwise("rate", "--bench", "--time", "0.1", "sudoku:5x5:" + "." * 625)
    assert ran.status == 20
    assert ran.out.splitlines()[-1] == "Time ran out: this is a part of what was asked."


def test_bench_refuses(gridwise: Command) -> None:
    ran = gridwise("rate", "--bench", "--model", "hodoku", ONE)
    assert (ran.status, ran.out) == (2, "")
    assert "--bench and --model exclude each other" in ran.err
    ran = gridwise("rate", "--bench", PATH)
    assert ran.status == 2 and "There is no setter's bench for sliding." in ran.err


SEVERAL = "sudoku:2x2:1..............."
TWICE = "sudoku:2x2:11.............."


def test_a_board_that_no_model_rates(gridwise: Command) -> None:
    Path("boards.txt").write_text(f"{ONE}\n\n{SEVERAL}\n{TWICE}\n")
    ran = gridwise("rate", "boards.txt")
    assert ran.status == 30
    assert ran.out.splitlines()[0].startswith("hodoku 2.2: level ")
    assert ran.err.splitlines() == [
        "boards.txt:3:1: A rating needs one solution; this board has several.",
        "boards.txt:4:1: There is no solution: 1 twice in row 1: r1c1, r1c2.",
    ]
    records = gridwise("rate", "boards.txt", "--json").records
    assert [record["index"] for record in records] == [0, 1, 2]
    assert [record.get("error") for record in records] == [None, *ran.err.splitlines()]


def test_a_model_that_does_not_rate_this_shape(gridwise: Command) -> None:
    ran = gridwise("rate", ONE)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[1] == "se 1.2: Does not rate boards of this shape."
    assert gridwise("rate", ONE, "--json").record.keys() == {"index", "notation", "hodoku"}
    ran = gridwise("rate", ONE, "--model", "hodoku,se")
    assert (ran.status, ran.out) == (30, "")
    assert ran.err.startswith("<notation>:1:1: The Sudoku Explainer rating is for 9x9 boards")


def test_no_model_is_named(gridwise: Command) -> None:
    ran = gridwise("rate", ONE, "--model", ",")
    assert (ran.status, ran.out) == (2, "")
    assert "Expected names with commas between" in ran.err
