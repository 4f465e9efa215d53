"""`gridwise replay`: the steps of a program's trace on the terminal, as JSON and as a page."""

import json
import re
from pathlib import Path

import pytest

from cli.running import Command
from gridwise.cli.shared import menu
from puzzles.minesweeper.formats.writers import clicked

TRACE = Path(__file__).parents[2] / "examples" / "traces" / "queens.jsonl"


def test_every_step_and_the_last_board_are_printed(gridwise: Command) -> None:
    ran = gridwise("replay", str(TRACE))
    steps = len(TRACE.read_text("utf-8").splitlines()) - 1
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert lines[0] == "depth-first search on queens:6:"
    assert [line.split()[0] for line in lines[1 : steps + 2]] == list(map(str, range(steps + 1)))
    assert lines[steps + 1] == f"{steps}  Solution 1."
    assert "\n".join(lines[steps + 2 :]).count("♛") == 6


def test_one_step_is_drawn_and_one_beyond_the_end_refused(gridwise: Command) -> None:
    ran = gridwise("replay", str(TRACE), "--step", "4")
    assert "4/197  Try queen on r2c3." in ran.out
    assert ran.out.count("♛") == 2
    refused = gridwise("replay", str(TRACE), "--step", "198")
    assert (refused.status, refused.out) == (2, "")
    assert "found 198, expected 0 to 197" in refused.err


def test_json_has_a_line_for_each_step(gridwise: Command) -> None:
    lines = gridwise("replay", str(TRACE), "--json").out.splitlines()
    found = [json.loads(line) for line in lines]
    assert [one["step"] for one in found] == list(range(1, 198))
    assert found[0]["kind"] == "DECIDE"
    assert found[0]["marks"] == [{"cell": 0, "value": "queen", "holds": True}]
    (only,) = gridwise("replay", str(TRACE), "--json", "--step", "2").out.splitlines()
    assert json.loads(only) == found[1]


def test_the_page_plays_it_and_loads_nothing(gridwise: Command, tmp_path: Path) -> None:
    ran = gridwise("replay", str(TRACE), "--html", "q.html", "--lang", "vi")
    page = (tmp_path / "q.html").read_text("utf-8")
    assert ran.status == 0
    assert page.startswith('<!doctype html>\n<html lang="vi">')
    assert 'data-part="slider"' in page
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", page)


def test_bad_input_is_one_line_with_its_place(gridwise: Command) -> None:
    Path("bad.jsonl").write_text('{"gridwise_trace": 1, "board": "queens:4:"}\n{"kind": "x"}\n')
    ran = gridwise("replay", "bad.jsonl")
    assert (ran.status, ran.out) == (30, "")
    assert ran.err.startswith('bad.jsonl:2:10: Found "x", expected one of these kinds: ')
    assert ran.err.count("\n") == 1
    assert gridwise("replay", "none.jsonl").status == 30


def test_a_person_steps_through_it(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "possible", lambda: True)
    ran = gridwise("replay", str(TRACE), stdin="\n\nb\n196\nx\n\n\nnever read\n")
    shown = re.findall(r"^(?:> )*(\d+)/197", ran.out, re.MULTILINE)
    assert shown == ["0", "1", "2", "1", "196", "197"]
    assert "Found 'x', expected a step from 0 to 197, b or q." in ran.err
    assert gridwise("replay", str(TRACE), stdin="q\n").out.count("/197") == 1


def test_a_replay_of_another_program_is_played_with_its_times(gridwise: Command) -> None:
    Path("lost.rmv").write_bytes(clicked(("left", 1), ("right", 6), ("left", 2)))
    ran = gridwise("replay", "lost.rmv")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "lost.rmv on minesweeper"
    assert [line[:9] for line in lines[2:5]] == ["1  0.00 s", "2  1.00 s", "3  2.00 s"]
    steps = gridwise("replay", "lost.rmv", "--json").records
    assert [(step["step"], step["time_s"], step["actions"][0]["name"]) for step in steps] == [
        (1, 0.0, "open"),
        (2, 1.0, "flag"),
        (3, 2.0, "open"),
    ]
    assert gridwise("replay", "lost.rmv", "--step", "2").out.startswith("lost.rmv on")
    assert gridwise("replay", "lost.rmv", "--index", "1").status == 30
    solved = json.loads(gridwise("solve", "lost.rmv", "--json").out.splitlines()[-1])
    assert solved["puzzle"] == "minesweeper"
    Path("board.mbf").write_bytes(bytes([3, 1, 0, 1, 2, 0]))
    refused = gridwise("replay", "board.mbf")
    assert refused.status == 30
    assert "Found a board without a game, expected a replay with a game." in refused.err
