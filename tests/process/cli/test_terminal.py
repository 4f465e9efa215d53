"""In a terminal: colour, progress and Ctrl-C."""

import re
import signal
import sys
import time
from pathlib import Path

import pytest

from cli.boards import EMPTY_9, HARD, MINES

pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

from cli.terminal import ESCAPE, finish, spawn, spawn_source  # noqa: E402  (needs pexpect)

SLOW = ("solve", HARD, "--method", "brute_force")
"""Runs until it is stopped."""


def test_colour_and_the_same_text(tmp_path: Path) -> None:
    status, out = finish(spawn(tmp_path, "solve", HARD))
    assert status == 0
    assert "\x1b[36m4" in out  # filled: cyan
    assert "\x1b[1m5" in out  # given: bold
    plain = ESCAPE.sub("", out)
    assert "┃ 5 3 · ┃ · 7 · ┃ · · · ┃     ┃ 5 3 4 ┃ 6 7 8 ┃ 9 1 2 ┃" in plain
    assert "Solved, unique" in plain


def test_no_color_is_honoured(tmp_path: Path) -> None:
    status, out = finish(spawn(tmp_path, "solve", HARD, NO_COLOR="1"))
    assert status == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", out)


def test_progress_with_its_limit_goes_away_and_the_status_is_that_of_an_interrupt(
    tmp_path: Path,
) -> None:
    child = spawn(tmp_path, *SLOW, "--time", "3600")
    child.expect(r"brute_force · [0-9.]+ m?s of 3600 s · depth [0-9]+ · assignments [0-9,]+")
    child.sendintr()
    status, out = finish(child)
    assert status == 21
    assert "\x1b[2K" in out  # the line was erased
    assert out.rfind("\x1b[?25h") > out.rfind("\x1b[?25l")  # the cursor is shown again


def test_work_shorter_than_the_wait_for_progress_shows_none(tmp_path: Path) -> None:
    source = (
        "import gridwise.cli.shared.progress as progress\n"
        "from gridwise.cli.main import main\n"
        "progress.STARTS_AFTER_S = 1000\n"
        "main()\n"
    )
    args = ("solve", HARD, "--method", "brute_force", "--nodes", "100000")
    _, out = finish(spawn_source(tmp_path, source, *args))
    assert "Gave up: node limit" in ESCAPE.sub("", out)
    assert "\x1b[?25l" not in out


def test_no_progress_in_json_lines(tmp_path: Path) -> None:
    source = (
        "import sys\n"
        "import gridwise.cli.shared.progress as progress\n"
        "from gridwise.cli.main import run\n"
        "progress.STARTS_AFTER_S = 0\n"
        "sys.stderr = open('err.txt', 'w', encoding='utf-8')\n"
        f"sys.exit(run({[*SLOW, '--nodes', '300000', '--json']!r}))\n"
    )
    status, out = finish(spawn_source(tmp_path, source))
    assert status == 20
    assert out.startswith("{")
    assert out.count("\n") == 1
    assert (tmp_path / "err.txt").read_text() == ""


@pytest.mark.parametrize("method", ["brute_force", "dpll", "sat"])
def test_the_first_interrupt_gives_what_is_known(tmp_path: Path, method: str) -> None:
    child = spawn(tmp_path, "count", EMPTY_9, "--method", method)
    child.expect(f"{method} · ")
    child.sendintr()
    status, out = finish(child)
    assert status == 21
    plain = ESCAPE.sub("", out)
    known = r"^\r?(?:Cancelled; nothing is known|At least [1-9][\d,]* \(cancelled\))\.\r?$"
    assert re.search(known, plain, re.MULTILINE), plain
    assert "Traceback" not in plain
    assert "fault" not in plain


def test_statistics_so_far_and_no_file(tmp_path: Path) -> None:
    (tmp_path / "Input1.txt").write_text(("-" * 30 + "\n") + ("-1" * 15 + "\n") * 8)
    (tmp_path / "Input2.txt").write_text(MINES)
    child = spawn(tmp_path, "solve", "Input1.txt", "Input2.txt", "--method", "brute_force")
    child.expect("brute_force · ")
    child.sendintr()
    status, out = finish(child)
    plain = ESCAPE.sub("", out)
    assert status == 21
    assert re.search(r"assignments [1-9]", plain)
    assert "Output1.txt not written" in plain
    assert "Input2.txt" not in plain  # what comes after is not begun
    assert not list(tmp_path.glob("Output*"))


def test_the_second_interrupt_ends_at_once(tmp_path: Path) -> None:
    source = (
        "import signal, sys, time\n"
        "import gridwise.cli.shared.solve_run as job\n"
        "from gridwise.cli.main import main\n"
        "def deaf(*args, cancel, **more):\n"
        "    print('begun', flush=True)\n"
        "    while not cancel.is_set(): time.sleep(0.05)\n"
        "    print('told', flush=True)\n"
        "    while True: time.sleep(0.05)\n"
        "job.solve = deaf\n"
        "main()\n"
    )
    child = spawn_source(tmp_path, source, "solve", HARD)
    child.expect("begun")
    child.kill(signal.SIGINT)
    child.expect("told")
    assert child.isalive()
    child.kill(signal.SIGINT)
    status, out = finish(child)
    assert status == 130
    assert "Traceback" not in out


def test_an_interrupt_while_standard_input_is_read(tmp_path: Path) -> None:
    source = (
        "import gridwise.solving.inputs as inputs\n"
        "from gridwise.cli.main import main\n"
        "load = inputs.load\n"
        "def said(*args):\n"
        "    print('begun', flush=True)\n"
        "    return load(*args)\n"
        "inputs.load = said\n"
        "main()\n"
    )
    child = spawn_source(tmp_path, source, "solve", "-")
    child.expect("begun")
    child.sendline("- 1 -")
    time.sleep(0.3)
    child.sendintr()
    status, out = finish(child)
    assert status == 21
    assert "Traceback" not in out


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_interrupted_bench_keeps_its_rows(tmp_path: Path, form: tuple[str, ...]) -> None:
    sets = ("--set", "count:8", "--set", "count:19")
    child = spawn(tmp_path, "bench", "queens", *sets, *form)
    child.expect('"set": "count:8"' if form else "Sets measured: 1, last count:8")
    child.sendintr()
    status, out = finish(child)
    plain = ESCAPE.sub("", out)
    assert status == 21
    assert "Cancelled; sets measured: 1" in plain
    assert "Traceback" not in plain
    if not form:
        assert re.search(r"^count:8 ", plain, re.MULTILINE)
        assert "One core, CPU seconds" in plain


def test_an_interrupted_document_is_not_written(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    source = (
        "from gridwise.cli.main import main\n"
        "from gridwise.documents import writers\n"
        "make = writers.WRITERS['.docx']\n"
        "def said(*args):\n"
        "    print('begun', flush=True)\n"
        "    return make(*args)\n"
        "writers.WRITERS['.docx'] = said\n"
        "main()\n"
    )
    (tmp_path / "many.txt").write_text("queens:8:r1c1\n" * 3_000)
    child = spawn_source(tmp_path, source, "export", "many.txt", "-o", "a.docx")
    child.expect("begun")
    child.kill(signal.SIGINT)
    status, out = finish(child)
    assert status == 21
    assert "a.docx not written: cancelled" in ESCAPE.sub("", out)
    assert not list(tmp_path.glob("*a.docx*"))
