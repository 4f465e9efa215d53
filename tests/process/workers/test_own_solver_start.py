"""The limits of an own solver begin when its `solve` is entered, not when Python starts."""

import threading
from pathlib import Path
from typing import Any

import pytest

from gridwise.workers.kinds import task_kind
from gridwise.workers.own_solver.program import packed
from gridwise.workers.protocol import Call

SMALL = "sudoku:2x2:1....2....3....4"


def ask(path: Path, body: str, **limits: Any) -> Any:
    file = path / "mine.py"
    file.write_text(body, "utf-8")
    command, files = packed([file.name], path)
    args = {"notation": SMALL, "folder": "/", "time_s": 120.0, "memory_bytes": 10**9}
    args |= {"command": command, "files": files, **limits}
    return task_kind("own_solver").run(args, Call(threading.Event())).value


def test_starting_python_is_in_no_limit(tmp_path: Path) -> None:
    text = "".join(gw_answer())
    found = ask(tmp_path, f"def solve(board):\n    return {text!r}\n", cpu_s=0.1)
    assert (found["status"], found["fault"]) == ("SOLVED", None)
    assert found["statistics"]["cpu_s"] < 0.1, "its import of Gridwise alone takes more"


def gw_answer() -> str:
    import gridwise as gw

    return gw.solve(SMALL).board.notation


@pytest.mark.parametrize("limit", ["cpu_s", "time_s"])
def test_what_was_used_until_it_was_stopped_is_kept(tmp_path: Path, limit: str) -> None:
    found = ask(tmp_path, "def solve(board):\n    while True: pass\n", **{limit: 0.5})
    assert (found["status"], found["stop"]) == ("UNKNOWN", "TIME_LIMIT")
    used = found["statistics"]["cpu_s"]
    assert used is not None and (used >= 0.5 or limit == "time_s")
