"""Names of cells for screen readers, and drawings as JSON for the page's board."""

from collections.abc import Callable, Mapping
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.core.scene import Highlight, Role, Scene, SceneCell, Shade

_MOST_ROWS = 16
"""The longest side of a board whose rows are read out one by one."""

Words = Callable[[Message], str]

NAMES: Mapping[Role, Message] = {
    Role.EMPTY: msg("empty"),
    Role.COVERED: msg("covered"),
    Role.MINE: msg("mine"),
    Role.SAFE: msg("safe"),
    Role.QUEEN: msg("queen"),
    Role.BLOCKED: msg("blocked"),
    Role.BLANK: msg("gap"),
    Role.FLAG: msg("flag"),
    Role.EXPLODED: msg("exploded mine"),
    Role.WRONG_FLAG: msg("wrong flag, no mine here"),
    Role.CROSS: msg("crossed out"),
}
"""The names of roles whose cells have no text."""
SIGNS = frozenset(
    {
        *(Role.MINE, Role.QUEEN, Role.BLOCKED),
        *(Role.FLAG, Role.EXPLODED, Role.WRONG_FLAG, Role.CROSS),
    }
)
"""The roles that are drawn as a sign instead of the letter in the puzzle's files."""
_HIGHLIGHTS: Mapping[Highlight, Message] = {
    Highlight.CONFLICT: msg("conflict"),
    Highlight.REASON: msg("part of the reason"),
    Highlight.TARGET: msg("look here"),
    Highlight.TRIED: msg("tried"),
}


def content_words(cell: SceneCell) -> Message:
    """Return the content of a cell: "given 7", "covered", "4 mines around"."""
    text = cell.text
    match cell.role:
        case Role.GIVEN:
            return msg("given {value}", value=text)
        case Role.FILLED:
            return msg("{value}", value=text)
        case Role.TILE:
            return msg("tile {value}", value=text)
        case Role.NUMBER:
            return _around(text)
        case Role.SAFE if text.isdigit():
            return msg("{parts}", parts=(NAMES[Role.SAFE], _around(text)))
        case Role.QUEEN if cell.given:
            return msg("given queen")
        case role:
            return NAMES[role]


def _around(number: str) -> Message:
    match number:
        case "0":
            return msg("no mines around")
        case "1":
            return msg("1 mine around")
    return msg("{value} mines around", value=number)


def cell_words(scene: Scene, cell: int) -> Message:
    """Return a cell's accessible name: "row 3, column 5: given 7"."""
    this = scene.cells[cell]
    parts: list[Message] = [content_words(this)]
    if this.notes:
        parts.append(msg("notes {notes}", notes=" ".join(this.notes)))
    if this.centre:
        parts.append(msg("notes in the middle {notes}", notes=" ".join(this.centre)))
    if this.overlay:
        parts.append(msg("{value}", value=this.overlay))
    if this.shade is Shade.ATTACKED:
        parts.append(msg("attacked"))
    highlight = scene.highlights.get(cell)
    if highlight is not None:
        parts.append(_HIGHLIGHTS[highlight])
    return msg(
        "row {row}, column {column}: {what}",
        row=cell // scene.width + 1,
        column=cell % scene.width + 1,
        what=tuple(parts),
    )


def board_words(scene: Scene) -> Message:
    """Return a text alternative of a drawing: its size, its rows, its highlights."""
    rows = tuple(
        msg(
            "row {row}: {what}",
            row=row + 1,
            what=tuple(
                content_words(cell)
                for cell in scene.cells[row * scene.width : (row + 1) * scene.width]
            ),
        )
        for row in range(scene.height if max(scene.width, scene.height) <= _MOST_ROWS else 0)
    )
    marked = tuple(
        msg(
            "row {row}, column {column}: {what}",
            row=cell // scene.width + 1,
            column=cell % scene.width + 1,
            what=_HIGHLIGHTS[mark],
        )
        for cell, mark in sorted(scene.highlights.items())
    )
    size = msg("{width} columns, {height} rows", width=scene.width, height=scene.height)
    return msg("{parts}", parts=(size, *rows, *marked))


def cell_json(scene: Scene, cell: int, words: Words) -> dict[str, Any]:
    """Return one cell as JSON, without empty fields.

    `r` role, `t` text, `n` notes, `c` notes in the middle, `o` overlay, `h` heat, `s` shade,
    `m` highlight, `g` given, `i` identity of a tile, `p` its part of a picture, `l` name.
    """
    this = scene.cells[cell]
    out: dict[str, Any] = {
        "r": this.role.value.replace(" ", "-"),
        "l": words(cell_words(scene, cell)),
    }
    highlight = scene.highlights.get(cell)
    for key, value in (
        ("t", this.text),
        ("n", this.notes),
        ("c", this.centre),
        ("o", this.overlay),
        ("s", None if this.shade is None else this.shade.value),
        ("m", None if highlight is None else highlight.value),
    ):
        if value:
            out[key] = value
    if this.given:
        out["g"] = 1
    for key, number in (("h", this.heat), ("i", this.ident), ("p", this.home)):
        if number is not None:
            out[key] = number
    return out


def scene_json(scene: Scene, words: Words) -> dict[str, Any]:
    """Return a drawing as JSON: its size, its heavy lines, its cells."""
    return {
        "width": scene.width,
        "height": scene.height,
        "rows": list(scene.heavy_rows),
        "cols": list(scene.heavy_cols),
        "cells": [cell_json(scene, cell, words) for cell in range(len(scene.cells))],
    }


def same_frame(old: Scene, new: Scene) -> bool:
    """Return whether two drawings have the same size and heavy lines."""
    return (old.width, old.height, old.heavy_rows, old.heavy_cols) == (
        new.width,
        new.height,
        new.heavy_rows,
        new.heavy_cols,
    )


def changed(old: Scene, new: Scene) -> list[int]:
    """Return the cells that differ; the drawings must have the same frame."""
    before, after = old.highlights, new.highlights
    return [
        cell
        for cell, (one, other) in enumerate(zip(old.cells, new.cells, strict=True))
        if (one is not other and one != other) or before.get(cell) is not after.get(cell)
    ]
