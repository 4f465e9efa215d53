"""Known numbers: all solutions and fundamental ones.

Source: OEIS A000170 and A002562.
"""

from itertools import product

import pytest

import gridwise
from every import every
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.result import Count, Status, Stop
from gridwise.puzzles.queens import PUZZLE, SYMMETRIES, Position
from puzzles.queens.support import ALL, FUNDAMENTAL
from samples import seeds


def number(result):
    if result.status is Status.UNSATISFIABLE:
        return 0
    assert result.answer.exact
    return result.answer.number


@every("n", lambda: [n + 1 for n in seeds(10, 12)])  # the kernels count larger ones
def test_all_and_fundamental(n):
    board = Position(n)
    assert number(gridwise.count(board, method="backtracking")) == ALL[n - 1]
    found = gridwise.count(board, method="backtracking", up_to_symmetry=True)
    assert number(found) == FUNDAMENTAL[n - 1]
    assert found.question == "fundamental"
    assert found.unique is None


@every("method", ["sat", "exact_cover", "dpll", "a_star", "brute_force"])
def test_fundamental_ones_need_no_order(method):
    n = 5 if method == "brute_force" else 7
    found = gridwise.count(Position(n), method=method, up_to_symmetry=True)
    assert number(found) == FUNDAMENTAL[n - 1]


@pytest.mark.parametrize(
    "notation", ["queens:8:r1c1", "queens:8:r1c2", "queens:6:xr1c1,xr6c6", "queens:7:r4c4"]
)
def test_fundamental_ones_are_orbits_of_what_keeps_the_givens(notation):
    board = gridwise.parse(notation)
    result = gridwise.solve(board, all_solutions=True)
    keys = {PUZZLE.order_key(item.position) for item in result.answer.items}
    orbits = set()
    for key in keys:
        orbit = frozenset({key, *(image(key) for image in SYMMETRIES.of(board))})
        assert orbit <= keys, "an image keeps the givens"
        orbits.add(orbit)
    assert number(gridwise.count(board, up_to_symmetry=True)) == len(orbits)


def test_at_least_is_never_said_as_a_number():
    found = gridwise.count(Position(8), up_to_symmetry=True, limits=Limits(solutions=5))
    assert (found.answer, found.stop) == (Count(5, False), Stop.SOLUTION_LIMIT)
    found = gridwise.count(Position(8), up_to_symmetry=True, limits=Limits(solutions=12))
    assert (found.answer, found.stop) == (Count(12, True), Stop.COMPLETED)
    found = gridwise.count(
        Position(8), method="backtracking", up_to_symmetry=True, limits=Limits(nodes=300)
    )
    assert found.stop is Stop.NODE_LIMIT
    assert not found.answer.exact
    assert 1 <= found.answer.number <= 12


def test_a_puzzle_without_symmetries_is_not_counted_up_to_them():
    with pytest.raises(ParameterError, match="minesweeper is not counted up to symmetry"):
        gridwise.count(gridwise.parse("minesweeper:2x1:1-"), up_to_symmetry=True)


def test_solutions_in_order_and_the_kth():
    result = gridwise.solve(Position(8), all_solutions=True, method="backtracking")
    keys = [PUZZLE.order_key(item.position) for item in result.answer.items]
    assert keys == sorted(keys)
    assert keys[0] == (0, 4, 7, 5, 2, 6, 1, 3)
    assert keys[-1] == (7, 3, 0, 2, 5, 1, 6, 4)
    for method in ("sat", "exact_cover", "dpll", "a_star", "min_max_backtracking"):
        for k in (1, 2, 47, 92):
            found = gridwise.solve(Position(8), method=method, nth=k)
            assert PUZZLE.order_key(found.answer.items[0].position) == keys[k - 1]


@every(
    "method, how",
    lambda: product(
        ["min_conflicts", "constructive", "min_max"], [{"nth": 1}, {"all_solutions": True}]
    ),
)
def test_methods_that_look_nowhere_else_know_no_order(method, how):
    result = gridwise.solve(Position(5), method=method, **how)
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert str(result.note) == f"{method} does not find all solutions"


def test_which_givens_contradict_each_other_is_said():
    result = gridwise.solve(gridwise.parse("queens:6:r1c1,r6c4,xr2c3"))
    assert result.status is Status.UNSATISFIABLE
    assert "a queen is on r1c1" in str(result.conflict.text)
    assert gridwise.solve(Position(3)).status is Status.UNSATISFIABLE
