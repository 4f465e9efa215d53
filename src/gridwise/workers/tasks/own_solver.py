"""The task that asks somebody's own solver for a solution, apart, and judges the answer."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.result import Status, Stop
from gridwise.render.words import byte_size
from gridwise.workers.arguments import OnBoard
from gridwise.workers.own_solver.ask import solver_input
from gridwise.workers.own_solver.judge import Judgement, judged, why_ended
from gridwise.workers.own_solver.run import MOST_DISK_BYTES, Ended, RunLimits, run_apart
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
        words = _laid_out(args.command, Path(args.folder), folder)
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


def _laid_out(command: Sequence[str], source: Path, to: Path) -> list[str]:
    """Copy the files that a command names, and Python files beside one; return its words there."""
    to.mkdir()
    words, size = [], 0
    for word in command:
        path = source / word
        named = "{board}" not in word and path.is_file() and not _of_system(path)
        words.append(f"./{path.name}" if named and len(command) > 1 else word)
        if not named:
            continue
        files = {path, *path.parent.glob("*.py")} if path.suffix == ".py" else {path}
        for file in sorted(files):
            size += file.stat().st_size
            if size > MOST_DISK_BYTES:
                most = byte_size(MOST_DISK_BYTES)
                raise ParameterError(
                    msg("{path}: more than {size} of files", path=str(path), size=most)
                )
            shutil.copy(file, to / file.name)
    return words


def _of_system(path: Path) -> bool:
    return path.is_absolute() and any(map(path.is_relative_to, ("/usr", "/bin", "/lib")))


TASKS = (TaskKind("own_solver", OwnSolverArguments, own_solver_task),)
