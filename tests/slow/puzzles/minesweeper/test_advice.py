"""The cell to win with, by compiled code."""

from fractions import Fraction

import pytest

import gridwise
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import advice
from gridwise.puzzles.minesweeper.policies import _weighing
from gridwise.puzzles.minesweeper.probabilities import PROBABILITIES
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from oracles import minesweeper as oracle
from puzzles.minesweeper.advising import advised, guesses
from samples import seeds


def test_compiled_code_says_the_same() -> None:
    for position in guesses(72, len(seeds(30, 60))):
        found = advised(position)
        chances = PROBABILITIES.probabilities(position, Run())
        assert chances is not None
        end = _weighing.end(position, Run(), chances.layouts, advice.SETS)
        assert end is not None
        wins = oracle.wins(PUZZLE.format(position))
        assert Fraction(end[1], chances.layouts) == found.win
        assert wins[end[0]] == end[1]


def test_of_many_layouts_the_expert_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = gridwise.parse(
        "minesweeper:9x9x10:" + "/".join(["-" * 9] * 4 + ["----1----"] + ["-" * 9] * 4)
    )
    guess = _weighing.compiled_advice(board, Run(), 2).guess
    found = advised(board)
    assert (found.win, found.by, found.cell) == (None, "expert", guess)
    monkeypatch.setattr("gridwise.compiled.jit.is_kept", lambda module, kernel: False)
    monkeypatch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
    assert advised(board) == found, "plain code says the same"


def test_the_estimate_is_near_the_exact_chance() -> None:
    """Where compiled code knows both; it looks two guesses deep."""
    position = next(guesses(74, 1, 14))
    _weighing.compiled_advice(position, Run(), 2)  # compiled, where there is none yet
    apart = []
    for position in guesses(74, len(seeds(60, 150)), 14):
        found = advised(position)
        assert found.win is not None
        estimate = _weighing.estimate(position, Run(), found.cell)
        assert estimate is not None
        assert 0 <= estimate <= 1
        apart.append(estimate - float(found.win))
    assert sum(map(abs, apart)) < 0.1 * len(apart)
