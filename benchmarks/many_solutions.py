"""How fast Sudokus are solved up to their second solution, beside tdoku in the same run.

    python benchmarks/many_solutions.py FILE... [--tdoku LIBRARY] [--turns N]

Each FILE holds boards of 81 characters a line. They are repeated to 20,000, or so many of them are
drawn with a fixed seed. `solve_many` takes them as an array of digits, as bytes and as a string,
and writes the first solution of each; tdoku only counts, up to two. LIBRARY is tdoku as a shared
library with `TdokuSolverDpllTriadSimd`; it is called from compiled code. All take turns, as the
speed of a machine in use changes: the rates are those of the fastest turn, in CPU time, and the
ratio is the median over the turns. The counts of both have to agree.
"""

import argparse
import ctypes
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

import gridwise
from gridwise.comparing.machine import machine

NUMBER = 20_000
PADDED = 96  # bytes a board for tdoku, which looks at the one after the last cell


def boards_of(file: str) -> list[str]:
    """Return the boards of a file, repeated or drawn to the number that is measured."""
    lines = Path(file).read_text(encoding="utf-8").splitlines()
    rows = [line.strip() for line in lines if len(line.strip()) == 81 and line[0] != "#"]
    if len(rows) > NUMBER:
        return [rows[i] for i in np.random.default_rng(0).permutation(len(rows))[:NUMBER]]
    return rows * (NUMBER // len(rows))


def tdoku_of(library: str) -> Callable[[Any, Any], None]:
    """Return a compiled loop that counts the solutions of padded boards with tdoku, up to two."""
    solve = ctypes.CDLL(library).TdokuSolverDpllTriadSimd
    solve.restype = ctypes.c_size_t
    pointer, size = ctypes.c_void_p, ctypes.c_size_t
    solve.argtypes = [pointer, size, ctypes.c_uint32, pointer, pointer]

    @njit
    def count(at: int, found: Any, solution: int, guesses: int) -> None:
        for board in range(found.size):
            found[board] = solve(at + board * PADDED, 2, 0, solution, guesses)

    solution, guesses = np.zeros(PADDED, np.uint8), np.zeros(1, np.uint64)
    return lambda padded, found: count(
        padded.ctypes.data, found, solution.ctypes.data, guesses.ctypes.data
    )


def cpu_s(work: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def measure(file: str, tdoku: Callable[[Any, Any], None] | None, turns: int) -> str:
    """Return a row of the table."""
    boards = boards_of(file)
    text = "\n".join(boards) + "\n"
    data = text.encode("ascii")
    table = np.frombuffer(data, np.uint8).reshape(-1, 82)[:, :81]
    digits = np.where((table > 48) & (table < 58), table - 48, 0).astype(np.uint8)
    padded = np.zeros((len(digits), PADDED), np.uint8)
    padded[:, :81] = np.where(digits > 0, digits + 48, ord("."))
    counted = np.zeros(len(digits), np.int64)
    works: dict[str, Callable[[], object]] = {
        "array": lambda: gridwise.solve_many(digits),
        "bytes": lambda: gridwise.solve_many(data),
        "string": lambda: gridwise.solve_many(text),
    }
    if tdoku is not None:
        works["tdoku"] = lambda: tdoku(padded, counted)
    many = gridwise.solve_many(digits)
    for work in works.values():
        work()
    if tdoku is not None and (counted != many.found).any():
        raise SystemExit(f"{file}: the counts differ")
    spent = [{name: cpu_s(work) for name, work in works.items()} for _ in range(turns)]
    rates = {name: len(digits) / min(turn[name] for turn in spent) for name in works}
    cells = [f"{(many.found > 1).mean():.0%}"]
    cells += [f"{rates[name]:,.0f}" if name in rates else "" for name in ("array", "bytes")]
    cells += [f"{rates['string']:,.0f}", f"{rates['tdoku']:,.0f}" if "tdoku" in rates else ""]
    ratios = [turn["tdoku"] / turn["array"] for turn in spent if "tdoku" in turn]
    cells.append(f"{statistics.median(ratios):.2f}" if ratios else "")
    return f"| {Path(file).stem} | {' | '.join(cells)} |"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--tdoku", metavar="LIBRARY")
    parser.add_argument("--turns", type=int, default=15)
    options = parser.parse_args()
    tdoku = tdoku_of(options.tdoku) if options.tdoku else None
    print("| boards/s | several | array | bytes | string | tdoku | array / tdoku |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for file in options.files:
        print(measure(file, tdoku, options.turns), flush=True)
    print()
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main()
