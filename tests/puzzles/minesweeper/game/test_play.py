"""One game: its turns, its outcome, and that nothing is hidden from who replays it."""

from types import SimpleNamespace

import pytest

from every import every
from gridwise.agents import play as module
from gridwise.agents.play import PlayedGame, Why, play, turns
from gridwise.core.errors import Fault, ParameterError, UnknownNameError
from gridwise.core.policy import GameStatus, Player, Policy
from gridwise.core.result import Stop
from gridwise.puzzles.minesweeper import MINE, PUZZLE, MarkMine, Open, Safe


def games(number=20, **asked):
    return [play("minesweeper", seed=seed, **asked) for seed in range(number)]


def test_the_turns_lead_from_the_begin_to_the_end():
    for game in games(board="9x9x14", guess="random", first_click="any"):
        position = game.begin
        for number, turn in enumerate(game.turns, 1):
            assert turn.number == number
            assert turn.claim.cell == turn.moves[0].cell
            for move in turn.moves:
                position = PUZZLE.apply(position, move)
            assert position == turn.position
        assert position == game.position


def test_outcomes():
    seen = set()
    for guess in ("never", "random"):
        for game in games(board="8x8x11", guess=guess, first_click="any"):
            seen.add((guess, game.outcome))
            whys = [turn.why for turn in game.turns]
            assert whys[0] is Why.FIRST
            assert Why.FIRST not in whys[1:]
            assert whys.count(Why.GUESS) == game.guesses == game.statistics.counters["decisions"]
            safe_left = sum(
                a <= 8 and p > 8
                for a, p in zip(game.answer.shown, game.position.shown, strict=True)
            )
            assert game.won == (safe_left == 0)
            assert game.won == (game.outcome in (GameStatus.FINISHED, GameStatus.WON))
            match game.outcome:
                case GameStatus.FINISHED:
                    assert game.guesses == 0
                case GameStatus.WON:
                    assert game.guesses > 0
                case GameStatus.STUCK:
                    assert guess == "never"
                case GameStatus.LOST:
                    last = game.turns[-1]
                    assert last.moves == (MarkMine(last.claim.cell),)
                    assert game.answer.shown[last.claim.cell] == MINE
                    assert last.why is not Why.CONCLUDED
    assert seen == {
        ("never", GameStatus.FINISHED),
        ("never", GameStatus.LOST),
        ("never", GameStatus.STUCK),
        ("random", GameStatus.FINISHED),
        ("random", GameStatus.LOST),
        ("random", GameStatus.WON),
    }


def test_safe_first_clicks_are_not_lost():
    for rule in ("safe", "zero"):
        for game in games(20, board="8x8x20", first_click=rule):
            assert game.outcome is not GameStatus.LOST
            assert (game.turns[0].moves[0].number == 0) or rule == "safe"


def test_with_free_cells_nobody_clicks_blindly():
    for game in games(10, board="9x9x10", free_cells=2):
        assert {turn.why for turn in game.turns} == {Why.CONCLUDED}


def test_marks_go_on_after_the_win():
    for game in games(8, board="9x9x8", policy="sat"):
        if game.won:
            assert game.position == game.answer
            assert PUZZLE.is_solved(game.position)


def test_a_game_is_yielded_turn_by_turn():
    steps = turns("minesweeper", board="9x9x10", free_cells=1, seed=4)
    made = []
    while True:
        try:
            made.append(next(steps))
        except StopIteration as end:
            game = end.value
            break
    assert isinstance(game, PlayedGame)
    assert game.turns == ()
    assert tuple(made) == play("minesweeper", board="9x9x10", free_cells=1, seed=4).turns


def test_defaults():
    game = play("minesweeper")
    assert (game.board, game.policy, game.first_click) == ("9x9x10", "resolution", "safe")
    assert game.begin.mines == 10


def test_a_guess_is_any_undecided_cell():
    first = {game.turns[0].claim.cell for game in games(300, board="3x3x8", first_click="safe")}
    assert first == set(range(9))


def test_cancelled():
    token = SimpleNamespace(is_set=lambda: True)
    game = play("minesweeper", board="9x9x10", cancel=token)
    assert (game.outcome, game.stop, game.won) == (None, Stop.CANCELLED, False)


@every(
    "error, asked",
    [
        (UnknownNameError, {"policy": "resolutoin"}),
        (UnknownNameError, {"guess": "often"}),
        (UnknownNameError, {"first_click": "none"}),
        (UnknownNameError, {"options": {"length": 2}}),
        (ParameterError, {"options": {"short": 0}}),
        (UnknownNameError, {"options": {"lengths": "off"}}),
        (ParameterError, {"board": "9x9"}),
        (ParameterError, {"free_cells": 99}),
    ],
)
def test_what_cannot_be_played(error, asked):
    with pytest.raises(error):
        play("minesweeper", **asked)
    with pytest.raises(UnknownNameError, match="Unknown game"):
        play("sudoku")


def planted(monkeypatch, claims, guesses=False):
    class Odd(Player):
        def decide(self, position):
            return claims(position)

        def known(self):
            return ()

    class Policing(Policy):
        name, title, source, counts = "odd", "", "", frozenset()

        def start(self, position, run):
            return Odd()

    Policing.guesses = guesses
    monkeypatch.setattr(module.registry, "policy", lambda kind, name=None: Policing())


def test_a_policy_that_says_nothing_new_is_a_fault(monkeypatch):
    def claims(position):
        seen = [c for c, code in enumerate(position.shown) if code <= 8]
        return [Safe(seen[0])] if seen else []

    planted(monkeypatch, claims)
    with pytest.raises(Fault, match="odd claims only what is seen"):
        play("minesweeper", board="5x5x3", first_click="zero")


def test_a_policy_that_guesses_wins_but_does_not_finish(monkeypatch):
    def claims(position):
        return [Safe(next(c for c, code in enumerate(position.shown) if code == 9))]

    planted(monkeypatch, claims, guesses=True)
    outcomes = {play("minesweeper", board="2x2x1", seed=s).outcome for s in range(30)}
    assert GameStatus.LOST in outcomes
    assert play("minesweeper", board="2x1x1", seed=1).outcome is not GameStatus.FINISHED


def test_a_wrong_claim_loses(monkeypatch):
    def claims(position):
        return [Safe(c) for c, code in enumerate(position.shown) if code == 9]

    planted(monkeypatch, claims)
    game = play("minesweeper", board="3x3x4", seed=1)
    assert game.outcome is GameStatus.LOST
    assert all(isinstance(turn.moves[0], Open) for turn in game.turns[:-1])
