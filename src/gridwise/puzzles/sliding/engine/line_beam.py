"""Builds a solution line by line with beam searches, half as long as one built row by row.

The lines are the sides of the cells left, the longer side first and never one that holds the goal's
blank, until three by three cells are left, which are searched exactly. A beam search fills a line,
or a long one in blocks. Only the tiles of the line (and the blank) tell boards apart, but tiles of
the next lines count in the order of a layer as well, less and less, so that work on one line serves
the others. All boards of the first layer in which the line is filled begin the next line.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gridwise.compiled import jit
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.position import Position, inverse

LEAST_CELLS, MOST_CELLS = 10, 900
"""The cells of a board: above, the beam that fits the time budget is too narrow to help."""
_WIDEST, _WORK = 1000, 80_000_000
"""The most boards of a layer, and about the number of cells copied in all."""
_BLOCK, _SMALL_BLOCK, _SMALL_FROM = 10, 5, 500
"""The most tiles of a block; fewer on boards from `_SMALL_FROM` cells, where layers are narrow."""
_STAY = 4
"""The code in place of a direction: the line was filled already."""
_BOOSTS = (1, 4, 16)
"""Factors, one an attempt, of the weights of the block and of the blank's distance to it."""
_SEEN_BITS = 18
_LOOK = 15


@dataclass(frozen=True)
class Recipe:
    """The weights that order a layer.

    Parameters
    ----------
    power
        A tile that is d cells from home counts d to this power: above 1, so that none is left far.
    weights
        The weights of the tiles of the line's block, of the rest of the line, of the next lines,
        and of all others.
    pull
        The weight of the blank's distance to the nearest tile of the block that is not at home.
    columns
        Whether a column comes before a row of the same length.
    """

    power: float
    weights: tuple[int, ...]
    pull: int
    columns: bool = False


_RECIPES = (
    Recipe(1.2, (8, 8, 6, 4, 2), 8),
    Recipe(1.4, (4, 4, 3, 2, 1), 4),
    Recipe(1.4, (8, 8, 6, 6, 4, 4, 4, 2), 24),
    Recipe(1.2, (6, 6, 4, 3, 2, 1), 12),
    Recipe(1.7, (6, 6, 4, 3, 2, 1), 12),
    Recipe(1.0, (8, 8, 6, 6, 4, 4, 4, 2), 8),
)
RECIPES = (*_RECIPES, *(replace(recipe, columns=True) for recipe in _RECIPES))
"""The recipes that `windows` tries one after the other; none is best on all boards."""


@dataclass(frozen=True)
class LineBlock:
    """Cells to fill, all of the line up to here; `line` counts lines."""

    cells: tuple[int, ...]
    line: int
    rest: tuple[int, int, int, int]
    """The blank's cells meanwhile: the first row, the one after the last, columns alike."""


