"""Explanations of sliding boards: lessons that reach the goal, shortest paths against a search."""

from random import Random

from every import every
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding import PUZZLE, Position, random_position
from gridwise.puzzles.sliding.deduction import SlidingDeduction
from gridwise.puzzles.sliding.row_by_row import construct, lesson, stages
from gridwise.solving.solve import solve
from oracles import sliding as oracle
from samples import seeds

SIZES = [(1, 1), (5, 1), (1, 4), (2, 2), (3, 2), (2, 5), (3, 3), (4, 4), (5, 3), (7, 6)]


def explained(position, **options):
    view = SlidingDeduction(position, **options)
    board, steps = view.begin(), []
    while (step := view.next_step(board, Run())) is not None:
        before = board.position
        view.apply(board, step)
        assert board.position == PUZZLE.apply_all(before, step.moves)
        steps.append((before, step))
        assert len(steps) < 2000
    return steps, view.model(board)


@every(
    "width, height, seed",
    lambda: [(*width_height, seed) for width_height in SIZES for seed in seeds(2, 6)],
)
def test_the_lesson_reaches_the_goal_by_the_slides_of_the_construction(width, height, seed):
    goal = tuple(Random(seed).sample(range(width * height), width * height))
    board = random_position(width, height, seed, goal if seed else None)
    path = construct(board, Run())
    steps = lesson(board, Run())
    assert tuple(fact for step in steps for fact in step.slides) == path
    made = stages(board, Run())
    for number, stage in enumerate(made, 1):
        own = [step for step in steps if step.stage == number]
        assert sum(len(step.slides) for step in own) == stage.length
        assert {step.aim for step in own} == {stage.aim}
    assert all(step.slides for step in steps)
    explanation, model = explained(board)
    assert model == path
    for (before, step), part in zip(explanation, steps, strict=True):
        assert step.technique == part.part.value
        assert set(step.premises) == {Mark(before.tiles.index(t), t) for t in part.tiles}
        after = PUZZLE.apply_all(before, step.moves)
        if step.technique != "bring_tile":  # which takes a tile one cell nearer
            assert all(after.tiles[c] == t for t, c in zip(part.tiles, part.targets, strict=True))


@every("seed", range(12))
def test_optimal_steps_are_as_many_as_the_distance(seed):
    board = random_position(3, 3, seed)
    depth = oracle.depths(3, 3, board.goal)
    steps, model = explained(board, techniques=["optimal_move"])
    assert len(steps) == len(model) == depth[board.tiles]
    for at, (before, step) in enumerate(steps):
        assert f"takes {len(steps) - at} move" in str(step.text)
        assert f"f = {at + 1} + " in str(step.text)
        assert depth[before.tiles] == len(steps) - at


def test_a_board_that_cannot_be_solved_says_why_and_ends():
    board = PUZZLE.parse("sliding:3x3:8,7,1,6,0,4,2,3,5")
    for names in (None, ["unreachable"]):
        ((_, step),), model = explained(board, techniques=names)
        assert step.technique == "unreachable"
        assert "parity" in str(step.text) or "permutation is" in str(step.text)
        assert step.conclusions == step.moves == ()
        assert model is None
    assert explained(board, techniques=["optimal_move"]) == ([], None)
    assert explained(Position(3, 3, tuple(range(9))))[0] == []


def test_a_plan_that_is_left_is_made_again():
    board = random_position(4, 4, 3)
    view = SlidingDeduction(board)
    working = view.begin()
    assert view.next_step(working, Run()) is not None
    move = next(iter(PUZZLE.moves(board)))
    blank = board.tiles.index(0)
    working.slide((blank * 16 + move.tile,))
    while (step := view.next_step(working, Run())) is not None:
        view.apply(working, step)
    assert PUZZLE.is_solved(working.position)


def test_the_method_human_gives_the_lesson():
    result = solve(PUZZLE.parse("sliding:3x3:8,7,1,6,0,4,3,2,5"), method="human", trace=True)
    assert result.status is Status.SOLVED
    assert result.optimal is None
    assert len(result.answer.items[0].moves) == 40
    names = [step.technique for step in result.trace.view.steps]
    assert names[0] == "bring_tile"
    assert names[-1] == "blank_home"
