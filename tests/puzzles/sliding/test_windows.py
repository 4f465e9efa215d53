"""Built paths made shorter: always paths, never longer, no window left that a twin can shorten."""

from threading import Event

import pytest

import gridwise
from every import every
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, random_position, walked
from gridwise.puzzles.sliding.engine.windows import lower_bound, shorten
from gridwise.puzzles.sliding.heuristics import Heuristics
from gridwise.puzzles.sliding.heuristics._estimator import GoalBoard
from gridwise.puzzles.sliding.row_by_row import construct
from oracles import sliding as oracle
from puzzles.sliding.support import boards_on
from samples import seeds


@every("width, height", [(3, 3), (3, 2), (2, 5), (4, 4), (7, 3), (1, 6), (6, 1)])
def test_ways_are_ways_and_shorter(width, height):
    total = built = 0
    for seed in seeds(2, 12):
        board = random_position(width, height, seed)
        run = Run()
        path = shorten(board, 30, 60, run)
        boards_on(board, path)
        before = len(construct(board, Run()))
        assert len(path) <= before
        assert run.report.optimal is None
        if path:
            assert run.report.bound == pytest.approx(len(path) / lower_bound(board))
        if width * height == 9:
            best = oracle.depths(3, 3, tuple(range(9)))[board.tiles]
            assert lower_bound(board) <= best <= len(path)
        total, built = total + len(path), built + before
    assert total < 0.9 * built or min(width, height) == 1


def test_one_window_over_the_whole_way_is_a_shortest_one():
    depth = oracle.depths(3, 3, tuple(range(9)))
    for seed in range(20):
        board = walked(3, 3, 30, seed)
        if len(construct(board, Run())) <= 40:
            assert len(shorten(board, 40, 60, Run())) == depth[board.tiles]


def test_the_lower_bound():
    for width, height, goal in ((4, 3, ()), (3, 5, tuple(range(14, -1, -1)))):
        for seed in range(30):
            tiles = random_position(width, height, seed).tiles
            board = Position(width, height, tiles, goal)
            made = Heuristics(GoalBoard(width, height, board.goal))["linear_conflict"]
            assert lower_bound(board) == made.estimate(bytes(tiles))


def test_by_name_and_its_limits():
    board = random_position(6, 6, 1)
    free = gridwise.solve(board, method="windows", options={"window": 24})
    assert (free.status, free.stop, free.optimal) == (Status.SOLVED, Stop.COMPLETED, None)
    moves = len(free.answer.items[0].moves)
    assert free.bound == pytest.approx(moves / lower_bound(board))
    rows = free.tables["windows"]
    assert [row["slides"] for row in rows] == sorted((r["slides"] for r in rows), reverse=True)
    assert rows[0]["slides"] > rows[-1]["slides"] == moves
    expanded = free.statistics.counters["expanded"]
    assert expanded == sum(row["expanded"] for row in rows)
    for nodes in (1, 2000, expanded // 4):  # how far it gets by itself goes by the clock
        result = gridwise.solve(
            board, method="windows", options={"window": 24}, limits=Limits(nodes=nodes)
        )
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.NODE_LIMIT)
        assert result.statistics.counters["expanded"] == nodes
        best = result.best.items[0]
        assert PUZZLE.is_solved(best.position)
        assert moves <= len(best.moves) <= rows[0]["slides"]
    cancel = Event()
    cancel.set()
    assert gridwise.solve(board, method="windows", cancel=cancel).stop is Stop.CANCELLED


def test_interrupted_in_a_pass_the_way_is_whole():
    board = random_position(8, 8, 4)
    for nodes in range(500, 30_000, 4_999):
        run = Run(Limits(nodes=nodes))
        with pytest.raises(Interrupted):
            shorten(board, 40, 60, run)
        boards_on(board, run.report.best)
