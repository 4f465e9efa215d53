"""`gridwise prepare`: compile kernels and make tables before they are needed."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.language import named
from gridwise.cli.shared.options import completer
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.render.result_text import joined
from gridwise.render.words import duration
from gridwise.solving import prepare as tables


def _names() -> Iterable[str]:
    """Return what can be prepared."""
    known = tables.available()
    return (*dict.fromkeys(name.partition(":")[0] for name in known), *known)


@takes_options()
def prepare(
    *names: Annotated[
        str,
        Parameter(
            name="NAME",
            help="A puzzle or one of its tables; by default the usual ones of all.",
            completer=completer(_names),
        ),
    ],
    list_tables: Annotated[
        bool, Arg("List the tables, and make nothing.", option="--list")
    ] = False,
    json: bool = False,
) -> int:
    """Compile engines and make tables now, for all later runs on this machine."""
    terminal = Terminal(json=json)
    if list_tables:
        usual = tables.usual()
        known = tables.available()
        for key, text in known.items():
            terminal.json_line({"table": key, "usual": key in usual, "title": text})
        rows = [(key, msg("yes") if key in usual else "", named(v)) for key, v in known.items()]
        terminal.table((msg("table"), msg("usual"), msg("title")), rows)
        terminal.flush()
        return 0

    last: tables.Compiling | None = None

    def progress(seconds: float, counters: Mapping[str, int]) -> None:
        if last is None or last.is_done:
            terminal.progress(msg("preparing, {seconds} s", seconds=f"{seconds:.0f}"))

    def compiling(state: tables.Compiling) -> None:
        nonlocal last
        if terminal.err_is_terminal:
            terminal.progress(state.words())
        elif last is None:
            terminal.note(state.words())
            terminal.flush()
        last = state

    note = msg("cancelled; what is made is kept, and the next run goes on there")
    with Cancel() as cancel, terminal.noting(note):
        for done in tables.Preparing(names, cancel=cancel, progress=progress, compiling=compiling):
            terminal.clear()
            key = f"{done.puzzle}:{done.table}"
            terminal.json_line({"table": key, "cpu_s": done.cpu_s, "compile_s": done.compile_s})
            parts = [
                msg("{table} is ready", table=key),
                msg("cpu {time}", time=duration(done.cpu_s)),
            ]
            if done.compile_s:
                parts.append(msg("compile {time}", time=duration(done.compile_s)))
            terminal.line(joined(parts))
    terminal.flush()
    return 0
