"""`--trace F.jsonl`: a header, then every event, lifted."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.boards import HARD, RING, THREE, TWICE
from cli.running import Command
from gridwise.core.trace import COLUMNS, Kind


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(name).read_text(encoding="utf-8").splitlines()]


def test_a_trace(gridwise: Command) -> None:
    ran = gridwise("solve", THREE, "--method", "dpll", "--trace", "t.jsonl")
    assert ran.status == 0
    head, *events = lines("t.jsonl")
    assert head == {
        "format": "gridwise-trace",
        "version": 1,
        "index": 0,
        "puzzle": "sudoku",
        "notation": THREE,
        "method": "dpll",
        "question": "solution",
        "view": "cnf",
        "columns": list(COLUMNS),
        "rows": len(events),
        "dropped": 0,
    }
    assert f"t.jsonl written: {len(events):,} steps" in ran.out
    assert [event["step"] for event in events] == list(range(len(events)))
    assert {event["kind"] for event in events} <= {kind.name for kind in Kind}
    assert sum(event["kind"] == "SOLUTION" for event in events) >= 1
    given = events[0]
    assert given["text"].startswith("given r1c1")
    assert given["marks"] == [{"cell": 0, "value": 1, "holds": True}]
    keys = {"step", "kind", "depth", "subject", "value", "cause", "measure", "text", "cells"}
    assert all(keys <= set(event) for event in events)


def test_reasons_name_their_cells(gridwise: Command) -> None:
    assert gridwise("solve", HARD, "--method", "dpll", "--trace", "t.jsonl").status == 0
    reasons = [event for event in lines("t.jsonl")[1:] if event["cells"]]
    assert reasons
    assert all(": " in event["text"] for event in reasons)


def test_auto_takes_a_method_that_can_be_watched(gridwise: Command) -> None:
    assert gridwise("solve", HARD, "--trace", "t.jsonl").status == 0
    assert lines("t.jsonl")[0]["method"] != "sat"


def test_a_method_that_emits_nothing_is_refused(gridwise: Command) -> None:
    ran = gridwise("solve", HARD, "--method", "sat", "--trace", "t.jsonl")
    assert ran.status == 2
    assert ran.err.startswith("gridwise: sat cannot be watched")
    assert "dpll" in ran.err
    assert not Path("t.jsonl").exists()


def test_several_runs_follow_each_other(gridwise: Command) -> None:
    assert gridwise("solve", RING, THREE, "--trace", "t.jsonl", "--json").status == 0
    found = lines("t.jsonl")
    heads = [i for i, line in enumerate(found) if "format" in line]
    assert [found[i]["index"] for i in heads] == [0, 1]
    assert found[heads[0]]["rows"] == heads[1] - heads[0] - 1


def test_givens_that_break_a_rule_leave_a_header_alone(gridwise: Command) -> None:
    assert gridwise("solve", TWICE, "--trace", "t.jsonl").status == 10
    (head,) = lines("t.jsonl")
    assert head["rows"] == 0


def test_what_was_dropped_is_said(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["gridwise.solving.solver"], "DEFAULT_MAX_ROWS", 500)
    args = ("--method", "brute_force", "--nodes", "1000", "--trace", "t.jsonl")
    ran = gridwise("solve", HARD, *args)
    assert ran.status == 20
    head = lines("t.jsonl")[0]
    assert head["rows"] == 500
    assert head["dropped"] > 0
    assert f"; the {head['dropped']:,} after them were not kept" in ran.out


def test_a_trace_that_cannot_be_written(gridwise: Command) -> None:
    ran = gridwise("solve", THREE, "--trace", "nowhere/t.jsonl")
    assert ran.status == 30
    assert ran.err == "nowhere/t.jsonl: Cannot be written: no such directory.\n"
