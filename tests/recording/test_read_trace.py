"""Traces of other programs: the examples, the schema, what is refused and where."""

import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, InputError, ParseError, TooLargeError
from gridwise.core.trace import Kind
from gridwise.recording import trace_lines as module
from gridwise.recording.recorder import record_trace
from gridwise.recording.recording import Recording
from gridwise.recording.replay import of_program
from gridwise.recording.trace_file import HEADER, read_trace, trace_of
from gridwise.render.text import draw, plain
from samples import THOROUGH

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples/traces").glob("*.jsonl"))
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "docs/schema/trace.schema.json").read_text("utf-8"))
)
QUEENS = {"gridwise_trace": 1, "board": "queens:4:", "program": "mine"}
SUDOKU = {"gridwise_trace": 1, "board": "sudoku:2x2:1.......3......4"}
SLIDING = {"gridwise_trace": 1, "board": "sliding:3x3:1,2,3,4,0,5,7,8,6@last"}
MINES = {"gridwise_trace": 1, "board": "minesweeper:3x1:-1-"}


def written(*lines: Any) -> bytes:
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    return "".join(text + "\n" for text in texts).encode()


def traced(*lines: Any, **more: Any) -> Any:
    return trace_of(io.BytesIO(written(*lines)), "t.jsonl", **more)


def board(*lines: Any) -> str:
    return plain(draw(of_program(traced(*lines))[-1].scene))


def refused(*lines: Any) -> str:
    with pytest.raises(ParseError) as caught:
        traced(*lines)
    return str(caught.value)


