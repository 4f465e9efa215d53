"""`gridwise bench`: how fast the engines are on this machine."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Json

_FIRST = ("set", "items", "cpu_s", "rate_per_s")
_LAST = ("resident_bytes", "compile_s")
_MACHINE = ("cpu", "python", "numpy", "numba", "llvmlite", "gridwise", "date")


def bench(
    name: Annotated[str, Parameter(name="NAME", help="The puzzle.")],
    input: Annotated[
        str | None,
        Parameter(name="INPUT", help="A file of instances, in place of a set's own."),
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
            help="Only this set; may be repeated. --list names them.",
        ),
    ] = None,
    scale: Annotated[
        float,
        _params.valued("--scale", "X", "Take this share of the instances.", _params.amount),
    ] = 1.0,
    list_sets: Annotated[
        bool, _params.flag("--list", "Name the sets, and measure nothing.")
    ] = False,
    json: Json = False,
) -> int:
    """Measure the engines of a puzzle on fixed sets."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import ANSWERED, CANCELLED
    from gridwise.cli.shared.terminal import Terminal, table
    from gridwise.comparing import bench as workbench
    from gridwise.core import registry
    from gridwise.core.capabilities import Benchmarks
    from gridwise.solving.inputs import load

    terminal = Terminal(json=json)
    benchmarks = registry.capability(name, Benchmarks)
    if list_sets:
        sets = {} if benchmarks is None else benchmarks.sets
        for title, text in sets.items():
            terminal.record({"bench": name, "set": title, "title": text})
        for line in table(("set", "title"), list(sets.items())):
            terminal.line(line)
        terminal.flush()
        return 0
    (path,) = _params.unshielded([input or ""])
    data = None if input is None else load(path, "<stdin>" if path == "-" else path)
    rows: list[Mapping[str, Any]] = []
    with Cancel() as cancel:
        cancel.at_once = True  # what is measured does not look at the token
        try:
            for measured in workbench.bench(name, set, data=data, scale=scale):
                row = measured if data is None or set else {**measured, "set": Path(path).stem}
                rows.append(row)
                terminal.record(row)
                terminal.progress(f"{len(rows)} measured, last {row['set']}")
        except KeyboardInterrupt:
            if not cancel.is_set():
                raise
        finally:
            terminal.clear()
    if cancel.is_set():
        terminal.note(f"cancelled after {len(rows)} measured")
    if not rows:
        return CANCELLED if cancel.is_set() else ANSWERED
    keys = [key for row in rows for key in row]
    more = [k for k in dict.fromkeys(keys) if k not in (*_FIRST, *_LAST, *_MACHINE, "bench")]
    head = [*_FIRST, *more, *_LAST]
    body = [[_words(key, row.get(key, "")) for key in head] for row in rows]
    names = [_NAMES.get(key, key.replace("_per_s", "/s").replace("_", " ")) for key in head]
    for at, line in enumerate(table(names, body, right=range(1, len(head)))):
        terminal.line(line, "" if at else "bold")
    last = rows[-1]
    terminal.line(
        f"one core, CPU seconds, compile time apart · {last['cpu']} · "
        + " · ".join(f"{key} {last[key]}" for key in _MACHINE[1:-1])
        + f" · {last['date']}",
        "dim",
    )
    terminal.flush()
    return CANCELLED if cancel.is_set() else ANSWERED


_NAMES = {"cpu_s": "cpu, s", "compile_s": "compile, s", "resident_bytes": "memory"}


def _words(key: str, value: object) -> str:
    if key.endswith("bytes") and isinstance(value, int):
        from gridwise.render.words import byte_size

        return byte_size(value)
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
