"""A* by compiled code on boards of 16 cells at most: OPEN in buckets, all states in arrays.

The estimate is a sum over patterns of at most four tiles, each with the blank in its place (Korf
and Felner 2002, Artificial Intelligence 134, 9-22), on the board and, if the goal allows it,
on its reflection: the greater sum counts. A slide changes the distance of its own pattern by 1
and no other, so the estimate is consistent and no state is put back. OPEN is a stack for each f
and g, the least f first and of these the greatest g (buckets: Dial 1969, Communications of the
ACM 12(11), 632-633).
"""

from collections.abc import Callable
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.cache import kept
from gridwise.compiled.worth import CompiledCode
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine.turned import Turned, slides, turn
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.position import Position, adjacent, manhattan

MOST_CELLS = 16
"""The most cells of a board: each takes four bits of a state."""
_KERNELS = "gridwise.puzzles.sliding.engine.kernels.a_star"
CODE = CompiledCode(_KERNELS, "search", compile_s=1.6)
_FIRST_ROOM = 1 << 12
_MOST_ROOM = 1 << 31
_FULLEST = 0.85
_LEVELS, _MOST_G = 128, 256
_PORTION, _ENTERED = 1 << 14, 1 << 20


def shortest(position: Position, run: Run) -> tuple[int, ...]:
    """Return the slides of a shortest solution, each as cell * size + tile.

    Parameters
    ----------
    position
        A board of at most `MOST_CELLS` cells that can be solved.
    run
        Its counters, nodes and limits. The arrays are kept within its limit on memory, to the
        byte. If it is interrupted, the last row of its table `iterations` has the proved
        lower bound, and `run.report.best` is the path to the state with the least estimate.
    """
    iterations: list[dict[str, float]] = []
    run.report.tables["iterations"] = iterations
    iterations.append({"bound": manhattan(position), "generated": 0, "expanded": 0})
    run.check()
    board = turn(position)
    with jit.compiling(run):
        search = _AStarSearch(board, run)
        iterations[0]["bound"] = search.estimate
        try:
            while not search.level(iterations[-1]):
                bound = iterations[-1]["bound"] + 2
                iterations.append({"bound": bound, "generated": 0, "expanded": 0})
        except Interrupted:
            run.report.best = slides(position, board, search.path()) or None
            raise
        finally:
            search.report()
        run.count.depth = int(iterations[-1]["bound"])
        return slides(position, board, search.path())


def patterns(board: Turned) -> tuple[tuple[int, ...], ...]:
    """Return home cells in groups of four, the last one of the rest, at most three."""
    width, height = board.width, board.height
    if (width, height) == (4, 4):
        return additive.partition(4, 4, board.blank, "4-4-4-3").patterns
    cells = [
        row * width + col
        for top in range(0, height, 2)
        for col in range(width)
        for row in range(top, min(top + 2, height))
        if row * width + col != board.blank
    ]
    return tuple(tuple(cells[i : i + 4]) for i in range(0, len(cells), 4))


