"""Traces that `solve --trace` writes are played as the run itself is."""

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParseError
from gridwise.core.result import Result
from gridwise.core.trace import Kind
from gridwise.recording.recorder import record_trace
from gridwise.recording.recording import Recording
from gridwise.recording.replay import of_program, replay
from gridwise.recording.trace_file import trace_of, write_traces
from samples import THOROUGH

ROOT = Path(__file__).parents[2]
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((ROOT / "docs/schema/trace.schema.json").read_text("utf-8"))
)
BOARDS = {
    "sudoku": "sudoku:2x2:1.......3......4",
    "queens": "queens:5:r1c1",
    "minesweeper": "minesweeper:5x1x2:-1-1-",
    "sliding": "sliding:3x2:1,2,0,4,5,3@last",
}
LONG = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MOST = 400 if THOROUGH else 150
"""So many steps of a run are kept and compared."""


def runs() -> Iterator[tuple[str, str]]:
    """Yield a board of each puzzle with each method that can be watched on it."""
    for name, board in BOARDS.items():
        for method in registry.methods_for(registry.puzzle(name).parse(board)):
            if method.emits:
                yield board, method.name


def solved(board: str, method: str) -> Result[Any]:
    return gridwise.solve(board, method=method, trace=MOST)


def written(tmp_path: Path, *results: Result[Any]) -> Path:
    path = tmp_path / "t.jsonl"
    write_traces(path, enumerate(results))
    return path


@every("board, method", runs)
def test_the_file_of_a_run_is_played_as_the_run(board: str, method: str, tmp_path: Path) -> None:
    result = solved(board, method)
    assert result.trace is not None
    path = written(tmp_path, result)
    ours, read = replay(result), gridwise.replay(path)
    assert (read.steps, read.dropped) == (ours.steps, result.trace.dropped)
    assert str(read.title) == str(ours.title)
    for step in range(read.steps + 1):
        one, other = read[step], ours[step]
        assert str(one.text) == str(other.text), step
        assert one.scene.cells == other.scene.cells, step
        if one.event is not None and other.event is not None:
            assert (one.event.cells, one.event.marks) == (other.event.cells, other.event.marks)
    for line in path.read_text("utf-8").splitlines():
        SCHEMA.validate(json.loads(line))
    recording = Recording(record_trace(io.BytesIO(path.read_bytes()), path.name))
    assert (recording.steps, recording.name) == (ours.steps, result.method)
    last = recording.steps
    assert recording.scene(last) == read[last].scene


def test_the_search_tree_of_a_file_is_that_of_the_run(tmp_path: Path) -> None:
    result = solved(BOARDS["sliding"], "a_star")
    path = written(tmp_path, result)
    tree = Recording(record_trace(io.BytesIO(path.read_bytes()), path.name)).tree
    assert tree is not None
    assert tree.is_space
    assert result.trace is not None
    rows = list(result.trace)
    assert len(tree) == 1 + sum(row.kind is Kind.GENERATE for row in rows)
    assert tree.sizes(len(rows))[1] == sum(row.kind is Kind.EXPAND for row in rows)


def test_reasons_are_those_of_the_run(tmp_path: Path) -> None:
    result = gridwise.solve(LONG, method="dpll", trace=MOST)
    read = gridwise.replay(written(tmp_path, result))
    reasons = [frame for frame in read if frame.event is not None and frame.event.cells]
    assert len(reasons) > 50
    assert all(": " in str(frame.text) for frame in reasons)


def test_a_run_of_several_is_chosen_by_its_index(tmp_path: Path) -> None:
    path = written(tmp_path, solved("queens:4:", "dpll"), solved("queens:5:", "dpll"))
    assert str(gridwise.replay(path).title) == "dpll on queens:4:"
    assert str(gridwise.replay(path, index=1).title) == "dpll on queens:5:"
    with pytest.raises(ParseError, match=r"Found runs of the puzzles 0, 1, expected a run of the"):
        gridwise.replay(path, index=2)
    example = ROOT / "examples/traces/queens.jsonl"
    assert gridwise.replay(example, index=0).steps
    with pytest.raises(ParseError, match="Found a trace of one run"):
        gridwise.replay(example, index=1)


def test_later_rows_are_counted(tmp_path: Path) -> None:
    result = gridwise.solve("queens:6:", method="dpll", trace=20)
    assert result.trace is not None
    left = result.trace.dropped
    found = trace_of(io.BytesIO(written(tmp_path, result).read_bytes()), "t", max_steps=5)
    assert (len(found.trace), found.trace.dropped) == (5, left + 15)


def lines_of(tmp_path: Path, board: str, method: str) -> list[dict[str, Any]]:
    path = written(tmp_path, solved(board, method))
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def read(lines: list[dict[str, Any]]) -> Any:
    return trace_of(io.BytesIO("".join(json.dumps(x) + "\n" for x in lines).encode()), "t")


@every(
    "field, value, said",
    [
        ("kind", "GUESS", "one of these kinds"),
        ("depth", -1, "a whole number from 0 to"),
        ("marks", [{"cell": 25, "value": "queen", "holds": True}], "a list of marks"),
        ("marks", [{"cell": 0, "value": "king", "holds": True}], "a list of marks"),
        ("marks", "r1c1", "a list of marks"),
        ("cells", [25], "a list of cells"),
        ("text", 5, "a text"),
        ("more", 1, "one of these fields"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object, said: str, tmp_path: Path) -> None:
    lines = lines_of(tmp_path, "queens:5:", "backtracking")
    lines[1][field] = value
    with pytest.raises(ParseError, match=rf"^t:2:\d+: Found .*, expected {said}"):
        read(lines)


def test_a_node_above_itself_is_refused(tmp_path: Path) -> None:
    """Its path would have no end."""
    lines = lines_of(tmp_path, BOARDS["sliding"], "bfs")
    made = [line for line in lines if line.get("kind") == "GENERATE" and line["cause"]]
    for wrong in (made[-1]["subject"] + 1, 10_000):
        changed = [dict(line) for line in lines]
        changed[lines.index(made[-1])]["cause"] = wrong
        with pytest.raises(ParseError, match="a node that was generated before it"):
            read(changed)
    child, parent = made[-1]["subject"], made[-1]["cause"] - 1
    with pytest.raises(ParseError, match="a node that was generated before it"):
        read([*lines, {**made[-1], "subject": parent, "cause": child + 1}])


@pytest.mark.parametrize("method", ["backtracking", "dpll", "a_star"])
def test_a_damaged_file_is_played_or_refused(method: str, tmp_path: Path) -> None:
    path = written(tmp_path, solved("queens:4:", method))
    data = os.linesep.encode().join(path.read_bytes().splitlines()[:8])
    for at in range(0, len(data), 7):
        for damaged in (data[:at], data[:at] + data[at + 1 :], data[:at] + b"9" + data[at + 1 :]):
            try:
                run = of_program(trace_of(io.BytesIO(damaged), "t"))
            except GridwiseError as error:
                assert str(error).startswith("t:")
            else:
                assert str(run[-1])
