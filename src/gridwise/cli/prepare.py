"""`gridwise prepare`: compile kernels and make tables ahead."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Json


def prepare(
    *names: Annotated[str, Parameter(name="NAME", help="A puzzle, or one of its tables.")],
    list_tables: Annotated[
        bool, _params.flag("--list", "Name the tables, and make nothing.")
    ] = False,
    json: Json = False,
) -> int:
    """Compile kernels and make tables ahead, for all later runs on this machine."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import CANCELLED
    from gridwise.cli.shared.terminal import Terminal, table
    from gridwise.core.limits import Interrupted
    from gridwise.render.words import duration
    from gridwise.solving import prepare as workbench

    terminal = Terminal(json=json)
    if list_tables:
        usual = workbench.usual()
        rows = [(k, "yes" if k in usual else "", v) for k, v in workbench.available().items()]
        for key, mark, text in rows:
            terminal.record({"table": key, "usual": bool(mark), "title": text})
        for line in table(("table", "usual", "title"), rows):
            terminal.line(line)
        terminal.flush()
        return 0

    def progress(seconds: float, counters: Mapping[str, int]) -> None:
        terminal.progress(f"preparing, {seconds:.0f} s, {counters['generated']:,} entries")

    with Cancel() as cancel:
        try:
            for done in workbench.prepare(names, cancel=cancel, progress=progress):
                terminal.clear()
                key = f"{done.puzzle}:{done.table}"
                terminal.record({"table": key, "cpu_s": done.cpu_s, "compile_s": done.compile_s})
                terminal.line(f"{key} is ready · cpu {duration(done.cpu_s)}")
        except Interrupted:
            terminal.clear()
            terminal.note("cancelled; nothing half made was kept")
            terminal.flush()
            return CANCELLED
    terminal.flush()
    return 0
