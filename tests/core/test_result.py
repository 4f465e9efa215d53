"""A result never says two things at once, and its statistics are a closed list."""

from itertools import product

import pytest

from every import every
from gridwise.core.message import msg
from gridwise.core.result import (
    COUNTERS,
    MEASURES,
    Conflict,
    Count,
    Result,
    Statistics,
    Status,
    Stop,
)

CONFLICT = Conflict(msg("two fives"), (0, 1))
CLAIMS = (None, True, False)
CASES = list(
    product(
        Status,
        Stop,
        (None, "answer"),
        (None, "best"),
        (None, CONFLICT),
        CLAIMS,
        CLAIMS,
        (None, 0.5, 1.0, 1.5),
    )
)


def sound(
    status: Status,
    stop: Stop,
    answer: object,
    best: object,
    conflict: object,
    unique: bool | None,
    optimal: bool | None,
    bound: float | None,
) -> bool:
    """The rules in words, kept apart from the constructor on purpose."""
    if status is Status.SOLVED:
        if answer is None or best is not None or conflict is not None:
            return False
        if bound == 0.5 or (bound == 1.0 and optimal is False):
            return False  # better than the best; the best, and not the best
        return stop is Stop.COMPLETED or unique is not True  # unique: nothing was left unsearched
    if answer is not None or (unique, optimal, bound) != (None, None, None):
        return False  # claims about an answer that is not there
    if status is Status.UNSATISFIABLE:
        return stop is Stop.COMPLETED and best is None
    gave_up = stop not in (Stop.COMPLETED, Stop.SOLUTION_LIMIT)
    return gave_up and conflict is None


def test_every_combination_is_accepted_or_refused_as_the_rules_say() -> None:
    accepted = 0
    for case in CASES:
        status, stop, answer, best, conflict, unique, optimal, bound = case
        want = sound(*case)
        said = f"{status} {stop} {answer=} {best=} {conflict=} {unique=} {optimal=} {bound=}"
        try:
            Result(
                status,
                stop,
                answer=answer,
                best=best,
                conflict=conflict,
                unique=unique,
                optimal=optimal,
                bound=bound,
            )
        except ValueError:
            assert not want, f"refused: {said}"
        else:
            assert want, f"accepted: {said}"
            accepted += 1
    # SOLVED: stop and unique agree in 7 x 3 less 6 ways, optimal and bound in 3 x 3 less 1;
    # UNSATISFIABLE: with and without a conflict; UNKNOWN: 5 stops, with and without a best.
    assert accepted == (7 * 3 - 6) * (3 * 3 - 1) + 2 + 5 * 2
    assert len(CASES) == 3 * 7 * 8 * 9 * 4


@every("stop", [s for s in Stop if s is not Stop.COMPLETED])
def test_unsatisfiable_after_a_limit_is_refused_by_name(stop: Stop) -> None:
    with pytest.raises(ValueError, match=f"UNSATISFIABLE after {stop.name}"):
        Result(Status.UNSATISFIABLE, stop)


def test_an_empty_answer_is_an_answer() -> None:
    # "No cell is forced" is known, and is not "unknown".
    assert Result(Status.SOLVED, Stop.COMPLETED, answer=()).answer == ()


def test_a_result_cannot_be_changed() -> None:
    result = Result(Status.SOLVED, Stop.COMPLETED, answer=Count(1, exact=True))
    with pytest.raises(AttributeError):
        result.status = Status.UNKNOWN  # type: ignore[misc]


def test_statistics_take_only_listed_counters() -> None:
    with pytest.raises(ValueError, match="nodes"):
        Statistics({"nodes": 1})


def test_statistics_keys_are_the_promised_ones_in_order() -> None:
    every = Statistics({**dict.fromkeys(COUNTERS, 3), "generated": 40})
    assert list(every.as_dict()) == [*COUNTERS, *MEASURES]
    assert every.branching_factor == 3.0
    promised = (
        "generated expanded reopened frontier_peak depth branching_factor "
        "assignments decisions propagations conflicts learned resolvents "
        "layouts components wall_s cpu_s compile_s peak_bytes "
        "tables_s"  # ours: an addition
    )
    assert set(every.as_dict()) == set(promised.split())


def test_statistics_leave_out_what_was_not_counted() -> None:
    keys = set(Statistics({"layouts": 2, "conflicts": 0}).as_dict())
    assert keys == {"layouts", "conflicts", *MEASURES} - {"branching_factor"}


@every(
    "generated, depth, factor",
    [
        (53, 5, 1.92),  # AIMA 4e, section 3.6.1: 52 nodes beside the root, solution at depth 5
        (7, 2, 2.0),  # 1 + 2 + 4
        (40, 3, 3.0),  # 1 + 3 + 9 + 27
        (4, 3, 1.0),  # a path without a side branch
        (11, 1, 10.0),
        (1 + 2**1 * (2**20 - 1), 20, 2.0),
    ],
)
def test_branching_factor(generated: int, depth: int, factor: float) -> None:
    found = Statistics({"generated": generated, "depth": depth}).branching_factor
    assert found == pytest.approx(factor, abs=0.005)


@every("generated, depth", list(product([2, 6, 53, 1000, 123_456_789], [1, 2, 5, 40])))
def test_branching_factor_satisfies_its_equation(generated: int, depth: int) -> None:
    found = Statistics({"generated": generated, "depth": depth}).branching_factor
    if generated <= depth:
        assert found is None
        return
    assert found is not None

    def total(b: float) -> float:
        return sum(b**i for i in range(depth + 1))

    # It is rounded to six places, so the true root is within one unit of the last.
    assert total(found - 1e-6) <= generated <= total(found + 1e-6)


def test_branching_factor_is_of_one_search() -> None:
    counters = {"generated": 53, "depth": 5}
    assert Statistics(counters, searches=1).branching_factor is not None
    assert Statistics(counters, searches=2).branching_factor is None


@pytest.mark.parametrize("counters", [{}, {"generated": 5}, {"depth": 5}, {"generated": 1}])
def test_branching_factor_is_absent_without_a_path(counters: dict[str, int]) -> None:
    assert Statistics(counters).branching_factor is None
    assert "branching_factor" not in Statistics(counters).as_dict()
