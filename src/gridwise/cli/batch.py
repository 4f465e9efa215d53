"""`gridwise batch`: one question about every puzzle of a file, in many processes."""

from pathlib import Path
from typing import Any

from gridwise.batch import work
from gridwise.batch.run import BatchProgress, BatchSummary
from gridwise.batch.run import batch as answer
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, FAULT, LIMIT, NO_SOLUTION
from gridwise.cli.shared.language import sentence, words
from gridwise.cli.shared.options import Inputs
from gridwise.cli.shared.progress import ProgressLine
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import InputError, UsageError
from gridwise.core.message import Message, msg
from gridwise.core.views import compile_notice
from gridwise.render.words import duration, number, rough_duration

_ENDS = {
    work.ANSWERED: (msg("answered"), ANSWERED),
    work.NONE: (msg("without a solution"), NO_SOLUTION),
    work.UNKNOWN: (msg("not known in time"), LIMIT),
    work.BAD: (msg("bad input"), InputError.exit_status),
    work.FAULT: (msg("faults"), FAULT),
}
"""How puzzles end: in words, and the exit status."""
_NEEDS = {"command": "gridwise batch", "name": "-o OUT"}


@takes_options(
    answer,
    order="output do puzzle method models techniques limit certificate time_s cpu_s workers "
    "cluster json",
)
def batch(
    source: Inputs,
    /,
    *,
    output: Path | None = None,
    do: str = "solve",
    json: bool = False,
    **asked: Any,
) -> int:
    """Answer one question about every puzzle of a file; run again to go on after a stop."""
    if output is None:
        raise UsageError(msg("{command} needs {name}; see {command} --help", **_NEEDS))
    terminal = Terminal(json=json)
    line = ProgressLine(terminal)

    def show(progress: BatchProgress) -> None:
        terminal.progress(_progress(progress))

    with Cancel() as cancel, compile_notice.heard_by(line.compiling):
        try:
            done = answer(str(source), output, do=do, cancel=cancel, progress=show, **asked)
        finally:
            terminal.clear()
    for note in done.notes:
        terminal.error(f"{source}: {sentence(note)}")
    terminal.json_line(done.to_dict())
    _show(terminal, do, done)
    statuses = [status for end, (_, status) in _ENDS.items() if done.ends.get(end)]
    return max(statuses + ([] if done.completed else [CANCELLED]), default=ANSWERED)


def _progress(progress: BatchProgress) -> str:
    parts = [
        _puzzles(progress.rows),
        msg("{n} a second", n=number(round(progress.per_s))),
    ]
    if progress.left_s is not None:
        parts.append(msg("{time} left", time=rough_duration(progress.left_s)))
    return " · ".join(map(words, parts))


def _puzzles(n: int) -> Message:
    return msg("1 puzzle") if n == 1 else msg("{n} puzzles", n=number(n))


def _show(terminal: Terminal, do: str, done: BatchSummary) -> None:
    """Print what was done: how many puzzles, how they ended, how fast."""
    said = {end: what for end, (what, _) in _ENDS.items()}
    if do == "certify":
        said[work.UNKNOWN] = msg("not proved")
    ends = tuple(
        msg("{n} {what}", n=number(done.ends[end]), what=what)
        for end, what in said.items()
        if done.ends.get(end)
    )
    terminal.line(
        msg(
            "{puzzles} in {time}, {rate} a second: {ends}",
            puzzles=_puzzles(done.rows),
            time=duration(done.wall_s),
            rate=number(round(done.per_s)),
            ends=ends,
        )
        if ends
        else _puzzles(done.rows)
    )
    if noted := done.ends.get(work.NOTED):
        terminal.line(msg("{n} with notes on how they were read", n=number(noted)), "dim")
    if done.resumed:
        terminal.line(msg("{n} were answered before", n=number(done.resumed)), "dim")
    if not done.completed:
        terminal.line(msg("stopped; the same command goes on from here"), "bold")
