"""The experiment: intervals against published values, counts, pooling, and what is concluded."""

import pytest

from every import every
from gridwise.agents.intervals import newcombe, wilson
from gridwise.agents.plan import planned
from gridwise.agents.simulate import rows, simulate
from gridwise.agents.statistics import GameCounts, compared, pooled
from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.result import Stop
from gridwise.puzzles.minesweeper.policies import _weighing


@pytest.mark.parametrize(
    # Newcombe 1998, Statistics in Medicine 17, 857-872, table I, method 3
    ("counts", "interval"),
    [
        ((81, 263), (0.2553, 0.3662)),
        ((15, 148), (0.0624, 0.1605)),
        ((0, 20), (0.0, 0.1611)),
        ((1, 29), (0.0061, 0.1718)),
    ],
)
def test_wilson_intervals_are_the_published_ones(counts, interval):
    assert wilson(*counts) == pytest.approx(interval, abs=5e-5)


@pytest.mark.parametrize(
    # The same, 873-890, table II, method 10
    ("first", "second", "interval"),
    [
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((5, 56), (0, 29), (-0.0381, 0.1926)),
        ((10, 10), (0, 10), (0.6075, 1.0)),
    ],
)
def test_intervals_of_differences_are_the_published_ones(first, second, interval):
    assert newcombe(first, second) == pytest.approx(interval, abs=5e-5)
    low, high = newcombe(second, first)
    assert (-high, -low) == pytest.approx(interval, abs=5e-5)


