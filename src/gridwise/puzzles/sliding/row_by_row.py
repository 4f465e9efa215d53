"""Solve any board row by row, without search: at most O(cells * (width + height)) slides.

The rows are filled from the top until two are left, and these column by column from the left until
a square of four cells is left. A tile is taken to its place one cell at a time: the blank goes
round it to the cell before it, then the tile slides. The last two tiles of a row (and the two of
a column) cannot be placed one by one; they are taken into the block of six cells at the line's
end, where a search over the places of the two and the blank (120 states) puts them right. So are
the last four cells (12 arrangements).

All of that leaves the blank in the last cell. Where the goal has it elsewhere, the rule aims at the
board that the goal becomes when the blank is taken to the last cell, and then takes it back.

Whoever makes the first slide only and asks again is led on and never back: a stage that has begun
goes on from where it is.
"""

from collections import deque
from functools import cache
from itertools import pairwise

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.views import Model, Stage
from gridwise.puzzles.sliding.position import Position, adjacent, inverse

_CHECK = (1 << 10) - 1
"""The run is looked at after each so many slides, and one."""


def construct(position: Position, run: Run) -> Model:
    """Return the slides that solve a board which can be solved, each as cell * size + tile.

    `run.check` is called now and then.
    """
    return tuple(_built(position, run).path)


def stages(position: Position, run: Run) -> tuple[Stage, ...]:
    """Return the stages of `construct`, those without a slide left out."""
    return tuple(_built(position, run).stages)


def _built(position: Position, run: Run) -> "_Builder":
    board = _Builder(position, run)
    if position.tiles == position.goal:
        return board
    if min(position.width, position.height) == 1:
        board.walk_to(position.goal.index(0))
        board.ends(msg("the blank to {cell}", cell=board.name(board.at[0])))
    elif not board.on_the_way_back():
        board.build()
    return board


