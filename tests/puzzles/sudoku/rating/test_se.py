"""The Sudoku Explainer rating: against published ratings, symmetry, and boards it refuses."""

from contextlib import nullcontext
from random import Random
from types import SimpleNamespace

import pytest

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import chains as engine
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating.chains import ChainSearch, length_rating
from gridwise.puzzles.sudoku.rating.grid import Board, SeStep
from gridwise.puzzles.sudoku.rating.se import rate
from puzzles.sudoku.rating.support import RATED, position, rated
from samples import THOROUGH


def turned(line: str, random: Random) -> str:
    """Return the board with its digits renamed, transposed, and bands and lines exchanged."""
    digits = list("123456789")
    random.shuffle(digits)
    names = dict(zip("123456789", digits, strict=True)) | {".": "."}

    def order() -> list[int]:
        bands = random.sample(range(3), 3)
        return [3 * band + line for band in bands for line in random.sample(range(3), 3)]

    rows, columns = order(), order()
    grid = [[names[line[9 * r + c]] for c in columns] for r in rows]
    return "".join(map("".join, zip(*grid, strict=True)))


def test_ratings_are_those_of_the_reference():
    quick = [(line, numbers) for line, numbers in RATED if numbers[0] <= 7.1]
    assert len(quick) > 60
    some = quick if THOROUGH else quick[::10]
    assert [rated(line) for line, _ in some] == [numbers for _, numbers in some]


@pytest.mark.parametrize("low, high", [(7.2, 8.0), (8.1, 8.4), (8.5, 9.1)])
def test_chains_are_rated_as_by_the_reference(low, high):
    some = [(line, numbers) for line, numbers in RATED if low <= numbers[0] <= high]
    some = some[: 2 if THOROUGH else 1]
    assert some
    assert [rated(line) for line, _ in some] == [numbers for _, numbers in some]


def test_a_rating_ends_in_the_solution():
    line, _ = next((line, n) for line, n in RATED if n[0] == 6.6)
    rating = rate(position(line), Run())
    assert rating.er == max(step.rating for step in rating.steps) / 10
    assert rating.ed == rating.steps[0].rating / 10
    board = Board(position(line).cells)
    for step in rating.steps:
        board.apply(step)
    assert board.solved
    assert rate(Position(3, 3, bytes(board.digits)), Run()).er == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_a_rating_stays_when_the_board_is_turned_and_renamed(seed):
    random = Random(seed)
    some = [(line, numbers) for line, numbers in RATED if numbers[0] <= 6.6]
    for line, numbers in random.sample(some, 8 if THOROUGH else 2):
        # which of equal steps comes first depends on the board's direction: ER seldom does
        assert abs(rated(turned(line, random))[0] - numbers[0]) <= 0.3


def test_the_length_of_a_chain_adds_tenths():
    assert [length_rating(n) for n in (4, 6, 7, 8, 9, 10, 11, 14, 15, 18, 19, 26, 27)] == [
        0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line, said",
    [
        ("." * 81, "several"),
        ("11" + "." * 79, "none"),
        ("12345678." + "." * 17 + "9" + "." * 54, "none"),
    ],
)
def test_boards_without_exactly_one_solution_are_refused(line, said):
    with pytest.raises(ParameterError, match=f"needs one solution; this board has {said}"):
        rate(position(line), Run())


def test_other_shapes_are_refused():
    with pytest.raises(ParameterError, match="9x9"):
        rate(Position(2, 2, bytes(16)), Run())


def test_a_limit_ends_a_rating():
    with pytest.raises(Interrupted):
        rate(position(RATED[-1][0]), Run(Limits(time_s=0.05)))


def test_nested_chains_wait_for_their_own_code_too(monkeypatch):
    plain = SimpleNamespace(price_s=2.0, spent_s=0.5, left_s=lambda: 1.5)
    monkeypatch.setattr(engine, "CODE", plain)
    monkeypatch.setattr(engine, "NESTED", SimpleNamespace(missing_s=5.0, spent_s=1.0))
    check = Run().check
    assert engine.left_s(ChainSearch(check, level=1)) == 1.5
    assert engine.left_s(ChainSearch(check, level=2)) == 5.5
    monkeypatch.setattr(engine, "NESTED", SimpleNamespace(missing_s=0.0, spent_s=9.0))
    assert engine.left_s(ChainSearch(check, level=2)) == 0.0


def test_compiled_code_takes_over_where_plain_code_has_taken_long(monkeypatch):
    class Worth:
        left = 0.0

        def left_s(self) -> float:
            return self.left

        def spared(self):
            return nullcontext()

    used = []

    def best(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
        used.append(search)
        return search.best(board)

    monkeypatch.setattr(engine, "CODE", Worth())
    monkeypatch.setattr(engine, "best", best)
    line, numbers = next((line, n) for line, n in RATED if n[0] == 7.1)
    assert rated(line) == numbers
    assert used
    used.clear()
    Worth.left = 1e-9  # plain code begins, and gives up at its first look at the clock
    assert rated(line) == numbers
    assert used
    used.clear()
    Worth.left = 1e9
    assert rated(line) == numbers
    assert not used
