"""`gridwise explain`: the steps, how they end, and what it exits with."""

from pathlib import Path

import pytest

import gridwise as gw
from cli.boards import HARD, NONE, THREE, TWICE
from cli.running import Command

ONE = "sudoku:2x2:1.....2..3.....4"
MANY = "sudoku:2x2:1..............."
LOOSE = "minesweeper:3x3x1:1--/---/---"


def test_each_step_is_a_numbered_line(gridwise: Command) -> None:
    ran = gridwise("explain", ONE)
    assert ran.status == 0
    steps = gw.explain(ONE).steps
    first = ran.out.splitlines()[: len(steps)]
    assert first == [f"{at}. {step.text.sentence()}" for at, step in enumerate(steps, 1)]
    assert ran.out.splitlines()[-1] == f"Solved in {len(steps)} steps."
    assert "┃" in ran.out
    assert "┃" not in gridwise("explain", ONE, "--ascii").out


def test_json_has_the_steps_with_their_marks(gridwise: Command) -> None:
    record = gridwise("explain", ONE, "--json").record
    assert record == {"index": 0, **gw.explain(ONE).to_dict()}
    assert record["solved"] is True
    assert (record["status"], record["stop"]) == ("SOLVED", "COMPLETED")
    assert gw.Board(record["end"]).is_solved
    for step in record["steps"]:
        assert step.keys() == {"technique", "text", "premises", "conclusions", "difficulty"}
        assert step["conclusions"]


def test_only_these_techniques(gridwise: Command) -> None:
    ran = gridwise("explain", HARD, "--techniques", "naked_single, hidden_single", "--json")
    used = {step["technique"] for step in ran.record["steps"]}
    assert used <= {"naked_single", "hidden_single"}
    ran = gridwise("explain", THREE, "--techniques", "x_wing")
    assert ran.status == 20
    assert ran.out.splitlines()[-1] == (
        "These techniques go no further, and there are several solutions; 3 steps."
    )
    record = gridwise("explain", THREE, "--techniques", "x_wing", "--json").record
    assert (record["solved"], record["status"], record["stop"]) == (
        False,
        "UNKNOWN",
        "INCOMPLETE",
    )


def test_an_unknown_technique(gridwise: Command) -> None:
    ran = gridwise("explain", ONE, "--techniques", "naked_single,x_wong")
    assert (ran.status, ran.out) == (2, "")
    assert "Unknown technique of sudoku 'x_wong'; did you mean x_wing" in ran.err
    for empty in ("", " ,"):
        ran = gridwise("explain", ONE, "--techniques", empty)
        assert (ran.status, ran.out) == (2, "")
        assert "Expected names with commas between" in ran.err


@pytest.mark.parametrize(
    ("board", "says"),
    [
        (TWICE, "There is no solution: 1 twice in row 1: r1c1, r1c2."),
        (NONE, "There is no solution"),
    ],
)
def test_no_solution(gridwise: Command, board: str, says: str) -> None:
    ran = gridwise("explain", board)
    assert ran.status == 10
    assert ran.out.splitlines()[-1].startswith(says)
    record = gridwise("explain", board, "--json").record
    assert (record["steps"], record["solved"]) == ([], False)
    assert (record["status"], record["stop"]) == ("UNSATISFIABLE", "COMPLETED")
    assert record["note"].startswith(says)


def test_several_solutions(gridwise: Command) -> None:
    ran = gridwise("explain", MANY)
    assert ran.status == 20
    assert ran.out.splitlines()[-1] == "Nothing more is forced: there are several solutions."
    assert gridwise("explain", MANY, "--json").record["solved"] is False


def test_what_is_forced_and_then_the_best_guess(gridwise: Command) -> None:
    ran = gridwise("explain", LOOSE)
    assert ran.status == 0
    assert ran.out.splitlines()[-2].startswith("Nothing more is forced; ")
    record = gridwise("explain", LOOSE, "--json").record
    assert record["guess"]["technique"] == "best_chance"
    assert record["solved"] is False


def test_the_boards_of_a_file(gridwise: Command) -> None:
    Path("boards.txt").write_text("\n".join([ONE, "sudoku:2x2:12", TWICE, MANY]) + "\n")
    ran = gridwise("explain", "boards.txt", "--json")
    assert ran.status == 30
    assert [record["index"] for record in ran.records] == [0, 1, 2, 3]
    assert [record.get("status") for record in ran.records] == [
        "SOLVED",
        None,
        "UNSATISFIABLE",
        "UNKNOWN",
    ]
    assert ran.err.startswith("boards.txt:2:") and ran.err.count("\n") == 1


def test_a_time_limit(gridwise: Command) -> None:
    ran = gridwise("explain", HARD, "--time", "0.000001")
    assert ran.status == 20
    assert ran.out.splitlines()[-1] == "Timed out after 0 steps."
    record = gridwise("explain", HARD, "--time", "0.000001", "--json").record
    assert (record["solved"], record["stop"]) == (False, "TIME_LIMIT")


def test_no_input(gridwise: Command) -> None:
    ran = gridwise("explain")
    assert ran.status == 2
    assert "No input" in ran.err


def test_rules_that_exclude_all(gridwise: Command) -> None:
    ran = gridwise("explain", "queens:3:")
    assert ran.status == 10
    assert ran.out.splitlines()[-1] == "There is no solution: the rules alone exclude all."
