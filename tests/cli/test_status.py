"""The exit status of each kind of result."""

from typing import Any

import pytest

from gridwise.cli.shared.exit_status import exit_status
from gridwise.core.result import Count, Result, Solution, Solutions, Status, Stop

ONE: Solutions[Any, Any] = Solutions((Solution((), "p"),))
LISTED: Solutions[Any, Any] = Solutions(ONE.items, Count(1, False))
SOLVED, UNKNOWN = Status.SOLVED, Status.UNKNOWN
CUT = (Stop.TIME_LIMIT, Stop.NODE_LIMIT, Stop.MEMORY_LIMIT, Stop.INCOMPLETE)


def status(known: Status, stop: Stop, answer: object = None, question: str = "solution") -> int:
    return exit_status(Result(known, stop, answer=answer, question=question))


def test_answered() -> None:
    for question in ("solution", "forced", "nth"):
        assert status(SOLVED, Stop.COMPLETED, ONE, question) == 0
    assert status(SOLVED, Stop.COMPLETED, Count(3, True), "count") == 0


def test_a_limit_on_solutions_is_what_was_asked_for() -> None:
    assert status(SOLVED, Stop.SOLUTION_LIMIT, Count(3, False), "count") == 0
    assert status(SOLVED, Stop.SOLUTION_LIMIT, LISTED, "all") == 0


@pytest.mark.parametrize("stop", CUT)
def test_a_limit_was_reached(stop: Stop) -> None:
    assert status(UNKNOWN, stop) == 20
    assert status(SOLVED, stop, Count(3, False), "count") == 20
    assert status(SOLVED, stop, LISTED, "all") == 20
    assert status(SOLVED, stop, ONE) == 0  # the answer is there; that it is unique was not asked


def test_proved_that_there_is_none() -> None:
    assert status(Status.UNSATISFIABLE, Stop.COMPLETED) == 10
    assert status(SOLVED, Stop.COMPLETED, Solutions((), Count(3, True), 4), "nth") == 10


def test_cancelled() -> None:
    assert status(UNKNOWN, Stop.CANCELLED) == 21
    assert status(SOLVED, Stop.CANCELLED, ONE) == 21
    assert status(SOLVED, Stop.CANCELLED, Count(3, False), "count") == 21
