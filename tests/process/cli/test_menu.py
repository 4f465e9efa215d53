"""`gridwise solve` without a board: on a terminal it asks, elsewhere that is wrong usage."""

import sys
import time
from pathlib import Path

import pytest

from cli.boards import MINES, THREE

pytest.importorskip("pexpect")

from cli.terminal import ESCAPE, finish, spawn

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")


def test_an_example_and_the_usual_method(tmp_path: Path) -> None:
    child = spawn(tmp_path, "solve", "--puzzle", "sudoku")
    child.expect("Which board")
    child.expect(r" 2  sudoku:2x2:1\.\.\.\.2")
    child.expect("board> ")
    child.sendline("2")
    child.expect("Which method")
    child.expect("method> ")
    child.sendline("")
    status, out = finish(child)
    assert status == 0
    assert "Solved, not unique" in ESCAPE.sub("", out)


def test_a_pasted_board_and_a_method_by_name(tmp_path: Path) -> None:
    child = spawn(tmp_path, "solve")
    child.expect("board> ")
    child.sendline("999")
    child.expect("Found '999', expected 1 to [0-9]+, p, f, a path or a board")
    child.expect("board> ")
    child.sendline("p")
    for line in MINES.splitlines():
        child.sendline(line)
    child.sendline("")
    child.expect("method> ")
    child.sendline("nothing")
    child.expect("expected a number from 0 to")
    child.expect("method> ")
    child.sendline("dpll")
    status, out = finish(child)
    assert status == 0
    assert "6 safe, 3 mines, 5 undetermined · dpll" in ESCAPE.sub("", out)


def test_a_file_and_a_method_that_was_named(tmp_path: Path) -> None:
    (tmp_path / "Input2.txt").write_text(f"{THREE}\n{THREE}\n")
    child = spawn(tmp_path, "solve", "--method", "exact_cover")
    child.expect("board> ")
    child.sendline("f")
    child.expect("file> ")
    child.sendline("nowhere.txt")
    child.expect("nowhere.txt:1:1: Found no such file")
    child.expect("board> ")
    child.sendline("Input2.txt")
    status, out = finish(child)
    plain = ESCAPE.sub("", out)
    assert status == 0
    assert plain.count("Solved, not unique · exact_cover") == 2
    assert "Which method" not in plain
    assert (tmp_path / "Output2.txt").exists()


@pytest.mark.parametrize("end", ["interrupt", "end of input"])
def test_leaving_the_questions(tmp_path: Path, end: str) -> None:
    child = spawn(tmp_path, "solve")
    child.expect("board> ")
    if end == "interrupt":
        time.sleep(0.5)  # the prompt is written before the program waits for the answer
        child.sendintr()
    else:
        child.sendeof()
    status, out = finish(child)
    assert status == 21
    assert "Traceback" not in out