@every("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_example_follows_the_schema_and_is_played(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        SCHEMA.validate(line)
    run = gridwise.replay(path)
    assert run.steps == len(lines) - 1
    claims = [str(frame.text) for frame in run if str(frame.text).startswith("solution")]
    assert not any("do not accept" in one for one in claims)
    recording = Recording(record_trace(io.BytesIO(path.read_bytes()), path.name))
    assert (recording.steps, recording.name) == (run.steps, lines[0]["program"])
    for step in range(0, run.steps + 1, 7):
        assert recording.scene(step) == run[step].scene
        assert str(recording.message(step)) == str(run[step].text)


def test_there_is_an_example_of_every_puzzle() -> None:
    shown = {read_trace(path).puzzle.name for path in EXAMPLES}
    assert {name for name in registry.puzzles() if name != "latin"} == shown


def test_cells_and_values_of_each_puzzle_are_drawn() -> None:
    drawn = board(QUEENS, {"kind": "assign", "cell": [1, 2]}, {"kind": "assign", "cell": "r2c4"})
    assert drawn.splitlines()[1].split() == ["│", "·", "♛", "·", "·", "│"]
    assert "♛" in drawn.splitlines()[2]
    drawn = board(SUDOKU, {"kind": "assign", "cell": "r1c2", "value": 3})
    assert "┃ 1 <3>┃" in drawn
    drawn = board(
        MINES,
        {"kind": "assign", "cell": "r1c1", "value": "mine"},
        {"kind": "imply", "cell": "r1c3", "value": "safe"},
    )
    assert "✹" in drawn
    assert "s" in drawn
    moves = [{"kind": "move", "move": "left"}, {"kind": "move", "move": 6}]
    assert "<6>" in board(SLIDING, *moves).splitlines()[2]
    blank = {**SLIDING, "directions": "blank"}
    moves = [{"kind": "move", "move": "right"}, {"kind": "move", "move": "down"}]
    assert board(blank, *moves) == board(SLIDING, *[{"kind": "move", "move": m} for m in (5, 6)])


def test_undo_takes_back_the_last_assign_and_what_followed() -> None:
    steps = [
        {"kind": "assign", "cell": "r1c1"},
        {"kind": "assign", "cell": "r2c3"},
        {"kind": "eliminate", "cell": "r3c1"},
        {"kind": "undo"},
    ]
    assert board(QUEENS, *steps).count("♛") == 1
    assert "-" not in board(QUEENS, *steps).replace("─", "")
    jump = [*steps[:3], {"kind": "undo", "depth": 0}]
    assert board(QUEENS, *jump).count("♛") == 0
    moved = [{"kind": "move", "move": "up"}, {"kind": "undo"}, {"kind": "move", "move": "left"}]
    assert board(SLIDING, *moved) == board(SLIDING, moved[2])


def test_nodes_are_found_by_name_in_the_latest_search() -> None:
    steps = [
        {"kind": "generate", "node": "a", "h": 2},
        {"kind": "expand", "node": "a"},
        {"kind": "generate", "node": 7, "parent": "a", "move": "left"},
        {"kind": "bound", "value": 3},
        {"kind": "generate", "node": "a"},
        {"kind": "generate", "node": 7, "parent": "a", "move": "up"},
        {"kind": "expand", "node": 7},
    ]
    run = of_program(traced(SLIDING, *steps))
    moved = of_program(traced(SLIDING, {"kind": "move", "move": "up"}))
    assert run[-1].scene == replace(moved[-1].scene, highlights=run[-1].scene.highlights)
    assert run[6].scene.cells == run[0].scene.cells != run[-1].scene.cells
    tree = Recording(record_trace(io.BytesIO(written(SLIDING, *steps)), "t")).tree
    assert tree is not None
    assert tree.is_space
    found = refused(SLIDING, *steps[:1], {"kind": "expand", "node": "b"})
    assert found == 't.jsonl:3:28: Found "b", expected the name of a node that was generated.'


def test_a_wrong_solution_is_said_to_be_none() -> None:
    cells = ["r1c1", "r2c2", "r3c3", "r4c4"]
    steps = [{"kind": "assign", "cell": cell} for cell in cells]
    run = of_program(traced(QUEENS, *steps, {"kind": "solution"}))
    assert str(run[-1].text).startswith("solution 1: the rules do not accept it: ")
    right = [{"kind": "assign", "cell": cell} for cell in ("r1c2", "r2c4", "r3c1", "r4c3")]
    assert str(of_program(traced(QUEENS, *right, {"kind": "solution"}))[-1].text) == "solution 1"


def test_notes_and_causes_are_said_and_drawn() -> None:
    run = of_program(
        traced(QUEENS, {"kind": "conflict", "cause": [[1, 2], "r2c3"], "note": "a {b} \n c"})
    )
    assert str(run[-1].text) == "contradiction: a {b} c"
    assert set(run[-1].scene.highlights) == {1, 6}


ASSIGN = {"kind": "assign", "cell": "r1c1"}


@every(
    "lines, error",
    [
        ((), "t.jsonl:1:1: Found nothing, expected a header"),
        (({"format": "other"},), 't.jsonl:1:1: Found \'{"format": "other"}\', expected a header'),
        (({**QUEENS, "gridwise_trace": 2},), "1:20: Found 2, expected version 1."),
        (({"gridwise_trace": 1},), "1:1: Found no board, expected a board as text"),
        (({**QUEENS, "board": "queens:x:"},), "1:40: Found 'x:'"),
        (({**QUEENS, "puzzle": "sudoku"},), "1:"),
        (({**QUEENS, "puzzle": "chess"},), 'Found "chess", expected one of these: '),
        ((QUEENS, "{"), "2:2: Found the end, expected JSON."),
        ((QUEENS, "[1]"), "2:1: Found '[1]', expected a JSON object"),
        ((QUEENS, '{"kind": NaN}'), "2:10: Found 'NaN', expected a number."),
        ((QUEENS, '{"kind": ' + "9" * 5000 + "}"), "2:10: Found '9999"),
        ((QUEENS, "[" * 30_000), "Found JSON that is nested too deeply"),
        (
            (QUEENS, '{"kind": "undo", "kind": "undo"}'),
            "2:3: Found 'kind', expected each field once.",
        ),
        ((QUEENS, {"kind": "jump"}), '2:10: Found "jump", expected one of these kinds: '),
        ((QUEENS, {"cell": "r1c1"}), "2:1: Found no kind"),
        ((QUEENS, {**ASSIGN, "valeu": 1}), "2:36: Found 'valeu', expected one of these fields"),
        ((QUEENS, {"kind": "undo"}), '2:10: Found "undo", expected an assign or a move before it'),
        ((QUEENS, ASSIGN, {"kind": "undo", "depth": 1}), "3:27: Found 1, expected a level from 0"),
        ((QUEENS, {**ASSIGN, "depth": 2}), "2:45: Found 2, expected 1: each undo is an event too."),
        ((QUEENS, {"kind": "assign", "cell": "r5c1"}), '2:28: Found "r5c1", expected a cell from'),
        ((QUEENS, {"kind": "assign", "cell": [0, 1]}), "2:28: Found [0, 1], expected a cell from"),
        ((QUEENS, {"kind": "assign", "cell": [1, 1.0]}), "Found [1, 1.0], expected a cell from"),
        ((QUEENS, {"kind": "assign"}), "2:1: Found no cell, expected a cell from r1c1 to r4c4"),
        ((SUDOKU, {**ASSIGN, "value": 5}), "2:45: Found 5, expected one of these values: 1, 2"),
        ((SUDOKU, {**ASSIGN, "value": True}), "2:45: Found true, expected one of these values"),
        ((SUDOKU, {"kind": "assign", "cell": "r1c2"}), "2:1: Found no value, expected one of"),
        ((SUDOKU, {**ASSIGN, "value": 2}), '2:28: Found "r1c1", expected a cell that the board'),
        ((MINES, {**ASSIGN, "value": "no"}), '"no", expected one of these values: mine, safe'),
        ((QUEENS, {"kind": "move", "move": "up"}), '"move", expected one of these kinds: '),
        ((SLIDING, ASSIGN), '"assign", expected one of these kinds: '),
        ((SLIDING, {"kind": "move", "move": 1}), "2:26: Found 1, expected one of these moves: "),
        ((SLIDING, {"kind": "move"}), "2:1: Found no move, expected one of these moves: "),
        ((QUEENS, ASSIGN, {"kind": "expand", "node": 1}), 'Found "expand", expected steps of one'),
        ((QUEENS, {"kind": "bound", "value": -1}), "2:28: Found -1, expected a whole number from"),
        ((QUEENS, {"kind": "conflict", "note": 3}), "2:30: Found 3, expected a text of at most"),
        ((QUEENS, {"kind": "conflict", "note": "x" * 501}), "expected a text of at most 500"),
        ((QUEENS, {"kind": "conflict", "cause": "r9c9"}), "expected a list of cells such as"),
        ((QUEENS, {"kind": "conflict", "cause": ["r9c9"]}), "expected a list of cells such as"),
    ],
)
def test_bad_input_is_refused_at_its_place(lines: tuple[Any, ...], error: str) -> None:
    found = refused(*lines)
    assert found.startswith("t.jsonl:")
    assert error in found


@every(
    "line",
    [
        {"gridwise_trace": 2, "board": "queens:4:"},
        {"gridwise_trace": 1},
        {**QUEENS, "directions": "gap"},
        {"kind": "jump"},
        {"cell": "r1c1"},
        {"kind": "assign"},
        {**ASSIGN, "valeu": 1},
        {**ASSIGN, "value": True},
        {"kind": "assign", "cell": [0, 1]},
        {"kind": "move"},
        {"kind": "bound", "value": -1},
        {"kind": "conflict", "note": "x" * 501},
        {"kind": "conflict", "cause": "r1c1"},
        {"kind": "generate", "node": "a", "note": "b"},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(line: dict[str, Any]) -> None:
    SCHEMA.check_schema(SCHEMA.schema)
    assert not SCHEMA.is_valid(line)
    refused(*([line] if HEADER in line else [QUEENS, line]))


def test_a_byte_that_is_no_utf_8_is_shown_with_its_place() -> None:
    with pytest.raises(ParseError, match=r"t:2:10: Found \"ÿ\", expected one of"):
        trace_of(io.BytesIO(written(QUEENS) + b'{"kind": "\xff"}\n'), "t")


def test_a_long_line_is_refused_before_it_is_read() -> None:
    class Endless(io.RawIOBase):
        read_so_far = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            self.read_so_far += len(buffer)
            buffer[:] = b"x" * len(buffer)
            return len(buffer)

    endless = Endless()
    with pytest.raises(TooLargeError, match=r"^t:1:65537: Found a line of more than 65,536 bytes"):
        trace_of(io.BufferedReader(endless), "t")
    assert endless.read_so_far < 1 << 18


def test_later_lines_are_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = [ASSIGN, {"kind": "undo"}] * 10
    found = traced(QUEENS, *undo, max_steps=5)
    assert (len(found.trace), found.trace.dropped) == (5, 15)
    assert of_program(found).dropped == 15
    assert traced(QUEENS, *undo, max_steps=20).trace.dropped == 0
    recording = Recording(record_trace(io.BytesIO(written(QUEENS, *undo)), "t", max_steps=5))
    assert str(recording.coverage()) == "recorded the first 5 of 20 steps"
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    with pytest.raises(TooLargeError, match="more than 100 bytes"):
        traced(QUEENS, *undo, max_steps=5)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        gridwise.replay(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="a directory"):
        gridwise.replay(tmp_path)


def _mutated(data: bytes) -> Iterator[bytes]:
    yield data[: len(data) // 2]
    for at in range(0, len(data), 5 if THOROUGH else 17):
        yield data[:at] + data[at + 1 :]
        yield data[:at] + b'"' + data[at + 1 :]
        yield data[:at] + b"9" + data[at + 1 :]


@every("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_damaged_trace_is_played_or_refused(path: Path) -> None:
    data = os.linesep.encode().join(path.read_bytes().splitlines()[:12])
    for damaged in _mutated(data):
        try:
            run = of_program(trace_of(io.BytesIO(damaged), "t"))
        except GridwiseError as error:
            assert str(error).startswith("t:")
        else:
            assert str(run[-1])


def test_the_kinds_of_rows_are_those_of_our_own_traces() -> None:
    kinds = {row.kind for path in EXAMPLES for row in read_trace(path).trace}
    assert kinds <= set(Kind)
    assert {Kind.DECIDE, Kind.BACKTRACK, Kind.GENERATE, Kind.EXPAND, Kind.SOLUTION} <= kinds
