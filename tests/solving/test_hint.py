"""Hints: sound, with reasons that are enough by themselves, on thousands of small positions."""

from random import Random
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.limits import Interrupted
from gridwise.core.puzzle import Question
from gridwise.core.result import Stop
from gridwise.core.trace import Mark
from gridwise.puzzles.minesweeper.position import SAFE
from gridwise.puzzles.minesweeper.position import Position as Board
from gridwise.puzzles.queens.position import Position as Queens
from gridwise.puzzles.sliding.generate import random_position, walked
from gridwise.puzzles.sliding.position import Position as Tiles
from gridwise.puzzles.sliding.position import blank_last
from gridwise.puzzles.sudoku.position import Position as Grid
from gridwise.solving import hint as entry
from gridwise.solving.hint import Hint, hint
from hint_json import as_json
from oracles import minesweeper, queens, sliding, sudoku
from samples import sample, seeds

POSITIONS = len(seeds(80, 600))
LONG = 600.0
"""Seconds that no hint takes here."""
EASY = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def solutions(position: Any) -> list[Any]:
    return list(oracle(position).solutions(registry.puzzle_of(position).format(position)))


def oracle(position: Any) -> Any:
    oracles = {Grid: sudoku, Board: minesweeper, Queens: queens, Tiles: sliding}
    return oracles[type(position)]


def holds(position: Any, mark: Mark, solution: Any) -> bool:
    return bool(oracle(position).holds(solution, mark.cell, mark.value) == mark.holds)


def reduced(position: Any, found: Hint) -> Any:
    """The board with nothing but the reason on it; opened cells stay known to be safe."""
    keep = set(found.cells)
    if isinstance(position, Grid):
        cells = bytes(v if c in keep else 0 for c, v in enumerate(position.cells))
        return Grid(position.box_height, position.box_width, cells)
    if isinstance(position, Queens):
        kept = [
            tuple(c for c in cells if c in keep) for cells in (position.queens, position.blocked)
        ]
        return Queens(position.n, *kept)
    shown = bytes(v if c in keep or v > 8 else SAFE for c, v in enumerate(position.shown))
    total = position.mines if "in total" in str(found.text) else None
    return Board(position.width, position.height, shown, total)


