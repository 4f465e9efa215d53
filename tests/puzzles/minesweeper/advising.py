"""Boards in mid-game where no cell is sure, and the cell to win with on them."""

from collections.abc import Iterator
from random import Random

from gridwise.core.capabilities import Guess
from gridwise.core.grid import neighbours
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.position import COVERED, Position
from gridwise.puzzles.minesweeper.probabilities import PROBABILITIES


def in_play(seed: int, most: int = 9) -> Iterator[Position]:
    """Boards in mid-game of up to 4x4 with a total and at most so many covered cells."""
    random = Random(seed)
    while True:
        width, height = random.randint(2, 4), random.randint(2, 4)
        cells = range(width * height)
        mines = set(random.sample(cells, random.randint(1, len(cells) // 2)))
        safe = [cell for cell in cells if cell not in mines]
        least = max(1, len(cells) - most)
        if least > len(safe) - 1:
            continue
        opened = set(random.sample(safe, random.randint(least, len(safe) - 1)))
        shown = bytes(
            sum(near in mines for near in neighbours(cell, width, height))
            if cell in opened
            else COVERED
            for cell in cells
        )
        yield Position(width, height, shown, len(mines))


def nothing_forced(position: Position) -> bool:
    found = counting.tally(position, Run())
    assert found is not None
    covered = [n for n, code in zip(found.mines, position.shown, strict=True) if code == COVERED]
    return all(0 < number < found.layouts for number in covered)


def guesses(seed: int, many: int, most: int = 9) -> Iterator[Position]:
    boards = filter(nothing_forced, in_play(seed, most))
    for _ in range(many):
        yield next(boards)


def advised(position: Position) -> Guess:
    chances = PROBABILITIES.probabilities(position, Run())
    assert chances is not None
    found = PROBABILITIES.best_guess(position, chances, Run())
    assert found is not None
    return found
