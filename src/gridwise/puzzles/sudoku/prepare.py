"""What `gridwise prepare` makes for Sudoku: the compiled engine."""

from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.errors import UnknownNameError
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import solver as engine

TABLES: dict[str, str] = {"kernels": "compile the 9x9 engine for this processor"}
"""What can be prepared, by name."""


def prepare(name: str, run: Run) -> None:
    """Compile the kernels, or find them compiled.

    Raises
    ------
    UnknownNameError
        Nothing of this name can be prepared.
    Interrupted
        A limit of the run was reached before; compiling itself cannot be interrupted.
    """
    if name not in TABLES:
        raise UnknownNameError("table", name, TABLES)
    CODE[name].make(run)


def solve(run: Run) -> None:
    """Compile the solver by solving a board."""
    engine.solve_many(["." * 81], run, limit=1)


CODE = {
    "kernels": TableCode(
        {"gridwise.puzzles.sudoku.engine.kernels.lanes": (25, 4.4)},
        (CodeTask((engine.CODE,), solve),),
    )
}
PREPARE = Preparation(TABLES, ("kernels",), prepare, CODE)
