"""IDA* by compiled kernels: which one searches a board, and the driver that deepens the bound.

- 4x4: additive pattern databases with full transition tables (`_kernels`), by default the
  partition 4-4-4-3, which is ready in a moment.
- Boards of 10 to 36 cells with two rows and columns at least, and a 4x4 or 5x5 whose greater tables
  were prepared: pattern databases of one bit a state (`_kernels_patterns`).
- All others: linear conflicts and walking distance (`_kernels_lines`).

Where the board is square and the goal's blank lies on its diagonal, every board is also looked up
reflected, and the greater sum counts (Korf and Felner 2002, Artificial Intelligence 134, 9-22).
All of them drop the paths that `automaton` forbids. The estimates have the parity of the distance,
which every slide changes, so the bound rises by 2 (Korf 1985, Artificial Intelligence 27(1),
97-109).
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridwise.compiled import jit
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.pdb.additive import Partition
from gridwise.puzzles.sliding.position import Position, inverse

MOST_PATTERN_CELLS = 36
"""Greater boards have too many ways for four tiles to lie."""
FEWEST_PATTERN_CELLS = 10
_FIRST_NODES, _MOST_NODES = 1 << 10, 1 << 22
_CALL_S = 0.004

TABLES = ("auto", "default", "none", *additive.NAMED)
"""What may be asked for: `auto` takes the greatest that were prepared, `none` no pattern database;
a partition that does not fit the board is left out for the default one."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A board turned so that the goal's blank lies in the least cell that it can be taken to.

    `tiles` are renamed: see `pdb.additive`. `back` gives for each cell the one on the board.
    """

    width: int
    height: int
    tiles: tuple[int, ...]
    blank: int
    back: tuple[int, ...]

    @property
    def reflects(self) -> bool:
        """Whether a reflection takes the goal's blank to itself."""
        return self.width == self.height and self.blank // self.width == self.blank % self.width

    def reflected(self) -> tuple[int, ...]:
        """Return the tiles of the reflected board, named by their reflected homes."""
        side = self.width
        return tuple(
            self.label(self.mirror(self.home(t)))
            if (t := self.tiles[c % side * side + c // side])
            else 0
            for c in range(side * side)
        )

    def mirror(self, cell: int) -> int:
        """Return the reflected cell."""
        return cell % self.width * self.width + cell // self.width

    def home(self, tile: int) -> int:
        """Return the home cell of a tile."""
        return 0 if tile == self.blank else tile

    def label(self, cell: int) -> int:
        """Return the tile that is at home in a cell."""
        return self.blank if cell == 0 else cell


def turn(position: Position) -> Turned:
    """Return the board turned and renamed for the engine."""
    width, height = position.width, position.height
    cells = range(width * height)
    ways: list[Callable[[int, int], tuple[int, int]]] = [
        lambda r, c: (r, c),
        lambda r, c: (r, width - 1 - c),
        lambda r, c: (height - 1 - r, c),
        lambda r, c: (height - 1 - r, width - 1 - c),
    ]
    if width == height:
        ways += [lambda r, c, way=way: way(c, r) for way in ways[:4]]  # type: ignore[misc]
    to = min(
        (tuple(r * width + c for r, c in (way(*divmod(x, width)) for x in cells)) for way in ways),
        key=lambda found: found[position.goal.index(0)],
    )
    home = inverse(position.goal)
    blank = to[home[0]]
    tiles = [0] * len(cells)
    for cell, tile in enumerate(position.tiles):
        if tile:
            at = to[home[tile]]
            tiles[to[cell]] = blank if at == 0 else at
    return Turned(width, height, tuple(tiles), blank, tuple(inverse(to)))


class Engine(ABC):
    """One kernel on one board: a depth-first search to a bound, in portions."""

    board: Turned

    estimate: int
    """Of the root."""
    nodes = 0
    generated = 0
    found = False

    @abstractmethod
    def begin(self, bound: int) -> None:
        """Stand at the root again."""

    @abstractmethod
    def go(self, budget: int) -> bool:
        """Search on for so many nodes at most; return whether the search has ended."""

    @abstractmethod
    def way(self) -> list[int]:
        """Return the cells of the blank from the root to where the search stands."""


def engine(board: Turned, tables: str, check: Callable[[], None]) -> Engine:
    """Return the best engine for a board; tables are made here where they are not on disk."""
    from gridwise.puzzles.sliding.engine import searches as engines

    words = automaton(check)
    part = choose(board, tables)
    if part is None:
        return engines.LinesEngine(board, words, check)
    if part.name == "4-4-4-3":
        return engines.TransitionEngine(board, part, words, check)
    return engines.PatternEngine(board, part, words, check)


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
        Its counters, nodes and limits. Where it is interrupted, the last row of its table
        `iterations` has the proved lower bound, and `run.report.best` is the path in hand.
    tables
        One of `TABLES`.
    """
    board = turn(position)
    iterations: list[dict[str, float]] = []
    run.report.tables["iterations"] = iterations
    run.check()
    with jit.compiling(run):
        with run.making_tables():
            search = engine(board, tables, run.check)
        bound = search.estimate
        try:
            while True:
                iterations.append({"bound": bound, "generated": 0, "expanded": 0})
                search.begin(bound)
                _deepen(search, run, iterations[-1])
                if search.found:
                    break
                bound += 2
        except Interrupted:
            run.report.best = slides(position, board, search.way()) or None
            raise
    run.count.depth = bound
    return slides(position, board, search.way())


def _deepen(search: Engine, run: Run, row: dict[str, float]) -> None:
    """Search to one bound under the limits of the run."""
    portion = _FIRST_NODES
    while True:
        began = time.perf_counter()
        nodes, generated = search.nodes, search.generated
        ended = search.go(run.room(portion))
        nodes, generated = search.nodes - nodes, search.generated - generated
        run.count.expanded += nodes
        run.count.generated += generated
        row["expanded"] += nodes
        row["generated"] += generated
        run.spend(nodes)
        if ended:
            return
        if not run.room(1):
            raise run.no_room()
        if time.perf_counter() - began < _CALL_S:
            portion = min(2 * portion, _MOST_NODES)
        else:
            portion = max(portion // 2, _FIRST_NODES)


def slides(position: Position, board: Turned, way: Sequence[int]) -> tuple[int, ...]:
    """Return the slides of a blank's way on the turned board, each as cell * size + tile."""
    tiles, out = list(position.tiles), []
    blank = position.blank
    for cell in way[1:]:
        other = board.back[cell]
        tile = tiles[other]
        out.append(blank * position.size + tile)
        tiles[blank], tiles[other] = tile, 0
        blank = other
    return tuple(out)
