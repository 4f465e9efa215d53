"""The plain code of the policies that weigh risks chooses what compiled code chooses."""

import pytest

from every import every
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.engine import choice
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache
from gridwise.puzzles.minesweeper.policies import _weighing
from puzzles.minesweeper.game.weighing import POLICIES, boards_of, guessed
from samples import THOROUGH, seeds


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


def test_compiled_code_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    position = guessed()
    monkeypatch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
    monkeypatch.setattr(_weighing.CODE, "spent_s", 1e9)
    advice = _weighing._advice(position, Run(), choice.EXPERT, ChainCache())
    assert advice == choice.advise(position, Run(), choice.EXPERT)
