"""A board as one argument, and what the reader notes of it."""

import json
from pathlib import Path

from cli.running import Command
from every import every

ROWS = "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 4]]"
BOTH = "[1, 3, 0, 2]"
NOTE = "Read as sliding; it fits queens too, which --puzzle queens says."


@every("text", [ROWS, "1000/0030/0200/0004", "1 0 0 0\n0 0 3 0\n0 2 0 0\n0 0 0 4"])
def test_an_argument_is_one_board(gridwise: Command, text: str) -> None:
    for words in (("solve",), ("count",), ("hint",), ("encode",)):
        ran = gridwise(*words, text, "--json")
        assert ran.err == ""
        assert [record["index"] for record in ran.records] == [0]
    assert gridwise("solve", text, "--json").records[0]["notation"] == "sudoku:2x2:1.....3..2.....4"


@every("date", ["2024/11/27", "no/such/file", "1000/0030/0200/0004.txt"])
def test_a_path_stays_one(gridwise: Command, date: str) -> None:
    ran = gridwise("solve", date)
    assert ran.status == 30
    assert "Found no such file" in ran.err


def test_a_note_is_a_line_of_its_own_and_a_key(gridwise: Command) -> None:
    Path("list.txt").write_text(BOTH)
    ran = gridwise("solve", "list.txt")
    assert (ran.status, ran.err) == (0, f"list.txt:1: {NOTE}\n")
    for words in (("solve",), ("hint",), ("rate",)):
        ran = gridwise(*words, "list.txt", "--json")
        assert ran.err == f"list.txt:1: {NOTE}\n"
        assert ran.records[0]["notes"] == [NOTE[0].lower() + NOTE[1:-1]]
    assert "notes" not in gridwise("solve", "list.txt", "--json", "--puzzle", "queens").records[0]
    assert "也符合 queens" in gridwise("solve", "list.txt", "--lang", "zh-Hant").err


def test_a_note_is_kept_in_a_file_of_json(gridwise: Command) -> None:
    gridwise("solve", BOTH, "queens:4:", "-o", "out.jsonl")
    first, second = map(json.loads, Path("out.jsonl").read_text().splitlines())
    assert first["notes"]
    assert "notes" not in second
