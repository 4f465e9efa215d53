"""Worked examples: each kind is computed, kept and read again; what differs is said to differ."""

from pathlib import Path
from typing import Any

import pytest

from gridwise.comparing.suites import suites
from gridwise.comparing.worked_examples import WORKED, WorkedExample, compute, load, save
from gridwise.core.errors import ParseError

BOARD = "sliding:3x3:8,7,1,6,0,4,3,2,5"
ROW: dict[str, Any] = {
    "kind": "table", "name": "row", "title": "t", "board": "queens:8:r1c4,r2c2,r3c8",
    "method": "min_max", "table": "min_max", "where": {"row": 3}, "columns": ["f1", "f2"],
    "rows": ["A", "B", "C"], "report": [[8, 1], [9, 1], [10, 2]],
}  # fmt: skip


def one(example: dict[str, Any], *boards: tuple[str, str]) -> WorkedExample:
    (found,) = compute([{"name": "x", "title": "t", **example}], boards)
    return found


def cells(example: WorkedExample) -> list[list[str]]:
    return [[str(text) for text in row] for row in example.rows]


def suite_example(suite: str, name: str) -> WorkedExample:
    ready = suites()[suite]
    assert ready.report is not None
    example = next(one for one in ready.report.worked if one["name"] == name)
    return compute([example], ready.boards)[0]


def test_the_four_estimates_of_the_report() -> None:
    found = suite_example("report-sliding", "worked")
    assert [row[1] for row in cells(found)] == ["14", "16", "21", "24"]
    assert [row[3] for row in cells(found)] == ["yes", "yes", "no", "no"]
    assert found.agrees is True
    wrong = one({"kind": "heuristics", "board": BOARD, "report": {"manhattan": 15}})
    assert wrong.agrees is False and cells(wrong)[0][1:3] == ["14", "15"]


def test_a_row_of_a_table() -> None:
    found = one(ROW)
    assert cells(found) == [["A", "8 1", "8 1"], ["B", "9 1", "9 1"], ["C", "10 2", "10 2"]]
    assert found.agrees is True
    assert one({**ROW, "report": [[8, 1], [9, 1], [10, 1]]}).agrees is False
    fewer = one({**ROW, "where": {"row": 99}})
    assert fewer.agrees is False and cells(fewer)[0] == ["A", "", "8 1"]


def test_the_board_that_the_note_draws() -> None:
    found = suite_example("report-queens", "drawn")
    assert found.agrees is True and found.rows[0][1] == found.rows[0][2]
    other = {"kind": "answer", "board": "queens:8:r6c2", "method": "min_max"}
    assert one({**other, "report": "queens:8:r6c2"}).agrees is False
    without = one({**other, "board": "queens:8:", "report": "queens:8:r6c2"})
    assert without.agrees is False and without.rows[0][1] == "-"


def test_which_boards_of_a_family_are_solved() -> None:
    rows = cells(suite_example("report-queens", "firsts"))
    assert [row[:3] for row in rows] == [
        ["min_max", "16", "64"], ["min_max f2=open_rows", "13", "64"],
    ]  # fmt: skip
    assert "r6c2" in rows[0][3] and "r6c2" not in rows[1][3]
    assert [row[3] for row in cells(suite_example("report-queens", "empty"))] == ["5, 7, 10"] * 2


def test_an_estimate_that_is_above_the_steps_left() -> None:
    found = suite_example("report-minesweeper-cnf", "estimate")
    assert cells(found) == [["minesweeper:2x2:1-/--", "4", "3"]]
    assert found.agrees is None  # no report says anything of it
    bound = {
        "kind": "estimate", "board": "minesweeper:2x2:1-/--", "method": "a_star",
        "options": {"heuristic": "open_clauses_bound"},
        "shortest": {"heuristic": "open_clauses_bound"},
    }  # fmt: skip
    assert cells(one(bound)) == [["minesweeper:2x2:1-/--", "2", "3"]]


def test_the_clauses_of_a_board() -> None:
    found = suite_example("report-minesweeper-cnf", "clauses")
    assert found.agrees is True
    assert cells(found)[1][1:] == ["(-1) (-2 -4) (-2 -5) (-4 -5) (2 4 5)"] * 2
    board = "minesweeper:3x3:1--/---/---"
    wrong = one({"kind": "clauses", "boards": [board], "report": [[[-1], [2, 4, 5]]]})
    assert wrong.agrees is False and cells(wrong)[0][2] == "(-1) (2 4 5)"


def test_the_levels_of_the_agent_s_report() -> None:
    found = suite_example("report-agent", "levels")
    assert cells(found)[0] == ["easy", "9x9x10", "9x9x16"]
    assert found.agrees is False


def test_a_game_of_the_agent_s_report() -> None:
    for name, cells_, mines in (("easy", 81, 10), ("medium", 256, 25)):
        found = suite_example("report-agent", name)
        assert found.agrees is True
        assert cells(found) == [
            ["game", "finished", "finished"], ["Cells decided", str(cells_), str(cells_)],
            ["clauses", "0", "0"], ["mines", str(mines), str(mines)],
        ]  # fmt: skip
        assert [str(title) for title, _ in found.boards] == ["Player's board", "Answer board"]
        literals = str(found.lines[1]).split(", ")
        assert str(found.lines[0]).startswith(f"KB0, {len(literals)} literals")
        assert sum(name.startswith("+") for name in literals) == mines
        assert found.boards[1][1].count("X") == mines


def test_a_game_that_ends_otherwise_does_not_agree() -> None:
    ready = suites()["report-agent"].report
    assert ready is not None
    easy = next(one for one in ready.worked if one["name"] == "easy")
    report = easy["report"]
    wrong = [-report["kb0"][0], *report["kb0"][1:]]
    for other in ({**report, "mines": 16}, {**report, "kb0": wrong}):
        assert one({**easy, "report": other}).agrees is False


def test_statistics_of_boards() -> None:
    plan = {"kind": "statistics", "method": "exact_cover", "most": 10}
    boards = (("one", "sudoku:2x2:1.......3......4"), ("many", "sudoku:2x2:" + "." * 16))
    found = one(plan, *boards)
    assert [str(head) for head in found.head] == ["board", "givens", "empty", "answers"]
    assert cells(found) == [["one", "3", "13", "3"], ["many", "0", "16", "at least 10"]]


def test_what_was_computed_is_read_again(tmp_path: Path) -> None:
    examples = (one(ROW), suite_example("report-agent", "easy"))
    save(examples, tmp_path)
    assert load(tmp_path) == examples
    assert load(tmp_path / "nothing") == ()
    (tmp_path / WORKED).write_text('[{"name": 3}]')
    with pytest.raises(ParseError, match="the worked examples"):
        load(tmp_path)
