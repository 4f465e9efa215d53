"""`gridwise prepare`: compile kernels and make tables before they are needed."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import Json, flag


def prepare(
    *names: Annotated[
        str,
        Parameter(
            name="NAME", help="A puzzle or one of its tables; by default the usual ones of all."
        ),
    ],
    list_tables: Annotated[bool, flag("--list", "List the tables, and make nothing.")] = False,
    json: Json = False,
) -> int:
    """Compile engines and make tables now, for all later runs on this machine."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Interrupted
    from gridwise.render.words import duration
    from gridwise.solving import prepare as tables

    terminal = Terminal(json=json)
    if list_tables:
        usual = tables.usual()
        rows = [(k, "yes" if k in usual else "", v) for k, v in tables.available().items()]
        for key, mark, text in rows:
            terminal.json_line({"table": key, "usual": bool(mark), "title": text})
        terminal.table(("table", "usual", "title"), rows)
        terminal.flush()
        return 0

    def progress(seconds: float, counters: Mapping[str, int]) -> None:
        terminal.progress(f"preparing, {seconds:.0f} s, {counters['generated']:,} entries")

    with Cancel() as cancel:
        try:
            for done in tables.prepare(names, cancel=cancel, progress=progress):
                terminal.clear()
                key = f"{done.puzzle}:{done.table}"
                terminal.json_line({"table": key, "cpu_s": done.cpu_s, "compile_s": done.compile_s})
                terminal.line(f"{key} is ready · cpu {duration(done.cpu_s)}")
        except Interrupted:
            terminal.clear()
            terminal.note("cancelled; nothing half made was kept")
            terminal.flush()
            return CANCELLED
    terminal.flush()
    return 0
