"""`--cpu S`: a limit of processor time, beside that of the clock, and words that say which."""

import inspect
from pathlib import Path

import pytest

import gridwise as gw
from cli.conftest import Command
from gridwise.cli.main import app
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
    assert "Each run stops after 0.01 s of CPU time or 60 s on the clock" in ran.out
    assert "default" not in ran.out


def test_hints_and_ratings(gridwise: Command) -> None:
    board = "minesweeper:9x9x10:" + "/".join(["-" * 9] * 4 + ["----1----"] + ["-" * 9] * 4)
    ran = gridwise("hint", "--cpu", "0.001", board)
    assert ran.status == 20
    assert "No step was found in 0.001 s of CPU time or 60 s on the clock." in ran.out
    hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    ran = gridwise("rate", "--cpu", "0.001", hard)
    assert ran.status == 20
    assert "Not rated in 0.001 s of CPU time or 60 s on the clock" in ran.out
    ran = gridwise("rate", "--bench", "--cpu", "0.01", "sudoku:5x5:" + "." * 625)
    assert ran.status == 20
    assert ran.out.splitlines()[-1] == "Time ran out: this is a part of what was asked."


def test_what_is_made_checked_and_exported(gridwise: Command, tmp_path: Path) -> None:
    ran = gridwise("generate", "sudoku", "4x4", "--minimal", "--seed", "1", "--cpu", "0.01")
    assert ran.status == 20
    assert ran.out.startswith("Not found in 0.01 s of CPU time or 60 s on the clock.")
    empty = "sudoku:3x3:" + "." * 81
    clauses = tmp_path / "c.cnf"
    clauses.write_text(gw.encode(empty).to_dimacs().replace("1 2 3 4 5 6 7 8 9 0", "1 0", 1))
    assert gridwise("check-encoding", str(clauses), empty, "--cpu", "0.000001").status == 20
    target = str(tmp_path / "boards.html")
    ran = gridwise("export", "queens:40:", "-o", target, "--solution", "--cpu", "0.000001")
    assert ran.status == 20
    assert "limit of 1e-06 s of CPU time reached" in ran.err
    ran = gridwise("export", "queens:6:", "-o", target, "--cpu", "1")
    assert ran.status == 2 and "--cpu is for the solutions" in ran.err


def test_every_command_and_function_with_one_limit_of_time_has_the_other() -> None:
    for name in app().resolved_commands():
        if not name.startswith("-"):
            options = inspect.signature(app()[name].default_command).parameters
            assert ("time" in options) == ("cpu" in options), name
    for name in gw.__all__:
        if inspect.isfunction(function := getattr(gw, name)):
            options = inspect.signature(function).parameters
            assert ("time_s" in options) == ("cpu_s" in options), name


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
    assert gw.generate("sudoku", "4x4", seed=1, minimal=True, cpu_s=0.01) is None
    bench = gw.setter_bench("sudoku:5x5:" + "." * 625, cpu_s=0.01)
    assert bench.stop is gw.Stop.TIME_LIMIT
    with pytest.raises(ParameterError, match=r"cpu_s and limits\.cpu_s exclude each other"):
        gw.solve("queens:6:", cpu_s=1.0, limits=Limits(cpu_s=1.0))
    with pytest.raises(ParameterError, match="Limit cpu_s must be a number more than 0"):
        gw.hint("sudoku:2x2:1.3...1.....4...", cpu_s=-1.0)
