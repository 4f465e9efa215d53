"""`gridwise count`, and `solve --count`, which is the same."""

from pathlib import Path
from typing import Any

import pytest

from cli.boards import EMPTY_4, EMPTY_9, HARD, MINES, RING, THREE, TWICE
from cli.running import Command
from every import every


@pytest.mark.parametrize("command", [("count",), ("solve", "--count")])
def test_a_count_is_a_line_with_the_number(gridwise: Command, command: tuple[str, ...]) -> None:
    ran = gridwise(*command, EMPTY_4)
    assert (ran.status, ran.out, ran.err) == (0, "288\n", "")
    assert gridwise(*command, RING).out == "8\n"


@every("method", ["sat", "dpll", "backtracking", "exact_cover"])
def test_every_method_counts_the_same(gridwise: Command, method: str) -> None:
    assert gridwise("count", THREE, "--method", method).out == "3\n"


def test_at_least_is_said_as_such(gridwise: Command) -> None:
    ran = gridwise("count", EMPTY_4, "--limit", "100")
    assert (ran.status, ran.out) == (0, "At least 100 (solution limit reached).\n")
    assert gridwise("count", EMPTY_4, "--limit", "288").out == "288\n"
    ran = gridwise("count", EMPTY_9, "--method", "dpll", "--nodes", "3000")
    assert ran.status == 20
    assert ran.out.startswith("At least ")
    assert ran.out.endswith(" (node limit reached).\n")


def test_none(gridwise: Command) -> None:
    ran = gridwise("count", TWICE)
    assert ran.status == 10
    assert ran.out == "0 (no solution: 1 twice in row 1: r1c1, r1c2).\n"


def test_nothing_known(gridwise: Command) -> None:
    ran = gridwise("count", HARD, "--method", "brute_force", "--nodes", "20")
    assert ran.status == 20
    assert ran.out == "Gave up: node limit reached; nothing is known.\n"


def test_several(gridwise: Command) -> None:
    ran = gridwise("count", EMPTY_4, THREE, TWICE)
    assert ran.status == 10
    assert ran.out.splitlines()[:2] == [f"{EMPTY_4}: 288", f"{THREE}: 3"]


def test_records(gridwise: Command, validator: Any) -> None:
    ran = gridwise("count", EMPTY_4, "--limit", "5", "--json")
    validator.validate(ran.record)
    assert (ran.record["count"], ran.record["exact"]) == (5, False)
    assert ran.record["stop"] == "SOLUTION_LIMIT"
    ran = gridwise("count", EMPTY_4, TWICE, "--json")
    for record in ran.records:
        validator.validate(record)
    assert [(r["count"], r["exact"], r["index"]) for r in ran.records] == [
        (288, True, 0),
        (0, True, 1),
    ]


def test_counting_writes_no_file(gridwise: Command) -> None:
    Path("Input1.txt").write_text(MINES)
    ran = gridwise("count", "Input1.txt")
    assert (ran.status, ran.out) == (0, "12\n")
    assert not Path("Output1.txt").exists()


def test_each(gridwise: Command) -> None:
    ran = gridwise("count", THREE, "--method", "each", "--nodes", "5000")
    assert ran.status == 0
    assert "answers agree" in ran.out
    (row,) = (line for line in ran.out.splitlines() if line.startswith("exact_cover"))
    assert row.split()[1:4] == ["solved", "completed", "3"]
