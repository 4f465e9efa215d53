"""The policies that weigh risks: the games they are dealt, what they claim, and their dice."""

from random import Random
from typing import Any

import pytest

from every import every
from gridwise.agents.play import Why, play
from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import MINE, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE
from samples import seeds

NAMES = ("safest", "pseq", "expert")


def kernels() -> Any:
    return jit.load(_weighing.MODULE)


@every(
    "seed, rule, code",
    lambda: [
        (seed, *rule_code)
        for seed in [0, 7, 2**55 + 1]
        for rule_code in [("any", 0), ("safe", 1), ("zero", 2)]
    ],
)
def test_the_layouts_are_the_referees(seed: int, rule: str, code: int) -> None:
    for board in ("9x9x10", "30x16x99", "5x4x6"):
        state = REFEREE.deal(board, seed=seed, first_click=rule)
        width, height, mines = map(int, board.split("x"))
        first = _weighing.first_cell(width, height, mines, rule)
        state = REFEREE.reply(state, Safe(first)).state
        table = kernels().new_table(width, height, 64)
        words = _weighing.seed_words([f"minesweeper/1:{board}:{seed}"])[0][0]
        kernels().seed_twister(table.deal.dice, words)
        kernels().lay(table.board, table.deal, mines, code, first)
        assert state.hidden == table.deal.hidden.tobytes()


def test_compiled_code_does_not_play_boards_without_guesses() -> None:
    policy = registry.policy("minesweeper", "safest")
    asked: Any = {"first_click": "no_guess_subset", "seeds": range(3), "run": Run()}
    assert policy.games("9x9x10", **asked) is None


def test_where_a_game_begins() -> None:
    """In the corner; where a 0 is promised near one, nearer with few mines, and on the board."""
    for board, rule, first in (
        ((30, 16, 99), "safe", 0),
        ((30, 16, 99), "zero", 3 * 30 + 3),
        ((16, 16, 40), "zero", 2 * 16 + 2),
        ((9, 9, 10), "zero", 2 * 9 + 2),
        ((1, 5, 1), "zero", 2),
        ((4, 3, 1), "zero", 1 * 4 + 1),
    ):
        assert _weighing.first_cell(*board, rule) == first


def test_the_dice_are_pythons() -> None:
    table = kernels().new_table(2, 2, 64)
    words = _weighing.seed_words(["some text"])[0][0]
    dice = table.deal.dice
    kernels().seed_twister(dice, words)
    throw = jit.load("gridwise.puzzles.minesweeper.engine.kernels.random").throw
    random = Random("some text")
    assert [throw(dice) for _ in range(1000)] == [random.random() for _ in range(1000)]


@pytest.mark.parametrize("name", NAMES)
def test_a_guess_does_not_follow_and_all_else_does(name: str) -> None:
    """By the exact chances of the board before each turn."""
    guessed = 0
    for seed in seeds(6, 12):
        game = play("minesweeper", board="7x5x9", policy=name, seed=seed)
        before = game.begin
        for turn in game.turns:
            found = probability.tally(before, Run())
            assert found is not None
            mines = found.mines[turn.claim.cell]
            sure = mines == (0 if isinstance(turn.claim, Safe) else found.layouts)
            assert sure == (turn.why is Why.CONCLUDED)
            guessed += turn.why is Why.GUESS
            before = turn.position
    assert guessed > 2


@pytest.mark.parametrize("name", NAMES)
def test_what_is_claimed_as_known_is_true(name: str) -> None:
    for seed in seeds(4, 10):
        game = play("minesweeper", board="12x10x22", policy=name, seed=seed)
        for move in game.known:
            assert (game.answer.shown[move.cell] == MINE) == (type(move).__name__ == "MarkMine")


def test_free_cells_are_opened_first() -> None:
    game = play("minesweeper", board="9x9x10", policy="pseq", seed=3, free_cells=2)
    assert game.turns
    assert all(game.answer.shown[turn.claim.cell] != MINE for turn in game.turns[:10])
