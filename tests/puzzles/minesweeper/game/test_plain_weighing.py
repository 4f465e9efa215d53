"""The plain code of the policies that weigh risks chooses what compiled code chooses."""

import pytest

from every import every
from gridwise.agents.play import play
from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.engine.weighing import choice
from gridwise.puzzles.minesweeper.engine.weighing.board import ChainCache
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import Position
from samples import THOROUGH, seeds

POLICIES = {"safest": choice.SAFEST, "pseq": choice.PSEQ, "expert": choice.EXPERT}


def boards_of(board: str, policy: str, numbers: range) -> list[Position]:
    """Return the boards that a policy decides on in some games."""
    found = []
    for seed in numbers:
        game = play("minesweeper", board=board, policy=policy, seed=seed, first_click="safe")
        found += [turn.position for turn in game.turns]
    return found


def guessed() -> Position:
    """Return a board on which `expert` guesses."""
    boards = boards_of("12x10x25", "expert", range(5))
    return next(p for p in boards if choice.advise(p, Run(), choice.EXPERT).guess is not None)


@every(
    "name, board, numbers",
    lambda: [
        (name, *board_seeds)
        for name in POLICIES
        for board_seeds in [
            ("9x9x10", seeds(3, 8)),
            ("12x10x25", seeds(2, 6)),
            ("30x16x99", range(11, 13) if THOROUGH else (11,)),
        ]
    ],
)
def test_both_choose_the_same_cells(name: str, board: str, numbers: range) -> None:
    code, cache = POLICIES[name], ChainCache()
    guesses = 0
    for position in boards_of(board, name, numbers):
        plain = choice.advise(position, Run(), code, cache)
        compiled = _weighing.compiled_advice(position, Run(), code)
        assert plain == compiled, PUZZLE.format(position)
        guesses += plain.guess is not None
    assert guesses > 3 or not THOROUGH


@pytest.mark.parametrize("name", POLICIES)
def test_what_was_counted_before_changes_nothing(name: str) -> None:
    code, cache = POLICIES[name], ChainCache()
    for position in boards_of("12x10x25", name, range(20, 24 if THOROUGH else 22)):
        kept = choice.advise(position, Run(), code, cache)
        assert kept == choice.advise(position, Run(), code)
    assert cache.found


def test_an_end_is_played_out_alike() -> None:
    """Few layouts are left, so `expert` looks at all that can still happen."""
    ends = 0
    for position in boards_of("6x6x10", "expert", seeds(15, 30)):
        if position.shown.count(9) > 14:
            continue
        plain = choice.advise(position, Run(), choice.EXPERT)
        assert plain == _weighing.compiled_advice(position, Run(), choice.EXPERT)
        ends += plain.guess is not None
    assert ends > 2


def test_a_trial_ends_and_compiled_code_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    position = guessed()
    with pytest.raises(choice.TooSlow):
        choice.advise(position, choice.Trial(Run(), 0.0), choice.EXPERT)
    monkeypatch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
    monkeypatch.setattr(_weighing.CODE, "spent_s", 1e9)
    advice = _weighing._advice(position, Run(), choice.EXPERT, ChainCache())
    assert advice == choice.advise(position, Run(), choice.EXPERT)


def test_a_trial_keeps_the_limits_of_its_run() -> None:
    class Set:
        def is_set(self) -> bool:
            return True

    position = guessed()
    with pytest.raises(Interrupted) as ended:
        choice.advise(position, choice.Trial(Run(cancel=Set()), 1e9), choice.EXPERT)
    assert ended.value.stop is Stop.CANCELLED


def test_a_board_without_a_layout_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    board = PUZZLE.parse("minesweeper:3x2x1:1-1/1-1")
    position = Position(3, 2, bytes([1, 9, 1, 3, 9, 1]), 1)
    assert isinstance(board, Position)
    monkeypatch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
    monkeypatch.setattr(_weighing.CODE, "spent_s", 0.0)
    with pytest.raises(Fault, match="no layout"):
        _weighing._advice(position, Run(), choice.SAFEST, ChainCache())
