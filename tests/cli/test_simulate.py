"""`gridwise simulate` and `gridwise policies`."""

import os
from typing import Any

import pytest

from cli.conftest import Command
from gridwise.workbench import parallel

MINES = ("simulate", "minesweeper")


def test_the_experiment(gridwise: Command) -> None:
    words = "--board 8x8x10 --policy resolution --free-cells 1,2,3 --games 10 --repeat 2 --seed 1"
    ran = gridwise(*MINES, *words.split())
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert lines[0].startswith("minesweeper: policy resolution, first click safe, guess never")
    assert lines[1].split()[:3] == ["board", "free", "cells"]
    assert len([line for line in lines if line.startswith("8x8x10  ")]) == 9
    assert [line.split()[4] for line in lines[2:11]] == ["1", "2", "all"] * 3
    assert sum("free cells x" in line for line in lines) == 3
    times = lines[lines.index("times of easy, medium, hard") :]
    assert [line.split()[0] for line in times[3:]] == ["9x9x10", "16x16x25", "30x16x99"]
    assert [line.split()[5] for line in times[3:]] == ["50"] * 3
    assert all(line == line.rstrip() for line in lines)


def test_json(gridwise: Command) -> None:
    words = "--board 8x8x10 --free-cells 1,2 --games 6 --repeat 2 --json --show 1"
    ran = gridwise(*MINES, *words.split())
    assert (ran.status, ran.err) == (0, "")
    assert [(r["free_cells"], r["repeat"]) for r in ran.records] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for record in ran.records:
        assert record["games"] == 6 == record["finished"] + record["stuck"]
        assert record["wins"] == record["finished"]
        assert record["win_rate"] == record["wins"] / 6
        low, high = record["ci95"]
        assert 0 <= low <= record["win_rate"] <= high <= 1
        assert record["games_per_cpu_s"] == 6 / record["cpu_s"]
        assert record["policy"] == "resolution"
    assert [("conclusion" in record) for record in ran.records] == [False] * 3 + [True]
    (conclusion,) = ran.records[-1]["conclusion"]
    assert conclusion["free_cells"] == [1, 2]


def test_the_same_words_print_the_same_counts(gridwise: Command) -> None:
    words = "--board 8x8x12 --games 8 --guess random --first-click any --seed 4 --json"
    keys = ("games", "wins", "finished", "stuck", "lost", "guesses")
    one, two = (
        [record[key] for key in keys]
        for record in (gridwise(*MINES, *words.split()).record for _ in range(2))
    )
    assert one == two
    assert one[1] + one[4] == 8


def test_levels(gridwise: Command) -> None:
    ran = gridwise(*MINES, "--levels", "--games", 2, "--free-cells", 1, "--json")
    assert [r["board"] for r in ran.records] == ["9x9x10", "16x16x25", "30x16x99"]
    assert ran.records[-1]["conclusion"] == []
    ran = gridwise(*MINES, "--board", "hard", "--games", 1, "--json")
    assert ran.record["board"] == "30x16x99"


def test_guessing_is_in_the_table(gridwise: Command) -> None:
    ran = gridwise(*MINES, "--games", 3, "--guess", "random")
    assert "won  guesses" in ran.out
    assert "finished: won without a guess" in ran.out


def test_many_games_are_shared_out(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a policy that is not compiled; a few are played here, and one worker is one worker."""
    asked: list[int] = []

    def by_hand(setting: Any, workers: int, cancel: Any) -> Any:
        asked.append(workers)
        return parallel.one_by_one(setting, cancel)

    monkeypatch.setattr("gridwise.workbench.simulate.in_processes", by_hand)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    words = [*MINES, "--policy", "sat", "--board", "2x2x1", "--json", "--games"]
    first = [gridwise(*words, number).status for number in (499, 500)]
    assert (first, asked) == ([0, 0], [3])
    assert gridwise(*words, 500, "--workers", 1).status == 0
    assert asked == [3]


def test_show(gridwise: Command) -> None:
    words = "--board 6x5x4 --games 3 --show 2 --free-cells 1 --ascii"
    ran = gridwise(*MINES, *words.split())
    lines = ran.out.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("Game 2 of 6x5x4: "))
    kb0 = next(i for i, line in enumerate(lines) if line.startswith("KB0, "))
    board = lines.index("Player's board")
    answer = lines.index("Answer board")
    assert start < kb0 < board < answer == board + 8
    literals = " ".join(lines[kb0 + 1 : board]).split()
    assert len(literals) == int(lines[kb0].split()[1])
    whole = [line[2:-2].split() for line in lines[answer + 2 : answer + 7]]
    assert sum(row.count("X") for row in whole) == 4
    for literal in literals:
        row, col = map(int, literal[2:].split("c"))
        assert (whole[row - 1][col - 1] == "X") == (literal[0] == "+")


def test_wrong_usage(gridwise: Command) -> None:
    for words, says in (
        ("--policy resolutio", "did you mean resolution?"),
        ("--board 3x3x10", "10 mines do not fit"),
        ("--board 9", "WIDTHxHEIGHTxMINES"),
        ("--first-click zer", "did you mean zero?"),
        ("--free-cells 1,x", "whole numbers such as 1,2,3"),
        ("--free-cells 1,-2", "whole numbers such as 1,2,3"),
        ("--free-cells 1,,2", "whole numbers such as 1,2,3"),
        ("--games 0", "--games"),
        ("--guess maybe", "unknown way to guess"),
        ("--levels --board easy", "--levels and --board"),
        ("--games 5 --show 6", "--show 6 of 5 games"),
        ("--set short=0", "short takes"),
        ("--set deep=1", "unknown option"),
    ):
        ran = gridwise(*MINES, *words.split())
        assert (ran.status, ran.out) == (2, ""), words
        assert says in ran.err, words
        assert ran.err.count("\n") == 1
    ran = gridwise("simulate", "sudoku")
    assert ran.status == 2
    assert "unknown game 'sudoku'" in ran.err
    assert gridwise("simulate").status == 2


def test_policies(gridwise: Command) -> None:
    ran = gridwise("policies")
    assert ran.status == 0
    names = [line.split()[0] for line in ran.out.splitlines()[1:8]]
    assert names[:4] == ["resolution", "sat", "subset", "single_point"]
    assert sorted(names[4:]) == ["expert", "pseq", "safest"]
    records = gridwise("policies", "--json").records
    assert [record["policy"] for record in records] == names
    assert {record["puzzle"] for record in records} == {"minesweeper"}
    assert [record["policy"] for record in records if record["guesses"]] == names[4:]
    assert records[0]["options"][0]["name"] == "short"
    assert gridwise("policies", "--puzzle", "sudoku", "--json").out == ""
    assert gridwise("policies", "--puzzle", "sudku").status == 2
