"""Standard input, and a fault of ours, which is one line."""

import pytest

from cli.boards import HARD, MINES, MINES_FORCED, RING, SOLVED
from cli.running import Command


def test_standard_input(gridwise: Command) -> None:
    ran = gridwise("solve", "-", "--json", stdin=MINES)
    assert (ran.status, ran.err) == (0, "")
    assert ran.record["board"] + "\n" == MINES_FORCED
    ran = gridwise("solve", "-", stdin="")
    assert ran.status == 30
    assert ran.err.startswith("<stdin>:1:1: Found nothing, expected ")


def test_many_puzzles_one_line_each_in_order(gridwise: Command) -> None:
    ran = gridwise("count", "-", "--json", stdin=f"{HARD[11:]}\n{SOLVED}\n{HARD[11:]}\n")
    assert ran.status == 0
    assert [record["index"] for record in ran.records] == [0, 1, 2]
    assert [record["count"] for record in ran.records] == [1, 1, 1]


def test_nobody_is_asked_where_there_is_no_terminal(gridwise: Command) -> None:
    ran = gridwise("solve", stdin="1\n")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("gridwise: No input")


@pytest.mark.parametrize("debug", ["", "1"])
def test_a_fault_of_ours_is_one_line_and_traced_on_demand(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch, debug: str
) -> None:
    def broken(*args: object, **more: object) -> None:
        raise RuntimeError("no\nway")

    monkeypatch.setattr("gridwise.cli.shared.solve_run.solve", broken)
    monkeypatch.setenv("GRIDWISE_DEBUG", debug)
    ran = gridwise("solve", RING, HARD, "--json")
    assert ran.status == 31
    assert f"{RING}:1: Internal fault" not in ran.err
    faults = [line for line in ran.err.splitlines() if "Internal fault: Runtime" in line]
    assert len(faults) == 2
    assert all(r"no\nway" in line for line in faults)
    assert ("Traceback" in ran.err) == bool(debug)
    assert len(ran.out.splitlines()) == 2
