"""Sudoku's part of `gridwise prepare`: the compiled engine."""

from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import chains
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import Board


def solve(run: Run) -> None:
    """Compile the solver by solving a board."""
    engine.solve_many(["." * 81], run, limit=1)


def rate(run: Run) -> None:
    """Compile the search for chains by looking for some in the last cells of a board."""
    board = Board(
        [(3 * r + r // 3 + c) % 9 + 1 if r != c else 0 for r in range(9) for c in range(9)]
    )
    chains.best(ChainSearch(run.check, multiple=False, dynamic=False), board, run)
    for level in (1, 2):
        chains.best(ChainSearch(run.check, level=level), board, run)


CODE = {
    "kernels": TableCode(
        {
            "gridwise.puzzles.sudoku.engine.kernels.lanes": (25, 4.4),
            "gridwise.puzzles.sudoku.engine.kernels.chains": (35, 10.1),
            "gridwise.puzzles.sudoku.engine.kernels.nets": (14, 1.2),
            "gridwise.puzzles.sudoku.engine.kernels.reach": (8, 1.5),
        },
        (CodeTask((engine.CODE,), solve), CodeTask((chains.CODE, chains.NESTED), rate)),
    )
}
PREPARE = Preparation({"kernels": "compile the 9x9 engine for this processor"}, ("kernels",), CODE)
