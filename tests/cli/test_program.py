"""The program as a process: streams, exit status, what it loads, how long it takes to start."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.boards import EMPTY_4, HARD, MINES, MINES_FORCED, RING, SOLVED, TWICE
from cli.conftest import PROGRAM, Command, environment

HEAVY = (
    *("numpy", "numba", "llvmlite", "pysat", "pysolvers"),
    *("typst", "docx", "lxml"),
    *("nicegui", "fastapi", "uvicorn", "starlette", "asyncio", "multiprocessing"),
)


def test_standard_input(program: Command) -> None:
    ran = program("solve", "-", "--json", stdin=MINES)
    assert (ran.status, ran.err) == (0, "")
    assert ran.record["board"] + "\n" == MINES_FORCED
    ran = program("solve", "-", stdin="")
    assert ran.status == 30
    assert ran.err.startswith("<stdin>:1:1: found nothing, expected ")


def test_many_puzzles_one_line_each_in_order(program: Command) -> None:
    ran = program("count", "-", "--json", stdin=f"{HARD[11:]}\n{SOLVED}\n{HARD[11:]}\n")
    assert ran.status == 0
    assert [record["index"] for record in ran.records] == [0, 1, 2]
    assert [record["count"] for record in ran.records] == [1, 1, 1]


def test_statuses(program: Command) -> None:
    assert program("solve", TWICE).status == 10
    assert program("solve", HARD, "--method", "brute_force", "--time", "0.1").status == 20
    assert program("solve", "nowhere").status == 30
    assert program("solve", HARD, "--method", "x").status == 2
    assert program("nonsense").status == 2


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
    assert done.stderr == b"standard output: no space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="descriptors are closed by the shell")
def test_closed_streams(tmp_path: Path) -> None:
    line = " ".join(f"'{part}'" for part in (*PROGRAM, "count", EMPTY_4))
    done = subprocess.run(f"{line} >&- 2>&-", shell=True, env=environment(), check=False)
    assert done.returncode == 0


def test_a_fault_of_ours_is_one_line_and_traced_on_demand(tmp_path: Path) -> None:
    source = (
        "import gridwise.cli.shared.solve_run as job, gridwise.cli.main as main\n"
        "def broken(*args, **more): raise RuntimeError('no\\nway')\n"
        "job.solve = broken\n"
        "main.main()\n"
    )
    for debug in ("", "1"):
        done = subprocess.run(
            [sys.executable, "-c", source, "solve", RING, HARD, "--json"],
            capture_output=True,
            text=True,
            env=environment(GRIDWISE_DEBUG=debug),
            check=False,
        )
        assert done.returncode == 31
        assert f"{RING}:1: internal fault" not in done.stderr
        faults = [line for line in done.stderr.splitlines() if "internal fault: Runtime" in line]
        assert len(faults) == 2
        assert all(r"no\nway" in line for line in faults)
        assert ("Traceback" in done.stderr) == bool(debug)
        assert len(done.stdout.splitlines()) == 2


@pytest.mark.parametrize("args", [("--help",), ("solve", "--help"), ("puzzles",), ("methods",)])
def test_starting_loads_nothing_heavy(args: tuple[str, ...]) -> None:
    """What starting costs is measured by `benchmarks/start.py`."""
    source = (
        "import sys\n"
        "from gridwise.cli.main import run\n"
        f"status = run({list(args)!r})\n"
        f"heavy = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "print(status, *heavy, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    assert done.stderr.split() == ["0"]


def test_rich_is_not_loaded_where_nothing_is_styled() -> None:
    source = (
        "import sys\n"
        "from gridwise.cli.main import run\n"
        f"run(['solve', {EMPTY_4!r}])\n"
        "sys.exit(any(name.split('.')[0] == 'rich' for name in sys.modules))\n"
    )
    subprocess.run([sys.executable, "-c", source], check=True, stdout=subprocess.DEVNULL)
