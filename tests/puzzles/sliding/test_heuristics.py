"""What each heuristic claims is held against every board of the small sizes."""

import itertools
from collections import deque
from functools import cache
from random import Random

import pytest

from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, at_depth, random_position, walked
from gridwise.puzzles.sliding.heuristics import DEFAULT, estimators, walking_distance
from gridwise.puzzles.sliding.heuristics.linear_conflict import leaving
from gridwise.puzzles.sliding.heuristics.walking_distance import table as walking_table
from gridwise.puzzles.sliding.pdb import exact, patterns
from gridwise.puzzles.sliding.views import SlidingSpace
from oracles import sliding as oracle

NAMES = list(estimators())
NINE = tuple(range(9))


def space(width, height, goal=()):
    goal = goal or tuple(range(width * height))
    return SlidingSpace(Position(width, height, goal, goal))


@cache
def truth(width, height, goal):
    """Return what search finds of each heuristic: whether it is admissible, and consistent."""
    made = space(width, height, goal)
    distance = exact.depths(width, height, goal)
    edges = [
        (state, after)
        for state in distance
        for _, after, _ in made.successors(state)
        if state < after
    ]
    found = {}
    for name, heuristic in made.heuristics.items():
        values = {state: heuristic.estimate(state) for state in distance}
        assert values[bytes(goal)] == 0, name
        assert min(values.values()) >= 0, name
        found[name] = (
            all(values[state] <= depth for state, depth in distance.items()),
            all(-1 <= values[a] - values[b] <= 1 for a, b in edges),
        )
    return found


@pytest.mark.slow
def test_the_3x3_says_which_are_admissible_and_which_consistent():
    """The declarations are exactly what holds on all 181,440 boards."""
    found = truth(3, 3, NINE)
    assert list(found) == NAMES
    declared = {n: (h.admissible, h.consistent) for n, h in space(3, 3).heuristics.items()}
    assert found == declared
    assert found == {
        "linear_conflict": (True, True),
        "manhattan": (True, True),
        "manhattan_reversals": (True, True),
        "misplaced": (True, True),
        "pattern_database": (True, True),
        "squared_discounted": (False, False),
        "squared_reversals": (False, False),
        "walking_distance": (True, True),
    }


@pytest.mark.parametrize(
    ("width", "height", "goal"),
    [
        (3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)),
        (3, 3, (4, 1, 7, 8, 0, 2, 6, 3, 5)),
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


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 4), (5, 3), (2, 6), (7, 7)])
def test_linear_conflict_is_its_definition(width, height):
    random = Random(1)
    for seed in range(60):
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


def test_a_run_that_is_over_does_not_go_on_making_tables(monkeypatch):
    monkeypatch.setattr(walking_distance, "_KEPT", {})
    run = Run(Limits(time_s=1e-9))
    board = SlidingSpace(random_position(4, 4, 1))
    for name in ("walking_distance", "pattern_database"):
        with pytest.raises(Interrupted):
            board.heuristic(name, run)
    assert at_depth(5, 1).width == 3


# The pattern database of the 4x4. Its tables take some seconds to make, so once for all of these.


@pytest.fixture(scope="module")
def fifteen(tables_folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRIDWISE_CACHE_DIR", str(tables_folder))
        made = space(4, 4)
        made.heuristics["pattern_database"]
        yield made


def slow_pattern(cells, blank, most):
    """Return the distances up to `most` of one pattern: least slides of its own tiles."""
    near = [
        [d for d in range(16) if abs(c // 4 - d // 4) + abs(c % 4 - d % 4) == 1] for c in range(16)
    ]
    found = {(blank, *cells): 0}
    queue = deque(found)
    while queue:
        state = queue.popleft()
        cost = found[state]
        hole, places = state[0], state[1:]
        for cell in near[hole]:
            own = cell in places
            after = (cell, *(hole if p == cell else p for p in places))
            if cost + own <= most and found.get(after, most + 1) > cost + own:
                found[after] = cost + own
                (queue.append if own else queue.appendleft)(after)
    least = {}
    for state, cost in found.items():
        least[state[1:]] = min(cost, least.get(state[1:], cost))
    return least


@pytest.mark.slow
def test_the_tables_begin_as_plain_search_does(fifteen):
    for cells, table in zip(patterns.partition(0), patterns.tables(0, lambda: None), strict=True):
        assert len(table) == 16**5
        assert sum(value != 255 for value in table) == 16 * 15 * 14 * 13 * 12
        near = slow_pattern(cells, 0, 5)
        for places, cost in near.items():
            assert table[sum(cell << 4 * i for i, cell in enumerate(places))] == cost
        assert sum(value <= 5 for value in table) == len(near)


@pytest.mark.parametrize("blank", range(16))
def test_patterns_share_no_tile(blank):
    cells = [cell for part in patterns.partition(blank) for cell in part]
    assert sorted(cells) == [cell for cell in range(16) if cell != blank]
    assert [len(part) for part in patterns.partition(blank)] == [5, 5, 5]


def test_the_sum_of_the_patterns_claims_what_is_so(fifteen):
    """Admissible; above the Manhattan distance; but a slide can lower it by 3."""
    heuristic = fifteen.heuristics["pattern_database"]
    assert (heuristic.admissible, heuristic.consistent) == (True, False)
    far, near = heuristic.estimate, fifteen.heuristics["manhattan"].estimate
    for seed in range(300):
        board = walked(4, 4, seed % 40, seed)
        assert near(bytes(board.tiles)) <= far(bytes(board.tiles)) <= seed % 40
    before = (2, 10, 14, 8, 6, 5, 15, 3, 7, 11, 0, 1, 12, 13, 9, 4)
    after = (2, 10, 14, 8, 6, 5, 15, 3, 7, 11, 9, 1, 12, 13, 0, 4)
    assert bytes(after) in [state for _, state, _ in fifteen.successors(bytes(before))]
    assert (far(bytes(before)), far(bytes(after))) == (42, 39)


def test_other_goals_with_the_blank_in_that_cell_share_the_tables(fifteen):
    goal = (0, *Random(3).sample(range(1, 16), 15))
    other = space(4, 4, goal)
    name = dict(zip(range(16), goal, strict=True))
    for seed in range(50):
        tiles = random_position(4, 4, seed).tiles
        renamed = bytes(name[tile] for tile in tiles)
        assert other.heuristics["pattern_database"].estimate(renamed) == fifteen.heuristics[
            "pattern_database"
        ].estimate(bytes(tiles))
