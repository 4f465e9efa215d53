"""`--cpu S`: a limit of processor time, beside that of the clock, and words that say which."""

import pytest

import gridwise as gw
from cli.conftest import Command
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits

LONG = ("queens:20:", "--method", "backtracking")


@pytest.mark.parametrize("name", ["count", "solve"])
def test_the_clock_that_ended_a_run_is_named(gridwise: Command, name: str) -> None:
    words = (name, *(("--all",) if name == "solve" else ()), *LONG)
    ran = gridwise(*words, "--cpu", "0.02")
    assert ran.status == 20
    assert "limit of 0.02 s of CPU time reached" in ran.out
    ran = gridwise(*words, "--cpu", "600", "--time", "0.02")
    assert ran.status == 20
    assert "time limit of 0.02 s reached" in ran.out and "CPU" not in ran.out
    stopped = gridwise(*words, "--cpu", "0.02", "--json").record
    assert stopped["stop"] == "TIME_LIMIT"
    assert stopped["statistics"]["cpu_s"] + stopped["statistics"]["tables_cpu_s"] >= 0.02


def test_every_method_has_the_limit(gridwise: Command) -> None:
    ran = gridwise("solve", "--method", "each", "--cpu", "0.01", "queens:30:")
    assert "each run stops after 0.01 s of CPU time or 60 s on the clock" in ran.out
    assert "default" not in ran.out


def test_hints_and_ratings(gridwise: Command) -> None:
    board = "minesweeper:9x9x10:" + "/".join(["-" * 9] * 4 + ["----1----"] + ["-" * 9] * 4)
    ran = gridwise("hint", "--cpu", "0.001", board)
    assert ran.status == 20
    assert "no step was found in 0.001 s of CPU time or 60 s on the clock" in ran.out
    hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    ran = gridwise("rate", "--cpu", "0.001", hard)
    assert ran.status == 20
    assert "not rated in 0.001 s of CPU time or 60 s on the clock" in ran.out
    assert gridwise("rate", "--bench", "--cpu", "1", "sudoku:2x2:1.......3......4").status == 2


@pytest.mark.parametrize("wrong", ["0", "-1", "x", "nan"])
def test_a_limit_that_is_none_is_refused(gridwise: Command, wrong: str) -> None:
    ran = gridwise("solve", "--cpu", wrong, "queens:6:")
    assert ran.status == 2 and "a number above 0" in ran.err


def test_in_python() -> None:
    found = gw.count("queens:20:", method="backtracking", cpu_s=0.02)
    assert found.stop is gw.Stop.TIME_LIMIT
    assert "limit of 0.02 s of CPU time reached" in str(found)
    assert gw.solve("queens:6:", cpu_s=60.0).board is not None
    assert gw.explain("sudoku:2x2:1.3...1.....4...", cpu_s=60.0).steps
    with pytest.raises(ParameterError, match=r"cpu_s and limits\.cpu_s exclude each other"):
        gw.solve("queens:6:", cpu_s=1.0, limits=Limits(cpu_s=1.0))
    with pytest.raises(ParameterError, match="limit cpu_s must be a number more than 0"):
        gw.hint("sudoku:2x2:1.3...1.....4...", cpu_s=-1.0)
