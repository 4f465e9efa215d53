"""`gridwise batch`: one question about every puzzle of a file, in many processes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from gridwise.cli.explain import Techniques
from gridwise.cli.rate import Models
from gridwise.cli.shared.options import (
    Certificate,
    Cluster,
    Cpu,
    Inputs,
    Json,
    Kind,
    Time,
    Workers,
    file_name,
    valued,
    whole,
)

if TYPE_CHECKING:
    from gridwise.batch.run import BatchProgress, BatchSummary
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.message import Message


def batch(
    source: Inputs,
    /,
    *,
    output: Annotated[
        Path | None,
        valued(
            ("-o", "--output"),
            "OUT",
            "The file of the answers: .csv, .jsonl, .txt or .parquet.",
            file_name,
        ),
    ] = None,
    do: Annotated[
        str,
        valued(
            "--do",
            "WHAT",
            "solve (the default), count, rate, explain or certify.",
            values=lambda: ("solve", "count", "rate", "explain", "certify"),
        ),
    ] = "solve",
    puzzle: Kind = None,
    method: Annotated[
        str, valued("--method", "NAME", "One of `gridwise methods`, for solve, count and certify.")
    ] = "auto",
    model: Models = None,
    techniques: Techniques = None,
    limit: Annotated[
        int | None,
        valued("--limit", "N", "Stop counting at N solutions of a puzzle; 1,000,000.", whole),
    ] = None,
    certificate: Certificate = None,
    time: Time = None,
    cpu: Cpu = None,
    workers: Workers = None,
    cluster: Cluster = None,
    json: Json = False,
) -> int:
    """Answer one question about every puzzle of a file; run again to go on after a stop."""
    from gridwise.batch.run import run_batch
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.progress import ProgressLine
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import UsageError
    from gridwise.core.message import msg
    from gridwise.core.views import compile_notice

    if output is None:
        raise UsageError(msg("{command} needs {name}; see {command} --help", **_NEEDS))
    terminal = Terminal(json=json)
    line = ProgressLine(terminal)

    def show(progress: "BatchProgress") -> None:
        terminal.progress(_progress(progress))

    with Cancel() as cancel, compile_notice.heard_by(line.compiling):
        try:
            done = run_batch(
                str(source),
                output,
                do=do,
                puzzle=puzzle,
                method=method,
                models=model or (),
                techniques=techniques or (),
                time_s=time,
                cpu_s=cpu,
                limit=limit,
                certificate=certificate,
                workers=workers,
                cluster=cluster,
                program=_version(),
                cancel=cancel,
                progress=show,
            )
        finally:
            terminal.clear()
    terminal.json_line(done.to_dict())
    _show(terminal, do, done)
    return _status(done)


_NEEDS = {"command": "gridwise batch", "name": "-o OUT"}


def _version() -> str:
    import gridwise

    return gridwise.__version__


def _progress(progress: "BatchProgress") -> str:
    from gridwise.cli.shared.language import words
    from gridwise.core.message import msg
    from gridwise.render.words import number, rough_duration

    parts = [
        _puzzles(progress.rows),
        msg("{n} a second", n=number(round(progress.per_s))),
    ]
    if progress.left_s is not None:
        parts.append(msg("{time} left", time=rough_duration(progress.left_s)))
    return " · ".join(map(words, parts))


def _puzzles(n: int) -> "Message":
    from gridwise.core.message import msg
    from gridwise.render.words import number

    return msg("1 puzzle") if n == 1 else msg("{n} puzzles", n=number(n))


def _show(terminal: "Terminal", do: str, done: "BatchSummary") -> None:
    """Print what was done: how many puzzles, how they ended, how fast."""
    from gridwise.batch import work
    from gridwise.core.message import msg
    from gridwise.render.words import duration, number

    said = {
        work.ANSWERED: msg("answered"),
        work.NONE: msg("without a solution"),
        work.UNKNOWN: msg("not proved") if do == "certify" else msg("not known in time"),
        work.BAD: msg("bad input"),
        work.FAULT: msg("faults"),
    }
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
    if done.resumed:
        terminal.line(msg("{n} were answered before", n=number(done.resumed)), "dim")
    if not done.completed:
        terminal.line(msg("stopped; the same command goes on from here"), "bold")


def _status(done: "BatchSummary") -> int:
    """Return the exit status: the highest of all puzzles."""
    from gridwise.batch import work
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, FAULT, LIMIT, NO_SOLUTION
    from gridwise.core.errors import InputError

    statuses = {
        work.NONE: NO_SOLUTION,
        work.UNKNOWN: LIMIT,
        work.BAD: InputError.exit_status,
        work.FAULT: FAULT,
    }
    found = [status for end, status in statuses.items() if done.ends.get(end)]
    if not done.completed:
        found.append(CANCELLED)
    return max(found, default=ANSWERED)
