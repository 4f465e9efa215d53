"""No window is left that a twin can shorten, and windows of large boards."""

from collections import deque

import pytest

import gridwise
from gridwise.core.limits import Limits
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, random_position
from gridwise.puzzles.sliding.engine import line_beam
from gridwise.puzzles.sliding.engine.windows import shorten
from gridwise.puzzles.sliding.row_by_row import construct
from puzzles.sliding import twins
from puzzles.sliding.support import boards_on, play


def nearest(width, height, begin, end, most):
    """Return the distance of two boards by breadth-first search, None beyond `most`."""
    seen, queue = {begin: 0}, deque([begin])
    while queue:
        board = queue.popleft()
        if board == end:
            return seen[board]
        if seen[board] == most:
            continue
        for _, after in twins.slides(width, height, board):
            if after not in seen:
                seen[after] = seen[board] + 1
                queue.append(after)
    return None


@pytest.mark.parametrize(("side", "seed"), [(4, 1), (5, 2), (10, 3)])
def test_no_window_is_left_that_can_be_shortened(side, seed):
    """Windows of 12 begin at each second slide; none of them has a shorter path.

    Of a long path some are looked at, as the oracle takes its time.
    """
    board = random_position(side, side, seed)
    path = shorten(board, 12, 60, Run())
    states = boards_on(board, path)
    assert len(path) < len(construct(board, Run()))
    for begin in range(0, min(len(path) - 12, 160), 2 if side < 10 else 10):
        found = nearest(side, side, states[begin], states[begin + 12], 10)
        assert found is None


def test_a_time_limit_brings_an_answer():
    board = random_position(20, 20, 1)
    result = gridwise.solve(board, method="windows", limits=Limits(time_s=4.0))
    assert result.status is Status.SOLVED


def test_windows_begin_with_the_shortest_way():
    board = random_position(7, 7, 1)
    run = Run()
    path = shorten(board, 24, 60, run)
    assert PUZZLE.is_solved(play(board, path))
    rows = [row for row in run.report.tables["windows"] if row["window"] == 0]
    assert len(rows) == 1 + len(line_beam.RECIPES)
    assert rows[0]["slides"] == len(construct(board, Run()))
    built = [line_beam.build(board, one, Run(), lambda: False) for one in line_beam.RECIPES]
    best = min(map(len, built))
    assert rows[-1]["slides"] == best >= len(path)
    assert sum(row["expanded"] for row in run.report.tables["windows"]) == run.count.expanded
    assert run.report.bound < 2
