"""Random boards: seeded, solvable, and of the depth that was asked for."""

from collections import Counter
from random import Random

import pytest

from every import every
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sliding import PUZZLE, Position, Slide, at_depth, random_position, walked
from gridwise.puzzles.sliding.by_length import _FROM_80
from gridwise.puzzles.sliding.generate import OPTIONS, generate
from gridwise.solving.solve import solve
from oracles import sliding as oracle
from puzzles.sliding.support import Dice
from samples import THOROUGH, seeds


@every("width, height", [(1, 1), (1, 6), (6, 1), (2, 2), (3, 2), (4, 4), (9, 7)])
def test_random_boards_can_be_solved(width, height):
    for seed in seeds(10, 40):
        goal = tuple(Random(seed).sample(range(width * height), width * height))
        board = random_position(width, height, seed, goal)
        assert PUZZLE.violations(board) == ()
        assert board.goal == goal
        assert board == random_position(width, height, seed, goal)
        assert PUZZLE.violations(random_position(width, height, seed)) == ()


def test_random_boards_are_uniform():
    """All 12 boards of the 2x2 that can be solved, each as often, by a chi-squared test."""
    found = Counter(random_position(2, 2, seed).tiles for seed in range(6000))
    assert set(found) == set(oracle.depths(2, 2, (0, 1, 2, 3)))
    assert sum((n - 500) ** 2 / 500 for n in found.values()) < 31.3  # p = 0.001, 11 degrees
    line = Counter(random_position(5, 1, seed).blank for seed in range(1000))
    assert set(line) == set(range(5))


def test_walks():
    depth = oracle.depths(3, 3, tuple(range(9)))
    for steps in (0, 1, 2, 7, 12, 40):
        for seed in range(20):
            board = walked(3, 3, steps, seed)
            assert depth[board.tiles] <= steps
            assert (steps - depth[board.tiles]) % 2 == 0
            if steps <= 5:  # no way back is shorter than a cycle of 12
                assert depth[board.tiles] == steps
    assert walked(1, 3, 5, 1).tiles == (1, 0, 2)
    assert walked(3, 3, 30, 1) != walked(3, 3, 30, 2)
    assert PUZZLE.violations(walked(100, 100, 1000, 1)) == ()
    for width, height, steps in ((3, 3, -1), (1, 1, 1), (0, 3, 1)):
        with pytest.raises(ParameterError):
            walked(width, height, steps, 0)


@every("depth", [0, 1, 2, 13, 22, 30, 31])
def test_boards_at_a_depth(depth):
    first = (tuple(range(9)),) if THOROUGH else ()
    for goal in (*first, (1, 2, 3, 4, 5, 6, 7, 8, 0)):
        boards = {at_depth(depth, seed, goal).tiles for seed in seeds(4, 12)}
        assert all(oracle.depths(3, 3, goal)[tiles] == depth for tiles in boards)
        assert len(boards) > 1 or depth < 1
    assert at_depth(depth, 5) == at_depth(depth, 5)


@pytest.mark.parametrize("depth", [-1, 32])
def test_depths_that_no_board_has(depth):
    with pytest.raises(ParameterError, match="0 to 31"):
        at_depth(depth, 1)


def test_the_generator():
    made = generate("", Dice(1), {})
    assert (made.position.width, made.position.height) == (4, 4)
    assert made.claims == {"solvable": True}
    assert made.position == generate("4", Dice(1), {}).position
    wide = generate("7x3", Dice(1), {"goal": "last", "walk": 9}).position
    assert (wide.width, wide.height, wide.goal[-1]) == (7, 3, 0)
    assert PUZZLE.violations(wide) == ()
    deep = generate("", Dice(1), {"depth": 20})
    assert deep.claims["optimal_moves"] == 20
    assert oracle.depths(3, 3, tuple(range(9)))[deep.position.tiles] == 20
    for params, options in (
        ("0x3", {}),
        ("3x", {}),
        ("101", {}),
        ("3x3", {"length": "32"}),
        ("4x4", {"length": "81"}),
        ("5x1", {"length": "5"}),
        ("11x3", {"length": "5"}),
        ("3x3", {"length": "-1"}),
        ("3x3", {"length": "long"}),
        ("3x3", {"length": "3", "depth": 4}),
        ("3x3", {"length": "3", "walk": 3}),
        ("3x3", {"depth": 3, "walk": 3}),
        ("3x3", {"depth": 32}),
    ):
        with pytest.raises(ParameterError):
            generate(params, Dice(1), options)
    assert {option.name for option in OPTIONS} == {"walk", "length", "depth", "goal"}


@pytest.mark.parametrize("goal", ["first", "last"])
def test_every_length_of_a_small_board(goal):
    for size, most in (("3x3", 31), ("3x2", 21), ("2x2", 6), ("6x1", 5)):
        for length in range(0 if THOROUGH else most % 4, most + 1, 1 if THOROUGH else 4):
            board = generate(size, Dice(length), {"length": str(length), "goal": goal}).position
            assert oracle.depths(board.width, board.height, board.goal)[board.tiles] == length
        with pytest.raises(ParameterError, match=f"0 to {most}"):
            generate(size, Dice(1), {"length": str(most + 1)})


@every(
    "size, length",
    [("4x4", 1), ("4x4", 13), ("4x4", 24), ("4x4", 33), ("5x5", 14), ("3x4", 18), ("4x3", 28)],
)
def test_lengths_on_larger_boards(size, length):
    """Another search, in plain Python, proves them."""
    for seed in seeds(1, 2):
        options = {"length": str(length), "goal": "last" if seed else "first"}
        board = generate(size, Dice(seed), options).position
        result = solve(board, method="ida_star", options={"heuristic": "linear_conflict"})
        assert result.optimal
        assert len(result.answer.items[0].moves) == length
        assert board == generate(size, Dice(seed), options).position


def test_the_boards_of_80_slides():
    """Their solutions lead to the goal, so that the boards on them have the lengths claimed."""
    for text, path in map(str.split, _FROM_80):
        start = Position(4, 4, tuple(int(tile, 16) for tile in text), (*range(1, 16), 0))
        slides = [Slide(int(tile, 16)) for tile in path]
        assert len(slides) == 80
        assert PUZZLE.is_solved(PUZZLE.apply_all(start, slides))
    found = {
        (goal, generate("4x4", Dice(seed), {"length": "80", "goal": goal}).position.tiles)
        for seed in range(150)
        for goal in ("first", "last")
    }
    assert len(found) == 2 * 17  # as many as Korf and Schultze (2005) count
    # A board that is cited as one of the hardest, found here by reflecting.
    assert ("first", (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)) in found


@pytest.mark.parametrize("seed", range(4))
def test_a_board_on_the_path_from_80_by_another_search(seed):
    board = generate("4x4", Dice(seed), {"length": "57", "goal": ("first", "last")[seed % 2]})
    result = solve(board.position, method="kernel")
    assert result.optimal
    assert len(result.answer.items[0].moves) == 57
