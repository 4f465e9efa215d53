"""What each heuristic claims is held against every board of the small sizes."""

import itertools
from random import Random

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, at_depth, random_position, walked
from gridwise.puzzles.sliding.heuristics import DEFAULT, estimators, walking_distance
from gridwise.puzzles.sliding.heuristics.linear_conflict import leaving
from gridwise.puzzles.sliding.heuristics.walking_distance import table as walking_table
from gridwise.puzzles.sliding.pdb import exact, patterns
from gridwise.puzzles.sliding.views import SlidingSpace
from oracles import sliding as oracle
from puzzles.sliding.claims import space, truth
from samples import seeds

NAMES = list(estimators())
NINE = tuple(range(9))


@every(
    "width, height, goal",
    [
        (2, 2, (0, 1, 2, 3)),
        (2, 2, (3, 1, 0, 2)),
        (3, 2, (0, 1, 2, 3, 4, 5)),
        (2, 3, (2, 0, 1, 5, 4, 3)),
        (4, 2, (0, 1, 2, 3, 4, 5, 6, 7)),
        (2, 4, (7, 1, 2, 0, 4, 5, 6, 3)),
        (5, 1, (0, 1, 2, 3, 4)),
        (1, 9, (1, 2, 3, 4, 0, 5, 6, 7, 8)),
        (1, 1, (0,)),
    ],
)
def test_the_claims_hold_for_other_sizes_and_goals(width, height, goal):
    made = space(width, height, goal)
    for name, (admissible, consistent) in truth(width, height, goal).items():
        claims = made.heuristics[name]
        assert admissible or not claims.admissible, name
        assert consistent or not claims.consistent, name


def test_the_table_of_all_boards_is_what_plain_search_finds():
    goal = (3, 1, 0, 2, 5, 4)
    distance = {bytes(k): v for k, v in oracle.depths(3, 2, goal).items()}
    assert exact.depths(3, 2, goal) == distance


DEPTHS_3X3 = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
    *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]


def test_how_many_3x3_boards_there_are_at_each_depth():
    found = list(exact.depths(3, 3, NINE).values())
    assert len(found) == 181_440
    assert max(found) == 31
    assert [found.count(depth) for depth in range(32)] == DEPTHS_3X3


