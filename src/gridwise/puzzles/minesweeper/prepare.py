"""Compiles the kernels of this puzzle ahead of their first use."""

from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import bench
from gridwise.puzzles.minesweeper.engine import counting, probability
from gridwise.puzzles.minesweeper.policies import _weighing, expert
from gridwise.puzzles.minesweeper.position import COVERED, Position


def count(run: Run) -> None:
    """Compile the counting of layouts, exact."""
    position = next(bench.positions(1))
    probability.tally(position, run)
    probability.one_layout(position, run)
    run.check()
    probability.count(bench.large(0), run)


def weigh(run: Run) -> None:
    """Compile the games of the policies that weigh risks."""
    expert.POLICY.games("5x5x5", first_click="safe", seeds=[0], run=run)


def advise(run: Run) -> None:
    """Compile a single turn of theirs."""
    shown = bytes([1]) + bytes([COVERED]) * 24
    _weighing.compiled_advice(Position(5, 5, shown, 5), run, expert.POLICY.code)


_KERNELS = "gridwise.puzzles.minesweeper.engine.kernels."
CODE = {
    "counts": TableCode(
        {_KERNELS + "layouts": (14, 2.8), _KERNELS + "board": (13, 2.0)},
        (CodeTask((counting.CODE,), count),),
    ),
    "games": TableCode(
        {
            _KERNELS + "play": (10, 4.7),
            _KERNELS + "board": (15, 1.9),
            _KERNELS + "outlook": (14, 1.7),
            _KERNELS + "end": (11, 1.6),
            _KERNELS + "layouts": (10, 1.5),
            _KERNELS + "probe": (7, 1.4),
            _KERNELS + "game": (5, 0.7),
            _KERNELS + "random": (3, 0.2),
        },
        (
            CodeTask((_weighing.GAMES,), weigh),
            CodeTask((_weighing.CODE,), advise),
        ),
    ),
}
PREPARE = Preparation(
    {"counts": "compiled code that counts layouts", "games": "compiled code that plays games"},
    ("counts", "games"),
    CODE,
)
