"""Measures how long the first answer takes where nothing is compiled yet.

    python benchmarks/first_touch.py [--page] [WORD...]

Every command runs in a process of its own with empty caches; CPU is user and system time of the
whole process, its start included. `--page` adds the tasks of the web page: a child with empty
caches is started for each puzzle, and `start` is what it takes to get warm. WORDs choose the rows
that contain one of them. Prints a table in Markdown; the last column counts the kernels compiled.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from gridwise.comparing.machine import machine
from gridwise.core.limits import Limits

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
TASKS_S = 60.0
PROVED_NONE = 10
"""The exit status where no solution exists."""
NAMES = ("solve", "hint_stages", "probabilities", "count", "generate")


def commands() -> Iterator[tuple[str, ...]]:
    """Yield the commands whose first answer counts."""
    files = [path for path in sorted(EXAMPLES.glob("*/*")) if is_board(path)]
    for path in files:
        yield "solve", str(path.relative_to(ROOT))
    yield "count", "examples/sudoku/hard.sdk"
    for name in ("sudoku/hard.sdk", "minesweeper/Input5.txt", "queens/completion.txt"):
        yield "hint", f"examples/{name}"
    yield "hint", "examples/sliding/15-puzzle.txt"
    for path in files:
        if path.name.startswith("Input"):
            yield "probabilities", str(path.relative_to(ROOT))
    for kind in ("sudoku", "minesweeper", "queens", "sliding"):
        yield "generate", kind
    for policy in policies():
        for board in ("9x9x10", "16x16x40", "30x16x99"):
            game = ("--board", board, "--policy", policy, "--games", "1")
            yield "simulate", "minesweeper", *game


def is_board(path: Path) -> bool:
    """Return whether a file of the examples holds boards to solve."""
    from gridwise.core import registry

    board = path.is_file() and path.parent.name in registry.puzzles()
    return board and path.suffix != ".md" and not path.name.startswith("Output")


def policies() -> list[str]:
    """Return the names of all policies of Minesweeper."""
    from gridwise.core import registry

    return list(registry.policies("minesweeper"))


def empty(folder: str) -> dict[str, str]:
    """Return an environment whose caches are in a folder."""
    kept = {
        k: v for k, v in os.environ.items() if k not in ("NUMBA_CACHE_DIR", "GRIDWISE_CACHE_DIR")
    }
    return {**kept, "XDG_CACHE_HOME": folder}


def kernels(folder: str) -> int:
    """Return how many kernels were compiled into a cache folder."""
    return sum(1 for _ in Path(folder).rglob("*.kernel"))


def run(words: Sequence[str]) -> tuple[float, float, int]:
    """Run a command; return its CPU and wall seconds, and how many kernels it compiled."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "gridwise", *words],
            cwd=ROOT,
            env=empty(folder),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # it is reaped already
        if process.returncode not in (0, PROVED_NONE):
            raise SystemExit(f"{' '.join(words)} ended with status {process.returncode}")
        wall = time.perf_counter() - began
        return usage.ru_utime + usage.ru_stime, wall, kernels(folder)


def page() -> Iterator[tuple[str, float, float, int]]:
    """Yield the tasks of a page, each with CPU and wall seconds and the kernels compiled."""
    from gridwise.process.supervisor import Supervisor, Task
    from gridwise.process.usage import Usage
    from gridwise.solving.inputs import read_inputs

    boards = {
        "sudoku": "hard.sdk",
        "minesweeper": "Input5.txt",
        "queens": "completion.txt",
        "sliding": "15-puzzle.txt",
    }
    for kind, file in boards.items():
        with tempfile.TemporaryDirectory() as folder:
            before = dict(os.environ)
            os.environ.clear()
            os.environ.update(empty(folder))
            began = time.perf_counter()
            supervisor = Supervisor(1)
            try:
                supervisor.wait_warm(TASKS_S)
                (pid,) = supervisor.pids
                spent = Usage(pid).cpu_s() or 0.0
                yield f"{kind}: start", spent, time.perf_counter() - began, kernels(folder)
                item = next(iter(read_inputs([str(EXAMPLES / kind / file)])))
                notation = item.puzzle.format(item.entry.position)  # type: ignore[union-attr]
                for name in NAMES:
                    if name == "probabilities" and kind != "minesweeper":
                        continue
                    if name == "count" and kind == "sliding":
                        continue
                    args = {"puzzle": kind} if name == "generate" else {"notation": notation}
                    began = time.perf_counter()
                    outcome = supervisor.run(Task(name, args), Limits(TASKS_S))
                    if outcome.end != "answered":
                        raise SystemExit(
                            f"{kind}: {name} ended with {outcome.end}: {outcome.error}"
                        )
                    wall = time.perf_counter() - began
                    now = Usage(pid).cpu_s() or 0.0
                    yield f"{kind}: {name}", now - spent, wall, kernels(folder)
                    spent = now
            finally:
                supervisor.close()
                os.environ.clear()
                os.environ.update(before)


def main(words: list[str]) -> None:
    """Print the table."""
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))
    print("\n| first answer | CPU, s | wall, s | kernels |\n| --- | ---: | ---: | ---: |")
    wanted = [word for word in words if word != "--page"]
    worst = 0.0
    for command in commands():
        title = " ".join(command)
        if wanted and not any(word in title for word in wanted):
            continue
        cpu, wall, compiled = run(command)
        worst = max(worst, cpu)
        print(f"| `{title}` | {cpu:.2f} | {wall:.2f} | {compiled} |", flush=True)
    for title, cpu, wall, compiled in page() if "--page" in words else ():
        worst = max(worst, cpu) if not title.endswith("start") else worst
        print(f"| page, {title} | {cpu:.2f} | {wall:.2f} | {compiled} |", flush=True)
    print(f"\nThe longest takes {worst:.2f} s of CPU.")


if __name__ == "__main__":
    main(sys.argv[1:])