class _AStarSearch:
    """The arrays of one search, and how they grow."""

    def __init__(self, board: Turned, run: Run) -> None:
        import numpy as np

        self.kernels = jit.load(_KERNELS)
        self.run = run
        size = board.width * board.height
        groups = patterns(board)
        codes = {cell: code for code, cell in enumerate(c for group in groups for c in group)}
        self.near = np.full((size, 4), -1, np.int64)
        for cell, others in enumerate(adjacent(board.width, board.height)):
            for other in others:
                away = other - cell
                direction = (
                    0 if away == -board.width else 3 if away == board.width else (away + 3) // 2
                )
                self.near[cell, direction] = other
        if board.width == 1:  # a column: neighbours are above and below
            self.near[:, 1:3] = -1
        self.table = _table(board, groups, self.near, run.check)
        names, mirror = np.zeros(16, np.uint64), np.zeros(0, np.uint64)
        if board.reflects:
            mirror = np.array([board.mirror(cell) for cell in range(size)], np.uint64)
            for cell, code in codes.items():
                names[code] = codes[board.mirror(cell)]
        self.fixed = self.kernels.PackedBoard(size, names, size - 1, self.near, mirror, self.table)
        packed, first, second = (size - 1) << 4 * board.tiles.index(0), 0, 0
        where = {board.home(tile): cell for cell, tile in enumerate(board.tiles) if tile}
        for cell, code in codes.items():
            packed |= code << 4 * where[cell]
        blank = board.tiles.index(0)
        for p, group in enumerate(groups):
            first += self._distance(p, [where[cell] for cell in group], blank)
            if board.reflects:
                at = [board.mirror(where[board.mirror(cell)]) for cell in group]
                second += self._distance(p, at, board.mirror(blank))
        self.estimate = max(first, second)
        self.known: list[int] = []
        self.nodes = self.kernels.Nodes(
            boards=np.zeros(0, np.uint64),
            words=np.zeros(0, np.uint32),
            links=np.zeros(0, np.uint32),
            slots=np.zeros(0, np.uint32),
            heads=np.zeros((_LEVELS, _MOST_G), np.uint32),
            state=np.zeros(16, np.int64),
        )
        self._take(_FIRST_ROOM, 2 * _FIRST_ROOM)
        self.kernels.begin(np.uint64(packed), first, second, self.nodes)
        run.count.generated += 1

    def _distance(self, p: int, at: list[int], blank: int) -> int:
        index = sum(cell << 4 * t for t, cell in enumerate(at))
        return int(self.table[p << 20 | blank << 16 | index])

    def level(self, row: dict[str, float]) -> bool:
        """Expand all nodes of this f under the run's limits; return whether the goal was met."""
        kernels, run, state, count = self.kernels, self.run, self.nodes.state, self.run.count
        while True:
            nodes, generated = int(state[kernels.NODES]), int(state[kernels.GENERATED])
            why = kernels.search(self.fixed, self.nodes, run.room(_PORTION))
            nodes = int(state[kernels.NODES]) - nodes
            generated = int(state[kernels.GENERATED]) - generated
            count.expanded += nodes
            count.generated += generated
            row["expanded"] += nodes
            row["generated"] += generated
            count.reopened = int(state[kernels.REOPENED])
            count.frontier_peak = int(state[kernels.PEAK])
            run.spend(nodes)
            if why == kernels.FOUND:
                return True
            if why == kernels.LEVEL_DONE:
                state[kernels.LEVEL] += 1
                state[kernels.TOP] = _MOST_G - 1
                return False
            if why == kernels.FULL:
                self._grow()
            elif not run.room(1):
                raise run.no_room()

    def _bytes(self, room: int, slots: int) -> int:
        """Return the bytes of all arrays that grow."""
        return 16 * room + 4 * slots + int(self.nodes.heads.nbytes)

    def _fits(self, room: int, slots: int) -> bool:
        limit = self.run.limits.memory_bytes
        return room <= _MOST_ROOM and (limit is None or self._bytes(room, slots) <= limit)

    def _grow(self) -> None:
        """Make room for twice the nodes, or for as many as the limit on memory leaves."""
        room, slots = int(self.nodes.boards.size), int(self.nodes.slots.size)
        if self._fits(2 * room, 4 * room):
            self._take(2 * room, 4 * room)
            return
        limit = self.run.limits.memory_bytes
        most = min(int(_FULLEST * slots), _MOST_ROOM)
        if limit is not None:
            most = min(most, (limit - self._bytes(0, slots)) // 16)
        if most < room + 4:
            raise Interrupted(Stop.MEMORY_LIMIT)
        self._take(most, slots)

    def _take(self, room: int, slots: int) -> None:
        import numpy as np

        if not self._fits(room, slots):
            raise Interrupted(Stop.MEMORY_LIMIT)
        nodes = self.nodes
        if nodes.slots.size:
            self.known = self.path()
        try:
            for array in (nodes.boards, nodes.words, nodes.links):
                array.resize(room, refcheck=False)
            if slots != nodes.slots.size:
                del nodes  # let the old table of nodes go first
                self.nodes = self.nodes._replace(slots=np.zeros(0, np.uint32))
                self.nodes = nodes = self.nodes._replace(slots=np.zeros(slots, np.uint32))
                count = int(nodes.state[self.kernels.COUNT])
                for low in range(0, count, _ENTERED):
                    high = min(low + _ENTERED, count)
                    self.kernels.enter(nodes.boards, nodes.words, low, high, nodes.slots)
                    self.run.check()
        except MemoryError:
            raise Interrupted(Stop.MEMORY_LIMIT) from None
        self.known = []

    def path(self) -> list[int]:
        """Return the blank's cells from the root to the goal, or to the best node so far."""
        import numpy as np

        if self.known:  # the table is being made again
            return self.known
        path = np.zeros(_MOST_G, np.int64)
        best = int(self.nodes.state[self.kernels.BEST])
        length = self.kernels.path_back(best, self.fixed, self.nodes, path)
        return [int(cell) for cell in path[:length][::-1]]

    def report(self) -> None:
        """Record the sizes of OPEN and CLOSED, and their bytes, in a table."""
        kernels, count = self.kernels, self.run.count
        waiting = int(self.nodes.state[kernels.OPEN])
        self.run.report.tables["open_closed"] = [
            {
                "open": waiting,
                "open_peak": count.frontier_peak,
                "closed": count.expanded - count.reopened,
                "generated": count.generated,
                "expanded": count.expanded,
                "reopened": count.reopened,
                "bytes": self._bytes(int(self.nodes.boards.size), int(self.nodes.slots.size)),
            }
        ]


def _table(
    board: Turned, groups: tuple[tuple[int, ...], ...], near: Any, check: Callable[[], None]
) -> Any:
    """Return the distances of all patterns, one after the other, from disk or made here."""
    import numpy as np

    def make() -> dict[str, Any]:
        out = np.zeros(len(groups) << 20, np.uint8)
        for p, group in enumerate(groups):
            start = sum(cell << 4 * t for t, cell in enumerate(group)) | board.blank << 16
            part = out[p << 20 : p + 1 << 20]
            jit.load(_KERNELS).distances(len(group), len(near), near, start, part)
            check()
        return {"distances": out}

    name = f"sliding-fours-{board.width}x{board.height}-{board.blank}"
    parameters: dict[str, str | int] = {
        "what": "patterns of four",
        "width": board.width,
        "height": board.height,
        "blank": board.blank,
        "patterns": " ".join(",".join(map(str, group)) for group in groups),
        "version": 1,
    }
    return kept(f"{name}.v1", parameters, make, check)["distances"]
