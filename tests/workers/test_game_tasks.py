"""Hints in stages, turning through solutions, and whether all is right so far."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwise
import samples
from every import every
from gridwise.core import registry
from gridwise.core.errors import (
    GridwiseError,
    InputError,
    NoSharedViewError,
    ParameterError,
    ParseError,
    UnknownNameError,
)
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.message import from_json, msg
from gridwise.core.result import Status
from gridwise.documents.tasks import export as exporting
from gridwise.solving.check import check
from gridwise.solving.hint import Hint, stages
from gridwise.solving.hint.stages import staged
from gridwise.solving.inputs import parse
from gridwise.solving.solve import count, solve
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call
from gridwise.workers.tasks import solutions
from puzzles.minesweeper.formats.writers import clicked
from samples import sample
from without_children import proofs_here

__all__ = ["proofs_here"]

SUDOKU = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
MANY = (
    "sudoku:3x3:53.67.......1.....1.83...67..9..1.234......91..39...5...1.3.28..8..1......5..6.7."
)
"""499 solutions."""


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    solutions._counts.clear()
    yield


def ask(name: str, /, *, time_s: float | None = 20.0, **args: Any) -> dict[str, Any]:
    value = task_kind(name).run(args, Call(threading.Event(), time_s)).value
    assert value is not None
    return json.loads(json.dumps(value))  # type: ignore[no-any-return]


def told(value: dict[str, Any]) -> list[str]:
    stages = [str(from_json(stage)) for stage in value["stages"]]
    assert len(stages) == 5
    return stages


def boards(rounds: range) -> Iterator[tuple[Any, Any, Any]]:
    """Yield puzzles, boards as given, and boards after some random moves."""
    for seed in rounds:
        for puzzle in registry.puzzles().values():
            dice = Random(f"{seed} {puzzle.name}")
            origin = position = sample(puzzle, dice)
            for _ in range(dice.randrange(6)):
                moves = list(puzzle.moves(position))
                if moves:
                    position = puzzle.apply(position, dice.choice(moves))
            yield puzzle, origin, position


def test_a_forced_step_in_stages() -> None:
    value = ask("hint_stages", notation=SUDOKU, origin=SUDOKU)
    wrong, where, technique, why, do = told(value)
    assert wrong == "nothing is wrong so far"
    assert where == "look at column 5"
    assert technique == "Naked Single: look at column 5"
    assert why == "look at r5c5: r5c5 has no other candidate than 5"
    assert do == "Naked Single: r5c5 has no other candidate than 5, so r5c5 = 5"
    assert value["cells"] == [40]
    assert 40 in value["where"]
    assert value["move"] == "r5c5=5"
    assert {mark["value"] for mark in value["premises"]} == {1, 2, 3, 4, 6, 7, 8, 9}
    assert (value["technique"], value["guess"]) == ("naked_single", False)
    rest = ask("hint_stages", notation=SUDOKU, origin=SUDOKU, ruled_out="r1c3=1,r1c3=2")
    assert rest["technique"] != "wrong"
    rest = ask("hint_stages", notation=SUDOKU, origin=SUDOKU, ruled_out="r1c3=4")
    assert told(rest)[3] == "4 was ruled out in r1c3, but it belongs there"


def test_a_wrong_entry_in_stages() -> None:
    board = SUDOKU.replace("53..7", "531.7")
    value = ask("hint_stages", notation=board, origin=SUDOKU)
    assert told(value) == [
        "something is wrong",
        "look at row 1",
        "look for the mistake in r1c3",
        "r1c3 = 1 is wrong",
        "take 1 out of r1c3",
    ]
    assert (value["technique"], value["move"], value["cells"]) == ("wrong", None, [2])
    value = ask("hint_stages", notation=board.replace("531.7", "535.7"), origin=SUDOKU)
    assert told(value)[2] == "look for the mistake in r1c3"
    value = ask("hint_stages", notation="queens:8:r1c1,r2c3", origin="queens:8:")
    assert told(value)[:2] == ["something is wrong", "look at rows 1 to 2, columns 1 to 3"]


@every(
    "board, technique, words",
    [
        ("queens:4:", "forcing_chain", "look at r2c2: with a queen on r2c2"),
        ("minesweeper:3x1x1:1--", "counting", "look at r1c2"),
        ("sliding:3x3:1,2,5,3,4,8,6,7,0", "optimal_move", "a shortest solution takes 4 moves"),
        ("sliding:3x3:0,1,2,3,4,5,6,7,8", "solved", "nothing is left to do"),
        ("sliding:3x3:0,2,1,3,4,5,6,7,8", "wrong", "the permutation is odd"),
        ("queens:4:r1c2,r2c4,r3c1,r4c3", "solved", "nothing is left to do"),
        ("latin:2:1./.1", "forced", "r1c2"),
    ],
)
def test_hints_of_all_sorts(board: str, technique: str, words: str) -> None:
    value = ask("hint_stages", notation=board)
    assert value["technique"] == technique
    assert words in told(value)[3]


def test_hints_never_fail() -> None:
    for puzzle, origin, position in boards(samples.seeds(2, 30)):
        found = staged(position, origin=origin, time_s=0.3)
        solvable = solve(position, limits=Limits(time_s=240)).status
        assert solvable is not Status.UNKNOWN
        first = str(found.stages[0])
        if first == "something is wrong":
            assert solvable is Status.UNSATISFIABLE, puzzle.format(position)
        elif first != "no mistake was found":
            assert solvable is Status.SOLVED, puzzle.format(position)
        if found.hint.move is not None:
            puzzle.apply(position, found.hint.move)
        if found.hint.conclusions and found.hint.technique != "wrong":
            assert found.hint.conclusions[0].cell in found.where


def test_a_hint_without_time() -> None:
    far = "sliding:4x4:" + ",".join(map(str, range(15, -1, -1)))
    for board in ("sudoku:5x5:" + "." * 625, "queens:30:", far):
        value = ask("hint_stages", notation=board, time_s=0.4)
        assert told(value)


def test_nothing_known_is_not_nothing_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*args: object, **more: object) -> Hint:
        raise NoSharedViewError("no method works on this")

    def knows_nothing(*args: object, **more: object) -> Hint:
        return Hint("unknown", msg("no step was found in time"))

    for instead, last in ((refuses, "no method works on this"), (knows_nothing, "no step was")):
        monkeypatch.setattr(stages, "hint", instead)
        value = ask("hint_stages", notation=SUDOKU)
        assert told(value)[0] == "no mistake was found"
        assert last in told(value)[3]
        assert (value["move"], value["where"], value["cells"]) == (None, [], [])


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ({"notation": SUDOKU, "origin": "queens:8:"}, ParameterError),
        ({"notation": SUDOKU, "origin": "sudoku:2x2:" + "." * 16}, ParameterError),
        ({"notation": SUDOKU, "origin": 5}, ParameterError),
        ({"notation": "sudoku:3x3:5"}, ParseError),
        ({"notation": SUDOKU, "level": 2}, UnknownNameError),
        ({}, ParameterError),
    ],
)
def test_bad_arguments(args: dict[str, Any], error: type[GridwiseError]) -> None:
    for name in ("hint_stages", "check"):
        with pytest.raises(error):
            ask(name, **args)


# Is it right so far?


@every(
    "board, origin, correct, cells, words",
    [
        (SUDOKU, SUDOKU, True, [], "nothing was entered yet"),
        (SUDOKU.replace("53..7", "534.7"), SUDOKU, True, [], "part of a solution"),
        (SUDOKU.replace("53..7", "532.7"), SUDOKU, False, [2], "r1c3 is wrong"),
        (SUDOKU.replace("53..7", "535.7"), SUDOKU, False, [2], "5 twice in row 1"),
        (
            SUDOKU.replace("53..7....", "532.74..."),
            SUDOKU,
            False,
            [2, 5],
            "these are wrong: r1c3, r1c6",
        ),
        (MANY.replace("53.67", "53267"), MANY, True, [], "part of a solution"),
        (MANY.replace("53.67", "53867"), MANY, False, [2], "8 twice"),
        (
            "queens:8:r1c1,r2c3",
            "queens:8:",
            False,
            [0, 10],
            "be right: r1c1, r2c3",
        ),
        ("queens:8:r1c1,r2c3", "queens:8:r1c1", False, [10], "r2c3 is wrong"),
        ("queens:8:r1c1,r2c5", "queens:8:", True, [], "part of a solution"),
        ("queens:4:r1c2,r2c4,r3c1,r4c3", "queens:4:", True, [], "this is a solution"),
        ("queens:6:r1c1", "queens:6:r1c1", False, [], "as it was given has no solution"),
        (
            "minesweeper:4x4x3:1X--/1---/----/----",
            "minesweeper:4x4x3:----/----/----/----",
            True,
            [],
            "",
        ),
        ("minesweeper:3x1x1:1-X", "minesweeper:3x1x1:---", False, [2], "r1c3 is wrong"),
        ("minesweeper:3x1x1:1-X", None, False, [], "this board has no solution"),
        ("sliding:3x3:1,2,5,3,4,8,6,7,0", None, True, [], "can be reached"),
        ("sliding:3x3:0,2,1,3,4,5,6,7,8", None, False, [], "the permutation is odd"),
        ("latin:3:12./.../..2", "latin:3:1../.../..2", True, [], "part of"),
    ],
)
def test_check(board: str, origin: str | None, correct: bool, cells: list[int], words: str) -> None:
    value = ask("check", notation=board, **({} if origin is None else {"origin": origin}))
    assert (value["correct"], value["cells"]) == (correct, cells)
    assert words in str(from_json(value["message"]))


def test_check_against_the_solver() -> None:
    for puzzle, origin, position in boards(samples.seeds(4, 30)):
        found = check(position, origin=origin)
        status = solve(position, limits=Limits(time_s=240)).status
        assert status is not Status.UNKNOWN
        assert found.correct == (status is Status.SOLVED), puzzle.format(position)
        assert bool(found.cells) <= (not found.correct)
        assert str(found.text)


def test_each_wrong_entry_is_named_and_no_other() -> None:
    """The twin by definition: an entry is wrong where the given board has no solution with it."""
    dice = Random(5)
    for notation in (MANY, "queens:8:r3c3", SUDOKU):
        origin = parse(notation)
        puzzle = registry.puzzle_of(origin)
        for _ in samples.seeds(2, 6):
            entries: list[Any] = []
            position = origin
            moves = list(puzzle.moves(origin))
            while len(entries) < 4:
                move = dice.choice(moves)
                with suppress(ParameterError):
                    position = puzzle.apply(position, move)
                    entries.append(move)
            alone = sorted(
                mark
                for m in entries
                for mark in (cell_of(puzzle, origin, m),)
                if solve(puzzle.apply(origin, m)).status is Status.UNSATISFIABLE
            )
            found = check(position, origin=origin)
            if alone:
                assert list(found.cells) == alone
            assert found.correct == (solve(position).status is Status.SOLVED)


def cell_of(puzzle: Any, origin: Any, move: Any) -> int:
    before, after = (puzzle.scene(board).cells for board in (origin, puzzle.apply(origin, move)))
    return next(c for c, (old, new) in enumerate(zip(before, after, strict=True)) if old != new)


def test_check_without_time_does_not_know() -> None:
    found = check(parse("sudoku:5x5:" + "." * 625), time_s=0.001)
    assert (found.correct, found.cells) == (None, ())
    assert "not found out" in str(found.text)
    cancelled = threading.Event()
    cancelled.set()
    with pytest.raises(Interrupted):
        check(parse(SUDOKU), cancel=cancelled)


# A solution, whichever the method finds.


@pytest.mark.parametrize("method", ["min_max", "min_conflicts", "constructive", "a_star", "sat"])
def test_an_answer_by_a_method(method: str) -> None:
    value = ask("answer", notation="queens:7:", method=method)
    assert (value["status"], value["method"], value["nth"]) == ("SOLVED", method, None)
    puzzle = registry.puzzle("queens")
    assert puzzle.is_solved(puzzle.parse(value["board_notation"]))
    assert str(from_json(value["said"])) == "solved"


def test_an_answer_of_a_star_asks_for_no_order() -> None:
    value = ask("answer", notation="queens:12:", method="a_star")
    assert value["statistics"]["expanded"] < 1_000


def test_an_answer_says_what_is_known() -> None:
    value = ask("answer", notation=SUDOKU)
    assert (value["unique"], str(from_json(value["said"]))) == (True, "solved, unique")
    assert ask("answer", notation=MANY)["unique"] is False
    value = ask("answer", notation="queens:8:r1c1,r1c2")
    assert "attack each other" in str(from_json(value["said"]))
    assert value["conflict"]["cells"] == [0, 1]
    value = ask("answer", notation="queens:8:", method="min_max")
    assert (value["status"], value["board_notation"]) == ("UNKNOWN", None)
    assert "does not go back" in str(from_json(value["said"]))
    assert value["tables"]["min_max"], "what it looked at is there all the same"
    value = ask("answer", notation="minesweeper:3x3:111/1-1/111")
    assert (value["question"], str(from_json(value["said"]))) == (
        "forced",
        "solved: 0 safe, 1 mine, 0 undetermined",
    )


# Turning through solutions.


@pytest.mark.parametrize(
    ("board", "number"), [(MANY, 499), ("queens:8:", 92), ("latin:3:1../.../...", 4)]
)
def test_nth_solution(board: str, number: int) -> None:
    position = parse(board)
    puzzle = registry.puzzle_of(position)
    answer = solve(position, all_solutions=True).answer
    assert answer is not None
    assert len(answer.items) == number
    for nth in sorted({1, 2, 3, number // 2, number - 1, number} - {0}):
        value = ask("nth_solution", notation=board, nth=nth)
        assert (value["nth"], value["count"], value["exact"]) == (nth, number, True)
        assert value["board_notation"] == puzzle.format(answer.items[nth - 1].position)
        moves = [puzzle.parse_move(position, text) for text in value["moves"]]
        assert puzzle.apply_all(position, moves) == answer.items[nth - 1].position
    value = ask("nth_solution", notation=board, nth=number + 1)
    assert (value["count"], value["exact"], value["board_notation"]) == (number, True, None)


def test_nth_solution_where_there_are_too_many_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "LISTED", 50)

    def counted(position: Any, *, limits: Limits, cancel: Any) -> Any:
        limits = replace(limits, time_s=0.1 if limits.solutions is None else None)
        return count(position, limits=limits, cancel=cancel)

    monkeypatch.setattr(solutions, "count", counted)  # listing is not ended by a busy machine
    board = "sudoku:3x3:" + "." * 81
    for nth, least in ((1, 50), (2, 50), (60, 60)):
        value = ask("nth_solution", notation=board, nth=nth)
        assert (value["count"], value["exact"], value["nth"]) == (least, False, nth)
        assert value["board_notation"] is not None
    assert list(solutions._counts.values()) == [(50, False)], "it was counted once"


def test_nth_solution_where_there_is_nothing_to_turn_to() -> None:
    value = ask("nth_solution", notation="queens:3:")
    assert (value["count"], value["exact"], value["board_notation"]) == (0, True, None)
    value = ask("nth_solution", notation="queens:8:r1c1,r1c2")
    assert (value["count"], value["exact"], value["board_notation"]) == (0, True, None)
    assert value["conflict"]["cells"] == [0, 1]
    reason = str(from_json(value["conflict"]["message"]))
    assert ask("nth_solution", notation="queens:8:")["conflict"] is None
    result = solve(parse("queens:8:r1c1,r1c2"))
    assert result.conflict is not None
    assert reason == str(result.conflict.text)
    for asked in ("solve", "count"):
        found = ask(asked, notation="queens:8:r1c1,r1c2", messages=True)["conflict"]
        assert str(from_json(found["message"])) == reason
        assert found["text"] == f"{reason}."
        assert "message" not in ask(asked, notation="queens:8:r1c1,r1c2")["conflict"]
    with pytest.raises(ParameterError, match="no finite number of solutions"):
        ask("nth_solution", notation="sliding:3x3:1,2,5,3,4,8,6,7,0")
    with pytest.raises(ParameterError, match="from 1 to 100,000"):
        ask("nth_solution", notation="queens:8:", nth=100_001)
    for nth in (0, -1, "2", 1.5, True):
        with pytest.raises(ParameterError, match="whole number"):
            ask("nth_solution", notation="queens:8:", nth=nth)


def test_nth_solution_by_a_method() -> None:
    by = {
        name: ask("nth_solution", notation="queens:6:", nth=3, method=name)["board_notation"]
        for name in ("sat", "backtracking", "dancing_links")
        if name in registry.methods()
    }
    assert len(set(by.values())) == 1, "the order is the puzzle's, not the method's"


@pytest.mark.parametrize("method", ["min_max", "min_conflicts", "constructive"])
def test_nth_solution_by_a_method_that_knows_no_order(method: str) -> None:
    third = ask("nth_solution", notation="queens:5:", nth=3)
    value = ask("nth_solution", notation="queens:5:", nth=3, method=method, options={})
    assert value["board_notation"] == third["board_notation"]
    assert (value["nth"], value["count"], value["exact"]) == (3, 10, True)
    assert value["method"] == third["method"] != method, "another one turned, and it is named"
    given = {"restarts": 3} if method == "min_conflicts" else {}
    assert ask("nth_solution", notation="queens:5:", nth=3, method=method, options=given) == value


def test_nth_solution_without_time_says_so() -> None:
    answer = task_kind("nth_solution").run(
        {"notation": "queens:12:", "nth": 14_000, "method": "sat"}, Call(threading.Event(), 0.05)
    )
    assert answer.stop == "TIME_LIMIT"
    assert answer.value is not None
    assert (answer.value["board_notation"], answer.value["exact"]) == (None, False)


@pytest.mark.usefixtures("proofs_here")
def test_an_export_brings_the_certificates_that_it_tells_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = {"notation": SUDOKU, "ending": ".html", "solution": True}
    (alone,) = ask("export", **args)["files"]
    page, *proofs = ask("export", **args, certificate=True)["files"]
    assert page["name"] == alone["name"]
    text = base64.b64decode(page["data"]).decode()
    assert "Proofs" in text and "Proofs" not in base64.b64decode(alone["data"]).decode()
    assert proofs
    for proof in proofs:
        assert proof["name"] in text
        (tmp_path / proof["name"]).write_bytes(base64.b64decode(proof["data"]))
        assert gridwise.verify(tmp_path / proof["name"]).proved
    monkeypatch.setattr(exporting, "MOST_SENT_BYTES", 10)
    found = ask("export", **args, certificate=True)
    assert (len(found["files"]), found["too_large"]) == (1, len(proofs))
    with pytest.raises(ParameterError, match="tell of certificates"):
        ask("export", **{**args, "ending": ".png"}, certificate=True)


def test_an_exported_board_speaks_the_language_asked_for() -> None:
    pytest.importorskip("typst")
    args = {"notation": "sudoku:2x2:11..............", "ending": ".svg", "solution": True}
    english, other = (ask("export", **args, **more) for more in ({}, {"lang": "zh-Hant"}))
    said = [base64.b64decode(one["files"][0]["data"]).decode() for one in (english, other)]
    assert ["4 wide and 4 high" in one for one in said] == [True, False]
    assert "寬 4 格、高 4 格的盤面" in said[1]
    assert english["unanswered"][0].startswith("no solution: 1 twice in row 1")
    assert other["unanswered"] != english["unanswered"]


def test_a_hint_refuses_an_origin_of_another_size() -> None:
    args = {"notation": "sudoku:2x2:1....2....3....4", "origin": f"sudoku:2x3:1{35 * '.'}"}
    with pytest.raises(InputError, match="origin: Found a board of 6x6, expected one of 4x4"):
        task_kind("hint").run(args, Call(threading.Event()))


def test_a_replay_of_another_program_is_read_with_its_layout_and_recorded() -> None:
    data = clicked(("left", 1), ("right", 6), ("left", 2))
    url = f"data:;base64,{base64.b64encode(data).decode()}"
    (board,) = ask("read", text=url, filename="a.rmv")["boards"]
    assert board["notation"] == "minesweeper:3x3x2:-1-/---/---"
    assert board["options"] == {"layout": "minesweeper:3x3x2:01X/121/X10"}
    (plain,) = ask("read", text="minesweeper:3x3x2:-1-/---/---")["boards"]
    assert plain["options"] == {}
    recording = ask("record_trace", text=url, name="a.rmv", max_steps=2)
    assert (recording["by"], recording["name"], recording["steps"]) == ("person", "a.rmv", 2)
    assert recording["dropped"] == 1


def test_what_was_assumed_of_a_board_is_told() -> None:
    (board,) = ask("read", text="[1, 3, 0, 2]")["boards"]
    said = "read as sliding; it fits queens too, which --puzzle queens says"
    assert [from_json(note).words() for note in board["notes"]] == [said]
    for kind in ("solve", "hint", "explain"):
        assert ask(kind, notation="[1, 3, 0, 2]")["notes"] == [said]
        assert "notes" not in ask(kind, notation=board["notation"])
