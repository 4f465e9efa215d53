"""Hints where the path is the answer: heuristics side by side, and a step for every board."""

import pytest

import gridwise
from gridwise.core import registry
from gridwise.puzzles.sliding import random_position, walked
from gridwise.solving.hint import hint
from oracles import sliding as oracle

BOARD = "sliding:3x3:8,7,1,6,0,4,3,2,5"


def test_each_alternative_has_every_heuristic_beside_g_h_and_f() -> None:
    puzzle = registry.puzzle("sliding")
    position = puzzle.parse(BOARD)
    depth = oracle.depths(3, 3, position.goal)
    names = set(gridwise.heuristics(BOARD))
    rows = {row["move"]: row for row in hint(position).details}
    assert len(rows) == 4
    for move in puzzle.moves(position):
        after = puzzle.apply(position, move)
        row = rows[puzzle.format_move(position, move)]
        values = {name: one.value for name, one in gridwise.heuristics(after).items()}
        default = next(iter(gridwise.heuristics(BOARD)))
        assert row["h"] == values.pop(default)
        assert {name: row[name] for name in names - {default}} == values
        assert row["pattern_database"] == depth[after.tiles]


def test_a_shortest_path_is_named_as_the_technique_that_finds_one() -> None:
    found = hint(registry.puzzle("sliding").parse(BOARD))
    (step, *_) = gridwise.explain(BOARD, techniques=[found.technique]).steps
    assert (step.technique, step.conclusions[0]) == (found.technique, found.conclusions[0])


def test_a_printed_hint_has_the_table_of_heuristics() -> None:
    printed = str(gridwise.hint(BOARD))
    assert "admissible" in printed and "walking_distance" in printed
    assert "admissible" not in str(gridwise.hint("queens:8:r3c5,r8c4"))


@pytest.mark.parametrize("seed", range(3))
def test_where_no_shortest_solution_is_found_the_lesson_goes_on_and_says_so(seed: int) -> None:
    board = walked(7, 7, 5000, seed)
    found = hint(board, time_s=0.2)
    assert found.technique == "stage"
    assert "no shortest solution was found in time" in str(found.text)
    assert found.move is not None
    assert registry.puzzle("sliding").apply(board, found.move) != board
    large = hint(random_position(12, 11, seed))
    assert "no shortest" not in str(large.text)  # none is looked for
    assert "stage 1 takes" in str(large.text)


def test_hint_after_hint_leads_to_the_goal() -> None:
    """The lesson goes on where the last step ended, though each hint begins from scratch."""
    puzzle = registry.puzzle("sliding")
    board = random_position(11, 2, 1)
    for _ in range(2000):
        found = hint(board)
        if found.technique == "solved":
            return
        board = puzzle.apply(board, found.move)
    raise AssertionError("it goes round in circles")
