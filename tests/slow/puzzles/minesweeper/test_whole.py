"""Whole games in compiled code end as the plain players end them, on boards of all sorts."""

from itertools import product
from typing import Any

from every import every
from gridwise.agents.play import GUESSES
from gridwise.puzzles.minesweeper.policies._whole import RULES
from puzzles.minesweeper.game.whole import NAMES, at_once, ended
from samples import THOROUGH

BOARDS = (
    ("9x9x10", 60),
    ("16x16x40", 12),
    ("30x16x99", 4),
    ("6x5x6", 80),
    ("12x3x6", 60),
    ("1x9x2", 30),
    ("2x7x3", 40),
    ("4x4x0", 2),
)


@every("name, rule, free, guess", lambda: product(NAMES, list(RULES), [0, 1, 2], list(GUESSES)))
def test_games_end_as_the_plain_player_ends_them(
    name: str, rule: str, free: int, guess: str
) -> None:
    asked: dict[str, Any] = {"first_click": rule, "free_cells": free, "guess": guess}
    for board, most in BOARDS:
        many = -(-most // (4 if THOROUGH else 20))
        seeds = range(2**55 * free, 2**55 * free + many)
        ends = at_once(name, board, seeds, **asked)
        for seed, end in zip(seeds, ends, strict=True):
            assert end == ended(name, board, seed, **asked), (board, seed)
