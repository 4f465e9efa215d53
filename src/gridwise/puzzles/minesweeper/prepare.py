"""Compiles the kernels of this puzzle ahead of their first use."""

from gridwise.core.capabilities import Preparation
from gridwise.core.errors import UnknownNameError
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import bench
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies import expert, resolution, subset
from gridwise.puzzles.minesweeper.policies._weighing import compiled_advice
from gridwise.puzzles.minesweeper.position import COVERED, Position

TABLES: dict[str, str] = {
    "counts": "compiled code that counts layouts",
    "games": "compiled code that plays games",
}


def prepare(name: str, run: Run) -> None:
    """Compile one of `TABLES` or load it from the cache. Cancellable between two kernels."""
    if name not in TABLES:
        raise UnknownNameError("table", name, TABLES)
    run.check()
    if name == "counts":
        position = next(bench.positions(1))
        probability.tally(position, run)
        probability.one_layout(position, run)
        run.check()
        probability.count(bench.large(0), run)
        run.check()
        bench.Floats(run)(position)
        return
    for policy in (subset.POLICY, resolution.POLICY, expert.POLICY):
        policy.games("5x5x5", first_click="safe", seeds=[0], run=run)
        run.check()
    shown = bytes([1]) + bytes([COVERED]) * 24
    compiled_advice(Position(5, 5, shown, 5), run, expert.POLICY.code)


PREPARE = Preparation(TABLES, ("counts", "games"), prepare)
