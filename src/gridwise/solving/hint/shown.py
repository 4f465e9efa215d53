"""A hint printed for a person: the board with the step's cells, the sentence, and its numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Scene
from gridwise.core.trace import Mark
from gridwise.render import text
from gridwise.render.result_text import joined
from gridwise.render.screen import Screen
from gridwise.render.words import number
from gridwise.solving import heuristics
from gridwise.solving.heuristics import HeuristicValue
from gridwise.solving.hint.stages import DO, REASON, TECHNIQUE, Staged, told
from gridwise.solving.hint.step import Hint
from gridwise.solving.instance import Instance

MOST_DETAILS = 24
"""Cells whose numbers are printed, the likeliest, at most."""


def show(
    screen: Screen,
    staged: Staged,
    instance: Instance,
    *,
    level: int = DO,
    origin: object | None = None,
    ruled_out: Sequence[Mark] = (),
    values: Mapping[str, HeuristicValue] | None = None,
) -> None:
    """Print a hint.

    Parameters
    ----------
    screen
        The screen to print to.
    staged, instance
        The hint in stages, and its board.
    level
        The last stage that is revealed.
    origin, ruled_out
        The board as given, if known, and the facts ruled out on it.
    values
        The heuristics of the board, printed last.
    """
    step = staged.hint
    scene = drawing(step, instance, level, origin=origin, ruled_out=ruled_out)
    screen.drawing(text.draw(scene, ascii=screen.ascii))
    screen.line(told(staged, level), "bold")
    if level >= DO and step.details:
        left = len(step.details) - MOST_DETAILS
        rows = sorted(step.details, key=_chance) if left > 0 else step.details
        for row in rows[:MOST_DETAILS]:
            screen.line(msg("  {text}", text=_detail(row, scene.width)), "dim")
        if left > 0:
            more = msg("and {n} that are no likelier; --json has all", n=number(left))
            screen.line(msg("  {text}", text=more), "dim")
    if values:
        heuristics.show(screen, values)


def drawing(
    found: Hint,
    instance: Instance,
    level: int = DO,
    *,
    origin: object | None = None,
    ruled_out: Sequence[Mark] = (),
) -> Scene:
    """Return the drawing of a hint's board, with as much of the step as a level reveals."""
    return instance.puzzle.scene(
        instance.position,
        origin=origin or instance.position,
        marks=ruled_out,
        highlights=highlights(found, level),
        overlay=drawn_at(level, found.overlay, found.conclusions)
        if _needs_drawing(found)
        else NO_OVERLAY,
    )


def drawn_at(level: int, overlay: Overlay, conclusions: Iterable[Mark]) -> Overlay:
    """Return the overlay of a level over the board: the last also shows the conclusions."""
    if level < REASON:
        return NO_OVERLAY
    if level >= DO:
        return overlay
    out = {(mark.cell, str(mark.value)) for mark in conclusions if mark.holds}
    left = tuple(mark for mark in overlay.candidates if (mark.cell, mark.value) not in out)
    return replace(overlay, candidates=left)


def _needs_drawing(found: Hint) -> bool:
    """Return whether the reason is about candidates, which highlighted cells do not show."""
    return bool(found.overlay.links) or not all(mark.holds for mark in found.conclusions)


def highlights(found: Hint, level: int = DO) -> dict[int, Highlight]:
    """Return the cells of a hint that a level reveals: cells of the reason, cells to act on."""
    marks: dict[int, Highlight] = {}
    if level >= REASON:
        marks.update(dict.fromkeys(found.cells, Highlight.REASON))
    if level >= (REASON if found.title is not None else TECHNIQUE):
        marks.update({mark.cell: Highlight.TARGET for mark in found.conclusions})
    return marks


def _chance(row: Mapping[str, str | int]) -> Fraction:
    """Return the sort key that puts likely cells first, and leaves others in their order."""
    return -Fraction(row.get("chance", 0))


def _detail(row: Mapping[str, str | int], width: int) -> Message:
    """Return one line of numbers; a cell is named by its row and column."""
    rest = dict(row)
    parts = []
    if "cell" in rest:
        name, what = cell_name(int(rest.pop("cell")), width), Message(str(rest.pop("value")))
        if not rest.pop("holds", True):
            what = msg("not {what}", what=what)
        parts.append(msg("{name} {value}", name=name, value=what))
    parts += [msg("{name} {value}", name=Message(n), value=str(value)) for n, value in rest.items()]
    return joined(parts)
