"""`gridwise bench`: how fast the engines are on this machine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED
from gridwise.cli.shared.language import heading, named
from gridwise.cli.shared.options import KindName
from gridwise.cli.shared.terminal import Terminal
from gridwise.comparing.bench import bench as measure
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks
from gridwise.core.message import msg
from gridwise.core.numbers import Numeral, number
from gridwise.core.question import Arg
from gridwise.render.words import byte_size

_FIRST = ("set", "items", "cpu_s", "rate_per_s")
_LAST = ("resident_bytes", "compile_s")
_MACHINE = ("cpu", "python", "numpy", "numba", "llvmlite", "gridwise", "date")


@takes_options()
def bench(
    name: KindName,
    input: Annotated[
        str | None,
        Parameter(name="INPUT", help="A file of boards to measure instead of the built-in ones."),
    ] = None,
    /,
    *,
    set: Annotated[
        tuple[str, ...] | None,
        Parameter(
            name="--set",
            metavar="SET",
            negative="",
            consume_multiple=False,
            help="Measure only this set; may be repeated.",
        ),
    ] = None,
    scale: Annotated[float, Arg("Measure only this share of the boards.", metavar="X")] = 1.0,
    list_sets: Annotated[bool, Arg("List the sets, and measure nothing.", option="--list")] = False,
    json: bool = False,
) -> int:
    """Measure the speed of a puzzle's engines on fixed sets of boards."""
    terminal = Terminal(json=json)
    benchmarks = registry.capability(name, Benchmarks)
    if list_sets:
        sets = {} if benchmarks is None else benchmarks.sets
        for known, chosen in sets.items():
            terminal.json_line({"bench": name, "set": known, "title": chosen.title})
        titles = [(known, named(chosen.title)) for known, chosen in sets.items()]
        terminal.table((msg("set"), msg("title")), titles)
        return 0
    rows: list[Mapping[str, Any]] = []

    def measured(found: Mapping[str, Any]) -> None:
        row = {**found, "set": Path(input).stem} if input is not None and not set else found
        rows.append(row)
        terminal.json_line(row)
        terminal.progress(msg("sets measured: {n}, last {name}", n=len(rows), name=str(row["set"])))

    with Cancel() as cancel:
        cancel.at_once = True  # what is measured does not look at the token
        try:
            measure(name, set, data=input, scale=scale, progress=measured)
        except KeyboardInterrupt:
            if not cancel.is_set():
                raise
        finally:
            terminal.clear()
    if cancel.is_set():
        terminal.note(msg("cancelled; sets measured: {n}", n=len(rows)))
    if not rows:
        return CANCELLED if cancel.is_set() else ANSWERED
    keys = [key for row in rows for key, value in row.items() if not isinstance(value, list)]
    more = [k for k in dict.fromkeys(keys) if k not in (*_FIRST, *_LAST, *_MACHINE, "bench")]
    head = [*_FIRST, *more, *_LAST]
    body = [[_cell(key, row.get(key, "")) for key in head] for row in rows]
    names = [
        _NAMES.get(key) or named(key.replace("_per_s", "/s").replace("_", " ")) for key in head
    ]
    terminal.table(names, body, right=range(1, len(head)))
    for row in rows:
        for key, value in row.items():
            if isinstance(value, list):
                # An entry that begins with a line number is about a line of the file.
                terminal.line(named(key), "bold")
                for entry in value:
                    terminal.line(f"  {input or ''}{entry}" if entry[:1] == ":" else f"  {entry}")
    last = rows[-1]
    how = heading(msg("one core, CPU seconds, compile time apart"))
    machine = [last["cpu"], *(f"{key} {last[key]}" for key in _MACHINE[1:-1]), last["date"]]
    terminal.line(" · ".join([how, *machine]), "dim")
    return CANCELLED if cancel.is_set() else ANSWERED


_NAMES = {
    "set": msg("set"),
    "items": msg("items"),
    "cpu_s": msg("cpu, s"),
    "rate_per_s": msg("rate/s"),
    "compile_s": msg("compile, s"),
    "resident_bytes": msg("memory"),
}


def _cell(key: str, value: object) -> str:
    if key.endswith("bytes") and isinstance(value, int):
        return byte_size(value)
    if isinstance(value, float):
        return Numeral(f"{value:,.0f}" if value >= 1000 else f"{value:.3g}")
    return number(value) if isinstance(value, int) else str(value)
