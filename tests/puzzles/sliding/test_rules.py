"""The rules: slides, and whether a goal can be reached."""

import pickle
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sliding import PUZZLE, Position, Slide, random_position, rules
from oracles import sliding as oracle
from samples import seeds


def boards(most: int = 6) -> st.SearchStrategy[Position]:
    """Boards of any small size, with any goal, solvable or not."""
    sides = st.tuples(st.integers(1, most), st.integers(1, most))
    return sides.flatmap(
        lambda side: st.builds(
            Position,
            st.just(side[0]),
            st.just(side[1]),
            st.permutations(range(side[0] * side[1])).map(tuple),
            st.permutations(range(side[0] * side[1])).map(tuple),
        )
    )


@every("width, height", [(1, 1), (2, 1), (1, 3), (4, 1), (1, 5), (2, 2), (3, 2), (2, 3)])
def test_what_can_be_reached_is_what_search_reaches(width, height):
    cells = range(width * height)
    random = Random(4)
    goals = [
        tuple(cells),
        (*cells[1:], 0),
        *(tuple(random.sample(cells, len(cells))) for _ in "12"),
    ]
    for goal in goals:
        reached = oracle.depths(width, height, goal)
        for tiles in permutations(cells):
            board = Position(width, height, tiles, goal)
            assert (rules.unsolvable(board) is None) is (tiles in reached), board
            assert bool(PUZZLE.violations(board)) is (tiles not in reached)


def test_what_can_be_reached_on_the_3x3():
    random = Random(5)
    for goal in ((0, *range(1, 9)), (1, 2, 3, 4, 0, 5, 6, 7, 8)):
        reached = oracle.depths(3, 3, goal)
        assert len(reached) == 181_440
        for _ in range(5000):
            tiles = tuple(random.sample(range(9), 9))
            assert (rules.unsolvable(Position(3, 3, tiles, goal)) is None) is (tiles in reached)


def test_why_in_words():
    def reason(text):
        [violation] = PUZZLE.violations(PUZZLE.parse(text))
        assert violation.cells == ()
        return str(violation.text)

    words = reason("sliding:3x3:0,2,1,3,4,5,6,7,8")
    assert "the permutation is odd and the blank moves an even number of steps" in words
    assert "so this goal cannot be reached; the goal is the blank first" in words
    words = reason("sliding:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,0@last")
    assert "the permutation is odd and the blank moves an even number of steps" in words
    words = reason("sliding:2x2:0,1,2,3@1,2,0,3")
    assert "the permutation is even and the blank moves an odd number of steps" in words
    words = reason("sliding:4x1:2,0,1,3")
    assert "tile 2 comes before tile 1 here but after it in the goal" in words


@given(boards())
def test_a_slide_undone_is_the_board_as_it_was(board):
    for move in PUZZLE.moves(board):
        after = PUZZLE.apply(board, move)
        assert after != board
        assert after.tiles[board.blank] == move.tile
        assert sum(a != b for a, b in zip(board.tiles, after.tiles, strict=True)) == 2
        assert PUZZLE.apply(after, move) == board
        assert move in PUZZLE.moves(after)
        assert bool(PUZZLE.violations(after)) is bool(PUZZLE.violations(board))
        assert Position(after.width, after.height, after.tiles, after.goal) == after


@given(boards(4), st.lists(st.integers(0, 3), max_size=30))
def test_replay_is_one_slide_after_the_other(board, choices):
    position, moves = board, []
    for choice in choices:
        options = list(PUZZLE.moves(position))
        if options:
            moves.append(options[choice % len(options)])
            position = PUZZLE.apply(position, moves[-1])
    assert PUZZLE.apply_all(board, moves) == position
    assert PUZZLE.apply_all(position, reversed(moves)) == board


def test_the_slides_of_a_board():
    board = PUZZLE.parse("sliding:3x3:1,2,3,4,0,5,6,7,8")
    assert list(PUZZLE.moves(board)) == [Slide(2), Slide(4), Slide(5), Slide(7)]
    assert list(PUZZLE.moves(PUZZLE.parse("sliding:1x1:0"))) == []
    for tile in (1, 8, 0, 9, -1):
        with pytest.raises(ParameterError):
            PUZZLE.apply(board, Slide(tile))


@every(
    "width, height, tiles, goal",
    [
        (0, 3, (), ()),
        (101, 1, tuple(range(101)), ()),
        (2, 2, (0, 1, 2), ()),
        (2, 2, (0, 1, 2, 2), ()),
        (2, 2, (0, 1, 2, 4), ()),
        (2, 2, (0, 1, 2, 3), (1, 2, 3)),
        (2, 2, (0, 1, 2, 3), (1, 2, 3, 3)),
    ],
)
def test_what_is_no_board(width, height, tiles, goal):
    with pytest.raises(ParameterError):
        Position(width, height, tiles, goal)


@given(boards(4))
@settings(max_examples=len(seeds(16, 50)))
def test_positions_are_values(board):
    twin = pickle.loads(pickle.dumps(board))
    assert (twin, hash(twin)) == (board, hash(board))
    assert PUZZLE.is_solved(Position(board.width, board.height, board.goal, board.goal))


def test_facts_and_scene():
    board = PUZZLE.parse("sliding:3x2:1,0,2,3,4,5@last")
    assert registry.features(board) == {"tiles": 5, "misplaced": 4, "manhattan": 6}
    scene = PUZZLE.scene(board)
    assert [cell.text for cell in scene.cells] == ["1", "", "2", "3", "4", "5"]
    assert [cell.role.value for cell in scene.cells].count("blank") == 1
    assert str(scene.title) == "Sliding puzzle 3x2"
    assert PUZZLE.scene(random_position(2, 2, 0)).width == 2
    solved = PUZZLE.parse("sliding:2x2:0,1,2,3")
    assert str(PUZZLE.scene(solved).title).endswith("solved")
