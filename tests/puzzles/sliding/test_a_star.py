"""The compiled A*: shortest ways, a proved bound when memory ends, and tables against a twin."""

import pytest

import gridwise
from every import every
from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, random_position, walked
from gridwise.puzzles.sliding.engine import a_star
from gridwise.puzzles.sliding.engine.turned import turn
from oracles import sliding as oracle
from samples import THOROUGH

OPTIONS = {"search": "a_star"}
HARD = Position(4, 4, (15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4))
"""One of Korf's: 65 slides."""


def nothing():
    pass


# With the blank of the goal in a corner, in the middle and at a side.
SIZES = [(3, 3, 4), (4, 2, 0), (2, 4, 3), (3, 2, 1), (2, 2, 3), (1, 5, 2)]


@every("width, height, blank", [*SIZES, (3, 3, 0), (3, 3, 5)] if THOROUGH else SIZES)
def test_lengths_of_many_small_boards(width, height, blank):
    """From all boards that a breadth-first search reaches, the goal's blank anywhere."""
    goal = [*range(1, width * height)]
    goal.insert(blank, 0)
    depth = oracle.depths(width, height, tuple(goal))
    boards = sorted(depth)[:: max(1, len(depth) // (150 if THOROUGH else 15))]
    for tiles in boards:
        run = Run()
        path = a_star.shortest(Position(width, height, tiles, tuple(goal)), run)
        assert len(path) == depth[tiles]
        assert run.count.depth == depth[tiles]
        assert run.count.reopened == 0


@pytest.mark.parametrize(("width", "height"), [(3, 3), (3, 2)])
def test_estimates_are_consistent_and_below_the_distance(width, height):
    goal = tuple(range(width * height))
    best = oracle.depths(width, height, goal)
    estimates = {}
    for tiles in sorted(best)[:: max(1, len(best) // (400 if THOROUGH else 20))]:
        board = Position(width, height, tiles)
        for move in (None, *PUZZLE.moves(board)):
            near = board if move is None else PUZZLE.apply(board, move)
            search = a_star._AStarSearch(turn(near), Run())
            estimates[near.tiles] = search.estimate
            assert search.estimate <= best[near.tiles]
            assert (search.estimate - best[near.tiles]) % 2 == 0
            assert abs(search.estimate - estimates[tiles]) <= 1
            assert (search.estimate == 0) == (near.tiles == goal)


def test_sizes_and_counters():
    run = Run()
    board = random_position(4, 4, 5)
    a_star.shortest(board, run)
    [sizes] = run.report.tables["open_closed"]
    rows = run.report.tables["iterations"]
    assert sizes["closed"] == run.count.expanded == sum(row["expanded"] for row in rows)
    assert run.count.generated == sum(row["generated"] for row in rows) + 1
    assert sizes["open"] <= sizes["open_peak"] == run.count.frontier_peak
    assert sizes["open"] + sizes["closed"] <= sizes["generated"]
    result = gridwise.solve(board, method="kernel", options=OPTIONS)
    counters = result.statistics.counters
    assert counters["expanded"] == run.count.expanded
    assert counters["frontier_peak"] == run.count.frontier_peak


def test_the_memory_of_its_arrays_is_limited(monkeypatch):
    """To the byte, and what was proved until then is told; the process's own is left out here."""
    for name in ("resident_bytes", "highest_bytes"):
        monkeypatch.setattr(f"gridwise.core.run.{name}", lambda: 0)
    bounds, peaks = [], []
    for limit in (300_000, 3_000_000, 9_000_000, 30_000_000):
        result = gridwise.solve(
            HARD, method="kernel", options=OPTIONS, limits=Limits(memory_bytes=limit)
        )
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.MEMORY_LIMIT)
        [sizes] = result.tables["open_closed"]
        assert 0.8 * limit < sizes["bytes"] <= limit
        bounds.append(result.tables["iterations"][-1]["bound"])
        peaks.append(sizes["open_peak"])
        assert result.best.items[0].moves  # the path to the state that seems nearest
    assert 49 <= bounds[0] <= bounds[-1] <= 65
    assert bounds[0] < bounds[-1]
    assert peaks == sorted(set(peaks))
    run = Run(Limits(memory_bytes=1000))
    with pytest.raises(Interrupted) as end:
        a_star.shortest(HARD, run)
    assert end.value.stop is Stop.MEMORY_LIMIT
    assert run.report.tables["iterations"][-1]["bound"] > 0


def test_other_limits():
    board = random_position(4, 4, 5)
    free = Run()
    path = a_star.shortest(board, free)
    exact = Run(Limits(nodes=free.nodes))
    assert a_star.shortest(board, exact) == path
    for nodes in (1, 100, free.nodes - 1):
        result = gridwise.solve(board, method="kernel", options=OPTIONS, limits=Limits(nodes=nodes))
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.NODE_LIMIT)
        assert result.statistics.counters["expanded"] == nodes
        assert result.tables["iterations"][-1]["bound"] <= len(path)
    result = gridwise.solve(HARD, method="kernel", options=OPTIONS, limits=Limits(time_s=0.05))
    assert result.stop is Stop.TIME_LIMIT


def test_greater_boards_are_refused():
    board = walked(5, 4, 10, 1)
    with pytest.raises(UnknownNameError, match="ida_star"):
        gridwise.solve(board, method="kernel", options=OPTIONS)
    hopeless = Position(4, 4, (0, 2, 1, *range(3, 16)))
    result = gridwise.solve(hopeless, method="kernel", options=OPTIONS)
    assert result.status is Status.UNSATISFIABLE
