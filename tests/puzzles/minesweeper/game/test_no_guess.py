"""Boards without guesses: the named policy wins each of them, by any way that they are made."""

from itertools import product
from random import Random
from typing import Any

import pytest

from every import every
from gridwise.agents.play import play
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import Limits
from gridwise.core.policy import GameStatus
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE
from gridwise.puzzles.minesweeper.engine.no_guess import POWERS, LayoutSearch, LogicGame
from gridwise.puzzles.minesweeper.position import Safe, around
from gridwise.puzzles.minesweeper.referee import MOST_NO_GUESS, NO_GUESS, REFEREE
from gridwise.questions.generate import generate
from gridwise.solving.generate import generate_many, not_found
from samples import seeds

BOARDS = ("9x9x10", "9x9x25", "16x16x40", "30x16x99", "30x24x144", "5x5x8", "12x3x6", "3x3x0")


def wins(power: str, state: Any) -> bool:
    """Play on by the policy; return whether it wins without a guess."""
    player = registry.policy("minesweeper", power).start(state.position, Run())
    while REFEREE.verdict(state) is GameStatus.OPEN:
        claims = player.decide(state.position)
        if not claims:
            return False
        for claim in claims:
            state = REFEREE.reply(state, claim).state
    return REFEREE.verdict(state) is GameStatus.WON


@every("rule, board", lambda: product(list(NO_GUESS), BOARDS))
def test_dealt_boards_are_won_by_the_power(rule: str, board: str) -> None:
    width, height, mines = map(int, board.split("x"))
    for seed in seeds(1, 5):
        click = Random(seed).randrange(width * height)
        state = REFEREE.deal(board, seed=seed, first_click=rule)
        state = REFEREE.reply(state, Safe(click)).state
        assert state.hidden is not None
        assert state.hidden[click] == 0
        assert state.hidden.count(MINE) == mines
        assert wins(NO_GUESS[rule], state), (board, seed)
        again = REFEREE.reply(REFEREE.deal(board, seed=seed, first_click=rule), Safe(click)).state
        assert again == state


def test_a_stronger_power_does_not_help_a_weaker_one():
    """Some boards for `sat` stop `subset`, and some for `subset` stop `single_point`."""
    for power, weaker in (("sat", "subset"), ("subset", "single_point")):
        stuck = 0
        for seed in seeds(10, 30):
            state = REFEREE.deal("16x16x60", seed=seed, first_click=f"no_guess_{power}")
            state = REFEREE.reply(state, Safe(120)).state
            stuck += not wins(weaker, state)
        assert stuck


@pytest.mark.parametrize("rule", list(NO_GUESS))
def test_free_cells_count_as_the_first_click(rule: str) -> None:
    game = play(
        "minesweeper", board="9x9x12", policy=NO_GUESS[rule], first_click=rule, free_cells=1, seed=4
    )
    assert game.outcome is GameStatus.FINISHED


@pytest.mark.parametrize("power", POWERS)
def test_a_power_concludes_no_more_than_its_policy(power: str) -> None:
    """At any point of a game the policy opens and marks all that the power does."""
    for seed in seeds(5, 12):
        random = Random(seed)
        mines = bytearray(81)
        for cell in random.sample([c for c in range(81) if c not in range(30, 51)], 14):
            mines[cell] = 1
        game = LogicGame(9, 9, mines, power, Run())
        game.open([40])
        game.play()
        hidden = bytes(
            MINE if mine else number
            for mine, number in zip(mines, around(mines, 9, 9, (1,)), strict=True)
        )
        state = REFEREE.deal("9x9x14", seed=0, first_click="zero")
        state = type(state)(state.position, 0, "zero", hidden, state.left)
        state = REFEREE.reply(state, Safe(40)).state
        player = registry.policy("minesweeper", power).start(state.position, Run())
        while claims := player.decide(state.position):
            for claim in claims:
                state = REFEREE.reply(state, claim).state
        for cell, code in enumerate(game.shown):
            if code != COVERED:
                assert code == hidden[cell]
                assert state.position.shown[cell] == code, seed