def test_a_wilson_interval_is_where_the_score_test_does_not_reject():
    for trials in (1, 7, 100):
        for successes in range(0, trials + 1, max(1, trials // 7)):
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1
            for edge in (low, high):
                if 0 < edge < 1:
                    z = (successes / trials - edge) / (edge * (1 - edge) / trials) ** 0.5
                    assert abs(z) == pytest.approx(1.959964, abs=1e-5)


@pytest.mark.parametrize("counts", [(1, 0), (3, 2), (-1, 5)])
def test_what_is_no_proportion(counts):
    with pytest.raises(ValueError, match="of"):
        wilson(*counts)


def test_rows():
    done = simulate("minesweeper", board="8x8x10", free_cells=(0, 1, 2), games=15, repeat=2, seed=3)
    assert done.stop is Stop.COMPLETED
    assert [(row.free_cells, row.revealed, row.repeat) for row in done.rows] == [
        (0, 0, 1),
        (0, 0, 2),
        (1, 8, 1),
        (1, 8, 2),
        (2, 16, 1),
        (2, 16, 2),
    ]
    for row in done.rows:
        assert row.games == 15 == row.finished + row.stuck + row.lost
        assert row.wins == row.finished
        assert row.lost == row.guesses == 0
        assert row.ci95 == wilson(row.wins, 15)
        assert row.win_rate == row.wins / 15
        assert row.cpu_s > 0
        assert row.games_per_cpu_s == 15 / row.cpu_s
    for pool in done.pooled:
        parts = [row for row in done.rows if row.free_cells == pool.free_cells]
        assert pool.repeat is None
        assert pool.games == 30
        for name in ("wins", "finished", "stuck", "lost", "cpu_s"):
            assert getattr(pool, name) == sum(getattr(row, name) for row in parts)
    assert len(done.comparisons) == len(done.conclusion) == 3


def counts(done):
    return [(r.games, r.wins, r.finished, r.stuck, r.lost, r.guesses) for r in done.rows]


def test_the_same_seed_gives_the_same_counts():
    asked = {"board": "8x8x12", "games": 8, "guess": "random", "first_click": "any"}
    one = counts(simulate("minesweeper", seed=5, **asked))
    assert one == counts(simulate("minesweeper", seed=5, **asked))
    assert len({tuple(counts(simulate("minesweeper", seed=s, **asked))) for s in range(3)}) > 1


def test_policies_play_the_same_games():
    plans = [planned("minesweeper", policy=p, seed=2) for p in ("single_point", "sat")]
    one, two = (plan.game("9x9x10", 1, 1, 7) for plan in plans)
    assert one.begin == two.begin
    assert one.answer == two.answer
    seeds = {
        plans[0].seed_of(board, free, repeat, game)
        for board in ("9x9x10", "16x16x25")
        for free in (0, 1)
        for repeat in (1, 2)
        for game in range(1, 50)
    }
    assert len(seeds) == 2 * 2 * 2 * 49


def test_guessing_counts():
    done = simulate("minesweeper", board="8x8x12", games=30, guess="random", first_click="any")
    (row,) = done.rows
    assert row.wins + row.lost == 30
    assert row.finished < row.wins
    assert row.guesses >= row.stuck > 0
    assert (
        row.wins > simulate("minesweeper", board="8x8x12", games=30, first_click="any").rows[0].wins
    )


def test_a_stronger_policy_finishes_more_of_the_same_games():
    wins = [
        simulate("minesweeper", board="16x16x50", policy=policy, free_cells=1, games=15)
        .rows[0]
        .wins
        for policy in ("single_point", "subset", "resolution", "sat")
    ]
    assert wins == sorted(wins)
    assert wins[0] < wins[-1]


def row(free, wins, games, board="9x9x10"):
    return GameCounts(board, free, free * 9, None, games, wins, wins, games - wins, 0, 0, 1.0)


def test_conclusions():
    (told,) = compared([row(1, 48, 80), row(2, 56, 70)])
    assert told.told_apart
    assert told.ci95 == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert "free cells x 2 (80.0 % won) win more often than x 1 (60.0 %)" in str(told.words())
    assert "+20.0 points, 95 % interval +5.2 to +33.4" in str(told.words())
    (told,) = compared([row(1, 56, 70), row(2, 48, 80)])
    assert told.told_apart
    assert "x 2 (60.0 % won) win less often than x 1 (80.0 %)" in str(told.words())
    (not_told,) = compared([row(1, 24, 40), row(2, 28, 40)])
    assert not not_told.told_apart
    assert "cannot be told apart" in str(not_told.words())
    assert "includes 0" in str(not_told.words())


def test_only_settings_of_one_board_with_games_are_compared():
    assert compared([row(1, 5, 9), row(2, 5, 9, "16x16x25")]) == ()
    assert compared([row(1, 5, 9), row(2, 0, 0)]) == ()
    assert len(compared([row(n, 5, 9) for n in range(4)])) == 6
    assert pooled([]) == ()


class After:
    """A token that is set after so many looks."""

    def __init__(self, looks):
        self.looks = looks

    def is_set(self):
        self.looks -= 1
        return self.looks < 0


def test_cancelled_in_the_middle():
    done = simulate("minesweeper", free_cells=(1, 2), games=10, cancel=After(150))
    assert done.stop is Stop.CANCELLED
    assert 0 < sum(r.games for r in done.rows) < 20
    assert done.rows[-1].games < 10
    none = simulate("minesweeper", games=10, cancel=After(0))
    assert none.stop is Stop.CANCELLED
    (only,) = none.rows
    assert (only.games, only.win_rate, only.ci95) == (0, None, None)
    assert none.conclusion == ()


def test_progress():
    told = []
    list(rows(planned("minesweeper", games=4, repeat=2), progress=lambda *n: told.append(n)))
    assert told == [(n, 8) for n in range(1, 9)]


def test_levels_are_boards_by_name():
    assert planned("minesweeper", board="hard").boards == ("30x16x99",)
    assert planned("minesweeper", board=("easy", "9x9x10", "medium")).boards == (
        "9x9x10",
        "16x16x25",
    )


@every(
    "error, asked",
    [
        (ParameterError, {"games": 0}),
        (ParameterError, {"repeat": 0}),
        (ParameterError, {"free_cells": ()}),
        (ParameterError, {"free_cells": (1, 50)}),
        (ParameterError, {"board": ()}),
        (ParameterError, {"board": "9x9x82"}),
        (UnknownNameError, {"policy": "none"}),
        (UnknownNameError, {"guess": "maybe"}),
        (UnknownNameError, {"first_click": "last"}),
    ],
)
def test_what_cannot_be_planned(error, asked):
    with pytest.raises(error):
        simulate("minesweeper", **asked)


def test_options_that_are_not_there_are_refused():
    for name in ("single_point", "subset", "expert"):
        with pytest.raises(UnknownNameError, match=r"(?i)unknown option"):
            simulate("minesweeper", policy=name, games=2000, options={"deep": 1})


def test_the_json_form():
    (only,) = simulate("minesweeper", games=3).rows
    value = only.as_dict()
    assert list(value)[:6] == ["games", "wins", "finished", "stuck", "lost", "guesses"]
    assert value["ci95"] == list(wilson(value["wins"], 3))
    assert value["win_rate"] == value["wins"] / 3


@every("policy", ["safest", "pseq", "expert"])
def test_few_games_compile_nothing(policy, monkeypatch):
    kind = type(registry.policy("minesweeper", policy))
    monkeypatch.setattr(kind, "is_ready", lambda self: False)
    monkeypatch.setattr(kind, "games", _refuse)
    monkeypatch.setattr(jit, "compiling", _refuse)
    monkeypatch.setattr(jit, "is_ready", lambda module, kernel: False)
    monkeypatch.setattr(jit, "is_kept", lambda module, kernel: False)
    monkeypatch.setattr(_weighing.CODE, "compile_s", 1e9)
    plan = planned("minesweeper", policy=policy, board="9x9x10", games=3, guess="random")
    (row,) = rows(plan)
    assert row.games == 3


def _refuse(*given, **more):
    raise AssertionError("compiled code is asked")
