"""Who won: the first sentences of a comparison, from rows whose answer is known."""

import math
from itertools import combinations

import pytest

from comparing.test_results import MANIFEST, row
from comparing.test_tables import WHOLE
from documents import made
from gridwise.comparing import significance
from gridwise.comparing.results import Comparison, row_of
from gridwise.comparing.verdict import standings, verdict, whole_rounds


def comparison(runs: made.Runs) -> Comparison:
    rows = [
        row_of(made.row(who, board, at, value))
        for (who, board), values in runs.items()
        for at, value in enumerate(values, 1)
    ]
    return Comparison(made.manifest(runs), tuple(rows))


def said(runs: made.Runs) -> list[str]:
    return list(map(str, verdict(comparison(runs))))


QUICK, SLOW = [1.0, 1.1, 1.2, 1.3, 1.4], [3.0, 3.3, 3.6, 3.9, 4.2]


def test_the_fastest_is_named_with_how_much_and_how_sure() -> None:
    first, sure = said({("sat", "3x3"): SLOW, ("dpll", "3x3"): QUICK})
    # All 25 quotients; the rank sum test at 5 % leaves out two on each side for 5 and 5 runs.
    quotients = sorted(b / a for a in QUICK for b in SLOW)
    low, high = quotients[2], quotients[-3]
    assert first == (
        f"dpll was fastest: {quotients[12]:.1f} times as fast as sat "
        f"(95 % interval {low:.1f} to {high:.1f})."
    )
    assert sure.startswith("That is sure here: on the same board each run of dpll was faster")


def test_boards_are_weighed_alike_and_counted() -> None:
    runs = {
        ("dpll", "3x3"): QUICK,
        ("sat", "3x3"): SLOW,
        ("dpll", "4x3"): [t / 1000 for t in QUICK],
        ("sat", "4x3"): [t / 1000 for t in SLOW],
    }
    assert said(runs)[0].startswith("dpll was fastest: first on 2 of 2 boards, and over all of")
    swapped = {**runs, ("dpll", "4x3"): [t / 100 for t in SLOW], ("sat", "4x3"): QUICK}
    lines = said({**swapped, ("sat", "4x3"): [t / 100 for t in QUICK]})
    assert lines[0].startswith("It is not sure which method was fastest")
    assert "1.00 times as long" in lines[0]
    assert lines[1].startswith("It depends on the board: ")


def test_too_few_runs_are_called_not_sure() -> None:
    (only,) = said({("sat", "3x3"): SLOW[:3], ("dpll", "3x3"): QUICK[:3]})
    assert only == (
        "dpll looks faster: sat took 3.0 times as long. With fewer than 4 runs of each pair that "
        "is not sure."
    )


def test_runs_that_overlap_leave_it_open() -> None:
    lines = said({("sat", "3x3"): QUICK, ("dpll", "3x3"): [1.05, 1.15, 1.25, 1.35, 1.45]})
    assert lines[0].startswith("It is not sure which method was fastest: dpll took 1.04 times as")
    assert lines[1] == "On no single board can sat and dpll be told apart."


def test_more_answers_win_over_less_time() -> None:
    lines = said(
        {
            ("sat", "3x3"): SLOW,
            ("sat", "5x5"): SLOW,
            ("dpll", "3x3"): QUICK,
            ("dpll", "5x5"): [*QUICK[:4], "time_limit"],
        }
    )
    assert lines[0] == "sat won: it answered on 2 of 2 boards, dpll on 1."
    assert lines[1].startswith("On the boards of both, dpll was 3.0 times as fast as sat (95 %")
    assert lines[-1] == "No answer in some runs: dpll on 1 of 2 boards (time limit)."


def test_who_gave_up_is_said() -> None:
    one = {("sat", "3x3"): ["incomplete"] * 5}
    assert said(one)[0] == "No method answered every run on any board."
    lines = said({**one, ("dpll", "3x3"): QUICK})
    assert lines == ["Only dpll had an answer.", "No answer in some runs: sat (gave up by itself)."]


def test_what_is_wrong_comes_first() -> None:
    bad = Comparison(
        {**MANIFEST, "title": ""},
        (row(1.0), row(1.0, "fault", contender="y", error="it died")),
    )
    first, *_ = map(str, verdict(bad))
    assert first.startswith("Answers disagree or runs failed (four): do not trust")
    assert "x" in bad.verdict and bad.verdict.splitlines()[0] == first


def test_players_are_told_apart_by_their_games() -> None:
    def games(who: str, finished: int) -> dict[str, object]:
        counters = {"games": 100, "finished": finished}
        return {"kind": "games", "contender": who, "counters": counters}

    def of(x: int, y: int) -> str:
        rows = (row(1.0, **games("x", x)), row(1.0, **games("y", y)))
        return str(verdict(Comparison(dict(WHOLE), rows))[0])

    assert of(30, 70).startswith("y k=v finished most games without a guess: 70")
    assert of(50, 52).startswith("It is not sure who finishes most games")


def test_a_round_that_is_not_over_does_not_count() -> None:
    rows = (row(1.0), row(2.0, contender="y"), row(9.0, repeat=2))
    found = whole_rounds(Comparison(dict(WHOLE), rows))
    assert found.rows == rows[:2]
    assert whole_rounds(Comparison(dict(WHOLE), rows[:2])).rows == ()
    heap = (*rows, row(None, kind="heap"))
    assert whole_rounds(Comparison(dict(WHOLE), heap)).rows == heap


def test_rows_stand_best_first() -> None:
    order = [one.contender for one in standings(comparison(made.RUNS))]
    assert order[0] == "sat" and set(order[1:]) == {"backtracking", "a_star"}


@pytest.mark.parametrize(("first", "second"), [(4, 4), (4, 5), (5, 5), (3, 6)])
def test_the_interval_covers_as_often_as_it_says(first: int, second: int) -> None:
    """Over all orders of alike runs, the interval of their quotient leaves out 1 in at most 5 %."""
    cut = significance._rank(first, second)
    assert cut is not None
    out = total = 0
    for mine in combinations(range(first + second), first):
        others = [x for x in range(first + second) if x not in mine]
        quotients = sorted(math.exp(a - b) for a in mine for b in others)
        total += 1
        out += not quotients[cut] <= 1 <= quotients[-1 - cut]
    assert out / total <= significance.LEVEL
    wider = significance._rank(first + 1, second)
    assert wider is None or wider >= cut
