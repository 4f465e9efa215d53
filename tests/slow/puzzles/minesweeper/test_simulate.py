"""Simulated games go over to compiled code where many are left."""

from threading import Event

import pytest

from gridwise.agents.plan import planned
from gridwise.agents.simulate import rows, simulate
from gridwise.core import registry
from gridwise.core.result import Stop
from gridwise.core.views import compile_notice


@pytest.mark.parametrize(("policy", "repeat"), [("expert", 1), ("pseq", 3)])
def test_compiled_code_takes_over_where_many_games_are_left(policy, repeat, monkeypatch):
    asked = {"board": "8x8x12", "policy": policy, "games": 400, "repeat": repeat}
    wanted = simulate("minesweeper", **asked).rows
    kind = type(registry.policy("minesweeper", policy))
    monkeypatch.setattr(kind, "is_ready", lambda self: False)
    monkeypatch.setattr(kind, "compile_s", 1e-9)
    told = []
    with compile_notice.heard_by(lambda *what: told.append(what)):
        found = list(rows(planned("minesweeper", **asked)))
    assert list(map(_counts, found)) == list(map(_counts, wanted))
    assert told == [("minesweeper", 1e-9)]


def _counts(row):
    return row.repeat, row.games, row.wins, row.finished, row.stuck, row.lost, row.guesses


def test_without_time_to_compile_games_are_played_turn_by_turn(monkeypatch):
    asked = {"board": "5x5x5", "policy": "pseq", "games": 400}
    compiled = simulate("minesweeper", **asked).rows
    kind = type(registry.policy("minesweeper", "pseq"))
    monkeypatch.setattr(kind, "is_ready", lambda self: False)
    monkeypatch.setattr(kind, "games", _refuse)
    monkeypatch.setattr(kind, "compile_s", 1e-9)  # it would repay
    (row,) = rows(planned("minesweeper", **asked), compiling=False)
    assert (row.games, row.wins, row.lost) == (400, compiled[0].wins, compiled[0].lost)


def test_whole_games_can_be_cancelled():
    stop = Event()
    done = simulate(
        "minesweeper",
        policy="pseq",
        board="hard",
        games=50_000,
        cancel=stop,
        progress=lambda *played: stop.set(),
    )
    assert done.stop is Stop.CANCELLED
    assert 0 < done.rows[0].games < 50_000


def _refuse(*given, **more):
    raise AssertionError("compiled code is asked")
