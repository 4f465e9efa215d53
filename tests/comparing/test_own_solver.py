"""Somebody's own solvers beside the methods: right, wrong, silent, endless."""

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.comparing.plan import plan_comparison
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.process.stranger import Ended, RunLimits
from gridwise.workers.own_solver.record import record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")
EXAMPLES = Path(__file__).parents[2] / "examples" / "own-solver"
SMALL = "sudoku:2x2:1.......3......4"
HARD = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


@every(
    "told, cpu_s, wall_s",
    [
        ({"cpu_s": 2.0, "wall_s": 4.0}, 2.0, 4.0),
        ({"cpu_s": 1e-9, "wall_s": -1e9}, 1.5, 3.5),
        ({"cpu_s": 99.0, "wall_s": math.inf}, 2.0, 4.0),
        ({"cpu_s": "x", "wall_s": None}, 2.0, 4.0),
        ({}, 2.0, 4.0),
    ],
)
def test_the_time_that_a_solver_tells_is_within_what_was_seen(
    told: dict[str, Any], cpu_s: float, wall_s: float
) -> None:
    lines = [{"cpu_s": 1.0}, {"answer": list(gw.solve(SMALL).moves), **told}]
    output = "\n".join(map(json.dumps, lines)).encode()
    ended = Ended("exited", 0, output, b"", cpu_s=3.0, wall_s=6.0, peak_bytes=None, first_s=2.0)
    found = record(gw.Board(SMALL).position, ended, RunLimits(), python=True)
    assert (found["status"], found["fault"]) == ("SOLVED", None)
    assert (found["statistics"]["cpu_s"], found["statistics"]["wall_s"]) == (cpu_s, wall_s)


@every(
    "output, said",
    [
        (b'{"cpu_s": 1.0}\n', "it gave no answer"),
        (b'{"cpu_s": 1.0}\n{"cpu_s": 1.0}\n', "it gave no answer"),
        (b'{"cpu_s": 1.0}\n[]x', "its answer cannot be read"),
        (b'{"cpu_s": 1.0}\n{"answer": "12..../4"}', "its answer cannot be read"),
        (
            f'{{"cpu_s": 1.0}}\n{{"answer": "{SMALL.replace("3", "2")}"}}'.encode(),
            "wrong: found 2 in r3c1, expected 3, as on the board",
        ),
        (
            f'{{"cpu_s": 1.0}}\n{{"answer": "{HARD}"}}'.encode(),
            "wrong: found a board of 9x9, expected one of 4x4",
        ),
    ],
)
def test_what_a_python_file_may_say_wrong(output: bytes, said: str) -> None:
    ended = Ended("exited", 0, output, b"", cpu_s=3.0, wall_s=6.0, peak_bytes=None, first_s=2.0)
    found = record(gw.Board(SMALL).position, ended, RunLimits(), python=True)
    assert str(found["fault"]).startswith(said)


def test_what_is_no_solver_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"Found no such file or program: nothere\.py"):
        gw.compare(SMALL, methods=["nothere.py"])
    with pytest.raises(ParameterError, match=r"Found no such file or program: \./nothere"):
        gw.compare(SMALL, methods=["./nothere {board}"])
    with pytest.raises(ParameterError, match="quotation mark"):
        gw.compare(SMALL, methods=["./a 'b"])
    mine = str(EXAMPLES / "solver.py")
    with pytest.raises(ParameterError, match="asked for a solution"):
        gw.compare(SMALL, methods=[mine], question="count")


def test_a_server_runs_no_program_of_a_stranger() -> None:
    mine = str(EXAMPLES / "solver.py")
    with pytest.raises(UnknownNameError, match="Unknown method"):
        plan_comparison([SMALL], methods=[mine])
