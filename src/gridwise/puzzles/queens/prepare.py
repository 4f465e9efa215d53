"""Prepares the compiled code before its first use."""

from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens.engine.search import JOINED, LINES, ROWS, queens_kernel
from gridwise.puzzles.queens.position import Position


def count(run: Run) -> None:
    """Compile the counting of empty boards."""
    for n, up_to_symmetry in ((8, False), (9, True)):
        run.check()
        queens_kernel(Position(n)).count_models(run, ModelCount(), up_to_symmetry=up_to_symmetry)


def search(run: Run) -> None:
    """Compile the searches: for a first solution, and in order."""
    for ordered in (False, True):
        run.check()
        next(queens_kernel(Position(20)).models(run, ordered=ordered), None)


_KERNELS = "gridwise.puzzles.queens.engine.kernels."
CODE = {
    "kernels": TableCode(
        {_KERNELS + "counting": (10, 2.0), _KERNELS + "search": (7, 1.0)},
        (CodeTask((JOINED,), count), CodeTask((LINES, ROWS), search)),
    )
}
PREPARE = Preparation(
    {"kernels": "the compiled engine: counting, listing, completing"}, ("kernels",), CODE
)
