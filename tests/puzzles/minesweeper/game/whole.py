"""Whole games in compiled code, and game by game."""

from typing import Any

from gridwise.agents.play import play
from gridwise.core import registry
from gridwise.core.policy import GameEnd, GameStatus
from gridwise.core.run import Run

NAMES = ("single_point", "subset", "resolution")


def at_once(name: str, board: str, seeds: range, **asked: Any) -> list[GameEnd]:
    ends = registry.policy("minesweeper", name).games(board, seeds=seeds, run=Run(), **asked)
    assert ends is not None
    return list(ends)


def ended(name: str, board: str, seed: int, **asked: Any) -> GameEnd:
    game = play("minesweeper", board=board, policy=name, seed=seed, **asked)
    assert (game.outcome is GameStatus.WON) == (game.won and game.guesses > 0)
    assert game.outcome is not None
    return GameEnd(GameStatus.WON if game.won else game.outcome, game.guesses)
