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
[gridwise.puzzles]
latin = latin_package
not_here = not_here
[gridwise.policies]
minesweeper.my_policy = my_policy
nameless = my_policy
chess.mine = my_policy
"""
POLICY = """
from gridwise.puzzles.minesweeper.policies.single_point import POLICY as single

class Mine(type(single)):
    name, rank = "my_policy", 1

POLICY = Mine()
"""
PROGRAM = """
import gridwise as gw
from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.process.supervisor import Supervisor, Task
if __name__ == "__main__":
    board = "sudoku:2x2:1.......3......4"
    print(gw.solve(board, method="my_method").status.value)
    found = gw.compare(board, methods=["my_method", "dpll"], repeats=1)
    print(sorted({row.status for row in found.rows}), len(found.faults()))
    sliding = "sliding:3x3:1,2,5,3,4,8,6,7,0"
    print(gw.heuristics(sliding)["my_heuristic"].value)
    found = gw.compare(sliding, methods=["a_star:heuristic=my_heuristic"], repeats=1)
    print(sorted({row.status for row in found.rows}), len(found.faults()))
    square = "latin:3:1../.../..2"
    print(gw.solve(square).board.notation, gw.Board(square).hint().text[:8])
    print(gw.compare(square, methods=["my_method", "sat"], repeats=1, workers=2).faults())
    asked = {"board": "9x9x10", "games": 6, "seed": 3}
    wins = [gw.simulate("minesweeper", policy="my_policy", **asked, **how).rows[0].wins
            for how in ({}, {"workers": 2})]
    ours = gw.simulate("minesweeper", policy="single_point", **asked).rows[0].wins
    with Supervisor() as children:
        args = {"puzzle": "minesweeper", "policy": "my_policy", **asked}
        there = children.run(Task("simulate", args), Limits(100)).value
    print(wins == [ours, ours], there["wins"] == ours)
    for name, why in sorted(registry.failed().items()):
        print(name, "|", why)
"""


def test_what_is_installed_is_known_everywhere(tmp_path: Path) -> None:
    (tmp_path / "my_package.py").write_text(METHOD.format(name="my_method"), "utf-8")
    (tmp_path / "my_heuristics.py").write_text(HEURISTIC, "utf-8")
    (tmp_path / "my_policy.py").write_text(POLICY, "utf-8")
    package = tmp_path / "latin_package"
    package.mkdir()
    for file in (Path(__file__).parents[2] / "template_puzzle").glob("*.py"):
        text = file.read_text("utf-8").replace("template_puzzle", package.name)
        (package / file.name).write_text(text, "utf-8")
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
        "latin:3:123/231/312 r2c1 = 2",
        "()",
        "True True",
        "gridwise.heuristics: queens.other = my_heuristics | "
        "its name is not of the form sliding.<name>",
        "gridwise.heuristics: sliding.wrong = my_heuristics:WRONG | "
        "TypeError: it is not a Estimator",
        "gridwise.methods: broken = my_broken | RuntimeError: not today",
        "gridwise.policies: chess.mine = my_policy | "
        "its name is not of the form minesweeper.<name>",
        "gridwise.policies: nameless = my_policy | its name is not of the form minesweeper.<name>",
        "gridwise.puzzles: not_here = not_here | ModuleNotFoundError: No module named 'not_here'",
        "misplaced | there is a misplaced already",
        "sat | there is a sat already",
    ]
