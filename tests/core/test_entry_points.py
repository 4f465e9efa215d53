"""What installed packages offer, named by entry points; children see it too."""

import os
import subprocess
import sys
from pathlib import Path

METHOD = """
from gridwise.core.registry import methods as _methods
from gridwise.methods.dpll import METHOD as dpll

class Mine(type(dpll)):
    name = "{name}"

METHOD = Mine()
"""
HEURISTIC = """
from dataclasses import replace
from gridwise.puzzles.sliding.heuristics.manhattan import HEURISTIC as manhattan

HEURISTIC = replace(manhattan, name="my_heuristic")
WRONG = "a text"
TWICE = replace(manhattan, name="misplaced")
"""
POINTS = """[gridwise.methods]
my_method = my_package
broken = my_broken
twice = my_twice
[gridwise.heuristics]
sliding.my_heuristic = my_heuristics
sliding.wrong = my_heuristics:WRONG
sliding.twice = my_heuristics:TWICE
queens.other = my_heuristics
"""
PROGRAM = """
import gridwise as gw
from gridwise.core import registry
if __name__ == "__main__":
    board = "sudoku:2x2:1.......3......4"
    print(gw.solve(board, method="my_method").status.value)
    found = gw.compare(board, methods=["my_method", "dpll"], repeats=1)
    print(sorted({row.status for row in found.rows}), len(found.faults()))
    sliding = "sliding:3x3:1,2,5,3,4,8,6,7,0"
    print(gw.heuristics(sliding)["my_heuristic"].value)
    found = gw.compare(sliding, methods=["a_star:heuristic=my_heuristic"], repeats=1)
    print(sorted({row.status for row in found.rows}), len(found.faults()))
    print(sorted(registry.failed().values()))
"""


def test_what_is_installed_is_known_everywhere(tmp_path: Path) -> None:
    (tmp_path / "my_package.py").write_text(METHOD.format(name="my_method"), "utf-8")
    (tmp_path / "my_heuristics.py").write_text(HEURISTIC, "utf-8")
    (tmp_path / "my_twice.py").write_text(METHOD.format(name="sat"), "utf-8")
    (tmp_path / "my_broken.py").write_text("raise RuntimeError('not today')\n", "utf-8")
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS, "utf-8")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    done = subprocess.run(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "SOLVED",
        "['SOLVED'] 0",
        "4",
        "['SOLVED'] 0",
        "['RuntimeError: not today', 'TypeError: it is not a Estimator', "
        "'there is a misplaced already', 'there is a sat already']",
    ]
