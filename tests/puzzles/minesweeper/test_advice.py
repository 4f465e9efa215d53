"""The cell to win with: against every game that can be played on small boards."""

from fractions import Fraction

import pytest

import gridwise
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import probabilities
from gridwise.puzzles.minesweeper.engine import choice, ends, plain
from gridwise.puzzles.minesweeper.engine.chains import StepBudget
from gridwise.puzzles.minesweeper.position import COVERED
from gridwise.puzzles.minesweeper.probabilities import PROBABILITIES
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.solving.hint import hint, stages
from hint_json import as_json
from oracles import minesweeper as oracle
from puzzles.minesweeper.advising import advised, guesses
from samples import THOROUGH, seeds

ISSUE = "minesweeper:3x3x3:-2-/2--/--2"
POSITIONS = 300 if THOROUGH else 50


def test_the_cell_wins_as_often_as_any() -> None:
    better = 0
    for position in guesses(71, POSITIONS):
        text = PUZZLE.format(position)
        layouts = oracle.solutions(text)
        wins = oracle.wins(text)
        safe = {cell: sum(not layout[cell] for layout in layouts) for cell in wins}
        found = advised(position)
        assert found.by == "exact"
        assert found.win == Fraction(max(wins.values()), len(layouts)), text
        assert wins[found.cell] == max(wins.values()), text
        # Of as good ones the safest.
        assert safe[found.cell] == max(safe[c] for c in wins if wins[c] == max(wins.values()))
        safest = max(safe, key=lambda cell: (safe[cell], -cell))
        better += wins[safest] < max(wins.values())
    assert better > 3  # the first of the safest cells is often not the best


def test_the_hint_wins_most_often() -> None:
    found = hint(gridwise.parse(ISSUE))
    assert [mark.cell for mark in found.conclusions] == [2]
    assert found.guess
    assert found.chances is not None
    assert found.chances.holds == found.chances.win == Fraction(2, 3)
    assert found.chances.by == "exact"
    assert found.chances.safest is None
    assert "wins 2 of 3" in str(found.text)
    out = as_json(found, gridwise.parse(ISSUE))
    assert out["guess"] is True
    assert out["chances"] == {
        "holds": "2/3",
        "win": "2/3",
        "by": "exact",
        "estimate": None,
        "safest": None,
        "safest_holds": None,
    }
    staged = stages.as_json(stages.staged(gridwise.parse(ISSUE)), gridwise.parse(ISSUE))
    assert staged["chances"] == out["chances"]


def test_the_safest_cell_is_named_beside_it() -> None:
    named = 0
    for position in guesses(73, len(seeds(60, 150))):
        found = hint(position)
        assert found.chances is not None
        layouts = oracle.solutions(PUZZLE.format(position))
        safe = {
            cell: Fraction(sum(not layout[cell] for layout in layouts), len(layouts))
            for cell, code in enumerate(position.shown)
            if code == COVERED
        }
        assert found.chances.holds == safe[found.conclusions[0].cell]
        if found.chances.safest is None:
            assert found.chances.holds == max(safe.values())
            continue
        named += 1
        assert safe[found.chances.safest.cell] == max(safe.values()) == found.chances.safest_holds
        assert found.chances.holds < max(safe.values())
        assert "most likely to hold" in str(found.text)
    assert named


def test_without_a_total_no_chance_to_win_is_given() -> None:
    found = advised(gridwise.parse("minesweeper:3x3:-2-/2--/--2"))
    assert found.win is None
    assert found.by == "safest"
    assert "total" in str(found.note)


def test_a_cell_known_to_be_safe_is_opened_first() -> None:
    board = gridwise.parse("minesweeper:4x2x2:-s--/-1--")
    assert "open r1c2 first" in str(advised(board).note)


def test_of_many_layouts_the_expert_or_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    board = gridwise.parse(
        "minesweeper:9x9x10:" + "/".join(["-" * 9] * 4 + ["----1----"] + ["-" * 9] * 4)
    )
    found = advised(board)
    assert (found.win, found.by) == (None, "expert")
    assert found.estimate is not None
    assert f"about {100 * found.estimate:.0f} %" in str(found.note)
    monkeypatch.setattr(probabilities, "_HINT_S", 0.0)  # it has no time
    found = advised(board)
    assert (found.win, found.by) == (None, "safest")
    chances = PROBABILITIES.probabilities(board, Run())
    assert chances is not None
    assert chances.chance(found.cell) == min(c for c in chances.chances.flat if c is not None)


def test_the_estimate_is_near_the_exact_chance() -> None:
    """Where both are known; it looks two guesses deep, and the boards are small."""
    apart = []
    for position in guesses(74, len(seeds(60, 150)), 11):
        found = advised(position)
        assert found.win is not None
        estimate = choice.estimate(position, Run(), found.cell)
        assert 0 <= estimate <= 1
        apart.append(estimate - float(found.win))
    assert sum(map(abs, apart)) < 0.1 * len(apart)


def test_where_the_time_is_up_the_safest_is_given() -> None:
    board = gridwise.parse(ISSUE)
    chances = PROBABILITIES.probabilities(board, Run())
    assert chances is not None
    found = PROBABILITIES.best_guess(board, chances, Run(Limits(time_s=1e-9)))
    assert found is not None
    assert (found.cell, found.by, found.win) == (0, "safest", None)
    with pytest.raises(Interrupted):
        PROBABILITIES.best_guess(board, chances, Run(cancel=Cancelled()))


class Cancelled:
    """A token of somebody who has gone."""

    def is_set(self) -> bool:
        return True


def test_ends_are_left_where_they_take_long() -> None:
    board = gridwise.parse("minesweeper:4x4x5:----/----/----/----")
    layouts = list(plain.layouts(board, Run(), StepBudget(10**6)))
    assert len(layouts) == 4368
    with pytest.raises(ends.TooManySets):
        ends.best_play(board, layouts, Run(), 3)
    with pytest.raises(Interrupted):
        ends.best_play(board, layouts, Run(Limits(time_s=0.001)), 256)
