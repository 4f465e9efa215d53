"""Ratings by the ladder: of layouts that are played, and of boards as they are."""

from random import Random

import pytest

from gridwise.core import registry
from gridwise.core.capabilities import Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import COVERED, MINE, SAFE, Position
from gridwise.puzzles.minesweeper.position import Safe, value_3bv
from gridwise.puzzles.minesweeper.referee import NO_GUESS, REFEREE
from gridwise.puzzles.minesweeper.sample import sample
from puzzles.minesweeper.support import board, layouts

RATINGS = registry.capability("minesweeper", Ratings)
TECHNIQUES = registry.techniques("minesweeper")


def rate(position: Position) -> dict[str, int | float | str]:
    assert RATINGS is not None
    return dict(RATINGS.models["ladder"].rate(position, Run()))


def dealt(size: str, seed: int, rule: str, click: int) -> Position:
    """Return a layout with its first click shown as safe."""
    state = REFEREE.reply(REFEREE.deal(size, seed=seed, first_click=rule), Safe(click)).state
    assert state.hidden is not None
    shown = bytearray(state.hidden)
    shown[click] = SAFE
    return Position(state.position.width, state.position.height, bytes(shown), shown.count(MINE))


def test_the_model_names_itself():
    assert RATINGS is not None
    model = RATINGS.models["ladder"]
    assert (model.name, model.version) == ("ladder", "1")


@pytest.mark.parametrize("rule", list(NO_GUESS))
def test_boards_without_guesses_need_none(rule: str) -> None:
    for seed in range(6):
        rating = rate(dealt("16x16x50", seed, rule, 100))
        assert rating["guesses"] == 0
        assert rating["first_click"] == "r7c5"
        if rule == "no_guess_single_point":
            assert rating["hardest"] == "counting"


def test_the_parts_of_a_rating_fit_each_other():
    hardest = set()
    for seed in range(15):
        position = dealt("16x16x45", seed, "zero", 100)
        rating = rate(position)
        used = {name: rating[name] for name in TECHNIQUES if name in rating}
        assert sum(int(number) for number in used.values()) == rating["steps"]
        last = [name for name in TECHNIQUES if name in used][-1]
        assert rating["hardest"] == last
        assert rating["rung"] == TECHNIQUES[last].ratings["ladder"]
        assert rating["level"] == TECHNIQUES[last].level
        hidden = bytearray(position.shown)
        hidden[100] = 0
        assert rating["three_bv"] == value_3bv(bytes(hidden), 16, 16)
        hardest.add(last)
    assert len(hardest) > 1


def test_a_forced_guess_is_counted():
    """Behind two mines in a corner lie two cells with one mine."""
    # The last two cells of the row lie behind a wall of mines.
    rating = rate(board("6x1x2:s01XX1"))
    assert rating["guesses"] == 1
    rating = rate(board("4x1x1:s01X"))
    assert rating["guesses"] == 0


def test_without_a_first_click_the_middle_is_opened():
    assert rate(board("5x1x1:0001X"))["first_click"] == "r1c3"
    assert rate(board("3x1x2:X2X"))["first_click"] == "r1c2"


def test_a_board_in_mid_game_is_rated_as_far_as_it_goes():
    rating = rate(board("5x3:-----/11211/00000"))
    assert rating["hardest"] == "one_one"
    assert (rating["decided"], rating["undecided"]) == (5, 0)
    for seed in range(150):
        position = sample(Random(seed))
        every = list(layouts(position))
        if not every:
            with pytest.raises(ParameterError, match="This board cannot be"):
                rate(position)
            continue
        if COVERED not in position.shown and position.shown.count(SAFE) <= 1:
            continue
        covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        alike = sum(len({one[cell] for one in every}) == 1 for cell in covered)
        rating = rate(position)
        assert rating["decided"] == alike
        assert rating["undecided"] == len(covered) - alike


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2x1:3-", "r1c1 shows 3"),
        ("4x1:-1-2", "This board cannot be"),
        ("2x1x2:XX", "no first click"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(ParameterError) as raised:
        rate(board(text))
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