@pytest.mark.parametrize(
    "text",
    [
        "sliding:3x3:8,7,1,6,0,4,3,2,5",
        "sliding:3x3:8,7,1,4,3,2,5,6,0",
        "sliding:3x3:8,7,5,6,3,2,1,4,0",
        "sliding:3x3:0,3,6,5,4,7,8,2,1@last",
    ],
)
def test_the_worked_example(text):
    """Distances 4, 2, 1, 1, 1, 1, 3, 1, one pair of neighbours in each other's places.

    Told tile by tile in the order in which they stand (with the blank last, by their numbers).
    With the blank first, tile 1 is never more than 3 from its place, so it cannot be its 4.
    """
    board = PUZZLE.parse(text)
    order = range(1, 9) if text.endswith("last") else [t for t in board.tiles if t]
    apart = []
    for tile in order:
        here, there = board.tiles.index(tile), board.goal.index(tile)
        apart.append((abs(here // 3 - there // 3), abs(here % 3 - there % 3)))
    assert [rows + columns for rows, columns in apart] == [4, 2, 1, 1, 1, 1, 3, 1]
    assert [rows**2 + columns**2 for rows, columns in apart] == [8, 4, 1, 1, 1, 1, 5, 1]
    made, state = SlidingSpace(board).heuristics, bytes(board.tiles)
    assert PUZZLE.violations(board) == ()
    assert made["manhattan"].estimate(state) == 14
    assert made["manhattan_reversals"].estimate(state) == 16
    assert made["squared_discounted"].estimate(state) == 21  # D = 22: 22 - floor(3.3) + 2
    assert made["squared_reversals"].estimate(state) == 24


def slow_linear_conflict(board):
    """Manhattan distance, and twice the fewest tiles to take out of each line, tried out."""
    from itertools import combinations

    def fewest(places):
        for number in range(len(places) + 1):
            for kept in combinations(places, len(places) - number):
                if all(a < b for a, b in itertools.pairwise(kept)):
                    return number
        raise AssertionError

    width, height, home = board.width, board.height, {t: c for c, t in enumerate(board.goal)}
    total = registry.features(board)["manhattan"]
    cells = {(c // width, c % width): t for c, t in enumerate(board.tiles) if t}
    for r in range(height):
        row = [cells[r, c] for c in range(width) if (r, c) in cells]
        total += 2 * fewest([home[t] % width for t in row if home[t] // width == r])
    for c in range(width):
        column = [cells[r, c] for r in range(height) if (r, c) in cells]
        total += 2 * fewest([home[t] // width for t in column if home[t] % width == c])
    return total


@every("width, height", [(3, 3), (4, 4), (5, 3), (2, 6), (7, 7)])
def test_linear_conflict_is_its_definition(width, height):
    random = Random(1)
    for seed in seeds(20, 60):
        goal = tuple(random.sample(range(width * height), width * height))
        # near the goal, where lines hold tiles of their own
        board = walked(width, height, random.randint(1, 60), seed, goal)
        found = SlidingSpace(board).heuristics["linear_conflict"].estimate(bytes(board.tiles))
        assert found == slow_linear_conflict(board), PUZZLE.format(board)


def test_leaving():
    assert leaving([]) == 0
    assert leaving([1, 2, 5]) == 0
    assert leaving([5, 2, 1]) == 2
    assert leaving([2, 3, 1]) == 1
    assert leaving([4, 1, 3, 2]) == 2


def test_the_table_of_the_walking_distance():
    assert len(walking_table(3, 3, 0, lambda: None)) == 105
    found = walking_table(4, 4, 0, lambda: None)
    assert len(found) == 24_964
    assert max(found.values()) == 35


@pytest.mark.parametrize(("width", "height"), [(4, 4), (5, 5), (10, 10), (6, 4)])
def test_the_claims_hold_on_walks_over_larger_boards(width, height):
    """Along a walk from the goal: never more than was walked, never a fall by more than 1."""
    random = Random(2)
    names = [n for n in NAMES if n != "pattern_database"]
    for goal in (None, random_position(width, height, 7).tiles):
        made = space(width, height, goal or ())
        checks = [made.heuristics[n] for n in names if n in made.heuristics]
        claimed = [h for h in checks if h.consistent]
        assert len(claimed) >= 4
        state = made.initial()
        values = [0] * len(claimed)
        for steps in range(1, 400):
            state = random.choice(made.successors(state))[1]
            before, values = values, [h.estimate(state) for h in claimed]
            assert all(abs(a - b) <= 1 for a, b in zip(before, values, strict=True))
            assert all(value <= steps for value in values)


def test_they_are_made_when_they_are_asked_for():
    made = SlidingSpace(random_position(4, 4, 1)).heuristics
    assert next(iter(made)) == DEFAULT
    assert set(made) == set(NAMES)
    assert len(made) == len(NAMES)
    assert made["manhattan"] is made["manhattan"]
    assert "nothing" not in made
    run = Run()
    wide = SlidingSpace(random_position(10, 10, 1))
    assert "pattern_database" not in wide.heuristics
    assert "walking_distance" not in wide.heuristics
    assert wide.heuristic("auto", run).name == DEFAULT
    with pytest.raises(UnknownNameError, match="did you mean manhattan"):
        wide.heuristic("manhatan", run)
    with pytest.raises(UnknownNameError, match="pattern_database"):
        wide.heuristic("pattern_database", run)


def test_a_run_that_is_over_does_not_go_on_making_tables(monkeypatch, tmp_path):
    monkeypatch.setattr(walking_distance, "_KEPT", {})
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path))  # another test may have made them
    run = Run(Limits(time_s=1e-9))
    board = SlidingSpace(random_position(4, 4, 1))
    for name in ("walking_distance", "pattern_database"):
        with pytest.raises(Interrupted):
            board.heuristic(name, run)
    assert at_depth(5, 1).width == 3


@every("blank", range(16))
def test_patterns_share_no_tile(blank):
    cells = [cell for part in patterns.partition(blank) for cell in part]
    assert sorted(cells) == [cell for cell in range(16) if cell != blank]
    assert [len(part) for part in patterns.partition(blank)] == [5, 5, 5]
