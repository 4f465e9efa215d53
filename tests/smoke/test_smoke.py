"""Ten things that only real processes show; all others are in `tests/process`."""

import gzip
import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-m", "gridwise")
QUEENS = "queens:6:"
SUDOKU = "sudoku:2x2:1.......3......4"
NONE = "sudoku:2x2:123....4........"
WAIT_S = 300


def gridwise(folder: Path, *args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program in a folder, without what would change its output."""
    return subprocess.run(
        [*PROGRAM, *args],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"},
        timeout=WAIT_S,
        check=False,
    )


def test_a_board_from_standard_input(tmp_path: Path) -> None:
    done = gridwise(tmp_path, "solve", "-", "--json", stdin=f"{SUDOKU}\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["status"] == "SOLVED"


def test_the_exit_status_says_how_it_ended(tmp_path: Path) -> None:
    assert gridwise(tmp_path, "solve", NONE).returncode == 10
    assert gridwise(tmp_path, "solve", QUEENS, "--method", "dpll", "--nodes", "1").returncode == 20


def test_bad_input_is_one_line(tmp_path: Path) -> None:
    done = gridwise(tmp_path, "solve", "sudoku:2x2:1x......3......4")
    assert (done.returncode, done.stdout) == (30, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for one process there")
def test_an_interrupt_ends_a_count(tmp_path: Path) -> None:
    source = (
        "import gridwise.core.run as run, gridwise.cli.main as main\n"
        "tick = run.Run.tick\n"
        "def loud(self, *args):\n"
        "    run.Run.tick = tick\n"
        "    print('it runs', flush=True)\n"
        "    return tick(self, *args)\n"
        "run.Run.tick = loud\n"
        "main.main()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", source, "count", "queens:16:", "--method", "backtracking"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "it runs\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=WAIT_S)
    assert process.returncode == 21, errors
    assert "Traceback" not in errors


def test_a_batch_on_two_processes_is_one_on_one(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{SUDOKU}\n{NONE}\n{QUEENS}\n" * 20, "utf-8")
    for workers in ("1", "2"):
        out = f"{workers}.jsonl"
        done = gridwise(tmp_path, "batch", "boards.txt", "--workers", workers, "-o", out)
        assert done.returncode in (0, 10), done.stderr
    one, two = ((tmp_path / f"{workers}.jsonl").read_bytes() for workers in "12")
    assert one == two
    assert one.count(b"\n") == 60


def test_a_server_answers_and_ends(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "web", "--no-browser", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if "http" in word)
        with urllib.request.urlopen(f"{url.rstrip('/')}/api/v1/puzzles", timeout=WAIT_S) as answer:
            assert "sudoku" in answer.read().decode()
        process.terminate()
        process.wait(WAIT_S)
    finally:
        process.kill()
        process.communicate()


def test_a_certificate_is_believed_by_another_process(tmp_path: Path) -> None:
    made = gridwise(tmp_path, "solve", SUDOKU, "--certificate", ".")
    assert made.returncode == 0, made.stderr
    (proof,) = tmp_path.glob("*.gz")
    assert gridwise(tmp_path, "verify", proof.name).returncode == 0
    lines = gzip.decompress(proof.read_bytes()).splitlines(keepends=True)
    proof.write_bytes(gzip.compress(b"".join([*lines[:-2], lines[-1]])))
    assert gridwise(tmp_path, "verify", proof.name).returncode not in (0, 31)


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
def test_a_reader_that_has_enough_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(f"{SUDOKU}\n" * 2000, "utf-8")
    process = subprocess.Popen(
        [*PROGRAM, "solve", "boards.txt", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(WAIT_S) == 0


def test_a_limit_on_time_ends_a_run(tmp_path: Path) -> None:
    done = gridwise(tmp_path, "solve", "queens:200:", "--method", "dpll", "--time", "0.2")
    assert done.returncode == 20, done.stderr
    assert "time limit" in done.stdout


def test_starting_loads_nothing_heavy() -> None:
    source = (
        "import sys\n"
        "from gridwise.cli.main import run\n"
        "run(['--help'])\n"
        "heavy = {'numpy', 'numba', 'pysat', 'nicegui', 'fastapi', 'asyncio', 'multiprocessing'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=WAIT_S,
        check=True,
    )
    assert done.stderr == "[]\n"
