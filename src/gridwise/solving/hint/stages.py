"""A hint in stages: is something wrong, where to look, which technique, why, what to do."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core.errors import NoSharedViewError
from gridwise.core.grid import cell_name
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message, msg
from gridwise.core.result import Stop
from gridwise.core.scene import Scene
from gridwise.core.trace import Mark
from gridwise.render.cells import overlay_json
from gridwise.solving.hint import DEFAULT_S, hint
from gridwise.solving.hint.step import Hint, mark_as_json
from gridwise.solving.instance import Instance

MISTAKE, WHERE, TECHNIQUE, REASON, DO = range(5)
"""The stages, also the levels of `gridwise hint`."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A hint and its stages.

    Parameters
    ----------
    hint
        The step itself.
    stages
        Always five: whether something is wrong; where to look; by which technique; the reason,
        with the cell but not its value; what to do.
    where
        The cells of the area that the second stage names: a row, a column, a box or a rectangle.
    """

    hint: Hint
    stages: tuple[Message, Message, Message, Message, Message]
    where: tuple[int, ...]


def staged(
    position: object,
    *,
    origin: object | None = None,
    marks: Sequence[Mark] = (),
    time_s: float = DEFAULT_S,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> Staged:
    """Return the next step in stages; parameters and errors as for `hint`.

    A board that no method can work on has a hint that says so.
    """
    instance = Instance.of(position)
    try:
        found = hint(
            instance, origin=origin, marks=marks, time_s=time_s, cpu_s=cpu_s, cancel=cancel
        )
    except NoSharedViewError as error:
        found = Hint("unknown", msg("no step is known: {why}", why=error.placed))
    return in_stages(found, instance)


def in_stages(found: Hint, instance: Instance) -> Staged:
    """Return a hint with its stages."""
    scene = instance.puzzle.scene(instance.position)
    wrong = found.technique == "wrong"
    if wrong:
        first = msg("something is wrong")
    elif found.technique == "unknown" or found.timed_out:
        first = msg("no mistake was found")
    else:
        first = msg("nothing is wrong so far")
    targets = tuple(dict.fromkeys(mark.cell for mark in found.conclusions))
    place = _place(scene, targets[0] if targets else None, found.cells)
    if place is None:
        name = found.title or found.text
        return Staged(found, (first, name, name, found.text, found.text), ())
    names = tuple(cell_name(cell, scene.width) for cell in targets or found.cells)
    if wrong:
        where = msg("look for the mistake in {cells}", cells=names)
        last = where
        if targets:
            mark = found.conclusions[0]
            last = msg("take {value} out of {cell}", value=mark.value, cell=names[0])
        return Staged(found, (first, place.words, where, found.text, last), place.cells)
    look = msg("look at {cell}", cell=names[0])
    technique = look
    if found.title is not None:
        technique = msg("{technique}: {look}", technique=found.title, look=place.words)
    why = look
    if found.reason is not None:
        why = msg("look at {cell}: {reason}", cell=names[0], reason=found.reason)
    return Staged(found, (first, place.words, technique, why, found.text), place.cells)


@dataclass(frozen=True, slots=True)
class BoardArea:
    """A part of the board to look at, and the words that send a person there."""

    words: Message
    cells: tuple[int, ...]


def _area(scene: Scene, rows: Sequence[int], cols: Sequence[int]) -> BoardArea:
    """Return the rectangle from the first to the last of these rows and columns, 0-based."""
    top, bottom, left, right = min(rows), max(rows), min(cols), max(cols)
    cells = tuple(
        row * scene.width + col for row in range(top, bottom + 1) for col in range(left, right + 1)
    )
    if top == bottom:
        whole = tuple(range(top * scene.width, (top + 1) * scene.width))
        return BoardArea(msg("look at row {row}", row=str(top + 1)), whole)
    if left == right:
        whole = tuple(range(left, len(scene.cells), scene.width))
        return BoardArea(msg("look at column {column}", column=str(left + 1)), whole)
    words = msg(
        "look at rows {top} to {bottom}, columns {left} to {right}",
        top=top + 1,
        bottom=bottom + 1,
        left=left + 1,
        right=right + 1,
    )
    return BoardArea(words, cells)


def _span(lines: Sequence[int], size: int, at: int) -> range:
    """Return the stretch between two heavy lines that a row or column lies in."""
    edges = sorted({0, size, *(line for line in lines if 0 < line < size)})
    start = max(edge for edge in edges if edge <= at)
    return range(start, min(edge for edge in edges if edge > at))


def _units(scene: Scene, cell: int) -> Iterable[BoardArea]:
    """Yield the box of a cell, if heavy lines make one, its row and its column."""
    row, col = divmod(cell, scene.width)
    if scene.heavy_rows and scene.heavy_cols:
        rows = _span(scene.heavy_rows, scene.height, row)
        yield _area(scene, rows, _span(scene.heavy_cols, scene.width, col))
    yield _area(scene, (row,), (0,))
    yield _area(scene, range(scene.height), (col,))


def _place(scene: Scene, target: int | None, premises: Sequence[int]) -> BoardArea | None:
    """Return where to look: a small area that holds target and reason, else a row, column or box.

    Of row, column and box it is the one with most of the reason. None without cells.
    """
    every: list[Any] = [*premises] if target is None else [target, *premises]
    if not every:
        return None
    rows, cols = [cell // scene.width for cell in every], [cell % scene.width for cell in every]
    around = (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
    if len(every) > 1 and around <= max(scene.width, scene.height):
        return _area(scene, rows, cols)
    units = list(_units(scene, every[0]))
    held = [sum(cell in unit.cells for cell in premises) for unit in units]
    if target is None and max(held) < len(premises) and around * 2 <= len(scene.cells):
        return _area(scene, rows, cols)
    best = max(held)
    if best == 0:  # the reason lies elsewhere
        return _area(scene, rows[:1], cols)
    return units[held.index(best)]


def as_json(found: Staged, position: object) -> dict[str, Any]:
    """Return the JSON object of a hint in stages; messages in the form of `Message.as_json`.

    `cells` are the cells to act on, `premises` and `conclusions` marks in the form of `hint`,
    `move` is in the puzzle's own text, or null, `overlay` is the overlay that explains the step on
    the board.
    """
    instance = Instance.of(position)
    puzzle, position = instance.puzzle, instance.position
    step = found.hint
    return {
        "notation": puzzle.format(position),
        "technique": step.technique,
        "guess": step.guess,
        "difficulty": step.difficulty,
        "stages": [stage.as_json() for stage in found.stages],
        "where": list(found.where),
        "cells": list(dict.fromkeys(mark.cell for mark in step.conclusions)),
        "premises": [mark_as_json(mark) for mark in step.premises],
        "conclusions": [mark_as_json(mark) for mark in step.conclusions],
        "overlay": overlay_json(step.overlay),
        "move": None if step.move is None else puzzle.format_move(position, step.move),
        "details": [dict(row) for row in step.details],
        "chances": None if step.chances is None else step.chances.as_json(),
        "timed_out": step.timed_out,
        "stop": step.stop.value,
    }


def level_as_json(found: Staged, position: object, *, level: int = DO) -> dict[str, Any]:
    """Return the JSON object of a hint, as far as a level reveals it; see `Staged.stages`."""
    instance = Instance.of(position)
    puzzle, position = instance.puzzle, instance.position
    step = found.hint
    wrong = step.technique == "wrong"
    out: dict[str, Any] = {
        "notation": puzzle.format(position),
        "level": level,
        "technique": step.technique,
        "text": told(found, level).sentence(),
        "premises": [],
        "conclusions": [],
        "difficulty": step.difficulty,
    }
    if step.stop is not Stop.COMPLETED:
        out["stop"] = step.stop.value
    if step.guess:
        out["guess"] = True
    if step.timed_out:
        out["timed_out"] = True
    if level < TECHNIQUE and step.title is not None:
        out["technique"], out["difficulty"] = None, None
    if level >= (TECHNIQUE if wrong else REASON):
        out["premises"] = [mark_as_json(mark) for mark in step.premises]
    if level >= DO:
        out["conclusions"] = [mark_as_json(mark) for mark in step.conclusions]
        if step.move is not None:
            out["move"] = puzzle.format_move(position, step.move)
        if step.details:
            out["details"] = [dict(row) for row in step.details]
        if step.chances is not None:
            out["chances"] = step.chances.as_json()
    elif level >= REASON or (level == TECHNIQUE and step.title is None):
        out["cells"] = [mark.cell for mark in step.conclusions]
    return out


def told(found: Staged, level: int) -> Message:
    """Return the words of a level of `gridwise hint`: the last level says all, also a mistake."""
    if level == MISTAKE and found.hint.stop is Stop.CANCELLED:
        return msg("cancelled before it was known whether something is wrong")
    if level == MISTAKE and found.hint.timed_out:
        return msg("timed out before it was known whether something is wrong")
    return found.hint.text if level == DO else found.stages[level]
