"""Random boards of the four puzzles as plain tables, before anybody writes them down."""

from dataclasses import dataclass, field
from functools import cache
from random import Random

import gridwise

Cells = tuple[tuple[str, ...], ...]

SUDOKU_SIZES = {
    (3, 3): 60,
    (2, 2): 9,
    (2, 3): 8,
    (3, 2): 3,
    (2, 4): 4,
    (3, 4): 4,
    (4, 4): 8,
    (5, 5): 1,
    (1, 5): 1,
}
MINESWEEPER_SIZES = {
    (9, 9, 10): 30,
    (8, 8, 10): 15,
    (5, 5, 4): 15,
    (4, 3, 2): 6,
    (10, 10, 12): 8,
    (16, 16, 40): 10,
    (30, 16, 99): 8,
    (6, 4, 5): 8,
}
QUEENS_SIZES = {8: 60, 4: 15, 5: 6, 6: 8, 10: 6, 12: 5}
SLIDING_SIZES = {(3, 3): 50, (4, 4): 38, (3, 2): 4, (2, 2): 2, (4, 3): 2, (5, 5): 4}


@dataclass(frozen=True)
class Source:
    """A board: its cells by value, and what its notation is.

    Cells are numbers (`0` for nothing) of Sudoku and sliding boards, `-X012345678` of Minesweeper,
    `Qx.` of N-Queens. `goal` is a sliding board's, its tiles in order.
    """

    puzzle: str
    cells: Cells
    notation: str
    boxes: tuple[int, int] | None = None
    total: int | None = None
    goal: tuple[str, ...] = ()
    solution: Cells = field(default=(), repr=False)

    @property
    def height(self) -> int:
        return len(self.cells)

    @property
    def width(self) -> int:
        return len(self.cells[0])

    @property
    def flat(self) -> list[str]:
        return [cell for row in self.cells for cell in row]


def canonical(notation: str) -> str:
    """Return a notation as Gridwise writes it."""
    return str(gridwise.Board(notation).notation)


def cells_of(values: list[str], width: int) -> Cells:
    """Return a flat list as rows."""
    return tuple(tuple(values[at : at + width]) for at in range(0, len(values), width))


def chosen(random: Random, weights: dict) -> object:  # type: ignore[type-arg]
    """Return a key of a table of weights."""
    return random.choices(list(weights), list(weights.values()))[0]


def sudoku_notation(cells: list[str], boxes: tuple[int, int]) -> str:
    """Return the notation of cells that are numbers."""
    signs = ".123456789ABCDEFGHIJKLMNOP"
    return f"sudoku:{boxes[0]}x{boxes[1]}:" + "".join(signs[int(cell)] for cell in cells)


