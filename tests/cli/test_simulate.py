"""`gridwise simulate` and `gridwise policies`."""

import os
from typing import Any

import pytest

from cli.running import Command
from gridwise.agents import plan
from gridwise.batch.games import SharedGames

MINES = ("simulate", "minesweeper")


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
    assert "Finished: won without a guess." in ran.out


def test_guesses_of_the_policy_itself_are_counted(gridwise: Command) -> None:
    words = [*MINES, "--policy", "safest", "--board", "8x8x12", "--games", 30]
    ran = gridwise(*words)
    assert "won  guesses" in ran.out
    assert "Finished: won without a guess." in ran.out
    record = gridwise(*words, "--json").record
    assert record["guesses"] >= record["stuck"] > 0
    assert record["wins"] + record["lost"] == 30
    # The first click is safe, so a game is lost only by a guess.
    assert record["finished"] + record["stuck"] == 30


def test_many_games_are_shared_out(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a policy that is not compiled; a few are played here, and one worker is one worker."""
    asked: list[int | None] = []

    def by_hand(self: SharedGames, setting: Any, *, whole: bool) -> Any:
        asked.append(self.workers)
        return plan.one_by_one(setting, self.cancel)

    monkeypatch.setattr(SharedGames, "__call__", by_hand)
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
    answer = lines.index("Player's array (1 mine, 0 safe, ? unknown) and the answer board")
    assert start < kb0 < board < answer == board + 8
    kb = next(i for i, line in enumerate(lines) if line.startswith("KB, "))
    literals = " ".join(lines[kb0 + 1 : kb]).split()
    assert len(literals) == int(lines[kb0].split()[1])
    halves = [line.split("  ") for line in lines[answer + 2 : answer + 7]]
    array, whole = ([half[i][2:-2].split() for half in halves] for i in (0, 1))
    assert sum(row.count("X") for row in whole) == 4
    for literal in literals:
        row, col = map(int, literal[2:].split("c"))
        assert (whole[row - 1][col - 1] == "X") == (literal[0] == "+")
        assert array[row - 1][col - 1] == ("1" if literal[0] == "+" else "0")
    assert sum(row.count("?") for row in array) == 30 - len(literals)


def test_a_stuck_game_is_shown_clause_by_clause(gridwise: Command) -> None:
    asked = "--board 5x5x5 --free-cells 1 --games 6 --seed 2 --show 4"
    words = [*MINES, *asked.split()]
    ran = gridwise(*words)
    lines = ran.out.splitlines()
    begin = lines.index("KB, 12 clauses; of each at least one literal is true.") + 1
    clauses = [line.split() for line in lines[begin : lines.index("Player's board")]]
    assert [clause[0] for clause in clauses] == [str(number) for number in range(1, 13)]
    (record,) = gridwise(*words, "--json").records
    game = record["game"]
    assert (record["games"], game["number"], game["outcome"]) == (6, 4, "stuck")

    def name(literal: dict[str, Any]) -> str:
        row, col = divmod(literal["cell"], 5)
        return f"{'+' if literal['holds'] else '-'}r{row + 1}c{col + 1}"

    assert [[name(literal) for literal in clause] for clause in game["clauses"]] == [
        clause[1:] for clause in clauses
    ]
    assert game["facts"] == {"decided": len(game["known"]), "clauses": 12}
    array = [value for row in game["array"] for value in row]
    for literal in game["known"]:
        assert array[literal["cell"]] == int(literal["holds"])
    assert array.count(None) == 25 - len(game["known"]) > 0
    answer = game["answer"].split()[-25:]
    assert all((answer[x["cell"]] == "X") == x["holds"] for x in game["known"])
    for clause in game["clauses"]:
        assert any((answer[x["cell"]] == "X") == x["holds"] for x in clause)
    assert all("game" not in row for row in gridwise(*words[:-2], "--json").records)


def test_the_boards_of_a_wide_game_are_stacked(gridwise: Command) -> None:
    words = "--board hard --games 1 --show 1 --ascii"
    ran = gridwise(*MINES, *words.split())
    lines = ran.out.splitlines()
    answer = lines.index("Player's array (1 mine, 0 safe, ? unknown) and the answer board")
    assert len(lines) == answer + 1 + 2 * 18
    assert max(map(len, lines[answer + 1 :])) == 63


def test_rules_on_lengths_can_be_switched_off(gridwise: Command) -> None:
    asked = "--board 12x3x7 --games 60 --free-cells 1 --seed 3 --json"
    words = [*MINES, *asked.split()]
    limited = gridwise(*words, "--set", "short=1").record
    without = gridwise(*words, "--set", "short=1", "--set", "lengths=any").record
    assert without["finished"] > limited["finished"]


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
        ("--guess maybe", "Unknown rule for guesses"),
        ("--levels --board easy", "--levels and --board"),
        ("--games 5 --show 6", "--show 6 of 5 games"),
        ("--set short=0", "short takes"),
        ("--set deep=1", "Unknown option"),
        ("--set lengths=8", "lengths"),
    ):
        ran = gridwise(*MINES, *words.split())
        assert (ran.status, ran.out) == (2, ""), words
        assert says in ran.err, words
        assert ran.err.count("\n") == 1
    ran = gridwise("simulate", "sudoku")
    assert ran.status == 2
    assert "Unknown game 'sudoku'" in ran.err
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
    assert [option["name"] for option in records[0]["options"]] == ["short", "lengths", "loop"]
    assert gridwise("policies", "--puzzle", "sudoku", "--json").out == ""
    assert gridwise("policies", "--puzzle", "sudku").status == 2
