"""The rule that builds a solution row by row."""

from itertools import permutations, product
from random import Random

import pytest

import gridwise
from every import every
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, random_position
from gridwise.puzzles.sliding.views import RowByRow
from oracles import sliding as oracle
from samples import THOROUGH


def build(board, run=None):
    view = RowByRow(board)
    models = list(view.construct(run or Run()))
    return None if not models else view.decoder.moves(models[0])


@every("width, height", lambda: product(range(1, 8), range(1, 8)))
def test_every_size_and_goal(width, height):
    random = Random(10 * width + height)
    for seed in range(8):
        goal = random_position(width, height, random.getrandbits(30)).tiles
        board = random_position(width, height, seed, goal)
        assert PUZZLE.is_solved(PUZZLE.apply_all(board, build(board))), PUZZLE.format(board)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3)])
def test_every_board_of_a_small_size(width, height):
    cells = range(width * height)
    reached = oracle.depths(width, height, tuple(cells))
    for tiles in permutations(cells):
        board = Position(width, height, tiles)
        moves = build(board)
        assert (moves is not None) is (tiles in reached)
        if moves is not None:
            assert PUZZLE.is_solved(PUZZLE.apply_all(board, moves))
            assert len(moves) >= reached[tiles]


def test_a_large_board():
    """The cells take at most 5 slides a cell and unit of side on average."""
    side = 100 if THOROUGH else 40
    board = random_position(side, side, 1)
    result = gridwise.solve(board)
    assert (result.status, result.method) == (Status.SOLVED, "constructive")
    assert result.answer.items[0].position.tiles == board.goal
    assert len(result.answer.items[0].moves) < 5 * side**3
    assert result.optimal is None


def test_it_can_be_stopped():
    board = random_position(100, 100, 1)
    with pytest.raises(Interrupted):
        build(board, Run(Limits(time_s=0.01)))
    result = gridwise.solve(board, method="constructive", limits=Limits(time_s=0.01))
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.TIME_LIMIT)


def test_what_is_solved_takes_no_slides():
    for text in ("sliding:3x3:0,1,2,3,4,5,6,7,8", "sliding:1x1:0", "sliding:4x1:1,2,3,0@last"):
        assert build(PUZZLE.parse(text)) == ()


@every(
    "width, height, goal",
    lambda: [
        (*width_height, goal)
        for width_height in [(2, 2), (3, 3), (4, 3), (2, 5), (5, 4), (6, 1)]
        for goal in ["first", "last", "middle"]
    ],
)
def test_asked_again_after_each_slide_it_leads_on(width, height, goal):
    # Otherwise a player who follows the hints would go round in circles.
    size = width * height
    blank = {"first": 0, "last": size - 1, "middle": size // 2}[goal]
    wanted = [*range(1, size)]
    wanted.insert(blank, 0)
    for seed in range(3):
        board = random_position(width, height, seed, tuple(wanted))
        most = 2 * len(build(board)) + 20
        while board.tiles != board.goal:
            most -= 1
            assert most >= 0, (seed, board)
            board = PUZZLE.apply(board, build(board)[0])


def test_the_stages_make_up_the_whole_way():
    for seed in range(20):
        board = random_position(4 + seed % 3, 5, seed)
        stages = RowByRow(board).stages(Run())
        assert sum(stage.length for stage in stages) == len(build(board))
        assert all(stage.length for stage in stages)
        moves = build(board)
        for stage in stages:
            first, moves = moves[: stage.length], moves[stage.length :]
            board = PUZZLE.apply_all(board, first)
            words = str(stage.aim).split(" to ")
            if words[0].isdigit() and len(words) == 2:
                row, column = words[1].lstrip("r").split("c")
                assert board.tiles[(int(row) - 1) * board.width + int(column) - 1] == int(words[0])
        assert board.tiles == board.goal
