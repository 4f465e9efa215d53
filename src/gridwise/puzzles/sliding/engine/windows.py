"""Shortens a built solution: replaces windows of it by shortest paths between their ends.

The solution is the one built row by row, or the shortest that `line_beam` builds if the
board is not too large and time is left. It is gone over again and again, each time with wider
windows. In each window an IDA* by Manhattan distance, without the paths that `automaton` forbids,
finds a shortest path from the board at its start to the one at its end; if that is shorter, it
replaces the window. A window that takes too many nodes stays as it is. The result is a solution no
window of which could be shortened, or the one that was reached when the search timed out.
"""

from collections.abc import Callable
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine import line_beam
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.heuristics.linear_conflict import leaving
from gridwise.puzzles.sliding.position import Position, inverse, manhattan
from gridwise.puzzles.sliding.row_by_row import construct

_FIRST, _WIDER = 12, 6
_BUDGET = 1 << 17
_LEAST_NODES, _MOST_NODES = 1 << 10, 1 << 16
_DEPTHS = 256
CODE = CompiledCode("gridwise.puzzles.sliding.engine.kernels.windows", "shorten", compile_s=4.3)
_BEAMS, _LATEST = 0.6, 0.9
"""The parts of the time after which no beam begins, and after which it is ended."""


def shorten(position: Position, widest: int, seconds: float, run: Run) -> tuple[int, ...]:
    """Return the slides of a solution, each as cell * size + tile.

    Parameters
    ----------
    position
        A board that can be solved.
    widest
        The most slides of a window.
    seconds
        The time to stop, counted from the begin of the run without compiling.
    run
        One node is a board expanded in a window. `run.report.bound` is set to the solution's
        length over `lower_bound`; `run.report.best` is the solution so far if interrupted.
    """
    import numpy as np

    built = construct(position, run)
    rows: list[dict[str, float]] = [{"window": 0, "slides": len(built), "expanded": 0}]
    run.report.tables["windows"] = rows
    least = lower_bound(position)
    run.report.bound = len(built) / least if least else 1.0
    if len(built) <= least:
        return built
    run.report.best = built
    with jit.compiling(run):
        built = _by_beams(
            position, built, lambda: run.elapsed_s() - run.compile_s, seconds, rows, run
        )
        board = _Path(position, np.array(built, np.int64) // position.size, run)
        try:
            board.shorten(widest, lambda: run.elapsed_s() - run.compile_s >= seconds, rows)
        finally:
            shorter = board.slides()
            run.report.best = shorter
            run.report.bound = len(shorter) / least
    return shorter


def _by_beams(
    position: Position,
    built: tuple[int, ...],
    elapsed: Callable[[], float],
    seconds: float,
    rows: list[dict[str, float]],
    run: Run,
) -> tuple[int, ...]:
    """Return the shortest of this solution and the beams' in their part of the time.

    Another beam is begun if the longest so far would end in time.
    """
    if not line_beam.fits(position):
        return built
    longest = 0.0
    for recipe in line_beam.RECIPES:
        began = elapsed()
        if began + longest > _BEAMS * seconds:
            break
        before = run.count.expanded
        shorter = None
        try:
            shorter = line_beam.build(position, recipe, run, lambda: elapsed() >= _LATEST * seconds)
        finally:
            if shorter is not None and len(shorter) < len(built):
                built = run.report.best = shorter
            expanded = run.count.expanded - before
            rows.append({"window": 0, "slides": len(built), "expanded": expanded})
        longest = max(longest, elapsed() - began)
    return built


def lower_bound(position: Position) -> int:
    """Return the Manhattan distance with linear conflicts, for a board of any size."""
    home, width, height = inverse(position.goal), position.width, position.height
    conflicts = 0
    for row in range(height):
        line = position.tiles[row * width : (row + 1) * width]
        conflicts += leaving(home[t] % width for t in line if t and home[t] // width == row)
    for col in range(width):
        line = position.tiles[col::width]
        conflicts += leaving(home[t] // width for t in line if t and home[t] % width == col)
    return manhattan(position) + 2 * conflicts


class _Path:
    """The arrays of a solution that is made shorter."""

    def __init__(self, position: Position, cells: Any, run: Run) -> None:
        import numpy as np

        self.kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.windows")
        self.position, self.run = position, run
        width, height = position.width, position.height
        steps = np.array([-width, -1, 1, width], np.int64)
        rows, columns = np.divmod(np.arange(width * height), width)
        border = (rows > 0) | (columns > 0) << 1
        border = border | (columns < width - 1) << 2 | (rows < height - 1) << 3
        self.moves = self.kernels.Moves(width, steps, border, automaton(run.check))
        away = np.diff(np.append(cells, position.goal.index(0)))
        self.path = np.zeros(away.size, np.uint8)
        for code, step in ((1, -1), (2, 1), (0, -width), (3, width)):
            self.path[away == step] = code

    def shorten(
        self, widest: int, enough: Callable[[], bool], rows: list[dict[str, float]]
    ) -> None:
        """Go over the path with wider and wider windows until `enough`."""
        window = min(_FIRST, widest)
        while not enough():
            before = self.path.size
            whole = self._pass(window, enough, rows)
            if whole and self.path.size > 0.99 * before:
                if window == widest and self.path.size == before:
                    return
                window = min(window + _WIDER, widest)

    def _pass(self, window: int, enough: Callable[[], bool], rows: list[dict[str, float]]) -> bool:
        """Go over the path once; return whether its end was reached."""
        import numpy as np

        run, kernels, position = self.run, self.kernels, self.position
        board = np.array(position.tiles, np.int32)
        cells = np.array(inverse(position.tiles), np.int32)
        state = np.zeros(16, np.int64)
        state[kernels.HERE] = state[kernels.THERE] = position.blank
        state[kernels.FRESH] = 1
        work = kernels.Window(
            board=board,
            cells=cells,
            ahead=board.copy(),
            want=cells.copy(),
            directions=np.zeros(_DEPTHS, np.uint8),
            level=np.zeros((_DEPTHS, 4), np.int64),
            state=state,
        )
        row: dict[str, float] = {"window": window, "slides": self.path.size, "expanded": 0}
        rows.append(row)
        ended = False
        path = self.path
        most = min(_LEAST_NODES << (window - 12) // 3, _MOST_NODES)
        try:
            while not ended and not enough():
                nodes, generated = int(state[kernels.NODES]), int(state[kernels.GENERATED])
                stride = max(1, window // 6)
                ended = kernels.shorten(
                    self.moves, path, work, window, stride, most, run.room(_BUDGET)
                )
                nodes = int(state[kernels.NODES]) - nodes
                run.count.expanded += nodes
                run.count.generated += int(state[kernels.GENERATED]) - generated
                row["expanded"] += nodes
                run.spend(nodes)
                if not ended and not run.room(1):
                    raise run.no_room()
        finally:
            done, left = int(state[kernels.WRITE]), int(state[kernels.READ])
            self.path = np.concatenate((path[:done], path[left:]))
            row["slides"] = self.path.size
        return bool(ended)

    def slides(self) -> tuple[int, ...]:
        """Return the slides of the path."""
        import numpy as np

        out = np.zeros(self.path.size, np.int64)
        tiles = np.array(self.position.tiles, np.int32)
        self.kernels.facts_of(tiles, self.path, self.moves.steps, self.position.blank, out)
        return tuple(out.tolist())