def blocks(
    width: int, height: int, blank: int, columns: bool = False
) -> tuple[list[LineBlock], list[tuple[int, ...]], tuple[int, int, int, int]]:
    """Return the blocks to fill in turn, the lines, and the rest.

    With `columns` a column comes before a row of the same length.
    """
    top, bottom, left, right = 0, height, 0, width
    row, col = divmod(blank, width)
    most = _BLOCK if width * height < _SMALL_FROM else _SMALL_BLOCK
    in_order: list[LineBlock] = []
    lines: list[tuple[int, ...]] = []
    while bottom - top > 3 or right - left > 3:
        rest = top, bottom, left, right
        if bottom - top >= right - left + columns:
            first = row - top >= bottom - 1 - row
            at = top if first else bottom - 1
            top, bottom = top + first, bottom - (not first)
            cells = tuple(at * width + c for c in range(left, right))
        else:
            first = col - left >= right - 1 - col
            at = left if first else right - 1
            left, right = left + first, right - (not first)
            cells = tuple(r * width + at for r in range(top, bottom))
        parts = -(-len(cells) // most)
        for part in range(1, parts + 1):
            in_order.append(LineBlock(cells[: len(cells) * part // parts], len(lines), rest))
        lines.append(cells)
    return in_order, lines, (top, bottom, left, right)


def fits(position: Position) -> bool:
    """Return whether `build` is for boards of this size."""
    return LEAST_CELLS <= position.size <= MOST_CELLS and min(position.width, position.height) >= 2


def build(
    position: Position, recipe: Recipe, run: Run, enough: Callable[[], bool]
) -> tuple[int, ...] | None:
    """Return the slides of a solution, each as cell * size + tile, or None.

    Parameters
    ----------
    position
        A board that `fits` and can be solved.
    recipe
        The weights.
    run
        One node is a board expanded.
    enough
        If it becomes true, or a beam keeps no board, the answer is None.
    """
    beam = _LineBeam(position, recipe, run)
    in_order, lines, rest = blocks(
        position.width, position.height, position.goal.index(0), recipe.columns
    )
    for number, block in enumerate(in_order):
        begin = beam.save()
        for attempt, boost in enumerate(_BOOSTS):
            if beam.fill(block, lines, boost, len(_BOOSTS) * number + attempt, enough):
                break
            if enough():
                return None
            beam.restore(begin)
        else:
            return None
    return beam.finish(rest)


class _LineBeam:
    """The layers of one build, and the directions that led to each of them."""

    def __init__(self, position: Position, recipe: Recipe, run: Run) -> None:
        import numpy as np

        self.kernels = kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.line_beam")
        self.position, self.recipe, self.run = position, recipe, run
        width, height, size = position.width, position.height, position.size
        self.most = max(1, min(_WIDEST, _WORK // size**2))
        self.home = np.array(inverse(position.goal), np.int64)
        self.steps = np.array([-width, -1, 1, width], np.int64)
        self.cost = np.array([round(4 * d**recipe.power) for d in range(width + height)], np.int64)

        def layer() -> Any:
            return kernels.LineLayer(
                np.zeros((self.most, size), np.uint16),
                np.zeros((self.most, 4), np.int64),
                np.zeros(self.most, np.uint64),
                np.zeros((self.most, max(width, height)), np.int64),
            )

        self.now, self.after = layer(), layer()
        self.now.boards[0] = position.tiles
        self.now.nodes[0, 0] = position.blank
        self.count = 1
        self.offspring = kernels.Offspring(
            rows=np.zeros((4 * self.most, 5), np.int64),
            keys=np.zeros(4 * self.most, np.uint64),
            seen=np.zeros(1 << _SEEN_BITS, np.uint64),
            parents=np.zeros(self.most, np.uint32),
            directions=np.zeros(self.most, np.uint8),
            totals=np.zeros(2, np.int64),
        )
        self.history: list[tuple[Any, Any]] = []
        run.count.generated += 1

    def save(self) -> tuple[Any, ...]:
        """Return the state for `restore`, to begin a block again."""
        return self.count, len(self.history), *(array[: self.count].copy() for array in self.now)

    def restore(self, saved: tuple[Any, ...]) -> None:
        """Go back to a state of `save`."""
        self.count, length, *arrays = saved
        del self.history[length:]
        for array, kept in zip(self.now, arrays, strict=True):
            array[: self.count] = kept

    def fill(
        self,
        block: LineBlock,
        lines: list[tuple[int, ...]],
        boost: int,
        number: int,
        enough: Callable[[], bool],
    ) -> bool:
        """Fill a block; return whether that worked."""
        import numpy as np

        position, run, weights = self.position, self.run, self.recipe.weights
        goal, width, size = position.goal, position.width, position.size
        weight = np.full(size, weights[-1], np.int64)
        for value, cells in zip(weights[1:-1], lines[block.line :], strict=False):
            weight[[goal[cell] for cell in cells]] = value
        tiles = [goal[cell] for cell in block.cells]
        weight[tiles] = weights[0] * boost
        line = np.full(size, -1, np.int64)
        line[tiles] = range(len(tiles))
        top, bottom, left, right = block.rest
        border = np.zeros(size, np.int64)
        for row in range(top, bottom):
            for col in range(left, right):
                allowed = (row > top) | (col > left) << 1 | (col < right - 1) << 2
                border[row * width + col] = allowed | (row < bottom - 1) << 3
        task = self.kernels.LineTask(
            width=width,
            steps=self.steps,
            border=border,
            home=self.home,
            weight=weight,
            cost=self.cost,
            line=line,
            targets=np.array(block.cells, np.int64),
            pull=self.recipe.pull * boost,
            salt=np.uint64((number + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF),
        )
        self.kernels.start(task, self.now, self.count)
        if self._filled():
            return True
        offspring, totals = self.offspring, self.offspring.totals
        for depth in range(60 * len(tiles) + 400):
            room = run.room(self.count)
            children = self.kernels.expand(task, self.now, room, offspring, self.after)
            run.count.expanded += room
            run.count.generated += int(totals[self.kernels.MADE])
            run.spend(room)
            if room < self.count:
                raise run.no_room()
            self.count = children
            self.history.append(
                (offspring.parents[:children].copy(), offspring.directions[:children].copy())
            )
            self.now, self.after = self.after, self.now
            if totals[self.kernels.GOALS]:
                return True
            if children == 0 or (not depth & _LOOK and enough()):
                return False
        return False

    def _filled(self) -> bool:
        """Keep only the boards where the block is filled already, if there are any."""
        import numpy as np

        done = np.flatnonzero(self.now.nodes[: self.count, 3] == 0)
        if not done.size:
            return False
        for array in self.now:
            array[: done.size] = array[done]
        self.count = int(done.size)
        self.history.append((done.astype(np.uint32), np.full(done.size, _STAY, np.uint8)))
        return True

    def finish(self, rest: tuple[int, int, int, int]) -> tuple[int, ...]:
        """Solve the cells that are left, and return all slides."""
        position = self.position
        directions, node = [], 0
        for parents, steps in reversed(self.history):
            if steps[node] != _STAY:
                directions.append(int(steps[node]))
            node = int(parents[node])
        tiles, blank = list(position.tiles), position.blank
        out: list[int] = []

        def slide(cell: int) -> None:
            nonlocal blank
            tile = tiles[cell]
            out.append(blank * position.size + tile)
            tiles[blank], tiles[cell] = tile, 0
            blank = cell

        for direction in reversed(directions):
            slide(blank + int(self.steps[direction]))
        top, bottom, left, right = rest
        cells = [r * position.width + c for r in range(top, bottom) for c in range(left, right)]
        names = {tile: name for name, tile in enumerate(sorted(tiles[cell] for cell in cells))}
        last = Position(
            right - left,
            bottom - top,
            tuple(names[tiles[cell]] for cell in cells),
            tuple(names[position.goal[cell]] for cell in cells),
        )
        back = {name: tile for tile, name in names.items()}
        for fact in shortest(last, Run(cancel=self.run.cancel), "none"):
            slide(tiles.index(back[fact % last.size]))
        return tuple(out)
