"""Draws the explanation of a step over an SVG board: areas, links and marked candidates.

Marks differ by shape beside their colour: a filled circle, a square, a stroke through it. Strong
links are solid, weak ones dashed.
"""

from collections.abc import Sequence
from math import hypot

from gridwise.core.scene import CandidateMark, Highlight, Role, Scene, Tone
from gridwise.render.cells import note_places
from gridwise.render.palette import Theme
from gridwise.render.shapes import CELL

_INSET = 2.5
"""The distance of an area's outline from the edge of its cells."""
_Spot = tuple[float, float, float]
"""The middle of a candidate or a cell, and the radius of its mark."""


def draw_overlay(scene: Scene, theme: Theme) -> list[str]:
    """Return the elements, in the order in which they lie over each other."""
    back, out = theme.paper[Role.EMPTY], []
    colour = theme.frames[Highlight.REASON]
    for area in scene.overlay.areas:
        out.append(
            f'<path d="{_outline(area, scene.width)}" fill="none" stroke="{colour}" '
            f'stroke-width="2" stroke-linecap="square"/>'
        )
    for link in scene.overlay.links:
        line, head = _arrow(_spot(scene, *link.start), _spot(scene, *link.end))
        if line:
            dashes = "" if link.strong else ' stroke-dasharray="4 3"'
            out += [
                f'<path d="{line}" fill="none" stroke="{back}" stroke-width="4" opacity="0.75"/>',
                f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>',
                f'<path d="{head}" fill="{colour}"/>',
            ]
    for mark in scene.overlay.candidates:
        if not mark.value or (mark.value.isdecimal() and not scene.cells[mark.cell].text):
            out += _marked(mark, _spot(scene, mark.cell, mark.value), theme)
    return out


def _spot(scene: Scene, cell: int, value: str) -> _Spot:
    x, y = cell % scene.width * CELL, cell // scene.width * CELL
    if not value.isdecimal() or scene.cells[cell].text:
        return x + CELL / 2, y + CELL / 2, CELL / 2 - 6
    side, (place, *_) = note_places((value,), scene.width)
    step = (CELL - 6) / side
    return x + 3 + (place % side + 0.5) * step, y + 3 + (place // side + 0.5) * step, step / 2


def _outline(area: Sequence[int], width: int) -> str:
    """Return the path around an area, just inside of its cells."""
    inside, out = set(area), []
    for cell in area:
        row, column = divmod(cell, width)
        up, down = cell - width in inside, cell + width in inside
        left = column > 0 and cell - 1 in inside
        right = column + 1 < width and cell + 1 in inside
        x, across = column * CELL + _INSET * (not left), (column + 1) * CELL - _INSET * (not right)
        y, below = row * CELL + _INSET * (not up), (row + 1) * CELL - _INSET * (not down)
        out += [] if up else [f"M{x:g} {y:g}H{across:g}"]
        out += [] if down else [f"M{x:g} {below:g}H{across:g}"]
        out += [] if left else [f"M{x:g} {y:g}V{below:g}"]
        out += [] if right else [f"M{across:g} {y:g}V{below:g}"]
    return "".join(out)


def _arrow(start: _Spot, end: _Spot) -> tuple[str, str]:
    """Return a link from rim to rim, slightly bent around anything between, and its head."""
    (x, y, from_rim), (tx, ty, to_rim) = start, end
    length = hypot(tx - x, ty - y)
    if length < from_rim + to_rim + 2:
        return "", ""
    ux, uy = (tx - x) / length, (ty - y) / length
    bend = min(14.0, length * 0.12)
    mx, my = (x + tx) / 2 - uy * bend, (y + ty) / 2 + ux * bend
    far = hypot(mx - x, my - y)
    sx, sy = x + (mx - x) / far * from_rim, y + (my - y) / far * from_rim
    dx, dy = (tx - mx) / far, (ty - my) / far
    ex, ey = tx - dx * (to_rim + 1), ty - dy * (to_rim + 1)
    wings = "".join(
        f"L{ex - dx * 5.5 - dy * across:.1f} {ey - dy * 5.5 + dx * across:.1f}"
        for across in (2.8, -2.8)
    )
    line = f"M{sx:.1f} {sy:.1f}Q{mx:.1f} {my:.1f} {ex - dx * 3:.1f} {ey - dy * 3:.1f}"
    return line, f"M{ex:.1f} {ey:.1f}{wings}Z"


def _marked(mark: CandidateMark, spot: _Spot, theme: Theme) -> list[str]:
    x, y, reach = spot
    r, back = reach - 0.3, theme.paper[Role.EMPTY]
    out, ink = [], theme.frames[Highlight.CONFLICT]
    if mark.tone is Tone.FIRST:
        colour, ink = theme.frames[Highlight.TARGET], back
        fill = f'fill="{colour}"' if mark.value else f'fill="none" stroke="{colour}"'
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {fill}/>')
    elif mark.tone is Tone.SECOND:
        ink = theme.frames[Highlight.TRIED]
        side = 2 * r - 0.8
        out.append(
            f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" '
            f'rx="1.5" fill="{back if mark.value else "none"}" stroke="{ink}" stroke-width="1.6"/>'
        )
    elif mark.value:
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{back}"/>')
    if mark.tone is Tone.REMOVED:
        across = "" if mark.value else f"M{x - r:g} {y - r:g}L{x + r:g} {y + r:g}"
        out.append(
            f'<path d="M{x - r:g} {y + r:g}L{x + r:g} {y - r:g}{across}" stroke="{ink}" '
            f'stroke-width="1.5" stroke-linecap="round"/>'
        )
    if mark.value:
        size = min(12.5, reach * 1.85 / (0.62 * len(mark.value) + 0.35))
        rim = f' stroke="{back}" stroke-width="1.5" paint-order="stroke"'
        out.append(
            f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" fill="{ink}" '
            f'font-weight="700"{rim if mark.tone is Tone.REMOVED else ""}>{mark.value}</text>'
        )
    return out
