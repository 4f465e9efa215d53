"""Searches for shortest solutions that are shared out, and what they may not depend on."""

from functools import cache
from random import Random
from typing import Any

from batch.inline import Inline
from gridwise.batch.parts import SharedSearch
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.generate import random_position
from gridwise.solving.solve import solve


@cache
def hard() -> Any:
    return random_position(4, 4, 3)


def reached(board: Any, steps: int) -> Any:
    """Return the board after random slides."""
    chance = Random(steps)
    for _ in range(steps):
        board = rules.apply(board, chance.choice(list(rules.moves(board))))
    return board


def searched(position: Any, executor: Any = None, **more: Any) -> Any:
    return solve(position, method=SharedSearch(position, executor or Inline()), **more)


def told(result: Any) -> Any:
    """Return what may not depend on who worked: the path, the counters, the searches by bound."""
    assert result.optimal is True
    path = [str(move) for move in result.answer.items[0].moves]
    return path, dict(result.statistics.counters), result.tables