def test_changes_keep_the_mines_and_the_first_click():
    for seed in seeds(5, 20):
        search = LayoutSearch(16, 16, 60, 100, "subset", Random(seed).random)
        found = search.find()
        assert found.mines is not None
        assert sum(found.mines) == 60
        assert not any(found.mines[cell] for cell in (100, *search.near[100]))


def test_a_search_says_how_near_it_came():
    search = LayoutSearch(2, 6, 3, 0, "sat", Random(1).random)
    assert search.guesses() is None
    found = search.find(7)  # the last four rows are told apart by nothing
    assert found.mines is not None
    assert (found.layouts, sum(found.mines)) == (7, 3)
    assert found.changes
    assert search.guesses()


@pytest.mark.parametrize("power", POWERS)
def test_generated_boards_hold_what_they_claim(power: str) -> None:
    for seed in seeds(2, 4):
        made = generate(
            "minesweeper",
            "16x12x35",
            seed=seed,
            options={"no_guess": power, "first_click": "r4c5"},
        )
        assert made is not None
        claims = made.claims
        assert (claims["no_guess"], claims["first_click"]) == (power, "r4c5")
        layout = PUZZLE.parse(str(claims["layout"]))
        click = 3 * 16 + 4
        assert [cell for cell, code in enumerate(layout.shown) if code == SAFE] == [click]
        hidden = bytearray(layout.shown)
        hidden[click] = 0
        shown = made.position.shown
        assert shown[click] == 0
        assert all(code in (COVERED, hidden[cell]) for cell, code in enumerate(shown))
        state = REFEREE.deal("16x12x35", seed=0, first_click="zero")
        state = type(state)(state.position, 0, "zero", bytes(hidden), state.left)
        assert wins(power, REFEREE.reply(state, Safe(click)).state)
        again = generate(
            "minesweeper",
            "16x12x35",
            seed=seed,
            options={"no_guess": power, "first_click": "r4c5"},
        )
        assert again is not None
        assert (again, again.claims) == (made, claims)


def test_the_total_can_be_left_out():
    made = generate("minesweeper", options={"no_guess": "subset", "total": "no"})
    assert made is not None
    assert made.position.mines is None


@every(
    "board, options, error, words",
    [
        ("9x9x10", {"no_guess": "subsets"}, UnknownNameError, "did you mean subset?"),
        ("9x9x10", {"no_guess": "sat", "first_click": "r10c1"}, ParameterError, "r1c1 to r9c9"),
        ("9x9x10", {"first_click": "r1c1"}, ParameterError, "only with no_guess"),
        ("9x9x80", {"no_guess": "sat"}, ParameterError, "80 mines do not fit"),
        ("99x99x10", {"no_guess": "sat"}, ParameterError, f"at most {MOST_NO_GUESS} cells"),
    ],
)
def test_bad_input(board: str, options: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as raised:
        generate("minesweeper", board, options=options)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_board_that_is_not_found_is_one_sentence():
    state = REFEREE.deal("2x6x3", seed=1, first_click="no_guess_sat")
    with pytest.raises(ParameterError) as raised:
        REFEREE.reply(state, Safe(0))
    assert "No layout of 2x6x3 without guesses for sat was found in" in str(raised.value)
    assert "the nearest one needs" in str(raised.value)


def test_a_board_that_is_not_found_in_time_says_what_came_nearest():
    """Opened from the corner, the last four rows of these boards are told apart by nothing."""
    options = {"no_guess": "subset", "first_click": "r1c1"}
    made = generate_many("minesweeper", "2x6x3", [0], cpu_s=0.5, options=options)
    ((_, none, near),) = made
    assert none is None
    text = str(not_found(Limits(cpu_s=0.5), near))
    assert "; nearest was a layout with " in text
    assert int(text.split(" with ")[1].split()[0]) >= 1
