"""Boards to test with, and a plain search that knows nothing of ours."""

from collections.abc import Iterator
from functools import cache
from random import Random

from hypothesis import strategies as st

from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.position import candidate_masks
from gridwise.puzzles.sudoku.rules import shuffled_grid

LATIN = [(1, n) for n in (5, 7, 11, 13, 17, 19, 23)]
"""Boards without boxes, of a prime side."""
BOXES = [(h, w) for h in range(2, 13) for w in range(2, 13) if h * w <= 25] + LATIN
NINE = PUZZLE.examples[0]


def board(text: str, height: int = 0, width: int = 0) -> Position:
    """Return a position from one symbol a cell (white space is left out)."""
    cells = "".join(text.split())
    if not height:
        height, width = {16: (2, 2), 36: (2, 3), 81: (3, 3)}[len(cells)]
    return PUZZLE.parse(f"sudoku:{height}x{width}:{cells}")


def solved(height: int, width: int, seed: int = 1) -> Position:
    return Position(height, width, shuffled_grid(height, width, Random(seed)))


def with_holes(position: Position, holes: int, seed: int = 1) -> Position:
    cells = bytearray(position.cells)
    for cell in Random(seed).sample(range(len(cells)), holes):
        cells[cell] = 0
    return Position(position.box_height, position.box_width, bytes(cells))


def pencilled(number: int) -> Iterator[Position]:
    """Yield 9x9 boards whose empty cells have some candidates fewer, or none."""
    for seed in range(number):
        random = Random(seed)
        position = with_holes(solved(3, 3, seed), random.randint(1, 60), seed)
        masks = [mask & random.randrange(1024) for mask in candidate_masks(position)]
        yield Position.of_candidates(3, 3, masks, position.cells)


@st.composite
def positions(draw, boxes=tuple(BOXES)):
    """Draw any board, most of them against the rules; often with few kinds of digits."""
    height, width = draw(st.sampled_from(boxes))
    size = height * width
    kinds = draw(st.lists(st.integers(1, size), min_size=1, max_size=6, unique=True))
    digits = st.sampled_from([0, *kinds]) if draw(st.booleans()) else st.integers(0, size)
    empty = draw(st.sampled_from((0.0, 0.5, 0.98, 1.0)))
    some = draw(st.lists(digits, min_size=1, max_size=40))
    random = Random(draw(st.integers(0, 2**16)))
    cells = [0 if random.random() < empty else random.choice(some) for _ in range(size * size)]
    return Position(height, width, bytes(cells))


def houses(position: Position) -> list[list[int]]:
    """Return the rows, columns and boxes as lists of cells, computed from the coordinates."""
    return _houses(position.box_height, position.box_width)


@cache
def _houses(high: int, wide: int) -> list[list[int]]:
    size = high * wide
    cells = range(size * size)
    rows = [[c for c in cells if c // size == i] for i in range(size)]
    cols = [[c for c in cells if c % size == i] for i in range(size)]
    boxes = [
        [c for c in cells if c // size // high == band and c % size // wide == stack]
        for band in range(size // high)
        for stack in range(size // wide)
    ]
    return rows + cols + (boxes if high > 1 else [])


def legal(position: Position, cell: int, digit: int) -> bool:
    return all(
        position.cells[c] != digit
        for house in houses(position)
        if cell in house
        for c in house
        if c != cell
    )


def solutions(position: Position) -> Iterator[tuple[int, ...]]:
    """Yield every solution in order, cell after cell; the givens have to agree."""
    size = position.size
    peers: list[set[int]] = [set() for _ in position.cells]
    for house in houses(position):
        for cell in house:
            peers[cell].update(house)
            peers[cell].discard(cell)
    cells = list(position.cells)
    if any(d and any(cells[p] == d for p in peers[c]) for c, d in enumerate(cells)):
        return
    empty = [c for c, d in enumerate(cells) if not d]

    def fill(at: int) -> Iterator[tuple[int, ...]]:
        if at == len(empty):
            yield tuple(cells)
            return
        cell = empty[at]
        for digit in range(1, size + 1):
            if all(cells[p] != digit for p in peers[cell]):
                cells[cell] = digit
                yield from fill(at + 1)
        cells[cell] = 0

    yield from fill(0)
