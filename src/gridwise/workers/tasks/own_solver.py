"""The task that asks somebody's own solver for a solution, apart, and judges the answer."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.process.stranger import RunLimits, run_apart
from gridwise.render.words import byte_size
from gridwise.workers.arguments import OnBoard
from gridwise.workers.own_solver import driver
from gridwise.workers.own_solver.program import MOST_SENT_BYTES, laid_out, solver_input, unpacked
from gridwise.workers.own_solver.record import record
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSolverArguments(OnBoard):
    """The question, the solver that answers it, and its limits."""

    command: Annotated[
        list[str], Arg("The words of a command, or one Python file with `solve`.", remote=False)
    ]
    folder: Annotated[
        str, Arg("Where its files are; copies of those that it names run.", remote=False)
    ]
    files: Annotated[
        dict[str, str] | None,
        Arg("The content of those files in base64, where it is sent with the task.", remote=False),
    ] = None
    time_s: Annotated[float, Arg(above=0.0, remote=False)]
    cpu_s: Annotated[float, Arg(above=0.0, remote=False)] | None = None
    memory_bytes: Annotated[int, Arg(least=1, remote=False)]


def own_solver_task(call: Call, args: OwnSolverArguments) -> TaskAnswer:
    """Return a record like that of `solve`; its `fault` says why the answer is wrong."""
    position = args.position()
    limits = RunLimits(args.time_s, args.memory_bytes, cpu_s=args.cpu_s)
    python = args.command[0].endswith(".py") and len(args.command) == 1
    with TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch) / "solver"
        if args.files is None:
            words = _copied(args, folder)
        else:
            words = args.command
            unpacked(args.files, folder)
        given = solver_input(words[0] if python else words, position, folder)
        lines = driver.LINES_OF_FILE if python else 0
        ended = run_apart(
            given.command, folder, given.text, limits, cancel=call.cancel, lines=lines
        )
    value = record(position, ended, limits, python=python, clauses=given.clauses)
    return TaskAnswer(value, value["stop"])


def _copied(args: OwnSolverArguments, folder: Path) -> list[str]:
    source = Path(args.folder)
    if not source.is_dir():
        raise ParameterError(
            msg(
                "{folder} is not on the machine of the run, and its files have more than {most}, "
                "too much to be sent with each run",
                folder=str(source),
                most=byte_size(MOST_SENT_BYTES),
            )
        )
    return laid_out(args.command, source, folder)


TASKS = (TaskKind("own_solver", OwnSolverArguments, own_solver_task),)
