"""The depth-first searches of IDA*: what each kernel is given, and how its arrays are read."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import factorial
from typing import Any

from gridwise.compiled import jit
from gridwise.puzzles.sliding.engine.turned import Turned
from gridwise.puzzles.sliding.heuristics import walking_distance
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.pdb.additive import Partition

_PACKAGE = "gridwise.puzzles.sliding.engine.kernels."


class BoundedSearch(ABC):
    """A depth-first search of one board by a kernel, to a bound and in portions."""

    board: Turned

    estimate: int
    """Of the root."""
    nodes = 0
    generated = 0
    found = False

    @abstractmethod
    def begin(self, bound: int) -> None:
        """Start at the root again."""

    @abstractmethod
    def go(self, budget: int) -> bool:
        """Search on for so many nodes at most; return whether the search has ended."""

    @abstractmethod
    def path(self) -> list[int]:
        """Return the cells of the blank from the root to the current node."""


class _KernelSearch(BoundedSearch):
    """Reads the array of state that all kernels keep."""

    state: Any

    def _read(self, ended: object) -> bool:
        self.nodes, self.generated = int(self.state[0]), int(self.state[1])
        self.found = bool(self.state[3])
        return bool(ended)


class TransitionSearch(_KernelSearch):
    """A 4x4 with full transition tables."""

    def __init__(
        self, board: Turned, part: Partition, words: Any, check: Callable[[], None]
    ) -> None:
        import numpy as np

        kernels = jit.load(_PACKAGE + "transitions")
        self.search = kernels.search16
        # If no reflection takes the goal to itself, a second partition is looked up instead.
        parts = [part] if board.reflects else [part, _second(part)]
        arrays = [additive.transitions_of(one, check) for one in parts]
        info = np.zeros(32, np.uint64)
        self.ranks, self.lefts = [0, 0], [0, 0]
        size = 0
        for side, (one, array) in enumerate(zip(parts, arrays, strict=True)):
            moves = array["moves"].reshape(-1, 16)
            start = 0
            for i, cells in enumerate(one.patterns):
                k = len(cells)
                first = array[f"first{k}"]
                looks = list(enumerate(_looks(board))) if board.reflects else [(side, board.tiles)]
                for look, tiles in looks:
                    at = _where(tiles, board, cells)
                    placing, order = additive.locate(one, cells, at, tiles.index(0), first)
                    rank = placing * factorial(k) + order
                    self.ranks[look] |= rank << 16 * i
                    self.lefts[look] += _descend(moves, start + rank)
                for t, cell in enumerate(cells):
                    value = (size + 16 * start + 4 * t) | 16 * i << 32
                    info[16 * side + board.label(cell)] = value
                    if board.reflects:
                        info[16 + board.label(board.mirror(cell))] = value
                start += int(first[-1]) * factorial(k)
            size += moves.size
        table = arrays[0]["moves"]
        if len(parts) > 1:
            table = np.concatenate([array["moves"] for array in arrays])
        border = np.zeros(64, np.uint64)
        border[::4] = _ways(board)
        step = (4 * _steps(board)).astype(np.uint64)
        self.tables = table, info, int(board.reflects), step, border, words
        self.board = board
        self.estimate = max(self.lefts)
        self.tiles = sum(tile << 4 * cell for cell, tile in enumerate(board.tiles))
        self.stack = np.zeros(4 * 512, np.uint64)  # at most two more wait for each slide
        self.blanks = np.zeros(256, np.uint8)
        self.state = np.zeros(4, np.int64)

    def begin(self, bound: int) -> None:
        self.bound = bound
        self.state[2:] = 4, 0
        left = [(bound - h) // 2 for h in self.lefts]
        blank = 4 * self.board.tiles.index(0)
        self.stack[:4] = (
            self.tiles,
            *self.ranks,
            blank | left[0] << 16 | left[1] << 24 | 15 << 32,
        )

    def go(self, budget: int) -> bool:
        return self._read(
            self.search(*self.tables, self.stack, self.blanks, self.state, self.bound, budget)
        )

    def path(self) -> list[int]:
        top = int(self.state[2])
        length = self.bound + 1 if self.found else 0
        if not self.found and top:  # the parents of the node that is next
            length = int(self.stack[top - 1]) >> 8 & 0xFF
        return [int(cell) // 4 for cell in self.blanks[:length]]


def _second(part: Partition) -> Partition:
    """Return a partition for a second look-up of the same board: the reflected groups."""
    side = part.width
    _, groups = additive.NAMED[part.name]
    mirrored = [[c % side * side + c // side for c in group] for group in groups]
    patterns = tuple(tuple(sorted(0 if c == part.blank else c for c in g)) for g in mirrored)
    return Partition(side, side, part.blank, patterns, part.name + "-reflected")


def _descend(moves: Any, rank: int) -> int:
    """Return the distance of a rank, by going down to where nothing is nearer."""
    steps = 0
    while True:
        down = next((int(x) for x in moves[rank] if x and not x & 1), None)
        if down is None:
            return steps
        rank += down >> 1
        steps += 1


class PatternSearch(_KernelSearch):
    """Any board with pattern databases of one bit a state."""

    def __init__(
        self, board: Turned, part: Partition, words: Any, check: Callable[[], None]
    ) -> None:
        import numpy as np

        self.kernels = kernels = jit.load(_PACKAGE + "patterns")
        arrays = additive.bits_of(part, check)
        cells = board.width * board.height
        half, wide = additive.half_of(cells), additive.mask_words(cells)
        parts: dict[int, tuple[Any, list[int]]] = {}  # of each size: `first`, and where they begin
        begin = [0, 0, 0]
        for k in additive.sizes(part):
            first = arrays[f"first{k}"]
            parts[k] = first, [begin[0], begin[0] + (1 << half), *begin[1:]]
            begin[0] += (1 << half) + (1 << cells - half)
            begin[1] += wide * (first.size - 1)
            begin[2] += k * k * factorial(k)
        looks = _looks(board)
        pattern_of = np.zeros(len(looks) * cells, np.uint64)
        mirror = np.array([board.mirror(cell) if board.reflects else 0 for cell in range(cells)])
        facts: list[int] = []
        places: list[tuple[int, int, int]] = []  # of each pattern: its cells, order and placing
        for look, tiles in enumerate(looks):
            start = 0
            for group in part.patterns:
                k = len(group)
                first, begins = parts[k]
                at = _where(tiles, board, group)
                placing, order = additive.locate(part, group, at, tiles.index(0), first)
                row = additive.row_bytes(int(first[-1]))
                for cell in group:
                    label = board.label(board.mirror(cell) if look else cell)
                    pattern_of[look * cells + label] = len(places)
                facts += [k, factorial(k), *begins, start, row, half, wide]
                bit = int(arrays["bits"][start + order * row + (placing >> 3)]) >> (placing & 7) & 1
                odd = _parity(at, group, board.width)
                places.append((sum(1 << cell for cell in at), order, bit << 1 | odd))
                start += factorial(k) * row
        self.root = [mask << 18 | order << 2 | modulo for mask, order, modulo in places]
        self.tables = kernels.PatternTables(
            np.array(facts, np.uint64),
            *(arrays[name] for name in ("ranks", "regions", "turns", "bits")),
        )
        self.fixed = kernels.PatternBoard(
            pattern_of, mirror.astype(np.uint64), len(looks), _steps(board), _ways(board)
        )
        self.automaton = words
        self.lefts = [0, 0]
        for p, word in enumerate(self.root):
            look = p // len(part.patterns)
            self.lefts[look] += kernels.descend(
                np.uint64(word),
                looks[look].index(0),
                np.uint64(p),
                self.tables,
                self.fixed.steps,
                self.fixed.border,
            )
        self.board = board
        self.estimate = max(self.lefts)
        self.state = np.zeros(4, np.int64)

    def begin(self, bound: int) -> None:
        import numpy as np

        self.bound = bound
        self.level = np.zeros((bound + 2, 8), np.int64)
        self.node = self.kernels.PatternPath(
            board=np.array(self.board.tiles, np.uint8),
            words=np.array(self.root, np.uint64),
            level=self.level,
            children=np.zeros((4 * (bound + 2), 4), np.uint64),
            state=self.state,
        )
        left = [(bound - h) // 2 for h in self.lefts]
        self.level[0, :5] = self.board.tiles.index(0), 15, *left, -1
        self.state[2:] = 0

    def go(self, budget: int) -> bool:
        return self._read(
            self.kernels.search(
                self.tables, self.fixed, self.automaton, self.node, self.bound, budget
            )
        )

    def path(self) -> list[int]:
        return [int(cell) for cell in self.level[: int(self.state[2]) + 1, 0]]


def _parity(at: Sequence[int], homes: Sequence[int], width: int) -> int:
    """Return whether the Manhattan distance of these tiles is odd."""
    return (
        sum(a // width + a % width + b // width + b % width for a, b in zip(at, homes, strict=True))
        & 1
    )


class LinesSearch(_KernelSearch):
    """Any board, without pattern databases."""

    def __init__(self, board: Turned, words: Any, check: Callable[[], None]) -> None:
        import numpy as np

        self.kernels = kernels = jit.load(_PACKAGE + "lines")
        width, height = board.width, board.height
        homes = [board.home(tile) for tile in range(width * height)]
        homes[0] = board.blank
        self.homes = np.array([[h // width for h in homes], [h % width for h in homes]])
        blank_row, blank_col = divmod(board.blank, width)
        self.walks = np.full(4, -1, np.int64)
        steps, depths = [np.zeros(0, np.int32)], [np.zeros(0, np.uint8)]
        roots = [0, 0]
        for axis, (lines, length, line) in enumerate(
            ((height, width, blank_row), (width, height, blank_col))
        ):
            if length <= walking_distance.LONGEST.get(lines, 0):
                after, depth, numbers = _walk(lines, length, line, check)
                self.walks[axis] = sum(a.size for a in steps)
                self.walks[2 + axis] = sum(a.size for a in depths)
                steps.append(after)
                depths.append(depth)
                roots[axis] = numbers[self._matrix(board, axis, lines, length)]
        self.tables = kernels.LineTables(
            width,
            height,
            self.homes,
            self.walks,
            np.concatenate(steps),
            np.concatenate(depths),
            words,
            _ways(board).astype(np.int64),
        )
        self.board = board
        self.state = np.zeros(6, np.int64)
        tiles = np.array(board.tiles, np.uint8)
        every = [(r * width, 1, width, r, 0) for r in range(height)]
        every += [(c, width, height, c, 1) for c in range(width)]
        self.conflicts = np.array([kernels.leaving(tiles, self.homes, *line) for line in every])
        self.root = np.zeros(12, np.int64)
        self.root[0] = board.tiles.index(0)
        self.root[1] = 15 & int(self.tables.border[self.root[0]])
        for cell, tile in enumerate(board.tiles):
            if tile:
                self.root[2] += abs(cell // width - homes[tile] // width)
                self.root[3] += abs(cell % width - homes[tile] % width)
        self.root[4] = self.conflicts[:height].sum()
        self.root[5] = self.conflicts[height:].sum()
        self.root[6:8] = roots
        self.estimate = 0
        for axis in (0, 1):
            along = int(self.root[2 + axis] + 2 * self.root[4 + axis])
            if self.walks[axis] >= 0:
                walked = self.tables.walk_depth[self.walks[2 + axis] + roots[axis]]
                along = max(along, int(walked))
            self.estimate += along

    def _matrix(self, board: Turned, axis: int, lines: int, length: int) -> int:
        """Return the key of how many tiles of each line lie in each line, as its table has it."""
        base, key = length + 1, 0
        for cell, tile in enumerate(board.tiles):
            if tile:
                line = divmod(cell, board.width)[axis]
                key += base ** (line * lines + int(self.homes[axis, tile]))
        return key

    def begin(self, bound: int) -> None:
        import numpy as np

        self.bound = bound
        self.level = np.zeros((bound + 2, 12), np.int64)
        self.level[0] = self.root
        self.node = self.kernels.LinePath(
            board=np.array(self.board.tiles, np.uint8),
            conflicts=self.conflicts.copy(),
            level=self.level,
            state=self.state,
        )
        self.state[2:] = 0, 0, 0, 1

    def go(self, budget: int) -> bool:
        return self._read(self.kernels.search_lines(self.tables, self.node, self.bound, budget))

    def path(self) -> list[int]:
        return [int(cell) for cell in self.level[: int(self.state[2]) + 1, 0]]


def _walk(
    lines: int, length: int, blank_line: int, check: Callable[[], None]
) -> tuple[Any, Any, dict[int, int]]:
    """Return the walking distances as a transition table: next states, depths, numbers of keys."""
    import numpy as np

    found = walking_distance.table(lines, length, blank_line, check)
    numbers = {key: number for number, key in enumerate(found)}
    base = length + 1
    after = np.zeros((len(found), 2, lines), np.int32)
    for key, number in numbers.items():
        counts = [key // base ** (line * lines) % base**lines for line in range(lines)]
        blank = next(
            line
            for line, row in enumerate(counts)
            if sum(row // base**kind % base for kind in range(lines)) < length
        )
        for forward, other in ((0, blank - 1), (1, blank + 1)):
            if 0 <= other < lines:
                for kind in range(lines):
                    if counts[other] // base**kind % base:
                        made = key - base ** (other * lines + kind) + base ** (blank * lines + kind)
                        after[number, forward, kind] = numbers[made]
        if not number & 1023:
            check()
    depth = np.array(list(found.values()), np.uint8)
    return after.reshape(-1), depth, numbers


def _ways(board: Turned) -> Any:
    """Return for each cell the blank's open directions: bit 0 up, 1 left, 2 right, 3 down."""
    import numpy as np

    width, height = board.width, board.height
    directions = [
        (r > 0) | (c > 0) << 1 | (c < width - 1) << 2 | (r < height - 1) << 3
        for r in range(height)
        for c in range(width)
    ]
    return np.array(directions, np.uint32)


def _steps(board: Turned) -> Any:
    """Return what each direction adds to the blank's cell."""
    import numpy as np

    return np.array([-board.width, -1, 1, board.width], np.int64)


def _looks(board: Turned) -> tuple[tuple[int, ...], ...]:
    """Return the board, and the reflected one where that has the same goal."""
    return (board.tiles, board.reflected()) if board.reflects else (board.tiles,)


def _where(tiles: tuple[int, ...], board: Turned, cells: Sequence[int]) -> list[int]:
    """Return where the tiles with these homes lie."""
    return [tiles.index(board.label(cell)) for cell in cells]
