"""Hints: sound, with reasons that are enough by themselves, on thousands of small positions."""

from random import Random
from typing import Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.puzzle import Question
from gridwise.core.trace import Mark
from gridwise.puzzles.minesweeper.position import SAFE
from gridwise.puzzles.minesweeper.position import Position as Board
from gridwise.puzzles.sudoku.position import Position as Grid
from gridwise.workbench.hint import Hint, hint, record
from oracles import minesweeper, sudoku

POSITIONS = 2000
EASY = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def solutions(position: Any) -> list[Any]:
    return list(oracle(position).solutions(registry.puzzle_of(position).format(position)))


def oracle(position: Any) -> Any:
    return sudoku if isinstance(position, Grid) else minesweeper


def holds(position: Any, mark: Mark, solution: Any) -> bool:
    return bool(oracle(position).holds(solution, mark.cell, mark.value) == mark.holds)


def reduced(position: Any, found: Hint) -> Any:
    """The board with nothing but the reason on it; opened cells stay known to be safe."""
    keep = set(found.cells)
    if isinstance(position, Grid):
        cells = bytes(v if c in keep else 0 for c, v in enumerate(position.cells))
        return Grid(position.box_height, position.box_width, cells)
    shown = bytes(v if c in keep or v > 8 else SAFE for c, v in enumerate(position.shown))
    total = position.mines if "in total" in str(found.text) else None
    return Board(position.width, position.height, shown, total)


@pytest.mark.parametrize("name", ["minesweeper", "sudoku"])
def test_every_hint_is_sound_and_its_reason_is_enough(name: str) -> None:
    puzzle = registry.puzzle(name)
    seen: dict[str, int] = {}
    for seed in range(POSITIONS):
        position = puzzle.sample(Random(seed))
        found = hint(position)
        seen[found.technique] = seen.get(found.technique, 0) + 1
        every = solutions(position)
        if found.technique == "wrong":
            assert not every, seed
            continue
        assert every, seed
        if found.technique == "solved":
            assert puzzle.is_solved(position), seed
        elif found.technique == "forced":
            assert not found.guess
            assert all(holds(position, m, s) for m in found.conclusions for s in every), seed
            if seed % 10 == 0:
                alone = hint_is_forced(reduced(position, found), found.conclusions[0])
                assert alone, (seed, str(found.text))
            puzzle.apply(position, found.move)
        else:
            assert found.technique == "best_chance" and found.guess, seed
            good = sum(all(holds(position, m, s) for m in found.conclusions) for s in every)
            assert 0 < good < len(every), seed
            assert f"{good} of {len(every)} " in str(found.text), seed
    assert seen["wrong"] >= 50 and seen["forced"] >= 200 and seen["best_chance"] >= 50, seen


def hint_is_forced(position: Any, mark: Mark) -> bool:
    """Whether a fact is in every solution of a position, by the solver's own backbone."""
    result = gridwise.solve(position, question=Question.FORCED)
    assert result.answer is not None
    after = result.answer.items[0].position
    if isinstance(position, Grid):
        return bool(after.cells[mark.cell] == mark.value)
    code = after.shown[mark.cell]
    return (code == 10) if mark.holds else (code <= 8 or code == SAFE)


def test_levels_tell_more_and_more() -> None:
    position = gridwise.parse(EASY)
    found = hint(position)
    records = [record(found, position, level=level) for level in range(5)]
    assert [r["level"] for r in records] == [0, 1, 2, 3, 4]
    assert records[0]["text"] == "nothing is wrong so far"
    assert records[1]["text"].startswith("look at row")
    assert not records[2]["premises"] and not records[2]["conclusions"]
    assert records[3]["premises"] and not records[3]["conclusions"]
    cell = records[4]["conclusions"][0]
    solved = gridwise.solve(position).answer.items[0].position
    assert cell == {"cell": cell["cell"], "value": solved.cells[cell["cell"]], "holds": True}
    assert len(records[4]["premises"]) == records[4]["difficulty"] <= 5


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
            assert found.technique == "forced"
        else:
            assert found.technique == "wrong"
            assert str(found.text) == f"r1c3 = {digit} is wrong"
            assert found.conclusions == (Mark(cell, digit, False),)


def test_direct_violations_and_solved_boards() -> None:
    broken = hint(gridwise.parse("sudoku:2x2:11.............."))
    assert broken.technique == "wrong" and broken.cells == (0, 1)
    assert hint(gridwise.parse("sudoku:2x2:1234341221434321")).technique == "solved"


def test_the_chances_are_exact() -> None:
    found = hint(gridwise.parse("minesweeper:3x3:---/-2-/---"))
    assert found.guess and found.technique == "best_chance"
    assert {row["chance"] for row in found.details} == {"3/4"}
    assert len(found.details) == 8