class _Builder:
    """The board while it is solved, and the slides so far."""

    def __init__(self, position: Position, run: Run) -> None:
        self.width, self.height, self.size = position.width, position.height, position.size
        self.run = run
        self.tiles = list(position.tiles)
        self.at = inverse(position.tiles)
        self.path: list[int] = []
        self.stages: list[Stage] = []
        self.fixed = bytearray(self.size)
        self.near = adjacent(self.width, self.height)
        self.goal = list(position.goal)
        blank = position.goal.index(0)
        self.way_back: list[int] = []  # cells for the blank, from the last one to its own
        row, col = divmod(blank, self.width)
        cells = [row * self.width + c for c in range(col, self.width)]
        cells += [r * self.width + self.width - 1 for r in range(row + 1, self.height)]
        for here, there in pairwise(cells):
            self.goal[here], self.goal[there] = self.goal[there], 0
        self.way_back = cells[-2::-1]

    def build(self) -> None:
        """Solve a board of at least 2x2."""
        width, height = self.width, self.height
        for row in range(height - 2):
            for col in range(width - 2):
                tile, cell = self.goal[row * width + col], row * width + col
                self.place(tile, cell)
                self.ends(msg("{tile} to {cell}", tile=tile, cell=self.name(cell)))
            self.place_pair(row * width + width - 2, row * width + width - 1, width)
        for col in range(width - 2):
            top = (height - 2) * width + col
            self.place_pair(top + width, top, 1)
        self.turn_last_four()
        self.ends(msg("the last four cells to their places"))
        self.lead_back(self.way_back)

    def on_the_way_back(self) -> bool:
        """Finish where nothing is left but to take the blank back; return whether that is so."""
        if self.at[0] not in self.way_back:
            return False
        done = self.way_back.index(self.at[0]) + 1
        board, blank = list(self.goal), self.size - 1
        for cell in self.way_back[:done]:
            board[blank], board[cell] = board[cell], 0
            blank = cell
        if board != self.tiles:
            return False
        self.lead_back(self.way_back[done:])
        return True

    def lead_back(self, cells: list[int]) -> None:
        """Take the blank to its own cell."""
        for cell in cells:
            self.slide(cell)
        self.ends(msg("the blank to {cell}", cell=self.name(self.at[0])))

    def ends(self, aim: Message) -> None:
        """Note that a stage ends here, if it has any slide."""
        done = sum(stage.length for stage in self.stages)
        if len(self.path) > done:
            self.stages.append(Stage(aim, len(self.path) - done))

    def name(self, cell: int) -> str:
        """Return the cell's name."""
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

    def walk_to(self, cell: int) -> None:
        """Take the blank to a cell, straight along the row and then the column."""
        width = self.width
        while self.at[0] % width != cell % width:
            self.slide(self.at[0] + (1 if self.at[0] % width < cell % width else -1))
        while self.at[0] != cell:
            self.slide(self.at[0] + (width if self.at[0] < cell else -width))

    def place(self, tile: int, target: int) -> None:
        """Take a tile to its cell and fix it there."""
        self.bring(tile, target)
        self.fixed[target] = 1

    def bring(self, tile: int, target: int) -> None:
        """Take a tile to a cell."""
        width = self.width
        while self.at[tile] != target:
            here = self.at[tile]
            options = []
            if here % width != target % width:
                options.append(here + (1 if here % width < target % width else -1))
            if here // width != target // width:
                options.append(here + (width if here < target else -width))
            best: tuple[int, ...] | None = None
            for cell in options:
                if self.fixed[cell]:
                    continue
                way = self.way_for_blank(cell, here)
                if best is None or len(way) < len(best):
                    best = way
            assert best is not None
            for cell in best:
                self.slide(cell)
            self.slide(here)

    def way_for_blank(self, target: int, around: int) -> tuple[int, ...]:
        """Return the blank's way to a cell beside the tile at `around`, which stays there."""
        width, blank = self.width, self.at[0]
        row, col = divmod(around, width)
        down, right = blank // width - row, blank % width - col
        if abs(down) <= 1 and abs(right) <= 1:
            found = _round(
                (down, right), (target // width - row, target % width - col), self.free(row, col)
            )
            if found is not None:
                return tuple((row + r) * width + col + c for r, c in found)
        return self.far_way(target, around)

    def free(self, row: int, col: int) -> int:
        """Return which of the nine cells around one are on the board and not fixed, as bits."""
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

    def far_way(self, target: int, around: int) -> tuple[int, ...]:
        """Return a way over free cells: with one turn, or else a shortest one."""
        for rows_first in (False, True):
            way = self.one_turn(target, rows_first)
            if around not in way and not any(self.fixed[cell] for cell in way):
                return tuple(way)
        fixed, start = self.fixed, self.at[0]
        before = {start: start}
        queue = deque([start])
        while queue and target not in before:
            cell = queue.popleft()
            for other in self.near[cell]:
                if other in before or other == around or fixed[other]:
                    continue
                before[other] = cell
                queue.append(other)
        found = []
        while target != start:
            found.append(target)
            target = before[target]
        return tuple(reversed(found))

    def one_turn(self, target: int, rows_first: bool) -> list[int]:
        """Return the cells from the blank to another one, along its column and its row."""
        width, cell = self.width, self.at[0]
        down = width if target // width > cell // width else -width
        right = 1 if target % width > cell % width else -1
        steps = [down] * abs(target // width - cell // width)
        across = [right] * abs(target % width - cell % width)
        way = []
        for step in steps + across if rows_first else across + steps:
            cell += step
            way.append(cell)
        return way

    def place_pair(self, first: int, last: int, inward: int) -> None:
        """Fill the last two cells of a line; `inward` leads from them to the open board."""
        a, b = self.goal[first], self.goal[last]
        if self.tiles[first] != a or self.tiles[last] != b:
            block = [cell + i * inward for i in range(3) for cell in (first, last)]
            if not all(self.at[tile] in block for tile in (0, a, b)):
                self.place(a, first)
                self.place(b, last + inward)
                if self.at[0] not in block:
                    for cell in self.far_way(block[4], -1):
                        self.slide(cell)
                        if cell in block:
                            break
                self.fixed[last + inward] = 0
            places = (block.index(self.at[tile]) for tile in (0, a, b))
            for index in _into_line(*places):
                self.slide(block[index])
        self.fixed[first] = self.fixed[last] = 1
        pair = {"a": a, "b": b, "first": self.name(first), "last": self.name(last)}
        self.ends(msg("{a} to {first} and {b} to {last}", **pair))

    def turn_last_four(self) -> None:
        """Turn the last four cells until they are right, and the blank is in the last."""
        corner = self.size - self.width - 2
        block = (corner, corner + 1, corner + self.width, corner + self.width + 1)
        names = {self.goal[cell]: index + 1 for index, cell in enumerate(block[:3])}
        names[0] = 0
        for index in _turns(tuple(names[self.tiles[cell]] for cell in block)):
            self.slide(block[index])


@cache
def _round(
    start: tuple[int, int], target: tuple[int, int], free: int
) -> tuple[tuple[int, int], ...] | None:
    """Return the blank's shortest way round a tile, in steps from the tile; None for no way."""
    ways: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {start: ()}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here == target:
            return ways[here]
        row, col = here
        for other in ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)):
            r, c = other
            if abs(r) > 1 or abs(c) > 1 or other in ways or not free >> (3 * r + c + 4) & 1:
                continue
            ways[other] = (*ways[here], other)
            queue.append(other)
    return None


_BLOCK = ((1, 2), (0, 3), (0, 3, 4), (1, 2, 5), (2, 5), (3, 4))
"""The neighbours in a block of two by three: 0 and 1 are the line, 2 and 3 the next, 4 and 5."""


@cache
def _into_line(blank: int, a: int, b: int) -> tuple[int, ...]:
    """Return the blank's shortest way in the block that takes a to 0 and b to 1."""
    start = (blank, a, b)
    ways: dict[tuple[int, int, int], tuple[int, ...]] = {start: ()}
    queue = deque([start])
    while True:
        state = queue.popleft()
        if state[1:] == (0, 1):
            return ways[state]
        hole = state[0]
        for cell in _BLOCK[hole]:
            after = (cell, *(hole if tile == cell else tile for tile in state[1:]))
            if after not in ways:
                ways[after] = (*ways[state], cell)  # type: ignore[index]  # three of them
                queue.append(after)  # type: ignore[arg-type]


@cache
def _turns(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blank's shortest way in a square of four cells that leaves 1 2 / 3 0."""
    ways: dict[tuple[int, ...], tuple[int, ...]] = {tiles: ()}
    queue = deque([tiles])
    while True:
        state = queue.popleft()
        if state == (1, 2, 3, 0):
            return ways[state]
        hole = state.index(0)
        for cell in ((1, 2), (0, 3), (0, 3), (1, 2))[hole]:
            after = list(state)
            after[hole], after[cell] = after[cell], 0
            if tuple(after) not in ways:
                ways[tuple(after)] = (*ways[state], cell)
                queue.append(tuple(after))
