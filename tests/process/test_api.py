"""What `import gridwise` loads, and comparisons from Python, which have a worker."""

import subprocess
import sys

import pytest

import gridwise as gw


def test_the_import_loads_no_heavy_library() -> None:
    heavy = ("numpy", "numba", "pysat", "rich", "matplotlib", "pandas", "gridwise.documents")
    code = (
        f"import gridwise, sys; loaded = lambda: [m for m in {heavy!r} if m in sys.modules]; "
        "print(loaded(), 'gridwise.core' in sys.modules); gridwise.solve; print(loaded())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False\n[]\n"


def test_batch_is_the_function_whatever_was_imported_before() -> None:
    code = "import gridwise.batch.run, inspect; print(inspect.isfunction(gridwise.batch))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_comparison_that_is_not_kept_leaves_nothing() -> None:
    board = "sudoku:2x2:1....2....3....4"
    boards = [gw.Board(board), "queens:4:"]
    done = gw.compare(boards, methods="dpll,backtracking", question="count", repeats=1)
    assert {one.notation for one in done.subjects} == {board, "queens:4:"}
    assert not done.disagreements()
    with pytest.raises(gw.ParameterError, match="name its output"):
        gw.compare(boards, hand_in="x")
