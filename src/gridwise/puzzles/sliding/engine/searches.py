"""The depth-first searches of IDA*: the arguments of each kernel, and its results."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import factorial
from typing import Any

from gridwise.compiled import jit
from gridwise.puzzles.sliding.engine.turned import Turned
from gridwise.puzzles.sliding.heuristics import walking_distance
from gridwise.puzzles.sliding.pdb import additive
from gridwise.puzzles.sliding.pdb.additive import Partition

_PACKAGE = "gridwise.puzzles.sliding.engine.kernels."


START = 15
"""The automaton's entry before any slide: state 0, and all four directions."""


@dataclass(frozen=True, slots=True)
class Root:
    """The start of a search: a board, and its entries in the tables, as plain data.

    Parameters
    ----------
    tiles
        The tiles, as the engine names them.
    entry
        The automaton's entry, for the path that leads here.
    words
        The states of the patterns, in the form of a kernel; or its first level.
    lefts
        The estimates of the two look-ups, or one of the lines.
    """

    tiles: tuple[int, ...]
    entry: int
    words: tuple[int, ...]
    lefts: tuple[int, ...]

    @property
    def estimate(self) -> int:
        """The lower bound."""
        return max(self.lefts)


class BoundedSearch(ABC):
    """A depth-first search by a kernel, to a bound and in portions."""

    board: Turned
    root: Root
    """The board itself, unless `begin` is given another."""
    nodes = 0
    generated = 0
    found = False

    @property
    def estimate(self) -> int:
        """The root's lower bound."""
        return self.root.estimate

    @abstractmethod
    def place(self, tiles: tuple[int, ...], entry: int = START) -> Root:
        """Return another board with the same goal as the root of a search."""

    @abstractmethod
    def begin(self, bound: int, root: Root | None = None) -> None:
        """Start at a root; without one at the board itself, again."""

    @abstractmethod
    def go(self, budget: int) -> bool:
        """Go on for at most `budget` nodes; return whether the search has ended."""

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
        arrays = [additive.transitions_of(partition, check) for partition in parts]
        self.parts = tuple(zip(parts, arrays, strict=True))
        info = np.zeros(32, np.uint64)
        size = 0
        for side, (partition, array) in enumerate(self.parts):
            moves = array["moves"]
            start = 0
            for i, cells in enumerate(partition.patterns):
                k = len(cells)
                first = array[f"first{k}"]
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
        border[::4] = ways(board)
        step = (4 * steps(board)).astype(np.uint64)
        self.tables = table, info, int(board.reflects), step, border, words
        self.board = board
        self.stack = np.zeros(4 * 512, np.uint64)  # at most two more wait for each slide
        self.blanks = np.zeros(256, np.uint8)
        self.state = np.zeros(4, np.int64)
        self.root = self.place(board.tiles)

    def place(self, tiles: tuple[int, ...], entry: int = START) -> Root:
        board = replace(self.board, tiles=tiles)
        ranks, lefts = [0, 0], [0, 0]
        for side, (one, array) in enumerate(self.parts):
            moves = array["moves"].reshape(-1, 16)
            looks = list(enumerate(_looks(board))) if board.reflects else [(side, tiles)]
            start = 0
            for i, cells in enumerate(one.patterns):
                k = len(cells)
                first = array[f"first{k}"]
                for look, seen in looks:
                    at = _where(seen, board, cells)
                    placing, order = additive.locate(one, cells, at, seen.index(0), first)
                    rank = placing * factorial(k) + order
                    ranks[look] |= rank << 16 * i
                    lefts[look] += _descend(moves, start + rank)
                start += int(first[-1]) * factorial(k)
        return Root(tiles, entry, tuple(ranks), tuple(lefts))

    def begin(self, bound: int, root: Root | None = None) -> None:
        self.bound, root = bound, root or self.root
        self.state[2:] = 4, 0
        left = [(bound - h) // 2 for h in root.lefts]
        blank = 4 * root.tiles.index(0)
        self.stack[:4] = (
            sum(tile << 4 * cell for cell, tile in enumerate(root.tiles)),
            *root.words,
            blank | left[0] << 16 | left[1] << 24 | root.entry << 32,
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
    """Return the distance of a rank, by going down until nothing is nearer."""
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
        parts: dict[int, list[int]] = {}  # of each size where its tables begin
        begin = [0, 0, 0]
        for k in additive.sizes(part):
            first = arrays[f"first{k}"]
            parts[k] = [begin[0], begin[0] + (1 << half), *begin[1:]]
            begin[0] += (1 << half) + (1 << cells - half)
            begin[1] += wide * (first.size - 1)
            begin[2] += k * k * factorial(k)
        looks = range(1 + board.reflects)
        pattern_of = np.zeros(len(looks) * cells, np.uint64)
        mirror = np.array([board.mirror(cell) if board.reflects else 0 for cell in range(cells)])
        facts: list[int] = []
        for look in looks:
            start = 0
            for p, group in enumerate(part.patterns, look * len(part.patterns)):
                k = len(group)
                row = additive.row_bytes(int(arrays[f"first{k}"][-1]))
                for cell in group:
                    label = board.label(board.mirror(cell) if look else cell)
                    pattern_of[look * cells + label] = p
                facts += [k, factorial(k), *parts[k], start, row, half, wide]
                start += factorial(k) * row
        self.part, self.arrays = part, arrays
        self.tables = kernels.PatternTables(
            np.array(facts, np.uint64),
            *(arrays[name] for name in ("ranks", "regions", "turns", "bits")),
        )
        self.fixed = kernels.PatternBoard(
            pattern_of, mirror.astype(np.uint64), len(looks), steps(board), ways(board)
        )
        self.automaton = words
        self.board = board
        self.state = np.zeros(4, np.int64)
        self.root = self.place(board.tiles)

    def place(self, tiles: tuple[int, ...], entry: int = START) -> Root:
        import numpy as np

        board, part = replace(self.board, tiles=tiles), self.part
        words: list[int] = []
        lefts = [0, 0]
        for look, seen in enumerate(_looks(board)):
            start, blank = 0, seen.index(0)
            for group in part.patterns:
                k = len(group)
                first = self.arrays[f"first{k}"]
                at = _where(seen, board, group)
                placing, order = additive.locate(part, group, at, blank, first)
                row = additive.row_bytes(int(first[-1]))
                byte = int(self.arrays["bits"][start + order * row + (placing >> 3)])
                modulo = (byte >> (placing & 7) & 1) << 1 | _parity(at, group, board.width)
                words.append(sum(1 << cell for cell in at) << 18 | order << 2 | modulo)
                lefts[look] += int(
                    self.kernels.descend(
                        np.uint64(words[-1]),
                        blank,
                        np.uint64(len(words) - 1),
                        self.tables,
                        self.fixed.steps,
                        self.fixed.border,
                    )
                )
                start += factorial(k) * row
        return Root(tiles, entry, tuple(words), tuple(lefts))

    def begin(self, bound: int, root: Root | None = None) -> None:
        import numpy as np

        self.bound, root = bound, root or self.root
        self.level = np.zeros((bound + 2, 8), np.int64)
        self.node = self.kernels.PatternPath(
            board=np.array(root.tiles, np.uint8),
            words=np.array(root.words, np.uint64),
            level=self.level,
            children=np.zeros((4 * (bound + 2), 4), np.uint64),
            state=self.state,
        )
        left = [(bound - h) // 2 for h in root.lefts]
        self.level[0, :5] = root.tiles.index(0), root.entry, *left, -1
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
        walk_steps, depths = [np.zeros(0, np.int32)], [np.zeros(0, np.uint8)]
        self.numbers: list[dict[int, int]] = [{}, {}]
        for axis, (lines, length, line) in enumerate(
            ((height, width, blank_row), (width, height, blank_col))
        ):
            if length <= walking_distance.LONGEST.get(lines, 0):
                after, depth, self.numbers[axis] = _walk(lines, length, line, check)
                self.walks[axis] = sum(a.size for a in walk_steps)
                self.walks[2 + axis] = sum(a.size for a in depths)
                walk_steps.append(after)
                depths.append(depth)
        self.tables = kernels.LineTables(
            width,
            height,
            self.homes,
            self.walks,
            np.concatenate(walk_steps),
            np.concatenate(depths),
            words,
            ways(board).astype(np.int64),
        )
        self.board = board
        self.state = np.zeros(6, np.int64)
        self.root = self.place(board.tiles)

    def place(self, tiles: tuple[int, ...], entry: int = START) -> Root:
        import numpy as np

        width, height = self.board.width, self.board.height
        there = np.array(tiles, np.uint8)
        every = [(r * width, 1, width, r, 0) for r in range(height)]
        every += [(c, width, height, c, 1) for c in range(width)]
        conflicts = [int(self.kernels.leaving(there, self.homes, *line)) for line in every]
        level = [0] * 12
        level[0] = tiles.index(0)
        level[1] = entry & ~15 | entry & 15 & int(self.tables.border[level[0]])
        for cell, tile in enumerate(tiles):
            if tile:
                level[2] += abs(cell // width - int(self.homes[0, tile]))
                level[3] += abs(cell % width - int(self.homes[1, tile]))
        level[4], level[5] = sum(conflicts[:height]), sum(conflicts[height:])
        estimate = 0
        for axis, (lines, length) in enumerate(((height, width), (width, height))):
            along = level[2 + axis] + 2 * level[4 + axis]
            if self.walks[axis] >= 0:
                level[6 + axis] = self.numbers[axis][self._matrix(tiles, axis, lines, length)]
                walked = self.tables.walk_depth[self.walks[2 + axis] + level[6 + axis]]
                along = max(along, int(walked))
            estimate += along
        return Root(tiles, entry, (*level, *conflicts), (estimate,))

    def _matrix(self, tiles: tuple[int, ...], axis: int, lines: int, length: int) -> int:
        """Return the key of how many tiles of each line lie in each line, as its table has it."""
        base, key = length + 1, 0
        for cell, tile in enumerate(tiles):
            if tile:
                line = divmod(cell, self.board.width)[axis]
                key += base ** (line * lines + int(self.homes[axis, tile]))
        return key

    def begin(self, bound: int, root: Root | None = None) -> None:
        import numpy as np

        self.bound, root = bound, root or self.root
        self.level = np.zeros((bound + 2, 12), np.int64)
        self.level[0] = root.words[:12]
        self.node = self.kernels.LinePath(
            board=np.array(root.tiles, np.uint8),
            conflicts=np.array(root.words[12:]),
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

    distances = walking_distance.table(lines, length, blank_line, check)
    numbers = {key: number for number, key in enumerate(distances)}
    base = length + 1
    after = np.zeros((len(distances), 2, lines), np.int32)
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
    depth = np.array(list(distances.values()), np.uint8)
    return after.reshape(-1), depth, numbers


def ways(board: Turned) -> Any:
    """Return for each cell the blank's open directions: bit 0 up, 1 left, 2 right, 3 down."""
    import numpy as np

    width, height = board.width, board.height
    directions = [
        (r > 0) | (c > 0) << 1 | (c < width - 1) << 2 | (r < height - 1) << 3
        for r in range(height)
        for c in range(width)
    ]
    return np.array(directions, np.uint32)


def steps(board: Turned) -> Any:
    """Return the summand of each direction to the blank's cell."""
    import numpy as np

    return np.array([-board.width, -1, 1, board.width], np.int64)


def _looks(board: Turned) -> tuple[tuple[int, ...], ...]:
    """Return the board, and the reflected one if that has the same goal."""
    return (board.tiles, board.reflected()) if board.reflects else (board.tiles,)


def _where(tiles: tuple[int, ...], board: Turned, cells: Sequence[int]) -> list[int]:
    """Return where the tiles with these homes lie."""
    return [tiles.index(board.label(cell)) for cell in cells]
