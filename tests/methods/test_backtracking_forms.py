"""The forms of backtracking on domains: by recursion, without singles, with its marks traced."""

from typing import Any

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.playback import Playback
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import DomainModel
from gridwise.methods import backtracking
from gridwise.solving.solve import count, solve

BOARDS = (
    "sudoku:2x2:...3.32...3....4",
    "sudoku:2x2:1..............4",
    "sudoku:2x2:1..............4:r1c2-34,r4c1-2",
    "sudoku:2x2:12..34.........3",
    "sudoku:2x3:....16..45...3.......64...1.6..5....",
    "sudoku:3x3:3.9...6.5.....9...8..5.7..3.61.3.7.....1.2.....4.5.31.2..8.1..7...6.....1.3...4.6",
    "sudoku:3x3:..3.5.1...6.9...2...2..13.8.......3.5...6.....9....6..3..6..9.1.7...3.8...1.7.2..",
    "queens:6:",
    "queens:6:r1c2",
)


def position_of(notation: str) -> Any:
    return registry.puzzle(notation.split(":")[0]).parse(notation)


def walked(notation: str, **options: str) -> tuple[list[Any], dict[str, int], Trace]:
    """Return the models, the counters and the trace of a search."""
    position = position_of(notation)
    views = registry.puzzle_of(position).views(position)
    run = Run(trace=Trace(100_000), options=options)
    view = views[DomainModel].make()
    models = list(registry.method("backtracking").models(view, run))
    assert run.trace is not None
    run.trace.view = view
    return models, run.count.as_dict(), run.trace


@every("notation", BOARDS)
def test_recursion_makes_the_same_steps_as_the_loop(notation: str) -> None:
    for singles in ("first", "none"):
        loop, recursion = (
            walked(notation, singles=singles, walk=walk) for walk in ("loop", "recursion")
        )
        assert loop[:2] == recursion[:2]
        assert (loop[2].rows == recursion[2].rows).all() and len(loop[2]) == len(recursion[2])


@every("notation", BOARDS)
def test_without_singles_the_same_models_are_found(notation: str) -> None:
    with_them, without = walked(notation), walked(notation, singles="none")
    assert with_them[0] == without[0]
    assert without[1]["propagations"] == 0
    assert not any(row.kind is Kind.IMPLY for row in without[2])
    assert without[1]["assignments"] >= with_them[1]["assignments"]


@every("notation", [board for board in BOARDS if board.startswith("sudoku")])
def test_the_marks_of_a_trace_are_the_candidates_struck_out(notation: str) -> None:
    """Each once, for a value placed before it in the house that it names, until none is left."""
    _, counters, plain = walked(notation)
    _, same, trace = walked(notation, marks="candidates")
    assert same == counters
    rest = [row for row in trace if row.kind is not Kind.ELIMINATE]
    assert [tuple(row) for row in rest] == [tuple(row) for row in plain]
    position = position_of(notation)
    size, houses = position.size, position.shape.houses
    left = {cell: set(range(1, size + 1)) for cell in range(size * size)}
    placed: dict[int, int] = {}
    for row in trace:
        if row.kind in (Kind.PREMISE, Kind.IMPLY):
            placed[row.subject] = row.value
        if row.kind is Kind.ELIMINATE:
            house = houses[row.cause - 1]
            assert row.subject in house
            assert any(placed.get(cell) == row.value for cell in house)
            left[row.subject].remove(row.value)
        if row.kind in (Kind.DECIDE, Kind.SOLUTION, Kind.CONFLICT):
            break
        frame = [cell for cell in range(size * size) if cell not in placed]
    else:
        return
    if row.kind is Kind.CONFLICT:
        return
    for cell in frame:
        seen = {
            placed[other] for house in houses if cell in house for other in house if other in placed
        }
        assert left[cell] == set(range(1, size + 1)) - seen


def test_the_marking_can_be_watched() -> None:
    """Notes begin with all digits, and lose one at each row."""
    position = position_of(BOARDS[0])
    result = solve(position, method="backtracking", trace=True, options={"marks": "candidates"})
    assert result.trace is not None
    playback: Playback[Any] = Playback(result.trace)
    puzzle, before, begun = registry.puzzle("sudoku"), 0, False
    for step, row in enumerate(result.trace, 1):
        scene = puzzle.scene(position, origin=position, marks=playback.frame(step).marks)
        notes = sum(len(cell.notes) for cell in scene.cells)
        if row.kind is Kind.ELIMINATE:
            assert notes == before - 1 if begun else notes == 11 * 4 - 1
            begun = True
            text = str(playback.event(step - 1).text)
            assert " is not " in text and "takes each digit once" in text
            before = notes
        elif begun:  # a digit takes the place of the notes of its cell
            assert notes <= before
            before = notes
    assert before == 0, "every cell has its digit"


def test_the_puzzles_of_the_report() -> None:
    """What its marking leaves to the search: 32 cells of its matrix, none of its string."""
    found = [walked(board)[1] for board in BOARDS if board.startswith("sudoku:3x3")]
    assert [one["propagations"] for one in found] == [81 - 28 - 32, 81 - 25]
    assert found[1]["assignments"] == 0 < found[0]["assignments"]
    for board in BOARDS[5:7]:
        answer = count(position_of(board), method="exact_cover").answer
        assert answer is not None and (answer.number, answer.exact) == (1, True)


def test_a_deep_recursion_gives_up_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backtracking, "MOST_CALLS", 5)
    result = solve(position_of("queens:6:"), method="backtracking", options={"walk": "recursion"})
    assert result.stop is Stop.INCOMPLETE and "at most 5" in str(result.note)
    small = solve(position_of("queens:5:"), method="backtracking", options={"walk": "recursion"})
    assert small.answer is not None
