"""What each heuristic claims, on every board of the 3x3, and the pattern database of the 4x4."""

from collections import deque
from random import Random

import pytest

from every import every
from gridwise.puzzles.sliding import random_position, walked
from gridwise.puzzles.sliding.heuristics import estimators
from gridwise.puzzles.sliding.pdb import patterns
from puzzles.sliding.claims import space, truth


def test_the_3x3_says_which_are_admissible_and_which_consistent():
    """The declarations are exactly what holds on all 181,440 boards."""
    found = truth(3, 3, tuple(range(9)))
    assert list(found) == list(estimators())
    declared = {n: (h.admissible, h.consistent) for n, h in space(3, 3).heuristics.items()}
    assert found == declared
    assert (
        found.items()
        >= {
            "linear_conflict": (True, True),
            "manhattan": (True, True),
            "manhattan_reversals": (True, True),
            "misplaced": (True, True),
            "pattern_database": (True, True),
            "squared_discounted": (False, False),
            "squared_reversals": (False, False),
            "walking_distance": (True, True),
        }.items()
    )


@every("goal", [(1, 2, 3, 4, 5, 6, 7, 8, 0), (4, 1, 7, 8, 0, 2, 6, 3, 5)])
def test_the_claims_hold_for_other_goals_of_the_3x3(goal):
    made = space(3, 3, goal)
    for name, (admissible, consistent) in truth(3, 3, goal).items():
        claims = made.heuristics[name]
        assert admissible or not claims.admissible, name
        assert consistent or not claims.consistent, name


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


def test_the_tables_begin_as_plain_search_does(fifteen):
    for cells, table in zip(patterns.partition(0), patterns.tables(0, lambda: None), strict=True):
        assert len(table) == 16**5
        assert sum(value != 255 for value in table) == 16 * 15 * 14 * 13 * 12
        near = slow_pattern(cells, 0, 5)
        for places, cost in near.items():
            assert table[sum(cell << 4 * i for i, cell in enumerate(places))] == cost
        assert sum(value <= 5 for value in table) == len(near)


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
