"""First solutions of large boards: the closed form and local search."""

from random import Random

import pytest

import gridwise
from every import every
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import Construction
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.closed_form import closed_form, columns
from gridwise.puzzles.queens.engine.repair import Swaps, swaps
from gridwise.puzzles.queens.position import attack_free


def test_memory_is_linear():
    """Some hundred bytes a row; a byte a square would be 100 GB."""
    result = gridwise.solve(Position(320_000), method="min_conflicts")
    assert result.statistics.peak_bytes < 320_000 * 1000


@every("n", [4095, 4096, 4097, 4098, 4100, 4101, 4106, 9000])
def test_many_squares_are_added_up_the_same_way(n):
    (squares,) = closed_form(Position(n)).construct(Run())
    assert squares == tuple(row * n + column for row, column in enumerate(columns(n)))
    assert {type(square) for square in squares} == {int}


def test_the_closed_form_for_every_n():
    for n in [1, *range(4, 400), 5000, 5001, 5002, 5003, 5004, 5005]:
        found = columns(n)
        assert sorted(found) == list(range(n)), n
        assert attack_free(n, [row * n + column for row, column in enumerate(found)]), n


@pytest.mark.parametrize(
    ("notation", "why"),
    [
        ("queens:2", "the rule does not fit n = 2"),
        ("queens:3", "the rule does not fit n = 3"),
        ("queens:8:r1c1", "the rule is for boards without fixed queens and blocked squares"),
        ("queens:8:xr1c1", "the rule is for boards without fixed queens and blocked squares"),
    ],
)
def test_where_the_closed_form_does_not_fit_nothing_is_claimed(notation, why):
    result = gridwise.solve(gridwise.parse(notation), method="constructive")
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert str(result.note) == why


@every("n", lambda: [1, *range(4, 60), 97, 250, 4096, 4097, 20_000])
def test_local_search_for_many_n(n):
    result = gridwise.solve(Position(n), method="min_conflicts", seed=n)
    assert result.status is Status.SOLVED
    assert PUZZLE.is_solved(result.answer.items[0].position)


@every("n", [8, 9, 12, 30, 100, 6000])
def test_local_search_keeps_fixed_queens_and_blocked_squares(n):
    random = Random(n)
    solved = 0
    for _ in range(6 if n <= 100 else 2):
        whole = gridwise.solve(Position(n), method="min_conflicts", seed=random.randrange(10**6))
        queens = whole.answer.items[0].position.queens
        fixed = tuple(sorted(random.sample(queens, n // 5)))
        shut = set(random.sample(range(n * n), n)) - set(queens)
        board = Position(n, fixed, tuple(sorted(shut)))
        result = gridwise.solve(board, method="min_conflicts", options={"restarts": 200})
        if result.status is Status.SOLVED:
            solved += 1
            answer = result.answer.items[0].position
            assert PUZZLE.is_solved(answer)
            assert set(fixed) <= set(answer.queens)
            assert answer.blocked == board.blocked
        else:
            assert result.stop is Stop.INCOMPLETE
    assert solved > 0


def test_the_same_seed_gives_the_same_run():
    for n in (40, 5000):
        runs = [gridwise.solve(Position(n), method="min_conflicts", seed=s) for s in (1, 1, 2)]
        assert runs[0].answer == runs[1].answer != runs[2].answer
        assert runs[0].statistics.counters == runs[1].statistics.counters


def test_it_gives_up_and_says_after_how_many_starts():
    result = gridwise.solve(Position(3), method="min_conflicts", options={"restarts": 4})
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert str(result.note) == "no solution was found in 4 random starts"


def test_the_conflicts_are_counted_right():
    """After every swap the running number is that of a count from scratch."""
    from gridwise.puzzles.queens.engine.repair import _Assignment

    random = Random(6)
    for _ in range(40):
        n = random.randint(4, 9)
        blocked = tuple(sorted(random.sample(range(n * n), random.randint(0, n))))
        free = [cell for cell in range(n * n) if cell not in blocked]
        board = _Assignment(Position(n, (random.choice(free),), blocked), Run(), random)
        board.place()
        size = len(board.rows)
        for _ in range(12):
            assert board.conflicts == from_scratch(board)
            board.conflicts += board._swap(random.randrange(size), random.randrange(size))


def from_scratch(board):
    n = board.n
    cells = [*board.fixed, *(r * n + c for r, c in zip(board.rows, board.columns, strict=True))]
    number = sum(cell in board.blocked for cell in cells)
    for line in (lambda r, c: r - c, lambda r, c: r + c):
        held = [line(*divmod(cell, n)) for cell in cells]
        number += len(held) - len(set(held))
    return number


def test_limits_are_met_within_a_large_run():
    view = swaps(Position(300_000))
    assert isinstance(view, Swaps)
    with pytest.raises(Interrupted):
        view.descend(Run(Limits(time_s=0.001)), Random(1))
    result = gridwise.solve(Position(300_000), method="min_conflicts", limits=Limits(nodes=1))
    assert result.stop is Stop.NODE_LIMIT


def test_the_construction_is_a_view_like_others():
    view = PUZZLE.views(Position(6))[Construction].make()
    [model] = view.construct(Run())
    assert [move.cell for move in view.decoder.moves(model)] == list(model)
    assert view.fact(2, 5) == 17