@pytest.mark.parametrize("name", ["minesweeper", "sudoku", "queens"])
@pytest.mark.parametrize("named", [True, False], ids=["techniques", "sat"])
def test_every_hint_is_sound_and_its_reason_is_enough(
    name: str, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not named:
        monkeypatch.setattr(entry, "_technique_step", lambda *_: None)
    puzzle = registry.puzzle(name)
    seen: dict[str, int] = {}
    for seed in range(POSITIONS):
        position = sample(puzzle, Random(seed))
        found = hint(position, time_s=LONG)
        seen[found.technique] = seen.get(found.technique, 0) + 1
        solved = solutions(position)
        if found.technique == "wrong":
            assert not solved, seed
            continue
        assert solved, seed
        if found.technique == "solved":
            assert puzzle.is_solved(position), seed
        elif found.technique in registry.techniques(name):
            assert not found.guess
            assert all(holds(position, m, s) for m in found.conclusions for s in solved), seed
            if found.move is not None:
                puzzle.apply(position, found.move)
        elif found.technique == "forced":
            assert not found.guess
            assert all(holds(position, m, s) for m in found.conclusions for s in solved), seed
            if seed % 10 == 0:
                alone = hint_is_forced(reduced(position, found), found.conclusions[0])
                assert alone, (seed, str(found.text))
            puzzle.apply(position, found.move)
        else:
            assert found.technique == "best_chance" and found.guess, seed
            good = sum(all(holds(position, m, s) for m in found.conclusions) for s in solved)
            assert 0 < good < len(solved), seed
            assert f"{good} of {len(solved)} " in str(found.text), seed
    steps = sum(seen.get(one, 0) for one in (*registry.techniques(name), "forced"))
    assert (seen["wrong"] >= POSITIONS // 40, steps >= POSITIONS // 10) == (True, True), seen
    assert named or seen["best_chance"] >= POSITIONS // 40, seen


def hint_is_forced(position: Any, mark: Mark) -> bool:
    """Whether a fact is in every solution of a position, by the solver's own backbone."""
    result = gridwise.solve(position, question=Question.FORCED)
    assert result.answer is not None
    after = result.answer.items[0].position
    if isinstance(position, Grid):
        return bool(after.cells[mark.cell] == mark.value)
    if isinstance(position, Queens):
        return mark.cell in after.queens
    code = after.shown[mark.cell]
    return (code == 10) if mark.holds else (code <= 8 or code == SAFE)


def test_levels_tell_more_and_more() -> None:
    position = gridwise.parse(EASY)
    found = hint(position)
    records = [as_json(found, position, level=level) for level in range(5)]
    assert [r["level"] for r in records] == [0, 1, 2, 3, 4]
    assert records[0]["text"] == "Nothing is wrong so far."
    assert records[1]["text"].startswith("Look at ")
    assert records[1]["technique"] is None
    assert records[2]["technique"] == found.technique
    assert not records[2]["premises"] and not records[2]["conclusions"]
    assert records[3]["premises"] and not records[3]["conclusions"]
    cell = records[4]["conclusions"][0]
    solved = gridwise.solve(position).answer.items[0].position
    assert cell == {"cell": cell["cell"], "value": solved.cells[cell["cell"]], "holds": True}
    assert records[4]["premises"]


def test_a_wrong_entry_is_told_from_the_givens() -> None:
    origin = gridwise.parse(EASY)
    solved = gridwise.solve(origin).answer.items[0].position
    cell = origin.cells.index(0)
    rules = registry.puzzle("sudoku")
    for digit in range(1, 10):
        try:
            entered = rules.apply(origin, rules.parse_move(origin, f"r1c3={digit}"))
        except gridwise.ParameterError:
            continue
        found = hint(entered, origin=origin)
        if digit == solved.cells[cell]:
            assert found.technique in registry.techniques("sudoku")
        else:
            assert found.technique == "wrong"
            assert str(found.text) == f"r1c3 = {digit} is wrong"
            assert found.conclusions == (Mark(cell, digit, False),)


def test_one_entry_among_givens_is_the_mistake() -> None:
    origin = gridwise.parse("queens:8:r1c2")
    entered = gridwise.parse("queens:8:r1c2,r2c1")
    found = hint(entered, origin=origin)
    assert found.technique == "wrong"
    assert found.conclusions == (Mark(8, "queen", holds=False),)
    two = gridwise.parse("queens:8:r1c2,r4c4,r5c5")  # either may go
    assert hint(two, origin=origin).conclusions == ()


def test_direct_violations_and_solved_boards() -> None:
    broken = hint(gridwise.parse("sudoku:2x2:11.............."))
    assert broken.technique == "wrong" and broken.cells == (0, 1)
    assert hint(gridwise.parse("sudoku:2x2:1234341221434321")).technique == "solved"


def test_the_chances_are_exact() -> None:
    found = hint(gridwise.parse("minesweeper:3x3:---/-2-/---"))
    assert found.guess and found.technique == "best_chance"
    assert {row["chance"] for row in found.details} == {"3/4"}
    assert len(found.details) == 8


@pytest.mark.parametrize(
    ("width", "height", "last"), [(11, 11, False), (12, 2, True), (2, 13, False), (13, 12, True)]
)
def test_large_sliding_boards_are_led_to_the_goal_stage_by_stage(
    width: int, height: int, last: bool
) -> None:
    puzzle = registry.puzzle("sliding")
    board = random_position(width, height, 3, blank_last(width * height) if last else None)
    assert not puzzle.views(board).keys() & {gridwise.core.views.StateSpace}
    result = gridwise.solve(board, method="constructive")
    most = len(result.answer.items[0].moves)
    aims: dict[str, None] = {}
    for _ in range(most if width * height < 40 else len(seeds(20, 150))):
        found = hint(board, time_s=LONG)
        if found.technique == "solved":
            break
        assert found.technique == "stage"
        aims[str(found.text).split("takes ")[1].split(",")[0]] = None
        board = puzzle.apply(board, found.move)
    else:
        assert width * height >= 40
    assert (
        next(iter(aims)).startswith(f"{board.goal[0] or board.goal[1]} ") or min(width, height) == 2
    )


@every("seed", seeds(2, 6))
def test_a_board_out_of_reach_gets_the_next_stage(seed: int) -> None:
    board = walked(6, 6, 300, seed)
    found = hint(board, time_s=0.2)
    assert found.technique in ("stage", "optimal_move") and found.move is not None
    assert len(found.details) == len(list(registry.puzzle("sliding").moves(board)))


def test_a_step_comes_though_the_techniques_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> None:
        raise Interrupted(Stop.TIME_LIMIT)

    monkeypatch.setattr(entry, "sound_step", endless)
    board = gridwise.Board("sudoku:2x2:..3.4.....21.1..")
    found = hint(board.position, time_s=LONG)
    assert found.technique == "forced"
    assert found.timed_out
    (solution,) = sudoku.solutions(board.notation)
    assert found.conclusions
    assert all(sudoku.holds(solution, mark.cell, mark.value) for mark in found.conclusions)
