"""Small random boards for tests."""

from random import Random

from gridwise.core.grid import neighbours
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, around

MOST_COVERED = 9


def sample(random: Random) -> Position:
    """Return a board of 2x2 to 4x4 with at most `MOST_COVERED` covered cells.

    The numbers are a random layout's. In three of ten boards one number beside a covered
    cell, or the total, is then changed, so that the board may have no layout.
    """
    width, height = random.randint(2, 4), random.randint(2, 4)
    cells = list(range(width * height))
    random.shuffle(cells)
    mines = set(cells[: random.randint(0, min(6, len(cells) - 1))])
    random.shuffle(cells)
    most = min(MOST_COVERED, len(cells))
    covered = set(cells[: random.randint(most // 2, most)])
    shown = bytearray(width * height)
    for cell in range(width * height):
        near = neighbours(cell, width, height)
        shown[cell] = sum(c in mines for c in near)
        if cell in covered:
            shown[cell] = COVERED
        elif cell in mines:
            shown[cell] = MINE
        elif random.random() < 0.1:
            shown[cell] = SAFE
    total = len(mines) if random.random() < 0.4 else None
    beside = around(shown, width, height, (COVERED,))
    numbers = [cell for cell, code in enumerate(shown) if code <= 8 and beside[cell]]
    if random.random() < 0.3:
        if numbers and (total is None or random.random() < 0.7):
            cell = random.choice(numbers)
            shown[cell] = min(8, max(0, shown[cell] + random.choice((-1, 1))))
        elif total is not None:
            total = max(0, total + random.choice((-1, 1)))
    return Position(width, height, bytes(shown), total)
