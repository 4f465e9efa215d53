"""Names of cells for screen readers, and drawings as JSON for the page's board."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.scene import (
    CandidateLink,
    CandidateMark,
    Highlight,
    Overlay,
    Role,
    Scene,
    SceneCell,
    Shade,
    Tone,
)
from gridwise.core.trace import Mark

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
"""The words for roles whose cells have no text."""
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


_TONES: Mapping[Tone, Message] = {
    Tone.FIRST: msg("in a circle"),
    Tone.SECOND: msg("in a square"),
    Tone.REMOVED: msg("crossed out"),
}
"""The words for the mark of a candidate, by its shape."""
_TONE_MEANINGS: Mapping[Tone, Message] = {
    Tone.FIRST: msg("part of the reason"),
    Tone.SECOND: msg("its other side, or fins"),
    Tone.REMOVED: msg("ruled out"),
}


def note_places(notes: Sequence[str], most: int) -> tuple[int, list[int]]:
    """Return the side of the square of small notes in a cell, and the place of each note in it.

    Digits up to `most`, the board's side, have their own places, so that a note is found
    by its place.
    """
    side = max(3, ceil(sqrt(max(most, len(notes)))))
    own = [int(note) - 1 if note.isdecimal() else -1 for note in notes]
    if all(0 <= place < side * side for place in own):
        return side, own
    return side, list(range(len(notes)))


def legend(overlay: Overlay, conclusions: Iterable[Mark] = ()) -> tuple[tuple[str, Message], ...]:
    """Return the kinds of marks over a board, each with its meaning in words.

    Marks on `conclusions`, the conclusions of the step, show what follows.
    """
    followed = {mark.cell: mark for mark in conclusions}
    out: list[tuple[str, Message]] = []
    for tone, meaning in _TONE_MEANINGS.items():
        marks = [mark for mark in overlay.candidates if mark.tone is tone]
        words = meaning
        if tone is Tone.SECOND and not any(mark.value for mark in marks):
            words = _TONE_MEANINGS[Tone.FIRST]
        ends = {
            (end.value, end.holds)
            for mark in marks
            if (end := followed.get(mark.cell)) is not None and mark.value in ("", str(end.value))
        }
        if tone is not Tone.REMOVED and len(ends) == 1 and all(m.cell in followed for m in marks):
            ((value, holds),) = ends
            what = Message(str(value))
            words = msg(
                "what follows: {what}", what=what if holds else msg("not {what}", what=what)
            )
        if marks:
            out.append((tone.value, words))
    whole = all(not end for link in overlay.links for _, end in (link.start, link.end))
    if overlay.links and whole:
        out.append(("strong", msg("leads to")))
    else:
        kinds = {link.strong for link in overlay.links}
        out += [("strong", msg("strong link: one of them holds"))] if True in kinds else []
        out += [("weak", msg("weak link: not both hold"))] if False in kinds else []
    out += [("area", msg("cells that it is about"))] if overlay.areas else []
    return tuple(out)


def overlay_words(scene: Scene) -> tuple[Message, ...]:
    """Return the overlay of a board in sentences for a screen reader; none without an overlay."""
    overlay, width = scene.overlay, scene.width

    def candidate(cell: int, value: str) -> Message:
        place = cell_name(cell, width)
        if not value:
            return msg("{value}", value=place)
        return msg("{value} in {cell}", value=value, cell=place)

    out = []
    for tone, how in _TONES.items():
        marked = tuple(candidate(m.cell, m.value) for m in overlay.candidates if m.tone is tone)
        if marked:
            out.append(msg("{how}: {candidates}", how=how, candidates=marked))
    for strong, kind in ((True, msg("strong links")), (False, msg("weak links"))):
        links = tuple(
            msg("{start} to {end}", start=candidate(*link.start), end=candidate(*link.end))
            for link in overlay.links
            if link.strong is strong
        )
        if links:
            out.append(msg("{how}: {candidates}", how=kind, candidates=links))
    for area in overlay.areas:
        out.append(msg("outlined: {cells}", cells=tuple(cell_name(cell, width) for cell in area)))
    return tuple(out)


def overlay_json(overlay: Overlay) -> dict[str, Any]:
    """Return the overlay of a board as JSON, empty without an overlay.

    `c` candidates as (cell, text, tone), `l` links as (cell, text, cell, text, strong), `a` areas.
    """
    if not overlay:
        return {}
    return {
        "c": [[mark.cell, mark.value, mark.tone.value] for mark in overlay.candidates],
        "l": [[*link.start, *link.end, int(link.strong)] for link in overlay.links],
        "a": [list(area) for area in overlay.areas],
    }


def overlay_of(record: Mapping[str, Any]) -> Overlay:
    """Return the overlay of a record by `overlay_json`."""
    return Overlay(
        tuple(CandidateMark(at, text, Tone(tone)) for at, text, tone in record.get("c", ())),
        tuple(
            CandidateLink((at, text), (to, other), bool(strong))
            for at, text, to, other, strong in record.get("l", ())
        ),
        tuple(map(tuple, record.get("a", ()))),
    )


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
    if this.colour:
        parts.append(msg("colour {number}", number=this.colour))
    if this.shade is Shade.ATTACKED:
        parts.append(msg("attacked"))
    for mark in scene.overlay.candidates:
        if mark.cell == cell:
            what = msg("{value}", value=mark.value)
            how = _TONES[mark.tone]
            parts.append(msg("{value} {how}", value=what, how=how) if mark.value else how)
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
    return msg("{parts}", parts=(size, *rows, *marked, *overlay_words(scene)))


def cell_json(scene: Scene, cell: int, words: Words) -> dict[str, Any]:
    """Return one cell as JSON, without empty fields.

    `r` role, `t` text, `b` colour, `n` notes, `c` notes in the middle, `o` overlay, `h` heat,
    `s` shade, `m` highlight, `g` given, `i` identity of a tile, `p` part of a picture, `l` name.
    """
    this = scene.cells[cell]
    out: dict[str, Any] = {
        "r": this.role.value.replace(" ", "-"),
        "l": words(cell_words(scene, cell)),
    }
    highlight = scene.highlights.get(cell)
    for key, value in (
        ("t", this.text),
        ("b", this.colour),
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
    """Return a drawing as JSON: its size, its heavy lines, its cells, its overlay."""
    return {
        "width": scene.width,
        "height": scene.height,
        "rows": list(scene.heavy_rows),
        "cols": list(scene.heavy_cols),
        "chequered": scene.chequered,
        "cells": [cell_json(scene, cell, words) for cell in range(len(scene.cells))],
        "overlay": overlay_json(scene.overlay),
    }


def same_frame(old: Scene, new: Scene) -> bool:
    """Return whether two drawings have the same size, squares and heavy lines."""
    frames = ((s.width, s.height, s.chequered, s.heavy_rows, s.heavy_cols) for s in (old, new))
    return next(frames) == next(frames)


def changed(old: Scene, new: Scene) -> list[int]:
    """Return the cells that differ; the drawings must have the same frame."""
    before, after = old.highlights, new.highlights
    marks = set(old.overlay.candidates) ^ set(new.overlay.candidates)
    marked = {mark.cell for mark in marks}
    return [
        cell
        for cell, (one, other) in enumerate(zip(old.cells, new.cells, strict=True))
        if (one is not other and one != other)
        or before.get(cell) is not after.get(cell)
        or cell in marked
    ]
