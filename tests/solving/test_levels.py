"""The levels of games and the daily puzzle: what they promise, and that it is the same anywhere."""

from datetime import date

import pytest

import gridwise as gw
from every import every
from gridwise.cli.main import run
from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.puzzles.minesweeper.generate import POLICIES
from gridwise.solving.generate import daily_seed, game_levels, of_level, today
from samples import THOROUGH

HODOKU = {
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "fiendish": "Unfair",
    "extreme": "Extreme",
}


def test_every_puzzle_that_is_played_has_levels_and_a_daily_one() -> None:
    assert set(registry.capabilities(GameLevels)) == set(registry.interactions())
    for levels in registry.capabilities(GameLevels).values():
        assert len(levels.by_name) >= 3
        assert levels.daily in levels.by_name
        assert len({str(one.title) for one in levels.by_name.values()}) == len(levels.by_name)


def levels() -> list[tuple[str, str]]:
    """Return the levels of every puzzle, by default every other one."""
    found = registry.capabilities(GameLevels).items()
    every_other = slice(None, None, None if THOROUGH else 2)
    return [(kind, name) for kind, levels in found for name in list(levels.by_name)[every_other]]


@every("kind, name", levels)
def test_a_board_of_a_level_is_what_the_level_says(kind: str, name: str) -> None:
    board = gw.generate(kind, level=name, seed=11, time_s=600)
    assert board is not None
    level = game_levels(kind).named(name)
    assert board.notation.split(":")[1] == level.size
    if kind == "sudoku":
        (rated,) = board.rate(models=["hodoku"]).values()
        assert rated is not None
        assert rated["level"] == HODOKU[name]
    elif kind == "queens":
        (rated,) = board.rate().values()
        assert rated is not None
        assert rated["level"] == name
    elif kind == "sliding":
        answer = board.solve()
        assert answer.optimal
        assert len(answer.moves) == int(level.options["length"])
    else:
        assert board.claims["no_guess"] in POLICIES
        assert "0" in board.notation.split(":")[2], "an area is open"


def test_a_level_keeps_its_size_and_its_options() -> None:
    assert of_level("sudoku", "hard", "3x3", {"minimal": "yes"})[1]["minimal"] == "yes"
    with pytest.raises(ParameterError, match="The level hard has boards of 3x3, not of 2x2"):
        gw.generate("sudoku", "2x2", level="hard")
    with pytest.raises(ParameterError, match="sets difficulty to hard, not to easy"):
        gw.generate("sudoku", level="hard", difficulty="easy")
    with pytest.raises(UnknownNameError, match="Unknown level 'hrad'; did you mean hard"):
        gw.generate("sudoku", level="hrad")


def test_the_rule_of_the_daily_seed() -> None:
    # sha256("gridwise daily 1 sudoku 2026-11-23") begins with 0554bd92d01f.
    assert daily_seed("sudoku", date(2026, 11, 23)) == 0x0554BD92D01F
    assert daily_seed("queens", date(2026, 11, 23)) != daily_seed("queens", date(2026, 11, 24))


def test_the_command_makes_the_daily_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "queens", "--daily", "2026-11-23", "--json"]) == 0
    one = capsys.readouterr().out
    board = gw.daily("queens", date(2026, 11, 23))
    assert board is not None
    assert board.notation in one
    assert f'"seed": {daily_seed("queens", date(2026, 11, 23))}' in one
    for without in (["--daily", "--json"], ["--json", "--daily"]):
        assert run(["generate", "queens", *without]) == 0
        assert f'"seed": {daily_seed("queens", today())}' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--daily", "2026-02-30"], "A date is written YYYY-MM-DD, or today, not '2026-02-30'."),
        (["--daily", "--seed", "3"], "the date decides all"),
        (["2x2", "--daily"], "the date decides all"),
        (["--level", "harder"], "Unknown level 'harder'"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["generate", "sudoku", *more]) == 2
    assert said in capsys.readouterr().err
