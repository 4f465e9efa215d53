"""The parts of a board's count sum to its number of solutions."""

from random import Random

from every import every
from gridwise.core.run import Run
from gridwise.puzzles.queens.batch import SubBoard, count, parts
from gridwise.puzzles.queens.position import OccupiedLines, Position
from gridwise.solving.solve import count as count_whole
from samples import THOROUGH, seeds


def boards():
    yield Position(10)
    yield Position(10, blocked=(0, 9))  # its own mirror image
    yield Position(9, queens=(4,), blocked=(13,))
    if THOROUGH:
        yield Position(11, blocked=(3, 40, 77))
    random = Random(5)
    for _ in seeds(2, 4):
        n = random.randrange(7, 12)
        queens = tuple(sorted(random.sample(range(n * n), 2)))
        if OccupiedLines(n).add(queens):
            yield Position(n, queens)


@every("position", lambda: tuple(boards()), ids=str)
def test_the_parts_sum_to_the_whole(position):
    whole = count_whole(position).answer
    for least in (1, 7, 60) if THOROUGH else (1, 60):
        cut = parts(position, least)
        assert len(cut) >= min(least, 2) or least == 1
        assert sum(count(part, Run()) for part in cut) == (whole.number if whole else 0)


def test_mirror_images_are_counted_once():
    cut = parts(Position(24), 100)
    assert all(isinstance(part, SubBoard) and part.weight == 2 for part in cut)
    assert {cell for part in cut for cell in part.position.queens if cell < 24} == set(range(12))


def test_queens_that_attack_each_other_have_no_solution():
    (only,) = parts(Position(8, queens=(0, 1)), 4)
    assert count(only, Run()) == 0
