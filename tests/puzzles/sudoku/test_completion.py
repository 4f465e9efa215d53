"""Completing boards plainly: the same answers as the methods give."""

from random import Random

import pytest

import gridwise
from gridwise.puzzles.sudoku import rules
from gridwise.puzzles.sudoku.completion import first_solution, has_other
from gridwise.puzzles.sudoku.position import Position


def _check() -> None:
    pass


@pytest.mark.parametrize(
    ("height", "width", "kept"), [(3, 3, 26), (2, 3, 10), (2, 2, 4), (1, 5, 6)]
)
def test_as_a_method_answers(height: int, width: int, kept: int) -> None:
    random = Random(4)
    several = 0
    for _ in range(12):
        full = rules.shuffled_grid(height, width, random)
        left = random.sample(range(len(full)), kept)
        cells = bytes(digit if cell in left else 0 for cell, digit in enumerate(full))
        board, solved = Position(height, width, cells), Position(height, width, full)
        first = gridwise.solve(board, method="exact_cover", nth=1).answer.items[0].position
        assert first_solution(board, _check) == first
        two = gridwise.Limits(solutions=1)
        only = gridwise.count(board, method="exact_cover", limits=two).answer.exact
        assert has_other(board, solved, _check) is not only
        several += not only
    assert 0 < several


def test_none_where_there_is_none() -> None:
    # Row 1 has no place for 4: it is in its box below, and in the column of its last cell.
    board = gridwise.parse("sudoku:2x2:123....4........")
    assert gridwise.count(board).status.value == "UNSATISFIABLE"
    assert first_solution(board, _check) is None


def test_what_the_check_raises_ends_it() -> None:
    def stop() -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        first_solution(Position(3, 3, bytes(81)), stop)
