"""What can be made ready before it is needed: here only the compiled code."""

from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import Run
from gridwise.core.views import Tally
from gridwise.puzzles.queens.engine.search import queens_kernel
from gridwise.puzzles.queens.position import Position

TABLES: dict[str, str] = {
    "kernels": "the compiled engine: counting, listing, completing (about 10 s, once)",
}
"""Name to one line."""


def prepare(name: str, run: Run) -> None:
    """Compile the engine by using all of it on small boards; what is compiled stays on disk.

    Raises
    ------
    UnknownNameError
        No such table.
    Interrupted
        The run was stopped; what was compiled until then is kept.
    """
    if name not in TABLES:
        raise UnknownNameError("table", name, tuple(TABLES))
    for n, up_to_symmetry in ((8, False), (9, True)):
        run.check()
        queens_kernel(Position(n)).tally(run, Tally(), up_to_symmetry=up_to_symmetry)
    for ordered in (False, True):
        run.check()
        next(queens_kernel(Position(20)).models(run, ordered=ordered), None)
