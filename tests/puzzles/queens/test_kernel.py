"""The compiled engine: known numbers, sub-boards, order, and agreement with the plain methods."""

import os
import subprocess
import sys
from itertools import combinations, islice, permutations
from random import Random

import pytest

import gridwise
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.registry import method
from gridwise.core.result import Count, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import DomainModel, EngineView, ModelCount
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
from gridwise.puzzles.queens.position import OccupiedLines

ALL = (
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512),
    *(95815104, 666090624),
)
FUNDAMENTAL = (
    *(1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955),
    *(11977939, 83263591),
)
FAST = 16


def kernel(position):
    return PUZZLE.views(position)[EngineView].make()


def plain(position):
    return PUZZLE.views(position)[DomainModel].make()


def board(random, n, fixed, share):
    """A board with some queens that do not attack each other and some squares blocked."""
    lines, queens, tries = OccupiedLines(n), [], 0
    while len(queens) < fixed and tries < 100 * n:
        tries += 1
        cell = random.randrange(n * n)
        if not lines.attacked(*divmod(cell, n)):
            lines.add((cell,))
            queens.append(cell)
    blocked = set(random.sample(range(n * n), int(share * n * n))) - set(queens)
    return Position(n, tuple(sorted(queens)), tuple(sorted(blocked)))


def some_boards(number, low, high, seed):
    random = Random(seed)
    for _ in range(number):
        n = random.randint(low, high)
        yield board(random, n, random.randint(0, n // 3), random.choice((0, 0.1, 0.3, 0.5)))


# Known numbers: OEIS A000170 and A002562.


@pytest.mark.parametrize(
    "n", [*range(1, FAST + 1), *(pytest.param(n, marks=pytest.mark.slow) for n in (17, 18))]
)
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


@pytest.mark.parametrize("n", range(4, 10))
def test_solutions_that_a_turn_keeps(n):
    half = quarter = 0
    for columns in permutations(range(n)):
        queens = set(enumerate(columns))
        if any(abs(a - c) == abs(b - d) for (a, b), (c, d) in combinations(queens, 2)):
            continue
        half += {(n - 1 - r, n - 1 - c) for r, c in queens} == queens
        quarter += {(c, n - 1 - r) for r, c in queens} == queens
    assert unturned(n, Run()) == (half, quarter)


@pytest.mark.slow
def test_known_numbers_of_turned_solutions():
    """OEIS A032522 and A033148."""
    assert [unturned(n, Run())[0] for n in range(10, 17)] == [12, 48, 80, 136, 420, 1240, 3000]
    wanted = {12: 8, 13: 8, 14: 0, 16: 64, 17: 128, 20: 480, 21: 704}
    assert {n: unturned(n, Run())[1] for n in wanted} == wanted


@pytest.mark.parametrize("n", [6, 7, 8, 9, 10, 11, 12, 13])
def test_ranges_of_splits_sum_to_the_whole(n):
    for least in (1, 3, 1000):
        ranges = list(split_ranges(n, least))
        Random(n).shuffle(ranges)
        assert sum(count_range(each, Run()) for each in ranges) == ALL[n - 1]


def test_there_are_as_many_ranges_as_asked_for():
    assert len(split_ranges(12, 10**6)) == 252  # every split
    assert 100 <= len(split_ranges(12, 100)) <= 200
    for n in (5, 23):
        with pytest.raises(ParameterError, match="n is from 6 to 22"):
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


@pytest.mark.slow
def test_completions_of_30_rows_are_decided_as_by_sat():
    random = Random(2)
    seen = set()
    for fixed, share in ((12, 0.2), (5, 0.66), (0, 0.77), (17, 0), (10, 0.5)):
        for _ in range(3):
            position = board(random, 30, fixed, share)
            run = Run(Limits(time_s=20))
            found = next(kernel(position).models(run), None)
            other = gridwise.solve(position, method="sat").status
            assert (found is None) == (other is Status.UNSATISFIABLE)
            seen.add(other)
            if found is not None:
                solved = Position(30, found, position.blocked)
                assert PUZZLE.is_solved(solved)
                assert set(position.queens) <= set(found)
    assert seen == {Status.SOLVED, Status.UNSATISFIABLE}


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


def test_it_works_with_the_compiler_off():
    program = """
import gridwise
from itertools import islice
from gridwise.core.run import Run
from gridwise.core.views import EngineView
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.engine import search
import numba
assert numba.config.DISABLE_JIT
for n, number, classes in ((5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12)):
    assert gridwise.count(Position(n)).answer.number == number
    assert gridwise.count(Position(n), up_to_symmetry=True).answer.number == classes
assert gridwise.count(PUZZLE.parse("queens:7:r1c2,xr3c3"), method="kernel").answer.number == \
    gridwise.count(PUZZLE.parse("queens:7:r1c2,xr3c3"), method="sat").answer.number
assert gridwise.solve(Position(14)).status.name == "SOLVED"
view = PUZZLE.views(Position(8))[EngineView].make()
models = list(islice(view.models(Run(), ordered=True), 3))
assert [cell % 8 for cell in models[0]] == [0, 4, 7, 5, 2, 6, 1, 3]
"""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