@cache
def _proper(size: str, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a generated Sudoku with one solution, and that."""
    board = gridwise.generate("sudoku", size, seed=seed)
    assert board is not None
    return tuple(board.position.cells), tuple(board.solve().board.position.cells)


def sudoku(random: Random, boxes: tuple[int, int] | None = None) -> Source:
    """Return a Sudoku: up to 9x9 with one solution, else with half of its digits."""
    high, wide = boxes = boxes or chosen(random, SUDOKU_SIZES)  # type: ignore[assignment]
    n = high * wide
    if 4 <= n <= 9 and high > 1:
        cells, solution = _proper(f"{high}x{wide}", random.randrange(6))
    else:
        full = [(row * wide + row // high + column) % n for row in range(n) for column in range(n)]
        solution = tuple(value + 1 for value in full)
        cells = tuple(value if random.random() < 0.5 else 0 for value in solution)
    names = random.sample(range(1, n + 1), n)
    rows = _lines(random, n, high)
    columns = _lines(random, n, wide)

    def moved(values: tuple[int, ...]) -> list[str]:
        table = (0, *names)
        return [str(table[values[row * n + column]]) for row in rows for column in columns]

    shown = moved(cells)
    return Source(
        "sudoku",
        cells_of(shown, n),
        canonical(sudoku_notation(shown, boxes)),
        boxes,
        solution=cells_of(moved(solution), n),
    )


def _lines(random: Random, n: int, high: int) -> list[int]:
    """Return the rows in an order that keeps boxes whole."""
    bands = random.sample(range(n // high), n // high)
    return [band * high + row for band in bands for row in random.sample(range(high), high)]


def minesweeper(random: Random) -> Source:
    """Return a game after some clicks, with flags at times, or with all cells open."""
    while True:
        width, height, mines = chosen(random, MINESWEEPER_SIZES)  # type: ignore[misc]
        hidden = set(random.sample(range(width * height), mines))
        near = [
            [
                (y + dy) * width + x + dx
                for dy in (-1, 0, 1)
                for dx in (-1, 0, 1)
                if (dy or dx) and 0 <= y + dy < height and 0 <= x + dx < width
            ]
            for y in range(height)
            for x in range(width)
        ]
        numbers = [sum(other in hidden for other in cells) for cells in near]
        shown = ["-"] * (width * height)
        safe = [cell for cell in range(width * height) if cell not in hidden]
        for start in random.sample(safe, random.randint(1, max(1, len(safe) // 6))):
            flood = [start]
            while flood:
                cell = flood.pop()
                if shown[cell] == "-":
                    shown[cell] = str(numbers[cell])
                    if not numbers[cell]:
                        flood += near[cell]
        if random.random() < 0.06:
            shown = ["X" if cell in hidden else str(n) for cell, n in enumerate(numbers)]
            break
        if random.random() < 0.4:
            for cell in hidden:
                if random.random() < 0.4 and any(shown[other] != "-" for other in near[cell]):
                    shown[cell] = "X"
        rows = cells_of(shown, width)
        if "-" in shown and sum(sign in "12345678" for sign in shown) > 3 and _repeats(rows):
            break
    total = mines if random.random() < 0.4 else None
    rows = cells_of(shown, width)
    notation = minesweeper_notation(rows, total)
    return Source("minesweeper", rows, canonical(notation), total=total)


def _repeats(rows: Cells) -> bool:
    """Return whether a number is twice in a row or a column, which no Sudoku allows."""
    lines = [*rows, *zip(*rows, strict=True)]
    numbers = [[sign for sign in line if sign in "12345678"] for line in lines]
    return any(len(line) > len(set(line)) for line in numbers)


def minesweeper_notation(rows: Cells, total: int | None = None) -> str:
    """Return the notation of rows."""
    size = f"{len(rows[0])}x{len(rows)}" + (f"x{total}" if total is not None else "")
    return f"minesweeper:{size}:" + "/".join("".join(row) for row in rows)


def queens(random: Random, *, full: bool | None = None) -> Source:
    """Return a solution of N-Queens, or a board with some queens and blocked squares."""
    n: int = chosen(random, QUEENS_SIZES)  # type: ignore[assignment]
    columns: list[int] = []
    while len(columns) < n:
        free = [
            column
            for column in range(n)
            if all(
                column != other and abs(column - other) != len(columns) - row
                for row, other in enumerate(columns)
            )
        ]
        columns = [*columns, random.choice(free)] if free else []
    rows = [["Q" if column == queen else "." for column in range(n)] for queen in columns]
    if not (random.random() < 0.65 if full is None else full):
        for row in random.sample(range(n), random.randint(1, n - 1)):
            rows[row][columns[row]] = "."
        if random.random() < 0.2:
            for _ in range(random.randint(1, n)):
                y, x = random.randrange(n), random.randrange(n)
                if columns[y] != x:
                    rows[y][x] = "x"
    cells = tuple(tuple(row) for row in rows)
    return Source("queens", cells, canonical(queens_notation(cells)))


def queens_notation(cells: Cells) -> str:
    """Return the notation of a matrix."""
    names = [
        f"{'x' if sign == 'x' else ''}r{y + 1}c{x + 1}"
        for y, row in enumerate(cells)
        for x, sign in enumerate(row)
        if sign != "."
    ]
    return f"queens:{len(cells)}:" + ",".join(names)


GOALS = {"last": 60, "first": 30, "spiral": 10}


def sliding(random: Random, size: tuple[int, int] | None = None) -> Source:
    """Return a solvable sliding board, with the goal it is to be solved for."""
    width, height = size or chosen(random, SLIDING_SIZES)  # type: ignore[misc]
    count = width * height
    kind = chosen(random, GOALS)
    order = [*range(1, count), 0]
    if kind == "first":
        order = [*range(count)]
    elif kind == "spiral" and (width, height) == (3, 3):
        order = [1, 2, 3, 8, 0, 4, 7, 6, 5]
    tiles = list(order)
    for _ in range(random.choice((12, 60, 200))):
        blank = tiles.index(0)
        y, x = divmod(blank, width)
        steps = [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
        row, column = random.choice(
            [step for step in steps if 0 <= step[0] < height and 0 <= step[1] < width]
        )
        other = row * width + column
        tiles[blank], tiles[other] = tiles[other], tiles[blank]
    goals = ([*range(count)], [*range(1, count), 0], [1, 2, 3, 8, 0, 4, 7, 6, 5])
    if tiles in goals:
        return sliding(random, (width, height))
    flat = [str(tile) for tile in tiles]
    return Source(
        "sliding",
        cells_of(flat, width),
        canonical(sliding_notation(flat, width)),
        goal=tuple(str(tile) for tile in order),
    )


def sliding_notation(flat: list[str], width: int, goal: tuple[str, ...] = ()) -> str:
    """Return the notation of tiles, with their goal where it is stated."""
    end = "@" + ",".join(goal) if goal else ""
    return f"sliding:{width}x{len(flat) // width}:" + ",".join(flat) + end


MAKERS = {"sudoku": sudoku, "minesweeper": minesweeper, "queens": queens, "sliding": sliding}
