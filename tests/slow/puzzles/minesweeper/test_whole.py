"""Whole games in compiled code end as the plain players end them, on boards of all sorts."""

from itertools import product
from random import Random
from threading import Event
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.agents.play import GUESSES
from gridwise.core import registry
from gridwise.core.policy import GameEnd, GameStatus, guess_seed_text
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.policies import _whole
from gridwise.puzzles.minesweeper.policies._whole import RULES
from gridwise.puzzles.minesweeper.position import Safe
from gridwise.puzzles.minesweeper.referee import REFEREE
from puzzles.minesweeper.game.whole import NAMES, at_once, ended
from samples import THOROUGH, seeds

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


@pytest.mark.parametrize("name", ["subset", "resolution"])
def test_tables_that_are_too_small_are_made_larger(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"first_click": "zero", "guess": "random"}
    ends = at_once(name, "20x11x45", range(20), **asked)
    monkeypatch.setattr(_whole, "_ROOM", 4)
    assert at_once(name, "20x10x45", range(1), **asked)  # another size: a new table
    assert _whole._kept.room > 4
    assert at_once(name, "20x11x45", range(20), **asked) == ends


@pytest.mark.parametrize("short", [1, 2, 4, 8])
def test_resolution_within_other_limits(short: int) -> None:
    policy = registry.policy("minesweeper", "resolution")
    options = {"short": short}
    many = 20 if THOROUGH else 4
    for board in ("9x9x14", "7x9x16"):
        seeds = range(short * 100, short * 100 + many)
        asked: dict[str, Any] = {"first_click": "safe", "free_cells": 1, "guess": "random"}
        ends = policy.games(board, seeds=seeds, run=Run(options=options), **asked)
        assert ends is not None
        for seed, end in zip(seeds, ends, strict=True):
            assert end == ended("resolution", board, seed, options=options, **asked), (board, seed)


def test_where_resolution_is_stuck_its_clauses_are_the_plain_ones() -> None:
    """Literal by literal, with what is known of the cells: the same after the same steps."""
    policy = registry.policy("minesweeper", "resolution")
    tried = 0
    for seed in seeds(15, 40):
        for board, asked in (
            ("8x8x14", {"first_click": "safe", "free_cells": 1}),
            ("14x9x28", {"first_click": "zero"}),
        ):
            (end,) = at_once("resolution", board, range(seed, seed + 1), **asked)
            if end.verdict is not GameStatus.STUCK:
                continue
            table = _whole._kept.table
            base, shown = table.base, table.board.shown.tolist()
            state = REFEREE.deal(board, seed=seed, **asked)
            if not asked.get("free_cells"):
                first = int(Random(guess_seed_text(seed)).random() * len(shown))
                state = REFEREE.reply(state, Safe(first)).state
            player: Any = policy.start(REFEREE.position(state), Run())
            while claims := player.decide(REFEREE.position(state)):
                for claim in claims:
                    state = REFEREE.reply(state, claim).state
            known = [0 if mine is None else 1 if mine else 2 for mine in player.mine]
            assert table.board.know.tolist() == known
            clauses = [
                tuple(base.literal[c, : base.length[c]].tolist())
                for c in range(base.info[0])
                if base.alive[c]
            ]
            assert clauses == list(player.kb)
            tried += len(clauses) > 10
    assert tried > (20 if THOROUGH else 5)


def test_they_can_be_cancelled() -> None:
    stop = Event()
    done = gridwise.simulate(
        "minesweeper",
        policy="subset",
        board="hard",
        games=50_000,
        cancel=stop,
        progress=lambda *played: stop.set(),
    )
    assert done.stop is Stop.CANCELLED
    assert 0 < done.rows[0].games < 50_000


@pytest.mark.parametrize("name", NAMES)
def test_dense_boards_of_any_size(name: str) -> None:
    random = Random(3)
    for seed in seeds(20, 60):
        width, height = random.randint(1, 20), random.randint(1, 20)
        mines = round(width * height * random.uniform(0, 0.35))
        board = f"{width}x{height}x{mines}"
        asked: dict[str, Any] = {"first_click": "any", "guess": "random"}
        (end,) = at_once(name, board, range(seed, seed + 1), **asked)
        assert end == ended(name, board, seed, **asked), board


def test_a_board_of_mines_is_won_before_it_begins() -> None:
    for name in NAMES:
        asked = {"first_click": "any", "guess": "random"}
        assert at_once(name, "3x2x6", range(3), **asked) == [GameEnd(GameStatus.WON)] * 3
        assert ended(name, "3x2x6", 0, **asked) == GameEnd(GameStatus.WON)
