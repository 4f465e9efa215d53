"""`gridwise hint`: the next step and its reason."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Ascii, Inputs, Json, Kind

MOST_DETAILS = 24
"""Of more cells only the likeliest are printed."""


def _level(kind: object, tokens: object) -> int:
    value = _params.natural(kind, tokens)  # type: ignore[arg-type]  # the parser's own types
    if value > 4:
        raise ValueError(f"a level from 0 to 4, not {value}")
    return value


Level = Annotated[
    int | None,
    _params.valued(
        "--level",
        "0..4",
        "0 is something wrong, 1 where to look, 2 which cell, 3 the reason, 4 (default) all.",
        _level,
    ),
]
Origin = Annotated[
    str | None,
    _params.valued("--origin", "INPUT", "The board as it was given, to tell entries from givens."),
]
Budget = Annotated[
    float | None, _params.valued("--time", "S", "Seconds to think; 2 without.", _params.amount)
]


def hint(
    *inputs: Inputs,
    level: Level = None,
    origin: Origin = None,
    puzzle: Kind = None,
    time: Budget = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Give the next step from a board as it stands, and why."""
    from gridwise.cli.heuristics import show
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import CANCELLED, LIMIT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import UsageError
    from gridwise.core.limits import Interrupted
    from gridwise.core.scene import Highlight
    from gridwise.render import text
    from gridwise.solving import hint as workbench
    from gridwise.solving.heuristics import heuristics_of_path, record
    from gridwise.solving.inputs import origin_error, read_inputs

    if not inputs:
        raise UsageError("no input: name a file, a notation such as sudoku:2x2:1..., or -")
    terminal = Terminal(json=json, ascii=ascii)
    wanted = 4 if level is None else level
    start = None
    if origin is not None:
        entry = next(iter(read_inputs(_params.unshielded([origin]), puzzle=puzzle))).entry
        if entry.error is not None:
            raise entry.error
        start = entry.position
    status = 0
    with Cancel() as cancel:
        for item in read_inputs(_params.unshielded(inputs), puzzle=puzzle):
            error = item.entry.error or origin_error(item.entry.position, start, name="--origin")
            if error is not None:
                terminal.error(str(error))
                terminal.record({"index": item.index, "error": str(error)})
                status = max(status, error.exit_status)
                continue
            position = item.entry.position
            budget = workbench.DEFAULT_S if time is None else time
            try:
                found = workbench.hint(position, origin=start, time_s=budget, cancel=cancel)
                values = heuristics_of_path(position, cancel=cancel) if wanted >= 4 else {}
            except Interrupted:
                return CANCELLED
            terminal.record(
                {
                    "index": item.index,
                    **workbench.record(found, position, level=wanted),
                    **({"heuristics": record(values)} if values else {}),
                }
            )
            assert item.puzzle is not None
            marks = {}
            if wanted >= 3:
                marks.update(dict.fromkeys(found.cells, Highlight.REASON))
            if wanted >= 2:
                marks.update({mark.cell: Highlight.TARGET for mark in found.conclusions})
            scene = item.puzzle.scene(position, origin=start or position, highlights=marks)
            terminal.drawing(text.draw(scene, ascii=terminal.ascii))
            terminal.line(str(workbench.words(found, position, wanted)), "bold")
            if found.timed_out and (wanted == 0 or found.technique == "unknown"):
                status = max(status, LIMIT)
            if wanted >= 4 and found.details:
                left = len(found.details) - MOST_DETAILS
                rows = sorted(found.details, key=_chance) if left > 0 else found.details
                for row in rows[:MOST_DETAILS]:
                    terminal.line(f"  {_detail(row, scene.width)}", "dim")
                if left > 0:
                    terminal.line(f"  and {left:,} that are no likelier; --json has all", "dim")
            if values and not json:
                show(terminal, values)
    return status


def _chance(row: Mapping[str, str | int]) -> Fraction:
    """Return what sorts likely cells first, and leaves what has no chance in its order."""
    return -Fraction(row.get("chance", 0))


def _detail(row: Mapping[str, str | int], width: int) -> str:
    """Return one line of numbers; a cell is named by its row and column."""
    rest = dict(row)
    parts = []
    if "cell" in rest:
        down, right = divmod(int(rest.pop("cell")), width)
        sign = "" if rest.pop("holds", True) else "not "
        parts.append(f"r{down + 1}c{right + 1} {sign}{rest.pop('value')}")
    return " · ".join([*parts, *(f"{name} {value}" for name, value in rest.items())])
