"""Queens on the command line: counting up to symmetry, boards too large to draw, tables."""

import json
from pathlib import Path

from cli.running import Command


def test_counting_up_to_symmetry(gridwise: Command) -> None:
    assert gridwise("count", "queens:8").out == "92\n"
    assert gridwise("count", "queens:8", "--fundamental").out == "12\n"
    ran = gridwise("count", "queens:8", "--fundamental", "--json")
    found = json.loads(ran.out)
    assert (found["question"], found["count"], found["exact"]) == ("fundamental", 12, True)
    assert gridwise("count", "queens:3", "--fundamental").status == 10


def test_a_puzzle_without_symmetries(gridwise: Command) -> None:
    ran = gridwise("count", "sudoku:2x2:1.......3......4", "--fundamental")
    assert ran.status == 2
    assert "sudoku is not counted up to symmetry" in ran.err


def test_a_board_too_large_to_draw(gridwise: Command, tmp_path: Path) -> None:
    ran = gridwise("solve", "queens:2000:", "--method", "constructive")
    assert ran.status == 0
    assert "A board of 2000 rows is not drawn" in ran.out
    assert "Solved" in ran.out
    found = json.loads(gridwise("solve", "queens:2000:", "--json").out)
    assert found["board"].startswith("queens:2000:")
    assert len(found["moves"]) == 2000
    assert found["method"] == "min_conflicts"


def test_fixed_queens_that_attack_each_other_are_named(gridwise: Command) -> None:
    ran = gridwise("solve", "queens:8:r1c1,r3c3")
    assert ran.status == 10
    assert "r1c1 and r3c3 attack each other on a diagonal" in ran.out


def test_the_greedy_says_that_it_gave_up(gridwise: Command) -> None:
    ran = gridwise("solve", "queens:6", "--method", "min_max")
    assert ran.status == 20
    assert "No answer; this is only the best so far:" in ran.out
    assert "does not go back" in ran.out
    assert "no solution" not in ran.out
    found = json.loads(gridwise("solve", "queens:5", "--method", "min_max", "--json").out)
    assert set(found["tables"]["min_max"][0]) == {"row", "col", "f1", "f2", "mean", "chosen"}
