"""The plain code of the policies that weigh risks: what it keeps, its limits and its faults."""

import pytest

from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.engine.weighing import choice
from gridwise.puzzles.minesweeper.engine.weighing.board import ChainCache
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.position import Position
from puzzles.minesweeper.game.weighing import POLICIES, boards_of, guessed
from samples import THOROUGH


@pytest.mark.parametrize("name", POLICIES)
def test_what_was_counted_before_changes_nothing(name: str) -> None:
    code, cache = POLICIES[name], ChainCache()
    for position in boards_of("12x10x25", name, range(20, 24 if THOROUGH else 21)):
        kept = choice.advise(position, Run(), code, cache)
        assert kept == choice.advise(position, Run(), code)
    assert cache.found


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
