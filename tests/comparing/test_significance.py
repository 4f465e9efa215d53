"""Who is told apart: by the stated rule, with ties and with runs that had no answer."""

import math
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents import made
from every import every
from gridwise.comparing import significance
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import Extent, Side, least, pair, side, sign_test

INF = math.inf
FAST, SLOW = [1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]


def test_runs_that_do_not_overlap_are_told_apart() -> None:
    assert side(FAST, SLOW) is Side.FIRST
    assert side(SLOW, FAST) is Side.SECOND


def test_runs_that_overlap_or_touch_are_not() -> None:
    assert side(FAST, [3.5, 6.0, 7.0, 8.0]) is Side.NEITHER
    assert side(FAST, [4.0, 6.0, 7.0, 8.0]) is Side.NEITHER
    assert side(FAST, FAST) is Side.NEITHER
    assert side([1.0] * 5, [1.0] * 5) is Side.NEITHER


def test_few_runs_never_are() -> None:
    assert side(FAST[:3], SLOW[:3]) is Side.NEITHER  # 2 of 20 orders
    assert side([1.0], SLOW) is Side.NEITHER
    assert side(FAST[:3], [5.0, 6.0, 7.0, 8.0, 9.0]) is Side.FIRST  # 2 of 56


def test_the_level_is_what_chance_alone_does() -> None:
    """Of all orders of four and four, exactly two part them."""
    places = list(combinations(range(8), 4))
    parted = sum(
        side([float(x) for x in mine], [float(x) for x in range(8) if x not in mine])
        is not Side.NEITHER
        for mine in places
    )
    assert parted == 2
    assert parted / len(places) <= significance.LEVEL


def test_a_run_without_an_answer_is_above_every_run_with_one() -> None:
    assert side(FAST, [INF] * 4) is Side.FIRST
    assert side([INF] * 4, FAST) is Side.SECOND
    assert side(FAST, [5.0, 6.0, INF, INF]) is Side.FIRST
    assert side([1.0, 2.0, 3.0, INF], [INF] * 4) is Side.NEITHER


def test_two_without_any_answer_have_nothing_to_compare() -> None:
    assert side([INF] * 4, [INF] * 4) is Side.UNKNOWN
    assert side([], FAST) is Side.UNKNOWN


values = st.lists(st.one_of(st.floats(0, 9), st.just(INF)), max_size=6)


@given(values, values)
def test_the_order_of_two_makes_no_difference(one: list[float], other: list[float]) -> None:
    turned = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST}
    found = side(one, other)
    assert side(other, one) is turned.get(found, found)


def test_the_sign_test() -> None:
    assert sign_test(0, 0) == 1
    assert sign_test(5, 0) == sign_test(0, 5) == 2 / 32
    assert sign_test(6, 0) == 2 / 64
    assert sign_test(3, 3) == 1
    assert sign_test(9, 1) == pytest.approx(22 / 1024)
    assert sign_test(900, 1100) < 1e-4


def runs(first: str, second: str, boards: int) -> made.Runs:
    """Return runs of a and b: < where a is faster, > where b is, = where neither."""
    found = {}
    for at, sign in enumerate((first + second)[:boards]):
        a, b = {"<": (FAST, SLOW), ">": (SLOW, FAST), "=": (FAST, FAST)}[sign]
        found["a", f"s{at}"], found["b", f"s{at}"] = a, b
    return found


@every(
    "signs, verdict, first",
    [
        ("<", Extent.EVERYWHERE, "a"),
        (">>>", Extent.EVERYWHERE, "b"),
        ("===", Extent.NOWHERE, "a"),
        ("<<=", Extent.SOMEWHERE, "a"),
        ("<<<<<=", Extent.SOMEWHERE, "a"),  # 5 of 5 by a fair coin: 6.25 %
        ("<<<<<<=", Extent.MOSTLY, "a"),  # 6 of 6: 3.1 %
        ("<>", Extent.MIXED, "a"),
        (">><", Extent.MIXED, "b"),
        ("<<<<<<<<<>", Extent.MOSTLY, "a"),  # 9 of 10: 2.1 %
        ("<<<<<<<<>>", Extent.MIXED, "a"),  # 8 of 10: 10.9 %
    ],
)
def test_over_all_boards(tmp_path: Path, signs: str, verdict: Extent, first: str) -> None:
    found = pair(
        Comparison.load(made.folder(tmp_path, runs(signs, "", len(signs)))), "a", "b", "cpu_s"
    )
    assert found is not None
    assert (found.extent, found.first) == (verdict, first)
    assert found.boards == len(signs)


def test_memory_is_compared_only_where_all_runs_were_answered(tmp_path: Path) -> None:
    found = Comparison.load(made.folder(tmp_path))
    memory = pair(found, "sat", "backtracking", "peak_bytes")
    assert memory is not None
    assert memory.boards == 2
    assert pair(found, "a_star", "sat", "cpu_s").boards == 3  # type: ignore[union-attr]
    by_memory = least(found, "5x5", "peak_bytes")
    assert by_memory is not None
    assert (by_memory.best, by_memory.level) == ("sat", ())
    assert by_memory.without == ("a_star", "backtracking")


def test_failed_and_cancelled_runs_are_left_out(tmp_path: Path) -> None:
    mixed: made.Runs = {
        ("a", "s"): [*FAST, "fault", "cancelled"],
        ("b", "s"): SLOW,
        ("c", "s"): [*SLOW[:3], "incomplete"],
    }
    found = Comparison.load(made.folder(tmp_path, mixed))
    assert significance.values(found.runs_of("a", "s"), "cpu_s") == FAST
    assert significance.values(found.runs_of("c", "s"), "cpu_s") == [*SLOW[:3], INF]
    assert pair(found, "a", "b", "cpu_s").extent is Extent.EVERYWHERE  # type: ignore[union-attr]
    assert pair(found, "a", "c", "cpu_s").extent is Extent.EVERYWHERE  # type: ignore[union-attr]


def test_the_least_median_and_those_level_with_it(tmp_path: Path) -> None:
    found = least(Comparison.load(made.folder(tmp_path)), "5x5", "cpu_s")
    assert found is not None
    assert (found.best, found.level, found.without) == ("sat", ("backtracking",), ())


def test_shares_of_games(tmp_path: Path) -> None:
    found = Comparison.load(made.games(tmp_path))
    apart = significance.shares(found, ("subset", "x1"), ("subset", "x2"))
    assert apart is not None
    assert apart.told_apart
    assert (apart.first, apart.second, apart.difference) == ("x2", "x1", 0.625)
    level = significance.shares(found, ("single_point", "x1"), ("subset", "x1"))
    assert level is not None
    assert not level.told_apart
    assert level.first == "subset"
    assert significance.shares(found, ("single_point", "x2"), ("subset", "x2")) is None
