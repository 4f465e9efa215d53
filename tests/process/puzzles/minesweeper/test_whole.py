"""Simulations by several processes."""

from typing import Any

import pytest

import gridwise
from every import every
from gridwise.agents import simulate
from gridwise.agents.plan import planned
from gridwise.agents.play import GUESSES
from gridwise.agents.statistics import GameCounts
from gridwise.core import registry
from puzzles.minesweeper.game.whole import NAMES


def counts(row: GameCounts) -> tuple[Any, ...]:
    return (row.revealed, row.games, row.wins, row.finished, row.stuck, row.lost, row.guesses)


@every("name, guess", lambda: zip(NAMES, GUESSES, strict=False))
def test_simulate_plays_them_in_compiled_code(
    name: str, guess: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same row as game by game, with no plain player started."""
    policy = registry.policy("minesweeper", name)
    asked: dict[str, Any] = {"board": "6x5x5", "free_cells": (0, 1), "guess": guess, "seed": 8}
    games = policy.pays_from // 2
    plan = planned("minesweeper", policy=name, games=games, **asked)
    assert simulate._compiled(plan, "6x5x5", 0)  # an empty cache has none
    plain = []
    for free in plan.free_cells:
        row = GameCounts("6x5x5", free, free * 5, 1)
        for number in range(1, games + 1):
            row = row.with_game(plan.game("6x5x5", free, 1, number))
        plain.append(counts(row))

    def refuse(*args: object) -> None:
        raise AssertionError("a plain player was started")

    monkeypatch.setattr(type(policy), "start", refuse)
    for workers in (None, 3):
        done = gridwise.simulate("minesweeper", policy=name, games=games, workers=workers, **asked)
        assert [counts(row) for row in done.rows] == plain
    assert plain[0][-1] > 0 or guess == "never"
    with pytest.raises(AssertionError, match="plain player"):  # too few for it to pay
        gridwise.simulate("minesweeper", policy=name, games=1, **asked)


def test_simulate_counts_alike_with_any_number_of_workers() -> None:
    asked: dict[str, Any] = {"board": "9x9x10", "games": 150, "seed": 5}
    for policy in ("pseq", "single_point"):
        rows = [
            gridwise.simulate("minesweeper", policy=policy, workers=workers, **asked).rows[0]
            for workers in (None, 1, 2)
        ]
        assert len({(row.games, row.wins, row.lost, row.stuck) for row in rows}) == 1
        assert rows[0].games == 150
