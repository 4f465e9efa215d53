"""The record of a run of somebody's own solver, in the form of the record of `solve`."""

import json
from functools import partial
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gridwise.core import registry
from gridwise.core.limits import CancelToken
from gridwise.core.result import Status, Stop
from gridwise.core.views import CnfModel
from gridwise.process.stranger import Ended, RunLimits, run_apart
from gridwise.solving.inputs import parse
from gridwise.workers.own_solver import driver
from gridwise.workers.own_solver.judge import Judgement, judged, told, why_ended
from gridwise.workers.own_solver.program import OwnFunction

UNTOLD_S = 0.5
"""Accepted overhead of loading the file and of ending, seconds."""
_STOPS = {
    "time": Stop.TIME_LIMIT,
    "cpu": Stop.TIME_LIMIT,
    "memory": Stop.MEMORY_LIMIT,
    "cancelled": Stop.CANCELLED,
}


def record(
    position: Any,
    ended: Ended,
    limits: RunLimits,
    *,
    python: bool,
    clauses: CnfModel[Any] | None = None,
) -> dict[str, Any]:
    """Judge a run; the `fault` of the record says why the answer is wrong.

    Parameters
    ----------
    position
        The board.
    ended, limits
        The run, and its limits.
    python, clauses
        As for `judged`.
    """
    why = why_ended(ended, limits, clauses=clauses is not None)
    if why is None:
        judgement = judged(position, ended.output, python=python, clauses=clauses)
    else:
        judgement = Judgement(False, why, wrong=False)
    value = _record(position, ended, judgement)
    if python and judgement.right:
        value["statistics"] |= seconds(ended)
    return value


def record_of_function(
    function: OwnFunction, notation: str, limits: RunLimits, cancel: CancelToken | None
) -> dict[str, Any]:
    """Return the record of a function of this process, which is called in a fork of it."""
    with TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True) as folder:
        act = partial(function.answer, notation)
        lines = driver.LINES_OF_FUNCTION
        ended = run_apart(act, Path(folder), "", limits, cancel=cancel, lines=lines)
    return record(parse(notation), ended, limits, python=True)


def _record(position: Any, ended: Ended, found: Judgement) -> dict[str, Any]:
    puzzle = registry.puzzle_of(position)
    stop = _STOPS.get(ended.end, Stop.COMPLETED if found.right else Stop.INCOMPLETE)
    status = Status.UNKNOWN
    if found.right:
        status = Status.UNSATISFIABLE if found.board is None else Status.SOLVED
    fault = None
    if not found.right and ended.end not in _STOPS:
        shown = "" if found.board is None else f": {puzzle.format(found.board)}"
        fault = f"{found.text}{shown}"
    moves = None if found.board is None or found.moves is None else [None] * found.moves
    return {
        "question": "solution",
        "status": status.value,
        "stop": stop.value,
        "moves": moves if found.right and not puzzle.countable else None,
        "fault": fault,
        "statistics": {**ended.used, "peak_bytes": ended.peak_bytes},
    }


def seconds(ended: Ended) -> dict[str, float]:
    """Return the seconds of `solve` alone, as its process reports them, within what we measured.

    The process may lie. The seconds after its first line are known to us; all of them count but
    `UNTOLD_S`, the overhead of loading and ending.
    """
    text = ended.output.decode("utf-8")
    before = json.loads(text.partition("\n")[0])
    report = told(text)
    times = {}
    for name, whole, start in (
        ("cpu_s", ended.cpu_s, before.get("cpu_s")),
        ("wall_s", ended.wall_s, ended.first_s),
    ):
        if whole is not None and start is not None:
            most = max(0.0, whole - start)
            own = report.get(name)
            alone = float(own) if isinstance(own, float) and isfinite(own) else most
            times[name] = min(max(alone, most - UNTOLD_S, 0.0), most)
    return times
