"""Ratings of sliding boards: exact lengths by another search, and bounds that are said as such."""

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.capabilities import Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, at_depth, random_position, walked
from gridwise.solving.heuristics import heuristics
from gridwise.solving.solve import solve
from oracles import sliding as oracle
from samples import seeds

MODEL = registry.capability("sliding", Ratings).models["length"]


@every("seed", seeds(8, 20))
def test_lengths_and_heuristics_of_the_3x3(seed):
    board = random_position(3, 3, seed)
    found = MODEL.rate(board, Run())
    assert found["length"] == oracle.depths(3, 3, board.goal)[board.tiles]
    for name, one in heuristics(board).items():
        assert found[f"h_{name}"] == one.value
        assert not one.admissible or one.value <= found["length"]


def test_levels_rise_with_the_length():
    order = []
    for length in (0, 11, 12, 18, 19, 23, 24, 27, 28, 31):
        order.append(MODEL.rate(at_depth(length, 1), Run())["level"])
    assert order == [
        *("easy", "easy", "medium", "medium", "hard"),
        *("hard", "fiendish", "fiendish", "extreme", "extreme"),
    ]


def test_a_length_of_the_4x4_by_another_search():
    board = walked(4, 4, 30, 2)
    result = solve(board, method="a_star", options={"heuristic": "linear_conflict"})
    assert MODEL.rate(board, Run())["length"] == len(result.answer.items[0].moves)


def test_where_the_length_is_not_known_bounds_are_given():
    for board, limits in (
        (random_position(6, 6, 1), Limits(nodes=20_000)),
        (random_position(20, 12, 1), Limits()),
    ):
        found = MODEL.rate(board, Run(limits))
        assert "length" not in found
        assert "level" not in found
        assert 0 < found["length_at_least"] < found["length_at_most"]


def test_a_board_that_cannot_be_solved_and_a_cancelled_run():
    with pytest.raises(ParameterError, match="cannot be reached"):
        MODEL.rate(PUZZLE.parse("sliding:3x3:8,7,1,6,0,4,2,3,5"), Run())

    class Set:
        def is_set(self):
            return True

    with pytest.raises(Interrupted):
        MODEL.rate(random_position(6, 6, 1), Run(cancel=Set()))
