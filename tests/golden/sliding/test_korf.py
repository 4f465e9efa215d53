"""Ten of Korf's 15-puzzles, optimally; see the head of `korf10.txt` for where they are from."""

import pytest

import gridwise
import samples
from golden.sliding.instances import INSTANCES
from gridwise.core import registry
from gridwise.core.result import Status
from gridwise.puzzles.sliding import PUZZLE


@pytest.mark.parametrize("number", INSTANCES if samples.THOROUGH else (79, 12, 55, 97))
def test_ida_star(number):
    optimal, manhattan, text = INSTANCES[number]
    board = PUZZLE.parse(text)
    assert registry.features(board)["manhattan"] == manhattan
    result = gridwise.solve(board, method="ida_star")
    assert (result.status, result.optimal) == (Status.SOLVED, True)
    assert len(result.answer.items[0].moves) == optimal
    assert result.answer.items[0].position.tiles == tuple(range(16))


@pytest.mark.parametrize(
    ("number", "method", "heuristic"),
    [
        (79, "ida_star", "manhattan"),
        (12, "ida_star", "walking_distance"),
        (55, "ida_star", "walking_distance"),
        (79, "a_star", "linear_conflict"),
        (9, "a_star", "linear_conflict"),
    ],
)
def test_other_ways_to_the_same_length(number, method, heuristic):
    optimal, _, text = INSTANCES[number]
    result = gridwise.solve(PUZZLE.parse(text), method=method, options={"heuristic": heuristic})
    assert (result.optimal, len(result.answer.items[0].moves)) == (True, optimal)
