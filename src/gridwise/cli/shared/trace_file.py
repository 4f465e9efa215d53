"""Traces as JSON lines: a header for each run, then its events."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from gridwise.core.playback import Playback
from gridwise.core.result import Result
from gridwise.core.trace import COLUMNS, Trace
from gridwise.render.words import in_words
from gridwise.solving.files import write_whole

FORMAT = "gridwise-trace"
VERSION = 1


def header(result: Result[Any], index: int) -> dict[str, Any]:
    """Return the header of a run's trace."""
    trace = result.trace
    view = getattr(trace.view, "kind", None) if trace is not None else None
    return {
        "format": FORMAT,
        "version": VERSION,
        "index": index,
        "puzzle": result.puzzle,
        "notation": result.notation,
        "method": result.method,
        "question": result.question,
        "view": view,
        "columns": list(COLUMNS),
        "rows": 0 if trace is None else len(trace),
        "dropped": 0 if trace is None else trace.dropped,
    }


def events(trace: Trace | None) -> Iterator[dict[str, Any]]:
    """Yield the events of a trace in words and marks; none where the givens broke a rule."""
    if trace is None or trace.view is None:
        return
    for event in Playback[Any](trace).events():
        row = event.row
        yield {
            "step": event.step,
            "kind": row.kind.name,
            "depth": row.depth,
            "subject": row.subject,
            "value": row.value,
            "cause": row.cause,
            "measure": row.measure,
            "text": in_words(event.text),
            "marks": [
                {"cell": mark.cell, "value": mark.value, "holds": mark.holds}
                for mark in event.marks
            ],
            "cells": list(event.cells),
        }


def write_traces(path: Path, results: Iterable[tuple[int, Result[Any]]]) -> None:
    """Write the traces of (index, result) pairs, one after the other; raise `InputError`."""
    write_whole(path, _lines(results))


def _lines(results: Iterable[tuple[int, Result[Any]]]) -> Iterator[str]:
    for index, result in results:
        for value in (header(result, index), *events(result.trace)):
            yield json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n"
