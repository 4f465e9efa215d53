"""The program as a process: streams, exit status, what it loads, how long it takes to start."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.boards import EMPTY_4, HARD
from cli.running import PROGRAM, Command, environment


def test_the_module_runs_from_the_console_script() -> None:
    script = Path(sys.executable).with_name("gridwise.exe" if os.name == "nt" else "gridwise")
    if not script.exists():
        pytest.skip("not installed with its script")
    done = subprocess.run([script, "count", EMPTY_4], capture_output=True, text=True, check=True)
    assert done.stdout == "288\n"


def test_without_an_encoding_for_boxes_it_draws_ascii(program: Command) -> None:
    ran = program("solve", HARD, env={"PYTHONIOENCODING": "ascii"})
    assert ran.status == 0
    assert ran.out.isascii()
    assert "+-------+" in ran.out
    ran = program("solve", "ä\u202e", env={"PYTHONIOENCODING": "ascii"})
    assert ran.status == 30
    assert ran.err.isascii()
    assert ran.err.count("\n") == 1


def test_json_in_a_stream_without_unicode_is_escaped(program: Command) -> None:
    ran = program("solve", "ä", "--json", env={"PYTHONIOENCODING": "ascii"})
    assert ran.out.isascii()
    assert ran.record["error"].startswith("ä:1:1: ")


@pytest.mark.skipif(os.name == "nt", reason="file names are no bytes there")
def test_file_names_that_are_no_text(program: Command, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"b\xff.txt")).write_text("nonsense")
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"solve", b"b\xff.txt", b"--json"],
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        check=False,
    )
    assert done.returncode == 30
    assert json.loads(done.stdout)["error"].startswith("b\udcff.txt:1:1: ")
    assert done.stderr.startswith(rb"b\udcff.txt:1:1: ")


def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "many.sdm").write_text(f"{HARD[11:]}\n" * 300)
    process = subprocess.Popen(
        [*PROGRAM, "solve", "many.sdm", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "solve", HARD],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert done.returncode == 30
    assert done.stderr == b"Standard output: no space left on device.\n"


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed by the shell")
def test_closed_streams(tmp_path: Path) -> None:
    line = " ".join(f"'{part}'" for part in (*PROGRAM, "count", EMPTY_4))
    done = subprocess.run(f"{line} >&- 2>&-", shell=True, env=environment(), check=False)
    assert done.returncode == 0


LOADED = """
import contextlib, io, json, sys
from gridwise.cli.main import run

for words in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()):
        status = run(words)
    print(json.dumps([status, sorted(sys.modules)]))
"""
HEAVY = (
    *("numpy", "numba", "llvmlite", "pysat", "pysolvers", "matplotlib"),
    *("typst", "docx", "lxml", "nicegui", "fastapi", "uvicorn", "starlette"),
)
SERVING = ("asyncio", "multiprocessing")
NONE_OF = {
    ("puzzles",): (*HEAVY, *SERVING),
    ("methods",): (*HEAVY, *SERVING),
    ("doctor",): (*HEAVY, "rich"),
    ("solve", EMPTY_4): ("rich",),
    ("export", HARD, "-o", "a.html"): ("typst", "docx", "lxml"),
}
"""What a command does not load; those after it may rely on what it has loaded."""


@pytest.mark.parametrize(
    "none_of",
    [
        NONE_OF,
        {
            ("export", HARD, "-o", "a.html"): HEAVY,
            ("--help",): (*HEAVY, *SERVING),
            ("solve", "--help"): (*HEAVY, *SERVING),
            ("export", "--help"): HEAVY,
        },
        {
            ("--help",): ("gridwise.cli.solve", "gridwise.core.registry"),
            ("solve", EMPTY_4): ("gridwise.cli.count", "gridwise.puzzles.queens"),
            ("count", "queens:4:"): ("gridwise.board", "gridwise.puzzles.sliding"),
        },
    ],
    ids=["plain", "styled", "ours"],
)
def test_nothing_heavy_is_loaded(
    none_of: dict[tuple[str, ...], tuple[str, ...]], tmp_path: Path
) -> None:
    """What starting costs is measured by `benchmarks/start.py`."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED],
        input=json.dumps(list(none_of)),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(),
        check=True,
    )
    for (words, heavy), line in zip(none_of.items(), done.stdout.splitlines(), strict=True):
        status, loaded = json.loads(line)
        assert (status, set(heavy) & set(loaded)) == (0, set()), words


def test_the_bare_text_of_a_board_is_compared(program: Command) -> None:
    ran = program("compare", HARD[11:], "--methods", "sat", "--repeats", "1", "-o", "runs")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("method") or "\nmethod" in ran.out
