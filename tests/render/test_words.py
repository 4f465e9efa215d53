"""Results, events and measures in words; no two kinds of answer read alike."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core.limits import Limits
from gridwise.core.message import msg
from gridwise.core.result import (
    Conflict,
    Count,
    Result,
    Solution,
    Solutions,
    Status,
    Stop,
)
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.render import words

ONE: Solutions[str, str] = Solutions((Solution(("m",), "p"),))


@every(
    "seconds, expected",
    [
        (0.0, "0.0 ms"),
        (0.00042, "0.4 ms"),
        (0.0099, "9.9 ms"),
        (0.035, "35 ms"),
        (0.9994, "999 ms"),
        (1.25, "1.25 s"),
        (9.994, "9.99 s"),
        (12.34, "12.3 s"),
        (59.97, "1 min 00 s"),
        (125, "2 min 05 s"),
        (3599.6, "1 h 00 min"),
        (3725, "1 h 02 min"),
        (90000, "25 h 00 min"),
    ],
)
def test_durations(seconds: float, expected: str) -> None:
    assert words.duration(seconds) == expected


@every(
    "seconds, expected",
    [(0.2, "1 s"), (6.0, "6 s"), (33.0, "35 s"), (58, "1 min 00 s"), (3700, "1 h 02 min")],
)
def test_an_estimate_has_no_more_digits_than_it_knows(seconds: float, expected: str) -> None:
    assert words.rough_duration(seconds) == expected


@every(
    "size, expected",
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (1536, "1.5 kB"),
        (20_000_000, "20 MB"),
        (999_600, "1.0 MB"),
        (3_400_000_000, "3.4 GB"),
        (5 * 10**15, "5000 TB"),
    ],
)
def test_byte_sizes(size: int, expected: str) -> None:
    assert words.byte_size(size) == expected


def test_counters_stand_on_one_line() -> None:
    counters: dict[str, int | float] = {"generated": 12345, "frontier_peak": 7, "reopened": 0}
    assert words.counter_words(counters) == "generated 12,345 · frontier peak 7"


def test_a_lower_bound_is_never_a_number() -> None:
    assert str(words.count_words(Count(288, True))) == "288"
    assert str(words.count_words(Count(1000, False))) == "at least 1,000"


def result(status: Status, stop: Stop, **more: Any) -> Result[Any]:
    return Result(status=status, stop=stop, question=more.pop("question", "solution"), **more)


SOLVED, NONE, UNKNOWN = Status.SOLVED, Status.UNSATISFIABLE, Status.UNKNOWN
TWICE = Conflict(msg("{value} twice in row {row}", value=5, row=3), (18, 24))

OUTCOMES = [
    (result(SOLVED, Stop.COMPLETED, answer=ONE, unique=True), "solved, unique"),
    (result(SOLVED, Stop.COMPLETED, answer=ONE, unique=False), "solved, not unique"),
    (result(SOLVED, Stop.COMPLETED, answer=ONE), "solved"),
    (result(SOLVED, Stop.COMPLETED, answer=ONE, optimal=True), "solved, optimal"),
    (
        result(SOLVED, Stop.TIME_LIMIT, answer=ONE),
        "solved; whether there is another solution is not known (time limit of 1 s reached)",
    ),
    (result(NONE, Stop.COMPLETED), "no solution"),
    (result(NONE, Stop.COMPLETED, conflict=TWICE), "no solution: 5 twice in row 3"),
    (result(UNKNOWN, Stop.TIME_LIMIT), "gave up: time limit of 1 s reached; nothing is known"),
    (result(UNKNOWN, Stop.NODE_LIMIT), "gave up: node limit reached; nothing is known"),
    (result(UNKNOWN, Stop.MEMORY_LIMIT), "gave up: memory limit reached; nothing is known"),
    (
        result(UNKNOWN, Stop.INCOMPLETE),
        "gave up: the method gave up a part of the search on its own; nothing is known",
    ),
    (result(UNKNOWN, Stop.CANCELLED), "cancelled; nothing is known"),
    (
        result(SOLVED, Stop.COMPLETED, answer=Solutions(ONE.items, Count(7, False), 7)),
        "solution 7 in the defined order",
    ),
    (
        result(SOLVED, Stop.COMPLETED, answer=Solutions((), Count(3, True), 7)),
        "there is no solution 7: there are 3",
    ),
    (
        result(SOLVED, Stop.COMPLETED, answer=Solutions(ONE.items, Count(1, True))),
        "1 solution, the only one",
    ),
    (
        result(SOLVED, Stop.COMPLETED, answer=Solutions(ONE.items * 4, Count(4, True))),
        "4 solutions, all of them",
    ),
    (
        result(SOLVED, Stop.SOLUTION_LIMIT, answer=Solutions(ONE.items * 3, Count(3, False))),
        "at least 3 solutions (solution limit reached)",
    ),
    (result(SOLVED, Stop.COMPLETED, answer=Count(288, True), question="count"), "288"),
    (
        result(SOLVED, Stop.SOLUTION_LIMIT, answer=Count(1000, False), question="count"),
        "at least 1,000 (solution limit reached)",
    ),
    (
        result(SOLVED, Stop.NODE_LIMIT, answer=Count(5, False), question="count"),
        "at least 5 (node limit reached)",
    ),
]


@every("given_result, expected", OUTCOMES)
def test_outcomes(given_result: Result[Any], expected: str) -> None:
    assert str(words.outcome(given_result, limits=Limits(time_s=1.0))) == expected


def test_no_two_outcomes_look_alike() -> None:
    said = [expected for _, expected in OUTCOMES]
    assert len(set(said)) == len(said)


def test_what_is_forced() -> None:
    def scene(text: str) -> Scene:
        roles = {"-": Role.COVERED, "X": Role.MINE, "s": Role.SAFE}
        return Scene(
            len(text), 1, tuple(SceneCell(roles.get(c, Role.NUMBER), c.strip("-")) for c in text)
        )

    forced = words.forced_words(scene("-----1-X"), scene("2sXX-1-X"))
    assert str(forced) == "2 safe, 2 mines, 2 undetermined"
    done = result(SOLVED, Stop.COMPLETED, answer=ONE, question="forced")
    assert str(words.outcome(done, forced=forced)) == f"solved: {forced}"
    part = result(UNKNOWN, Stop.NODE_LIMIT, best=ONE, question="forced")
    assert str(words.outcome(part, forced=forced)) == (
        f"gave up: node limit reached; certain so far: {forced}"
    )


def test_forced_cells_of_any_other_puzzle() -> None:
    before = Scene(2, 1, (SceneCell(Role.EMPTY), SceneCell(Role.EMPTY)))
    after = Scene(2, 1, (SceneCell(Role.FILLED, "4"), SceneCell(Role.EMPTY)))
    assert str(words.forced_words(before, after)) == "1 forced, 1 undetermined"


def test_a_catalogue_puts_it_into_another_language() -> None:
    other = {"at least {number}": "mindestens {number}"}
    assert words.in_words(words.count_words(Count(3, False)), other) == "mindestens 3"


@given(st.text())
def test_printable_text_is_printable(text: str) -> None:
    assert words.printable(text).isprintable()
    shown = words.printable(text, ascii=True)
    assert shown.isascii()
    assert shown.isprintable()
