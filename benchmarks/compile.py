"""What compiling costs: CPU seconds of each kernel of the usual engines, from empty caches.

    python benchmarks/compile.py [TABLE...]

TABLE is one of `gridwise prepare --list`, such as `sudoku:kernels`; without any, the usual ones are
measured, each in a process of its own with an empty cache. A line is a kernel, one of the dearest
if no TABLE is named: for how many types of arguments it was compiled (`parts`) and made callable
from Python (`entries`), CPU seconds for the parts without those of the kernels it calls, for the
entries, how much of both LLVM took (optimising and machine code), and the size of its files.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from gridwise.comparing.machine import machine
from gridwise.solving import prepare

LLVM = ("_optimize_functions", "_optimize_final_module", "_finalize_final_module")
"""The steps of Numba's libraries that are LLVM's work."""

DEAREST = 8
Row = dict[str, float]


def measure(table: str) -> dict[str, Row]:
    """Return the figures of each kernel that making a table compiles, by its name."""
    from numba.core import event
    from numba.core.codegen import CPUCodeLibrary

    from gridwise.compiled import jit

    rows: dict[str, Row] = defaultdict(lambda: defaultdict(float))
    open_events: list[Row] = []

    class Clock(event.Listener):
        def __init__(self, kind: str) -> None:
            self.kind = kind

        def on_start(self, event: Any) -> None:
            open_events.append({"began": time.process_time(), "inside": 0.0, "llvm": 0.0})

        def on_end(self, event: Any) -> None:
            ended = open_events.pop()
            spent = time.process_time() - ended["began"]
            if open_events:
                open_events[-1]["inside"] += spent
            function = event.data["dispatcher"].py_func
            name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
            row = rows[name if function.__module__.startswith("gridwise.") else "Numba's own"]
            row[self.kind] += 1
            row[f"{self.kind}_s"] += spent - ended["inside"]
            row["llvm_s"] += ended["llvm"]

    def timed(step: Any) -> Any:
        def run(library: Any, *arguments: Any) -> Any:
            began = time.process_time()
            try:
                return step(library, *arguments)
            finally:
                if open_events:
                    open_events[-1]["llvm"] += time.process_time() - began

        return run

    for name in LLVM:
        setattr(CPUCodeLibrary, name, timed(getattr(CPUCodeLibrary, name)))
    event.register("numba:compile", Clock("parts"))
    event.register(jit.LINKING, Clock("entries"))
    prepare.prepare(table, workers=1)
    for path in Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*-*.*"):
        if path.suffix in (".part", ".kernel"):
            name = f"{path.parent.name.rpartition('.')[2]}.{path.name.rpartition('-')[0]}"
            rows[name]["bytes"] += path.stat().st_size
    return rows


def measured(table: str) -> dict[str, Row]:
    """Return the same, of a process with empty caches."""
    with tempfile.TemporaryDirectory() as code, tempfile.TemporaryDirectory() as tables:
        empty = {"NUMBA_CACHE_DIR": code, "GRIDWISE_CACHE_DIR": tables}
        done = subprocess.run(
            [sys.executable, __file__, "--one", table],
            env={**os.environ, **empty},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found: dict[str, Row] = json.loads(done.stdout)
    return found


def line(name: str, row: Row) -> str:
    """Return a row as a line of text."""
    number = [row.get(key, 0.0) for key in ("parts", "entries", "parts_s", "entries_s", "llvm_s")]
    counts = "".join(f"{value:>8.0f}" for value in number[:2])
    seconds = "".join(f"{value:>10.2f}" for value in number[2:])
    return f"{name:<30}{counts}{seconds}{row.get('bytes', 0) / 1000:>9.0f}"


def modules(rows: dict[str, Row]) -> dict[str, tuple[int, float]]:
    """Return the parts and the CPU seconds of each module: what stands in `TableCode.kernels`."""
    found: dict[str, tuple[int, float]] = {}
    for name, row in rows.items():
        module, _, function = name.partition(".")
        if function and not name.startswith("Numba's"):
            parts, seconds = found.get(module, (0, 0.0))
            spent = row.get("parts_s", 0.0) + row.get("entries_s", 0.0)
            found[module] = parts + int(row.get("parts", 0)), round(seconds + spent, 2)
    return found


def main(tables: list[str]) -> None:
    """Measure, and print a table for each."""
    whole: Row = defaultdict(float)
    heads = ("parts", "entries", "parts s", "entries s", "LLVM s", "kB")
    for table in tables or prepare.usual():
        rows = measured(table)
        title = table.ljust(30)
        print(
            title + "".join(h.rjust(w) for h, w in zip(heads, (8, 8, 10, 10, 10, 9), strict=True))
        )
        total: Row = defaultdict(float)
        cost = {name: row.get("parts_s", 0) + row.get("entries_s", 0) for name, row in rows.items()}
        for at, name in enumerate(sorted(cost, key=lambda name: -cost[name])):
            if tables or at < DEAREST:
                print(line(name, rows[name]))
            for key, value in rows[name].items():
                total[key] += value
                whole[key] += value
        print(line("total", total))
        print(f"by module: {modules(rows)}\n")
    print(line("all", whole))
    print(f"CPU s in all: {whole['parts_s'] + whole['entries_s']:.1f}")
    print(" · ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        json.dump(measure(sys.argv[2]), sys.stdout)
    else:
        main(sys.argv[1:])
