"""Policies that never guess, whole games in compiled code: as the plain players play them."""

from random import Random
from typing import Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.run import Run
from puzzles.minesweeper.game.whole import at_once, ended
from samples import seeds


@pytest.mark.parametrize("name", ("single_point", "subset", "safest"))
def test_compiled_code_does_not_play_boards_without_guesses(name: str) -> None:
    policy = registry.policy("minesweeper", name)
    asked: Any = {"first_click": "no_guess_subset", "seeds": range(3), "run": Run()}
    assert policy.games("9x9x10", **asked) is None


def test_dense_boards_of_any_size() -> None:
    random = Random(3)
    for seed in seeds(20, 60):
        width, height = random.randint(1, 20), random.randint(1, 20)
        mines = round(width * height * random.uniform(0, 0.35))
        board = f"{width}x{height}x{mines}"
        asked: dict[str, Any] = {"first_click": "any", "guess": "random"}
        (end,) = at_once("single_point", board, range(seed, seed + 1), **asked)
        assert end == ended("single_point", board, seed, **asked), board


def test_without_rules_on_lengths_resolution_is_not_compiled() -> None:
    policy = registry.policy("minesweeper", "resolution")
    run = Run(options={"lengths": "any"})
    assert policy.games("9x9x10", first_click="safe", seeds=[1], run=run) is None


def test_options_that_are_not_there_are_refused() -> None:
    for name in ("single_point", "subset"):
        with pytest.raises(UnknownNameError, match="unknown option"):
            gridwise.simulate("minesweeper", policy=name, games=2000, options={"deep": 1})
