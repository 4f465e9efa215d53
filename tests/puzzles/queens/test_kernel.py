"""The compiled engine: known numbers, sub-boards, order, and agreement with the plain methods."""

from itertools import combinations, islice, permutations
from random import Random

import pytest

import gridwise
from every import every
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.registry import method
from gridwise.core.result import Count, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.engine import search
from gridwise.puzzles.queens.engine.counting import (
    LEAST_JOINED,
    count_range,
    fundamental,
    joined,
    split_ranges,
    unturned,
)
from puzzles.queens.support import ALL, FUNDAMENTAL, board, kernel, plain


def some_boards(number, low, high, seed):
    random = Random(seed)
    for _ in range(number):
        n = random.randint(low, high)
        yield board(random, n, random.randint(0, n // 3), random.choice((0, 0.1, 0.3, 0.5)))


# Known numbers: OEIS A000170 and A002562.


@every("n", range(1, 17))
def test_known_numbers(n):
    result = gridwise.count(Position(n), method="kernel")
    same = gridwise.count(Position(n), method="kernel", up_to_symmetry=True)
    if n >= 12:
        assert gridwise.count(Position(n)).method == "kernel"
    if ALL[n - 1] == 0:
        assert result.status is same.status is Status.UNSATISFIABLE
        return
    assert result.answer == Count(ALL[n - 1], True)
    assert same.answer == Count(FUNDAMENTAL[n - 1], True)


@every("n", range(4, 10))
def test_solutions_that_a_turn_keeps(n):
    half = quarter = 0
    for columns in permutations(range(n)):
        queens = set(enumerate(columns))
        if any(abs(a - c) == abs(b - d) for (a, b), (c, d) in combinations(queens, 2)):
            continue
        half += {(n - 1 - r, n - 1 - c) for r, c in queens} == queens
        quarter += {(c, n - 1 - r) for r, c in queens} == queens
    assert unturned(n, Run()) == (half, quarter)


@every("n", [6, 7, 8, 9, 10, 11, 12, 13])
def test_ranges_of_splits_sum_to_the_whole(n):
    for least in (1, 3, 1000):
        ranges = list(split_ranges(n, least))
        Random(n).shuffle(ranges)
        assert sum(count_range(each, Run()) for each in ranges) == ALL[n - 1]


def test_there_are_as_many_ranges_as_asked_for():
    assert len(split_ranges(12, 10**6)) == 252  # every split
    assert 100 <= len(split_ranges(12, 100)) <= 200
    for n in (5, 23):
        with pytest.raises(ParameterError, match="N is from 6 to 22"):
            split_ranges(n, 1)


def test_parts_are_told_while_counting():
    """So that a run that is stopped can say how many there are at least."""
    parts = list(joined(16, Run()))
    assert len(parts) > 3
    assert sum(parts) == ALL[15]
    first = next(part for part in joined(17, Run()) if part)
    for up_to_symmetry, at_least in ((False, first), (True, (first + 7) // 8)):
        into = ModelCount()
        with pytest.raises(Interrupted):
            view = kernel(Position(17))
            view.count_models(Run(cancel=_Counted(into)), into, up_to_symmetry=up_to_symmetry)
        assert into.number == at_least


class _Counted:
    """Set once some solutions are counted."""

    def __init__(self, into):
        self.into = into

    def is_set(self):
        return self.into.number > 0


def test_up_to_symmetry_only_of_the_empty_board():
    fixed = Position(6, (1,))
    assert not kernel(fixed).count_models(Run(), ModelCount(), up_to_symmetry=True)
    assert not kernel(Position(8)).without(3).count_models(Run(), ModelCount(), up_to_symmetry=True)
    assert fundamental(LEAST_JOINED, 4, Run()) == 1


# Agreement with the plain methods.


def test_the_same_models_in_the_same_order():
    backtracking = method("backtracking")
    for position in some_boards(120, 1, 9, seed=3):
        wanted = list(backtracking.models(plain(position), Run(), ordered=True))
        assert list(kernel(position).models(Run(), ordered=True)) == wanted
        unordered = list(kernel(position).models(Run()))
        assert sorted(unordered) == wanted
        assert len(set(unordered)) == len(unordered)
        into = ModelCount()
        assert kernel(position).count_models(Run(), into)
        assert into.number == len(wanted)


def test_the_kth_and_the_first_ones_of_larger_boards():
    """Above 12 open rows the first solution comes from another search."""
    backtracking = method("backtracking")
    for position in [Position(14), *some_boards(12, 13, 15, seed=8)]:
        wanted = list(islice(backtracking.models(plain(position), Run(), ordered=True), 40))
        found = list(islice(kernel(position).models(Run(), ordered=True), 40))
        assert found == wanted
        loose = list(islice(kernel(position).models(Run()), 40))
        assert len(set(loose)) == len(loose)
        assert len(loose) == len(wanted)
        if wanted:
            nth = gridwise.solve(position, nth=len(wanted))
            assert nth.answer.items[0].position.queens == wanted[-1]


def test_the_search_with_counters_misses_nothing(monkeypatch):
    """Small boards take the way of the large ones: the first solution, and all in order."""
    monkeypatch.setattr(search, "_WORD", 0)
    monkeypatch.setattr(search, "_FIRST_RUN", 1)  # and new starts come soon
    backtracking = method("backtracking")
    numbers = set()
    for position in some_boards(150, 4, 8, seed=13):
        wanted = list(backtracking.models(plain(position), Run(), ordered=True))
        assert list(kernel(position).models(Run(), ordered=True)) == wanted
        unordered = list(kernel(position).models(Run()))
        assert sorted(unordered) == wanted
        numbers.add(len(wanted))
    assert {0, 1, 2} <= numbers


def test_counts_with_fixed_queens_and_blocked_squares():
    for position in some_boards(12, 9, 10, seed=5):
        counts = {gridwise.count(position, method=m).answer for m in ("kernel", "sat")}
        assert len(counts) == 1, PUZZLE.format(position)


def test_what_is_forced():
    for position in some_boards(25, 5, 8, seed=21):
        known = [gridwise.solve(position, question=gridwise.Question.FORCED, method=m).answer
                 for m in ("kernel", "backtracking")]  # fmt: skip
        assert (known[0] is None) == (known[1] is None)
        if known[0] is not None:
            assert known[0].items[0].moves == known[1].items[0].moves


# Completion: decided, never guessed.


def test_completion_of_a_thousand_rows():
    position = board(Random(4), 1000, 333, 0.0)
    result = gridwise.solve(position)
    assert result.method == "kernel"
    solved = result.answer.items[0].position
    assert PUZZLE.is_solved(solved)
    assert set(position.queens) <= set(solved.queens)


@pytest.mark.parametrize("n", [65, 70])
def test_above_64_rows_in_order(n):
    whole = gridwise.solve(Position(n), method="constructive").answer.items[0].position.queens
    position = Position(n, whole[: n - 9])
    wanted = list(method("backtracking").models(plain(position), Run(), ordered=True))
    assert wanted
    assert list(kernel(position).models(Run(), ordered=True)) == wanted
    assert sorted(kernel(position).models(Run())) == wanted
    assert not kernel(position).count_models(Run(), ModelCount())


def test_giving_up_is_not_a_no():
    """Whatever the limit, nothing but UNKNOWN comes of a search that did not end."""
    position = board(Random(9), 30, 0, 0.76)
    statuses = set()
    for nodes in (1, 10, 100, 1000, 3000):
        result = gridwise.solve(position, limits=Limits(nodes=nodes))
        statuses.add((result.status, result.stop))
    assert statuses <= {(Status.UNKNOWN, Stop.NODE_LIMIT), (Status.SOLVED, Stop.COMPLETED)}
    assert (Status.UNKNOWN, Stop.NODE_LIMIT) in statuses


def test_the_same_seed_gives_the_same_run():
    position = board(Random(9), 30, 5, 0.6)
    runs = [gridwise.solve(position, seed=seed) for seed in (1, 1, 2)]
    assert runs[0].answer == runs[1].answer
    assert runs[0].statistics.counters == runs[1].statistics.counters
