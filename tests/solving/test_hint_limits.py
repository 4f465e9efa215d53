"""Hints on large boards, and where the time is up: nothing is claimed that was not found out."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.capabilities import ProbabilityModel
from gridwise.core.errors import NoSharedViewError, ParameterError
from gridwise.core.grid import neighbours
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.engine.probability import Tallied
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position
from gridwise.puzzles.minesweeper.probabilities import PROBABILITIES
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.solving import hint as entry
from gridwise.solving.hint import Hint, confirm, guess, hint
from gridwise.solving.hint import forced as module
from gridwise.solving.hint.stages import as_json as staged_as_json
from gridwise.solving.hint.stages import staged
from gridwise.solving.instance import Instance
from hint_json import as_json

SUDOKU = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
NO_TIME = 1e-9
LONG = 600.0
"""Seconds that no hint takes here."""


@pytest.fixture(autouse=True)
def _the_first_reason_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shorter reason is looked for in a share of the time, which here is long.

    What is tested is what SAT finds where no technique has found a step.
    """
    monkeypatch.setattr(entry, "_technique_step", lambda *_: None)
    monkeypatch.setattr(module, "_SHARE", 0.0)


def large(mines: int, ones: int = 12) -> Position:
    """30x16 with so many 1s that share no cell, and nothing else."""
    shown = bytearray([COVERED]) * 480
    for at in range(ones):
        shown[(1 + at % 4 * 4) * 30 + 1 + at // 4 * 4] = 1
    return Position(30, 16, bytes(shown), mines)


def in_play(seed: int, opened: int) -> Position:
    """30x16 with 99 mines in mid-game, the mines that are known for certain marked."""
    random = Random(seed)
    mines = set(random.sample(range(480), 99))
    near = [neighbours(cell, 30, 16) for cell in range(480)]
    number = [sum(other in mines for other in near[cell]) for cell in range(480)]
    shown = bytearray([COVERED]) * 480
    safe = [cell for cell in range(480) if cell not in mines]
    random.shuffle(safe)
    for first in safe:
        todo = [first] if shown.count(COVERED) > 480 - opened else []
        for cell in todo:
            if shown[cell] == COVERED:
                shown[cell] = number[cell]
                if not number[cell]:
                    todo += near[cell]
    return Position(30, 16, bytes(shown), 99)


def told(position: Position) -> Tallied:
    found = counting.tally(position, Run())
    assert found is not None
    return found


def boards() -> Iterator[Position]:
    for seed in range(6):
        position = in_play(seed, 40 + 30 * seed)
        yield position
        found = told(position)
        shown = bytearray(position.shown)
        for cell, number in enumerate(found.mines):
            if shown[cell] == COVERED and number == found.layouts:
                shown[cell] = MINE
        yield Position(30, 16, bytes(shown), 99)


def test_a_step_on_a_large_board_needs_no_clauses_of_the_total(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def whole(self: object) -> None:
        raise AssertionError("the clauses of the total are made")

    monkeypatch.setattr(Instance, "premises", whole)
    techniques = set()
    for position in boards():
        found = hint(position, time_s=LONG)
        chances = told(position)
        assert not found.timed_out
        for mark in found.conclusions:
            number = chances.mines[mark.cell]
            if found.technique == "forced":
                assert number == (chances.layouts if mark.holds else 0)
            else:
                assert found.technique == "best_chance"
                assert not any(
                    n in (0, chances.layouts)
                    for n, code in zip(chances.mines, position.shown, strict=True)
                    if code == COVERED
                )
        techniques.add(found.technique)
    assert "forced" in techniques


def test_where_only_the_total_forces_it_the_reason_says_so() -> None:
    found = hint(large(12), time_s=LONG)
    assert found.technique == "forced"
    assert "12 mines in total" in str(found.text)
    assert found.difficulty == 13
    assert not found.conclusions[0].holds


def test_where_the_reason_takes_too_long_the_step_is_given_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def whole(self: object) -> None:
        raise Interrupted(Stop.TIME_LIMIT)

    monkeypatch.setattr(Instance, "premises", whole)
    found = hint(large(12), time_s=LONG)
    assert (found.technique, found.premises, found.timed_out) == ("forced", (), False)
    assert "in every solution" in str(found.text)
    found = hint(large(11), time_s=LONG)
    assert (found.technique, str(found.text)) == (
        "wrong",
        "something is wrong: there is no solution",
    )


def test_a_total_that_cannot_be_met_is_found() -> None:
    found = hint(large(11), time_s=LONG)
    assert found.technique == "wrong"
    assert "11 mines in total" in str(found.text)
    position = large(12)
    shown = bytearray(position.shown)
    shown[31 + 3] = 8  # beside a number that it contradicts
    shown[31 + 4 + 2] = 8
    found = hint(Position(30, 16, bytes(shown), 40), time_s=LONG)
    assert found.technique == "wrong"
    assert "in total" not in str(found.text)


def test_the_method_that_counts_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the check of the techniques' steps; what SAT looks for after it rests on the same."""
    asked: list[Position] = []

    def known_marks(instance: Instance, run: Run, time_s: float) -> confirm.KnownMarks | None:
        asked.append(instance.position)
        return ask(instance, run, time_s)

    ask = confirm.known_marks
    monkeypatch.setattr(confirm, "known_marks", known_marks)
    monkeypatch.setattr(module, "known_marks", known_marks)
    for position in (large(12), large(11), in_play(1, 70)):
        hint(position, time_s=LONG)
        assert asked == [position]
        asked.clear()


def test_a_step_is_given_where_the_rest_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step from single numbers is sound, but that the whole fits is not claimed."""
    monkeypatch.setattr(module.ForcedSearch, "_known", lambda self: None)
    position = in_play(1, 70)
    found = hint(position, time_s=LONG)
    assert (found.technique, found.timed_out) == ("forced", True)
    assert as_json(found, position, level=0)["text"].startswith("Timed out")
    found = hint(large(12), time_s=LONG)  # single numbers force nothing
    assert (found.technique, found.timed_out) == ("unknown", True)


@pytest.mark.parametrize("text", [SUDOKU, "minesweeper:3x3:---/-2-/---", PUZZLE.format(large(12))])
def test_where_the_time_was_up_nothing_is_claimed(text: str) -> None:
    position = gridwise.parse(text)
    found = hint(position, time_s=NO_TIME)
    assert (found.technique, found.timed_out) == ("unknown", True)
    for level in range(5):
        out = as_json(found, position, level=level)
        assert out["timed_out"] is True
        assert "ime" in out["text"] or "No step was found in" in out["text"]
    first = staged(position, time_s=NO_TIME)
    assert str(first.stages[0]) == "no mistake was found"
    assert staged_as_json(first, position)["timed_out"] is True
    assert "timed_out" not in as_json(hint(position, time_s=LONG), position)


def test_whether_entries_are_wrong_is_not_claimed_either(monkeypatch: pytest.MonkeyPatch) -> None:
    origin = gridwise.parse(SUDOKU)
    rules = registry.puzzle("sudoku")
    entered = rules.apply(origin, rules.parse_move(origin, "r1c3=4"))
    assert not hint(entered, origin=origin, time_s=LONG).timed_out
    real = entry.solve
    monkeypatch.setattr(
        entry,
        "solve",
        lambda board, **words: real(board, **{**words, "limits": Limits(time_s=NO_TIME)}),
    )
    found = hint(entered, origin=origin, time_s=LONG)
    assert (found.technique, found.timed_out) == ("forced", True)
    assert as_json(found, entered, level=0)["text"].startswith("Timed out")
    # Of Minesweeper no single solution is expected, so there is nothing to compare with.
    board = gridwise.parse("minesweeper:3x3:1--/---/---")
    assert not hint(board, origin=board, time_s=LONG).timed_out


def test_no_step_is_tried_where_chances_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def probabilities(*_: Any) -> None:
        raise Interrupted(Stop.TIME_LIMIT)

    late, capability = replace(PROBABILITIES, probabilities=probabilities), registry.capability
    monkeypatch.setattr(
        registry,
        "capability",
        lambda kind, wanted, *of: (
            late if wanted is ProbabilityModel else capability(kind, wanted, *of)
        ),
    )
    found: Hint = hint(gridwise.parse("minesweeper:3x3:---/---/---"), time_s=LONG)
    assert (found.technique, found.guess, found.move) == ("unknown", False, None)
    assert found.stop is Stop.TIME_LIMIT


def test_a_step_of_one_solution_is_tried_where_there_are_too_many_to_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guess, "_COUNT_LIMIT", 1)
    found: Hint = hint(gridwise.parse("queens:5:"), time_s=LONG)
    assert (found.technique, found.guess) == ("a_solution", True)
    assert found.move is not None


@every("text", [SUDOKU, "sudoku:2x2:11..............", "queens:4:r1c2,r2c4,r3c1,r4c3"])
def test_a_wrong_argument_is_an_error_and_no_hint(text: str) -> None:
    for ask in (hint, staged):
        with pytest.raises(ParameterError, match="time_s must be"):
            ask(gridwise.parse(text), time_s=-1)
        with pytest.raises(ParameterError, match="cpu_s must be"):
            ask(gridwise.parse(text), cpu_s=0)


@every("error, told", [(NoSharedViewError("none"), True), (ParameterError("none"), False)])
def test_only_a_board_without_a_method_has_a_hint_that_says_so(
    error: Exception, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(entry, "_by_clauses", refuse)
    if told:
        found = staged(gridwise.parse(SUDOKU))
        assert (found.hint.technique, str(found.hint.text)) == ("unknown", "no step is known: none")
    else:
        with pytest.raises(type(error)):
            staged(gridwise.parse(SUDOKU))
