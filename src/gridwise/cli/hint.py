"""`gridwise hint`: the next step and its reason."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from gridwise.cli.shared.options import (
    Ascii,
    Inputs,
    Json,
    Kind,
    amount,
    natural,
    refused,
    valued,
)
from gridwise.core.message import msg

if TYPE_CHECKING:
    from gridwise.core.errors import GridwiseError
    from gridwise.solving.inputs import Item

MOST_DETAILS = 24
"""Of more cells only the likeliest are printed."""


def _level(kind: object, tokens: object) -> int:
    value = natural(kind, tokens)  # type: ignore[arg-type]  # the parser's own types
    if value > 4:
        raise ValueError(refused(msg("a level from 0 to 4"), str(value)))
    return value


Level = Annotated[
    int | None,
    valued(
        "--level",
        "0..4",
        "How much to reveal: 0 whether something is wrong, 1 the row to look at, 2 the cell, "
        "3 also the reason, 4 (the default) also the step.",
        _level,
        values=lambda: "01234",
    ),
]
Origin = Annotated[
    str | None,
    valued("--origin", "INPUT", "The original board; cells that differ from it are your entries."),
]
Budget = Annotated[
    float | None, valued("--time", "S", "Time limit for each board, seconds; 2 by default.", amount)
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
    """Show the next step from a board, and its reason."""
    from gridwise.cli.heuristics import show
    from gridwise.cli.shared import language
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError
    from gridwise.core.limits import Interrupted
    from gridwise.core.scene import Highlight
    from gridwise.render import text
    from gridwise.render.words import number
    from gridwise.solving import heuristics
    from gridwise.solving.hint import DEFAULT_S, as_json, words
    from gridwise.solving.hint import hint as hint_of
    from gridwise.solving.inputs import origin_error, read_inputs
    from gridwise.solving.instance import Instance

    needed(inputs)
    terminal = Terminal(json=json, ascii=ascii)
    wanted = 4 if level is None else level
    start = None
    if origin is not None:
        entry = next(iter(read_inputs([origin], puzzle=puzzle))).entry
        if entry.error is not None:
            raise entry.error
        start = entry.position

    def answer(item: "Item") -> int:
        error = origin_error(item.entry.position, start, name="--origin")
        if error is not None:
            raise error
        kind, position = item.puzzle, item.entry.position
        assert kind is not None
        instance = Instance.of(position, kind)
        budget = DEFAULT_S if time is None else time
        found = hint_of(instance, origin=start, time_s=budget, cancel=cancel)
        values = heuristics.heuristics_of_path(instance, cancel=cancel) if wanted >= 4 else {}
        also = {"heuristics": heuristics.as_json(values)} if values else {}
        value = as_json(found, instance, level=wanted)
        terminal.json_line({"index": item.index, **value, **also})
        marks = {}
        if wanted >= 3:
            marks.update(dict.fromkeys(found.cells, Highlight.REASON))
        if wanted >= 2:
            marks.update({mark.cell: Highlight.TARGET for mark in found.conclusions})
        scene = kind.scene(position, origin=start or position, highlights=marks)
        terminal.drawing(text.draw(scene, ascii=terminal.ascii))
        terminal.line(words(found, instance, wanted), "bold")
        if wanted >= 4 and found.details:
            left = len(found.details) - MOST_DETAILS
            rows = sorted(found.details, key=_chance) if left > 0 else found.details
            for row in rows[:MOST_DETAILS]:
                terminal.line(f"  {_detail(row, scene.width)}", "dim")
            if left > 0:
                more = msg("and {n} that are no likelier; --json has all", n=number(left))
                terminal.line(f"  {language.words(more)}", "dim")
        if values and not json:
            show(terminal, values)
        late = found.timed_out and (wanted == 0 or found.technique == "unknown")
        return LIMIT if late else ANSWERED

    with Cancel() as cancel:
        try:
            return answer_boards(
                terminal, inputs, puzzle, answer, reported=InputError, as_json=_error_as_json
            )
        except Interrupted:
            return CANCELLED


def _error_as_json(error: "GridwiseError", index: int) -> dict[str, Any]:
    return {"index": index, "error": str(error)}


def _chance(row: Mapping[str, str | int]) -> Fraction:
    """Return the sort key that puts likely cells first, and leaves others in their order."""
    return -Fraction(row.get("chance", 0))


def _detail(row: Mapping[str, str | int], width: int) -> str:
    """Return one line of numbers; a cell is named by its row and column."""
    from gridwise.cli.shared.language import named, words
    from gridwise.core.grid import cell_name

    rest = dict(row)
    parts = []
    if "cell" in rest:
        name = cell_name(int(rest.pop("cell")), width)
        what = named(str(rest.pop("value")))
        parts.append(
            f"{name} {what if rest.pop('holds', True) else words(msg('not {what}', what=what))}"
        )
    return " · ".join([*parts, *(f"{named(name)} {value}" for name, value in rest.items())])
