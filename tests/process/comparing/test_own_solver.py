"""Somebody's own solvers beside the methods: right, wrong, silent, endless."""

import os
import re
import shutil
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from gridwise.cli.main import run
from gridwise.comparing.results import Comparison, RunRow
from gridwise.core.errors import ParameterError
from gridwise.workers.kinds import task_kind
from gridwise.workers.own_solver.program import packed
from gridwise.workers.protocol import Call

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")
EXAMPLES = Path(__file__).parents[3] / "examples" / "own-solver"
SMALL = "sudoku:2x2:1.......3......4"
NONE = "sudoku:2x2:123....4........"
HARD = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def rows(found: Comparison) -> dict[str, RunRow]:
    """Return the only timed run of each contender."""
    names = {one.id: one.method for one in found.contenders}
    return {names[row.contender]: row for row in found.rows if row.kind == "time"}


def test_files_of_python_beside_a_method(tmp_path: Path) -> None:
    for name, body in {
        "silent": "    import os; os._exit(0)",
        "crash": "    raise ValueError('oops ' + board.notation)",
        "none": "    return None",
        "moves": "    return board.solve().moves",
        "cheat": "    import time\n    now = time.process_time\n    until = now() + 1\n"
        "    while now() < until: pass\n    time.process_time = time.perf_counter = lambda: 0.0\n"
        "    return board.solve()",
        "secret": "    import os; raise ValueError(os.environ.get('GW_SECRET', 'hidden'))",
    }.items():
        (tmp_path / f"{name}.py").write_text(f"def solve(board):\n{body}\n", "utf-8")
    own = [str(path) for path in sorted(tmp_path.glob("*.py"))]
    endless = tmp_path / "endless.py"
    endless.write_text("def solve(board):\n    while True: pass\n", "utf-8")
    (ended,) = rows(gw.compare(SMALL, methods=[str(endless)], repeats=1, time_s=2)).values()
    assert (ended.end, ended.status) == ("time_limit", "UNKNOWN")
    mine, wrong = str(EXAMPLES / "solver.py"), str(EXAMPLES / "wrong.py")
    os.environ["GW_SECRET"] = "42"
    try:
        found = gw.compare(SMALL, methods=["sat", mine, wrong, *own], repeats=1, time_s=60)
    finally:
        del os.environ["GW_SECRET"]
    ends = {Path(name).stem: row for name, row in rows(found).items()}
    answered = {name for name, row in ends.items() if row.end == "answered"}
    assert answered == {"sat", "solver", "moves", "cheat"}
    assert {ends[name].status for name in answered} == {"SOLVED"}
    cheated = ends["cheat"].cpu_s
    assert cheated is not None and cheated >= 0.5, "its own word is 0"
    said = {name: str(row.error) for name, row in ends.items() if row.end == "fault"}
    assert set(said) == {"wrong", "silent", "crash", "none", "secret"}
    assert said["wrong"].startswith("wrong: 1 stands 4 times in row 1"), said["wrong"]
    assert said["wrong"].endswith(f": {SMALL.replace('.', '1')}")
    assert said["silent"] == "it gave no answer"
    assert said["crash"] == f"it failed: ValueError: oops {SMALL}"
    assert "there is one: sudoku:2x2:" in said["none"]
    assert said["secret"] == "it failed: ValueError: hidden"
    assert len(found.faults()) == 5 and not found.disagreements()


def test_no_solution_is_right_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    path.write_text("def solve(board):\n    return None\n", "utf-8")
    found = gw.compare(NONE, methods=["sat", str(path)], repeats=1, question="solution")
    assert {row.status for row in rows(found).values()} == {"UNSATISFIABLE"}
    assert not found.faults() and not found.disagreements()


