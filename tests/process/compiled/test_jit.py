"""What loading Numba costs counts against no limit: seen in a process that has not loaded it."""

LOADS_NUMBA = """
import sys, time
from gridwise.compiled import jit
from gridwise.core.limits import Limits
from gridwise.core.run import Run, resident_bytes
assert "numba" not in sys.modules
began = time.perf_counter()
run = Run(Limits(time_s=60))
before = resident_bytes()
with jit.compiling(run):
    jit.load("gridwise.puzzles.sudoku.engine.kernels.lanes")
assert "numba" in sys.modules
left = run.remaining_s()
passed = time.perf_counter() - began
assert left >= 60 - (passed - run.compile_s) - 1e-6 and run.compile_s > passed / 2
grown = resident_bytes() - before
assert run.compile_s > 0.1 and grown > 30_000_000, (run.compile_s, grown)
assert run.statistics(frozenset()).peak_bytes < grown / 4, (run.peak_bytes, grown)
block = bytearray(b"x") * 50_000_000
assert run.statistics(frozenset()).peak_bytes > 45_000_000
"""


def test_loading_numba_counts_against_no_limit() -> None:
    import subprocess
    import sys

    subprocess.run([sys.executable, "-c", LOADS_NUMBA], check=True)
