"""How the policies weigh risks: what is kept, limits and faults."""

import pytest

from gridwise.core import registry
from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import choice
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache
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


def test_a_trial_ends() -> None:
    with pytest.raises(choice.TooSlow):
        choice.advise(guessed(), choice.Trial(Run(), 0.0), choice.EXPERT)


def test_a_board_without_a_layout_is_a_fault() -> None:
    position = Position(3, 2, bytes([1, 9, 1, 3, 9, 1]), 1)
    player = registry.policy("minesweeper", "safest").start(position, Run())
    with pytest.raises(Fault, match="no layout"):
        player.decide(position)