def test_functions_beside_a_method(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fork of this process calls them, under the limits of programs."""
    known = {"answer": gw.solve(SMALL).moves}
    here = os.getpid()

    def closure(board: gw.Board) -> Any:
        print("this is no answer")
        return known["answer"] if board.notation == SMALL else None

    def wrong(board: gw.Board) -> Any:
        known["answer"] = []  # in the fork alone
        return ["r1c2=1"]

    def crash(board: gw.Board) -> Any:
        raise ValueError(f"oops {os.getpid() == here}")

    def endless(board: gw.Board) -> Any:
        while True:
            pass

    def large(board: gw.Board) -> Any:
        return bytearray(1_000_000_000)

    def secret(board: gw.Board) -> Any:
        raise ValueError(os.environ.get("GW_SECRET", "hidden"))

    def leaving(board: gw.Board) -> Any:
        os._exit(0)

    monkeypatch.setenv("GW_SECRET", "42")
    functions = [closure, lambda board: None, wrong, crash, endless, large, secret, leaving]
    limits = {"time_s": 60.0, "cpu_s": 2.0, "memory_bytes": 500_000_000}
    found = gw.compare(SMALL, tmp_path / "r", methods=["sat", *functions], repeats=1, **limits)
    ends = rows(found)
    answered = {name for name, row in ends.items() if row.end == "answered"}
    assert answered == {"sat", "closure(board)"}
    assert ends["endless(board)"].end == "time_limit"
    peak = ends["closure(board)"].peak_bytes
    assert peak is not None and peak < 50_000_000, "what it shares with this process is not its own"
    said = {name: str(row.error) for name, row in ends.items() if row.end == "fault"}
    assert set(said) == {
        f"{name}(board)" for name in ("lambda", "wrong", "crash", "large", "secret", "leaving")
    }
    assert "there is one: sudoku:2x2:" in said["lambda(board)"]
    assert said["wrong(board)"].startswith("wrong: move 1: r1c2=1: ")
    assert said["crash(board)"] == "it failed: ValueError: oops False"
    assert said["large(board)"] == "it failed: MemoryError"
    assert said["secret(board)"] == "it failed: ValueError: hidden"
    assert said["leaving(board)"] == "it gave no answer"
    again = gw.compare(SMALL, tmp_path / "r", methods=["sat", *functions], repeats=1, **limits)
    assert again.rows == found.rows, "the folder holds them already"


def test_functions_of_one_name_are_told_apart() -> None:
    def first(board: gw.Board) -> Any:
        return board.solve()

    def second(board: gw.Board) -> Any:
        raise ValueError("second")

    second.__name__ = "first"
    found = gw.compare(SMALL, methods=[first, second], repeats=2, workers=2)
    ends = [{row.end for row in found.rows if row.contender == c.id} for c in found.contenders]
    assert ends == [{"answered"}, {"fault"}]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs a compiler of C")
def test_a_program_in_c(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["gcc", "-O1", EXAMPLES / "solver.c", "-o", tmp_path / "solver"], check=True)
    monkeypatch.chdir(tmp_path)
    words = ["compare", HARD, "--methods", "dpll,./solver {board}", "-o", "out", "--repeats", "1"]
    assert run(words) == 0
    assert "./solver {board}" in capsys.readouterr().out
    found = rows(gw.compare(HARD, "out", methods="dpll,./solver {board}", repeats=1))
    assert found["./solver {board}"].status == found["dpll"].status == "SOLVED"


SEARCH = """
import sys

def search(clauses, true):
    while (unit := next((c[0] for c in clauses if len(c) == 1), None)) is not None:
        true = true | {unit}
        clauses = [[x for x in c if x != -unit] for c in clauses if unit not in c]
        if [] in clauses:
            return None
    if not clauses:
        return true
    tries = (search([*clauses, [x]], true) for x in (clauses[0][0], -clauses[0][0]))
    return next((found for found in tries if found is not None), None)

text = open(sys.argv[1]).read()
assert text == sys.stdin.read()
lines = [line for line in text.splitlines() if line[0] not in "cp"]
found = search([[int(x) for x in line.split()][:-1] for line in lines], frozenset())
if found is None:
    print("c hard", "s UNSATISFIABLE", sep="\\n")
    sys.exit(20)
print("s SATISFIABLE")
for literal in sorted(found):
    print("v", literal)
print("v 0")
sys.exit(10)
"""


def test_a_sat_solver_gets_clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "search.py").write_text(SEARCH, "utf-8")
    own = "python3 search.py {cnf}"
    for notation in (SMALL, "queens:5:r1c2", "minesweeper:3x3:1--/---/--1"):
        found = rows(gw.compare(notation, methods=["sat", own], repeats=1, question="solution"))
        assert {row.status for row in found.values()} == {"SOLVED"}, found[own].error
    found = rows(gw.compare([NONE], methods=["sat", own], repeats=1))
    assert found[own].status == "UNSATISFIABLE"
    with pytest.raises(ParameterError, match="has no clauses"):
        gw.compare("sliding:2x2:1,2,3,0", methods=[own], repeats=1)


WRONG = {
    "s UNSATISFIABLE": "wrong: it says that there is no solution, and there is one",
    "s SATISFIABLE\nv 1 -2 0": r"wrong: clause 35 0 is not true: given 3 in r3c1",
    "s SATISFIABLE\nv 1 -1 0": r"wrong: variable 1 is true and false",
    "s SATISFIABLE\nv 1 -2": r"cannot be read: expected lines 'v' with literals that one 0",
    "s SATISFIABLE\nv 1 65 0": r"cannot be read: found variable 65, expected 1 to 64",
    "s SATISFIABLE\nv 1 x 0": r"cannot be read: invalid literal",
    "s UNKNOWN": r"cannot be read: found 's UNKNOWN', expected a line 's SATISFIABLE' or",
    "": r"cannot be read: found '', expected",
}


def test_what_a_sat_solver_may_say_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "say.sh").write_text("cat $1", "utf-8")
    asked = {}
    for at, (answer, said) in enumerate(WRONG.items()):
        (tmp_path / f"answer{at}").write_text(answer + "\n", "utf-8")
        asked[f"sh say.sh answer{at} {{cnf}}"] = said
    found = rows(gw.compare(SMALL, methods=list(asked), repeats=1))
    for own, said in asked.items():
        error = str(found[own].error)
        assert found[own].end == "fault" and re.search(said, error), error


def test_a_machine_without_the_files_is_sent_them(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("def answer(board):\n    return board.solve()\n", "utf-8")
    (tmp_path / "mine.py").write_text("from rule import answer as solve\n", "utf-8")
    (tmp_path / "run.sh").write_text("#!/bin/sh\necho no solution\n", "utf-8")
    (tmp_path / "run.sh").chmod(0o755)
    away = {"notation": SMALL, "folder": "/not/here", "time_s": 20.0, "memory_bytes": 10**9}

    def ask(command: list[str], files: dict[str, str] | None) -> Any:
        args = {**away, "command": command, "files": files}
        return task_kind("own_solver").run(args, Call(threading.Event(), None)).value

    assert ask(*packed(["mine.py"], tmp_path))["status"] == "SOLVED"
    assert "there is one" in ask(*packed(["./run.sh"], tmp_path))["fault"]
    with (tmp_path / "large.bin").open("wb") as file:
        file.truncate(2_000_000)
    words, files = packed(["./run.sh", "large.bin"], tmp_path)
    assert (words, files) == (["./run.sh", "large.bin"], None)
    with pytest.raises(ParameterError, match="/not/here is not on the machine of the run"):
        ask(words, files)


def test_a_program_in_a_folder_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "run").write_text("#!/bin/sh\necho no solution\n", "utf-8")
    (tmp_path / "bin" / "run").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    found = gw.compare(NONE, methods=["bin/run"], repeats=1, question="solution")
    assert rows(found)["bin/run"].status == "UNSATISFIABLE"
