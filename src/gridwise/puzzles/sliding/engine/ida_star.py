"""IDA* by compiled kernels: which one searches a board, and the driver that deepens the bound.

- 4x4: additive pattern databases with full transition tables (`kernels.transitions`), by default
  the partition 4-4-4-3, which is ready in a moment.
- Boards of 10 to 36 cells with two rows and columns at least, and a 4x4 or 5x5 whose larger tables
  were prepared: pattern databases of one bit a state (`kernels.patterns`).
- All others: linear conflicts and walking distance (`kernels.lines`).

Where the board is square and the goal's blank lies on its diagonal, every board is also looked up
reflected, and the greater sum counts (Korf and Felner 2002, Artificial Intelligence 134, 9-22).
All of them drop the paths that `automaton` forbids. The estimates have the parity of the distance,
which every slide changes, so the bound rises by 2 (Korf 1985, Artificial Intelligence 27(1),
97-109).
"""

import time
from collections.abc import Callable

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine import searches
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.engine.turned import Turned, slides, turn
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.pdb.additive import Partition
from gridwise.puzzles.sliding.position import Position

MOST_PATTERN_CELLS = 36
"""The most cells with pattern databases: beyond, four tiles have too many placements."""
FEWEST_PATTERN_CELLS = 10
_FIRST_NODES, _MOST_NODES = 1 << 10, 1 << 22
_CALL_S = 0.004

_PACKAGE = "gridwise.puzzles.sliding.engine.kernels."
TRANSITIONS = CompiledCode(_PACKAGE + "transitions", "search16", compile_s=3.6)
PATTERNS = CompiledCode(_PACKAGE + "patterns", "search", compile_s=4.8)
LINES = CompiledCode(_PACKAGE + "lines", "search_lines", compile_s=2.5)

TABLES = ("auto", "default", "none", *additive.NAMED)
"""The tables to ask for: `auto` takes the greatest that were prepared, `none` no pattern
database; a partition that does not fit the board is replaced by the default one."""


def search_of(board: Turned, tables: str, check: Callable[[], None]) -> searches.BoundedSearch:
    """Return the best search for a board; tables that are not on disk are made."""
    words = automaton(check)
    part = choose(board, tables)
    if part is None:
        return searches.LinesSearch(board, words, check)
    if part.name == "4-4-4-3":
        return searches.TransitionSearch(board, part, words, check)
    return searches.PatternSearch(board, part, words, check)


def code_for(board: Turned, tables: str) -> CompiledCode:
    """Return the code of the search that `search_of` would return."""
    part = choose(board, tables)
    if part is None:
        return LINES
    return TRANSITIONS if part.name == "4-4-4-3" else PATTERNS


def choose(board: Turned, tables: str) -> Partition | None:
    """Return the partition to use on a board, None for no pattern database."""
    width, height = board.width, board.height
    size = width * height
    if tables == "none" or min(width, height) < 2:
        return None
    if not FEWEST_PATTERN_CELLS <= size <= MOST_PATTERN_CELLS:
        return None
    if width == height:
        named = [n for n, (side, _) in additive.NAMED.items() if side == width]
        if tables in named:
            return additive.partition(width, height, board.blank, tables)
        for name in reversed(named if tables == "auto" else []):  # the greatest first
            part = additive.partition(width, height, board.blank, name)
            if part.prepared:
                return part
        if named:
            return additive.partition(width, height, board.blank, named[0])
    return additive.partition(width, height, board.blank)


def shortest(position: Position, run: Run, tables: str = "auto") -> tuple[int, ...]:
    """Return the slides of a shortest solution, each as cell * size + tile.

    Parameters
    ----------
    position
        A board that can be solved.
    run
        Its counters, nodes and limits. If it is interrupted, the last row of its table
        `iterations` has the proved lower bound, and `run.report.best` is the path searched last.
    tables
        One of `TABLES`.
    """
    board = turn(position)
    iterations: list[dict[str, float]] = []
    run.report.tables["iterations"] = iterations
    run.check()
    with jit.compiling(run):
        with run.making_tables():
            search = search_of(board, tables, run.check)
        bound = search.estimate
        try:
            while True:
                nodes, generated = search.nodes, search.generated
                iterations.append({"bound": bound})
                search.begin(bound)
                try:
                    deepen(search, run)
                finally:
                    iterations[-1]["generated"] = search.generated - generated
                    iterations[-1]["expanded"] = search.nodes - nodes
                if search.found:
                    break
                bound += 2
        except Interrupted:
            run.report.best = slides(position, board, search.path()) or None
            raise
    run.count.depth = bound
    return slides(position, board, search.path())


def deepen(search: searches.BoundedSearch, run: Run) -> None:
    """Search to one bound under the limits of the run."""
    portion = _FIRST_NODES
    while True:
        began = time.perf_counter()
        nodes, generated = search.nodes, search.generated
        ended = search.go(run.room(portion))
        nodes, generated = search.nodes - nodes, search.generated - generated
        run.count.expanded += nodes
        run.count.generated += generated
        run.spend(nodes)
        if ended:
            return
        if not run.room(1):
            raise run.no_room()
        if time.perf_counter() - began < _CALL_S:
            portion = min(2 * portion, _MOST_NODES)
        else:
            portion = max(portion // 2, _FIRST_NODES)
