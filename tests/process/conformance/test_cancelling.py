"""What starts processes is cancelled on its way, and goes on with the same call."""

import os
from pathlib import Path

import pytest

import gridwise as gw
from cancelling import Ask, check_ends
from every import every

LADDER = (2, 5)
ASSIGNMENT = """
[limits]
time_s = 60
[[boards]]
name = "b"
board = "sudoku:2x2:1.......3......4"
"""


def compare(folder: Path) -> Ask:
    names = iter(range(100))
    return lambda c: gw.compare(
        "queens:4:", folder / str(next(names)), methods=["dpll"], repeats=2, cancel=c
    )


def compare_shared(folder: Path) -> Ask:
    return lambda c: gw.compare("queens:4:", methods=["dpll"], repeats=2, workers=2, cancel=c)


def compare_function(folder: Path) -> Ask:
    if os.name != "posix":
        pytest.skip("functions are called in forks")
    return lambda c: gw.compare("queens:4:", methods=gw.Board.solve, repeats=2, cancel=c)


def grade(folder: Path) -> Ask:
    if os.name != "posix":
        pytest.skip("programs are run apart on POSIX")
    (folder / "a.toml").write_text(ASSIGNMENT)
    (folder / "in").mkdir()
    for name in ("one", "two"):
        (folder / "in" / f"{name}.py").write_text("def solve(board):\n    return board.solve()\n")
    names = iter(range(100))
    return lambda c: gw.grade(
        folder / "a.toml", folder / "in", folder / str(next(names)), lang="en", cancel=c
    )


def batch(folder: Path) -> Ask:
    (folder / "in.txt").write_text("queens:4:\n" * 200)
    names = iter(range(100))
    return lambda c: gw.batch(folder / "in.txt", folder / f"{next(names)}.csv", workers=2, cancel=c)


@every("asked", [compare, compare_shared, compare_function, grade, batch])
def test_a_token_that_is_set_on_the_way(asked: object, tmp_path: Path) -> None:
    (folder := tmp_path / asked.__name__).mkdir()  # type: ignore[attr-defined]
    check_ends(asked(folder), LADDER)  # type: ignore[operator]
