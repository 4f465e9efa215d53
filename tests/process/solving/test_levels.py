"""The daily puzzle is the same in every process."""

import os
import subprocess
import sys

DAILY = """
import gridwise as gw
for kind in ("sudoku", "minesweeper", "queens", "sliding"):
    board = gw.daily(kind, "2026-11-23", time_s=600)
    print(board.notation, sorted(board.claims.items()))
"""


def test_two_processes_make_the_same_daily_puzzles() -> None:
    made = [
        subprocess.run(
            [sys.executable, "-c", DAILY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1]
    assert made[0].count(b"\n") == 4
