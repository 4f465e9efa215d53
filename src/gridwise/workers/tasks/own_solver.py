"""The task that asks somebody's own solver for a solution, apart, and judges the answer."""

import json
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.result import Status, Stop
from gridwise.workers.arguments import OnBoard
from gridwise.workers.own_solver.ask import solver_input
from gridwise.workers.own_solver.judge import Judgement, judged, why_ended
from gridwise.workers.own_solver.run import Ended, RunLimits, laid_out, run_apart
from gridwise.workers.protocol import Arg, Call, TaskAnswer, TaskKind

_STOPS = {"time": Stop.TIME_LIMIT, "memory": Stop.MEMORY_LIMIT, "cancelled": Stop.CANCELLED}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSolverArguments(OnBoard):
    """What is asked, of whom, and under which limits."""

    command: Annotated[
        list[str], Arg("The words of a command, or one Python file with `solve`.", remote=False)
    ]
    folder: Annotated[
        str, Arg("Where its files are; copies of those that it names run.", remote=False)
    ]
    time_s: Annotated[float, Arg(above=0.0, remote=False)]
    memory_bytes: Annotated[int, Arg(least=1, remote=False)]


def own_solver_task(call: Call, args: OwnSolverArguments) -> TaskAnswer:
    """Return a record like that of `solve`; its `fault` says what is wrong with the answer."""
    position = args.position()
    limits = RunLimits(args.time_s, args.memory_bytes)
    python = args.command[0].endswith(".py") and len(args.command) == 1
    with TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch) / "solver"
        words = laid_out(args.command, Path(args.folder), folder)
        given = solver_input(words[0] if python else words, position, folder)
        ended = run_apart(given.command, folder, given.text, limits, cancel=call.cancel)
    why = why_ended(ended, limits, clauses=given.clauses is not None)
    if why is None:
        found = judged(position, ended.output, python=python, clauses=given.clauses)
    else:
        found = Judgement(False, why, wrong=False)
    value = _record(position, ended, found)
    if python and found.right:
        value["statistics"] |= _told(ended)
    return TaskAnswer(value, value["stop"])


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
        "statistics": {
            "cpu_s": ended.cpu_s,
            "wall_s": ended.wall_s,
            "peak_bytes": ended.peak_bytes,
        },
    }


def _told(ended: Ended) -> dict[str, float]:
    """Return the seconds of `solve` alone, without the start of Python; never above the whole."""
    told = json.loads(ended.output)
    whole = {"cpu_s": ended.cpu_s, "wall_s": ended.wall_s}
    return {
        name: min(float(told[name]), most) for name, most in whole.items() if most and name in told
    }


TASKS = (TaskKind("own_solver", OwnSolverArguments, own_solver_task),)
