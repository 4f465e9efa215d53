"""Row by row: solves any board without search, in at most O(cells * (width + height)) slides.

The rows are filled from the top until two are left, these column by column from the left until a
square of four cells is left. A tile moves one cell at a time: the blank goes round it to the next
cell, then the tile slides. The last two tiles of a row (and the two of a column) cannot be placed
one by one; they are moved into the block of six cells at the line's end, where a search over the
cells of the two and the blank (120 states) finishes the line. Another search finishes the last four
cells (12 arrangements).

That leaves the blank in the last cell. For a goal with the blank elsewhere, the construction aims
at the goal with the blank moved to the last cell, and then moves it back.

The construction is memoryless: after its first slide it continues the same stage, so that a hint
repeated after every move leads to the goal.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import accumulate, pairwise
from typing import TypeVar

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.views import Model, Stage
from gridwise.puzzles.sliding.position import Position, adjacent, inverse

T = TypeVar("T")
M = TypeVar("M")

_CHECK = (1 << 10) - 1
"""The mask of the number of slides at which the limits are checked: where it gives 0."""


def construct(position: Position, run: Run) -> Model:
    """Return the slides that solve a solvable board, each as cell * size + tile."""
    return tuple(_built(position, run).path)


def stages(position: Position, run: Run) -> tuple[Stage, ...]:
    """Return the stages of `construct` that have slides."""
    return tuple(_built(position, run).stages)


class Part(Enum):
    """The purpose of some slides of a stage; the value is the name of its technique."""

    BRING = "bring_tile"
    """The blank goes round a tile to the next cell on its way, and the tile slides there."""
    LAST_TWO = "last_two"
    """The last two tiles of a line turn into it together."""
    LAST_FOUR = "last_four"
    """The last four cells turn into their order."""
    BLANK = "blank_home"
    """The blank goes to its place."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """Some slides of the construction.

    Parameters
    ----------
    part
        Their purpose.
    slides
        The slides, each as cell * size + tile.
    stage, aim
        The number of the stage, from 1, and its aim.
    tiles, targets
        The tiles that are moved on purpose, and the cells that they go to.
    """

    part: Part
    slides: Model
    stage: int
    aim: Message
    tiles: tuple[int, ...]
    targets: tuple[int, ...]


def lesson(position: Position, run: Run) -> tuple[LessonStep, ...]:
    """Return the slides of `construct` in the parts that a person thinks in."""
    built = _built(position, run)
    if not built.parts:
        return ()
    ends = [*(start for _, start, *_ in built.parts[1:]), len(built.path)]
    return tuple(
        LessonStep(
            part,
            tuple(built.path[start:end]),
            stage + 1,
            built.stages[stage].aim,
            tiles,
            targets,
        )
        for (part, start, stage, tiles, targets), end in zip(built.parts, ends, strict=True)
    )


def _built(position: Position, run: Run) -> "_RowByRowSolver":
    board = _RowByRowSolver(position, run)
    if position.tiles == position.goal:
        return board
    if min(position.width, position.height) == 1:
        board.begin_part(Part.BLANK, (0,), (position.goal.index(0),))
        board.move_blank(position.goal.index(0))
        board.end_stage(msg("the blank to {cell}", cell=board.name(board.at[0])))
    elif not board.finish_return():
        board.build()
    return board


class _RowByRowSolver:
    """The board during the construction, and the slides so far."""

    def __init__(self, position: Position, run: Run) -> None:
        self.width, self.height, self.size = position.width, position.height, position.size
        self.run = run
        self.tiles = list(position.tiles)
        self.at = inverse(position.tiles)
        self.path: list[int] = []
        self.stages: list[Stage] = []
        self.staged = 0  # the number of slides in the stages
        self.parts: list[tuple[Part, int, int, tuple[int, ...], tuple[int, ...]]] = []
        """The part, the number of slides before it, its stage, its tiles and their targets."""
        self.fixed = bytearray(self.size)
        self.near = adjacent(self.width, self.height)
        self.goal = list(position.goal)
        blank = position.goal.index(0)
        self.return_path: list[int] = []  # of the blank, from the last cell to its goal
        row, col = divmod(blank, self.width)
        cells = [row * self.width + c for c in range(col, self.width)]
        cells += [r * self.width + self.width - 1 for r in range(row + 1, self.height)]
        for here, there in pairwise(cells):
            self.goal[here], self.goal[there] = self.goal[there], 0
        self.return_path = cells[-2::-1]

    def build(self) -> None:
        """Solve a board of at least 2x2."""
        width, height = self.width, self.height
        for row in range(height - 2):
            for col in range(width - 2):
                tile, cell = self.goal[row * width + col], row * width + col
                self.place(tile, cell)
                self.end_stage(msg("{tile} to {cell}", tile=tile, cell=self.name(cell)))
            self.place_pair(row * width + width - 2, row * width + width - 1, width)
        for col in range(width - 2):
            top = (height - 2) * width + col
            self.place_pair(top + width, top, 1)
        self.turn_last_four()
        self.end_stage(msg("the last four cells to their places"))
        self.return_blank(self.return_path)

    def finish_return(self) -> bool:
        """Finish a board whose blank only has to return; return whether it is one."""
        if self.at[0] not in self.return_path:
            return False
        done = self.return_path.index(self.at[0]) + 1
        board, blank = list(self.goal), self.size - 1
        for cell in self.return_path[:done]:
            board[blank], board[cell] = board[cell], 0
            blank = cell
        if board != self.tiles:
            return False
        self.return_blank(self.return_path[done:])
        return True

    def return_blank(self, cells: list[int]) -> None:
        """Move the blank along these cells to its goal."""
        if cells:
            self.begin_part(Part.BLANK, (0,), (cells[-1],))
        for cell in cells:
            self.slide(cell)
        self.end_stage(msg("the blank to {cell}", cell=self.name(self.at[0])))

    def begin_part(self, part: Part, tiles: tuple[int, ...], targets: tuple[int, ...]) -> None:
        """Begin a part of the stage; a part before it that has no slides is dropped."""
        if self.parts and self.parts[-1][1] == len(self.path):
            self.parts.pop()
        self.parts.append((part, len(self.path), len(self.stages), tiles, targets))

    def end_stage(self, aim: Message) -> None:
        """Record the end of a stage, if it has slides."""
        if len(self.path) > self.staged:
            self.stages.append(Stage(aim, len(self.path) - self.staged))
            self.staged = len(self.path)
        if self.parts and self.parts[-1][1] == len(self.path):
            self.parts.pop()

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return cell_name(cell, self.width)

    def slide(self, cell: int) -> None:
        """Slide the tile of a cell beside the blank."""
        tiles, blank = self.tiles, self.at[0]
        tile = tiles[cell]
        tiles[blank], tiles[cell] = tile, 0
        self.at[tile], self.at[0] = blank, cell
        self.path.append(blank * self.size + tile)
        if not len(self.path) & _CHECK:
            self.run.check()

    def move_blank(self, cell: int) -> None:
        """Move the blank to a cell, along the row and then the column."""
        width = self.width
        while self.at[0] % width != cell % width:
            self.slide(self.at[0] + (1 if self.at[0] % width < cell % width else -1))
        while self.at[0] != cell:
            self.slide(self.at[0] + (width if self.at[0] < cell else -width))

    def place(self, tile: int, target: int) -> None:
        """Move a tile to a cell and fix it there."""
        width = self.width
        while self.at[tile] != target:
            self.begin_part(Part.BRING, (tile,), (target,))
            here = self.at[tile]
            options = []
            if here % width != target % width:
                options.append(here + (1 if here % width < target % width else -1))
            if here // width != target // width:
                options.append(here + (width if here < target else -width))
            paths = (self.blank_path(cell, here) for cell in options if not self.fixed[cell])
            for cell in min(paths, key=len):
                self.slide(cell)
            self.slide(here)
        self.fixed[target] = 1

    def blank_path(self, target: int, around: int) -> tuple[int, ...]:
        """Return the blank's path to a cell beside the tile at `around`, which does not move."""
        width, blank = self.width, self.at[0]
        row, col = divmod(around, width)
        down, right = blank // width - row, blank % width - col
        if abs(down) <= 1 and abs(right) <= 1:
            path = _round(
                (down, right), (target // width - row, target % width - col), self.free(row, col)
            )
            if path is not None:
                return tuple((row + r) * width + col + c for r, c in path)
        return self.far_path(target, around)

    def free(self, row: int, col: int) -> int:
        """Return the mask of the cells of a 3x3 window that are on the board and not fixed."""
        bits = 0
        for r in (-1, 0, 1):
            for c in (-1, 0, 1):
                if (
                    (r or c)
                    and 0 <= row + r < self.height
                    and 0 <= col + c < self.width
                    and not self.fixed[(row + r) * self.width + col + c]
                ):
                    bits |= 1 << (3 * r + c + 4)
        return bits

    def far_path(self, target: int, around: int) -> tuple[int, ...]:
        """Return the blank's path over free cells: with one turn if possible, else a shortest."""
        for rows_first in (False, True):
            path = self.one_turn(target, rows_first)
            if around not in path and not any(self.fixed[cell] for cell in path):
                return tuple(path)
        fixed, near = self.fixed, self.near
        shortest = _shortest(
            self.at[0],
            lambda cell: cell == target,
            lambda cell: ((c, c) for c in near[cell] if c != around and not fixed[c]),
        )
        assert shortest is not None
        return shortest

    def one_turn(self, target: int, rows_first: bool) -> list[int]:
        """Return the cells on the path of the blank with one turn."""
        width, cell = self.width, self.at[0]
        down = width if target // width > cell // width else -width
        right = 1 if target % width > cell % width else -1
        steps = [down] * abs(target // width - cell // width)
        across = [right] * abs(target % width - cell % width)
        return list(accumulate(steps + across if rows_first else across + steps, initial=cell))[1:]

    def place_pair(self, first: int, last: int, inward: int) -> None:
        """Fill the last two cells of a line; `inward` is the step from them to the open board."""
        a, b = self.goal[first], self.goal[last]
        if self.tiles[first] != a or self.tiles[last] != b:
            block = [cell + i * inward for i in range(3) for cell in (first, last)]
            if not all(self.at[tile] in block for tile in (0, a, b)):
                self.place(a, first)
                self.place(b, last + inward)
                self.begin_part(Part.LAST_TWO, (a, b), (first, last))
                if self.at[0] not in block:
                    for cell in self.far_path(block[4], -1):
                        self.slide(cell)
                        if cell in block:
                            break
                self.fixed[last + inward] = 0
            else:
                self.begin_part(Part.LAST_TWO, (a, b), (first, last))
            places = (block.index(self.at[tile]) for tile in (0, a, b))
            for index in _into_line(*places):
                self.slide(block[index])
        self.fixed[first] = self.fixed[last] = 1
        pair = {"a": a, "b": b, "first": self.name(first), "last": self.name(last)}
        self.end_stage(msg("{a} to {first} and {b} to {last}", **pair))

    def turn_last_four(self) -> None:
        """Rotate the last four cells into their order, with the blank in the last."""
        corner = self.size - self.width - 2
        block = (corner, corner + 1, corner + self.width, corner + self.width + 1)
        names = {self.goal[cell]: index + 1 for index, cell in enumerate(block[:3])}
        names[0] = 0
        self.begin_part(Part.LAST_FOUR, tuple(self.goal[cell] for cell in block[:3]), block[:3])
        for index in _turns(tuple(names[self.tiles[cell]] for cell in block)):
            self.slide(block[index])


def _shortest(
    start: T,
    is_goal: Callable[[T], bool],
    successors: Callable[[T], Iterable[tuple[M, T]]],
) -> tuple[M, ...] | None:
    """Return the moves of a shortest path to a goal, None for no path. Breadth-first search."""
    paths: dict[T, tuple[M, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if is_goal(state):
            return paths[state]
        for move, after in successors(state):
            if after not in paths:
                paths[after] = (*paths[state], move)
                queue.append(after)
    return None


@cache
def _round(
    start: tuple[int, int], target: tuple[int, int], free: int
) -> tuple[tuple[int, int], ...] | None:
    """Return the blank's shortest path round a tile, relative to the tile; None for no path."""

    def successors(cell: tuple[int, int]) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
        row, col = cell
        for r, c in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
            if abs(r) <= 1 and abs(c) <= 1 and free >> (3 * r + c + 4) & 1:
                yield (r, c), (r, c)

    return _shortest(start, lambda cell: cell == target, successors)


_BLOCK = ((1, 2), (0, 3), (0, 3, 4), (1, 2, 5), (2, 5), (3, 4))
"""The neighbours in a block of three rows of two: 0 and 1 are the line to fill."""


def _block_path(
    tiles: tuple[int, ...], is_goal: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """Return the blank's shortest path in the block, whose first cells hold these tiles."""

    def successors(state: tuple[int, ...]) -> Iterable[tuple[int, tuple[int, ...]]]:
        blank = state.index(0)
        for cell in _BLOCK[blank]:
            if cell < len(state):
                after = list(state)
                after[blank], after[cell] = after[cell], 0
                yield cell, tuple(after)

    path = _shortest(tiles, is_goal, successors)
    assert path is not None
    return path


@cache
def _into_line(blank: int, a: int, b: int) -> tuple[int, ...]:
    """Return the blank's shortest path in the block that moves a to cell 0 and b to cell 1."""
    tiles = [-1] * 6
    tiles[blank], tiles[a], tiles[b] = 0, 1, 2
    return _block_path(tuple(tiles), lambda state: state[:2] == (1, 2))


@cache
def _turns(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blank's shortest path in a square of four cells that leaves 1 2 / 3 0."""
    return _block_path(tiles, lambda state: state == (1, 2, 3, 0))
