"""Draws a scene as a standalone, accessible SVG picture.

Presentation attributes only, no style sheet, no script and no font of its own, so that the
picture looks the same in a browser, in a document and through a converter. Every role has a
shape of its own beside its colour.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.scene import Highlight, Role, Scene, SceneCell
from gridwise.render.cells import NAMES, SIGNS, note_places, overlay_words
from gridwise.render.overlay import draw_overlay
from gridwise.render.palette import LIGHT, Theme
from gridwise.render.shapes import CELL, SHAPES, base, ground, heat, tick
from gridwise.render.words import Catalogue

MARGIN = 12
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
_MAX_ROWS_IN_WORDS = 32

_WORDS: Mapping[Role, Message] = {
    **NAMES,
    Role.GIVEN: msg("given"),
    Role.FILLED: msg("filled"),
    Role.NUMBER: msg("number"),
    Role.TILE: msg("tile"),
    Role.BLANK: msg("blank"),
    Role.WRONG_FLAG: msg("wrong flag"),
}
_MARKS: Mapping[Highlight, Message] = {
    Highlight.CONFLICT: msg("conflict"),
    Highlight.REASON: msg("reason"),
    Highlight.TARGET: msg("target"),
    Highlight.TRIED: msg("tried"),
}

_FRAMES: Mapping[Highlight, tuple[str, str]] = {
    Highlight.CONFLICT: ("4", ""),
    Highlight.REASON: ("3", "7 4"),
    Highlight.TARGET: ("4", ""),
    Highlight.TRIED: ("3", "2 3"),
}
"""Width and dashes of the frame of a highlighted cell."""


def escaped(text: str) -> str:
    """Return the text escaped for an element or a quoted attribute.

    Characters that XML 1.0 does not allow at all are replaced by U+FFFD.
    """
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
    return "".join(table.get(c, c if _allowed(c) else "\ufffd") for c in text)


def _allowed(char: str) -> bool:
    code = ord(char)
    return (
        code in (0x9, 0xA, 0xD)
        or 0x20 <= code <= 0xD7FF
        or 0xE000 <= code <= 0xFFFD
        or code >= 0x10000
    )


def to_svg(
    scene: Scene,
    *,
    title: str | None = None,
    theme: Theme = LIGHT,
    font: str = FONT,
    catalogue: Catalogue | None = None,
) -> str:
    """Return the scene as an SVG document.

    Parameters
    ----------
    scene
        The drawing.
    title
        The title, instead of the scene's own.
    theme
        The colours.
    font
        Font families in order of preference, as in CSS.
    catalogue
        The language of title and description; English without one.

    Returns
    -------
    str
        One `<svg>` element whose `title` and `desc` describe the drawing. Its ids are digests of
        its content, so that several pictures can be on one page.

    Notes
    -----
    O(cells) in time and size, about 150 characters a cell.
    """
    own = scene.title or msg("Puzzle board")
    name = title or (own.words(catalogue) if isinstance(own, Message) else own)
    desc = description(scene, catalogue)
    width, height = scene.width * CELL, scene.height * CELL
    body = _body(scene, theme)
    digest = hashlib.sha256("\n".join((name, desc, *body)).encode("utf-8", "replace"))
    ident = "g" + digest.hexdigest()[:10]
    box = f"{-MARGIN} {-MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
    family = escaped(font).replace("&#39;", "'")  # the attribute is in double quotes
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'aria-labelledby="{ident}-title {ident}-desc" font-family="{family}" '
        f'text-anchor="middle" color-scheme="{theme.scheme}">'
    )
    return "\n".join(
        (
            head,
            f'<title id="{ident}-title">{escaped(name)}</title>',
            f'<desc id="{ident}-desc">{escaped(desc)}</desc>',
            f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{width + 2 * MARGIN}" '
            f'height="{height + 2 * MARGIN}" rx="10" fill="{theme.page}"/>',
            *body,
            "</svg>",
            "",
        )
    )


def description(scene: Scene, catalogue: Catalogue | None = None) -> str:
    """Return the drawing as text: its size, the number of cells of each role, its rows."""
    counts = Counter(cell.role for cell in scene.cells)
    tally = tuple(msg("{number} {what}", number=n, what=_WORDS[role]) for role, n in counts.items())
    parts = [
        msg(
            "A board {width} wide and {height} high: {cells}.",
            width=scene.width,
            height=scene.height,
            cells=tally,
        )
    ]
    if scene.height <= _MAX_ROWS_IN_WORDS and scene.width <= _MAX_ROWS_IN_WORDS:
        for row in range(scene.height):
            cells = scene.cells[row * scene.width : (row + 1) * scene.width]
            line = " ".join(_said(cell, catalogue) for cell in cells)
            parts.append(msg("Row {row}: {cells}.", row=row + 1, cells=line))
    if scene.highlights:
        marked = tuple(
            msg("{cell} {mark}", cell=cell_name(cell, scene.width), mark=_MARKS[mark])
            for cell, mark in sorted(scene.highlights.items())
        )
        parts.append(msg("Marked: {cells}.", cells=marked))
    parts += [msg("{sentence}.", sentence=line) for line in overlay_words(scene)]
    return " ".join(part.words(catalogue) for part in parts)


def _said(cell: SceneCell, catalogue: Catalogue | None) -> str:
    sign = cell.role in SIGNS or (cell.role is Role.SAFE and not cell.text.isdigit())
    return _WORDS[cell.role].words(catalogue) if sign or not cell.text else cell.text


def _body(scene: Scene, theme: Theme) -> list[str]:
    width, height = scene.width * CELL, scene.height * CELL
    out: list[str] = ["<g>"]
    for index, cell in enumerate(scene.cells):
        x, y = index % scene.width * CELL, index // scene.width * CELL
        dark = scene.is_dark(index) and cell.role is not Role.BLOCKED
        paper = theme.dark if dark else theme.paper[cell.role]
        out.append(_square(x, y, theme.colours[cell.colour - 1] if cell.colour else paper))
    out.append("</g>")
    thin = [f"M{c * CELL} 0V{height}" for c in range(1, scene.width)]
    thin += [f"M0 {r * CELL}H{width}" for r in range(1, scene.height)]
    if thin:
        out.append(
            f'<path d="{"".join(thin)}" stroke="{theme.line}" stroke-width="1" fill="none"/>'
        )
    for index, cell in enumerate(scene.cells):
        x, y = index % scene.width * CELL, index // scene.width * CELL
        out += _cell(cell, x, y, scene.width, theme)
    heavy = [f"M{c * CELL} 0V{height}" for c in sorted(set(scene.heavy_cols))]
    heavy += [f"M0 {r * CELL}H{width}" for r in sorted(set(scene.heavy_rows))]
    if heavy:
        out.append(
            f'<path d="{"".join(heavy)}" stroke="{theme.ink}" stroke-width="3" fill="none"/>'
        )
    out.append(
        f'<rect width="{width}" height="{height}" rx="2" fill="none" stroke="{theme.ink}" '
        f'stroke-width="4"/>'
    )
    for index, mark in sorted(scene.highlights.items()):
        out += _frame(mark, index % scene.width * CELL, index // scene.width * CELL, theme)
    out += draw_overlay(scene, theme)
    return out


def _square(x: int, y: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>'


def _label(cx: float, cy: float, text: str, size: float, fill: str, extra: str = "") -> str:
    baseline = f"{cy + size * 0.36:g}"  # a digit is about 0.72 em high in these fonts
    return (
        f'<text x="{cx:g}" y="{baseline}" font-size="{size:g}" fill="{fill}"{extra}>'
        f"{escaped(text)}</text>"
    )


def _fitting(text: str, size: float) -> float:
    """Return the font size at which the text stays inside its cell."""
    return min(size, CELL * 0.85 / (0.6 * max(1, len(text))))


def _cell(cell: SceneCell, x: int, y: int, most: int, theme: Theme) -> list[str]:
    cx, cy = x + CELL / 2, y + CELL / 2
    shape = SHAPES.get(cell.role)
    out = ground(cell, x, y, theme)
    out += shape(x, y, theme) if shape is not None else []
    out += heat(cell.heat, x, y, theme) if cell.heat is not None else []
    if cell.given and cell.role in SIGNS:
        out.append(base(x, y, theme))
    if cell.overlay:
        out += _over(cell.overlay, cx, cy, theme)
    if cell.role in SIGNS:
        return out
    if cell.text:
        size = _fitting(cell.text, 27)
        match cell.role:
            case Role.GIVEN | Role.TILE:
                out.append(_label(cx, cy, cell.text, size, theme.ink, ' font-weight="700"'))
            case Role.NUMBER:
                fill = theme.digits.get(cell.text, theme.muted)
                out.append(_label(cx, cy, cell.text, size, fill, ' font-weight="600"'))
            case Role.SAFE if cell.text.isdigit():
                out.append(tick(x + 34, y + 9, 1, theme))
                out.append(_label(cx, cy, cell.text, size, theme.safe, ' font-weight="600"'))
            case Role.SAFE:  # its number is unknown: a tick instead of the letter
                out.append(tick(x + 14, y + 25, 2, theme))
            case Role.FILLED:
                out.append(_label(cx, cy, cell.text, size, theme.filled))
            case _:
                out.append(_label(cx, cy, cell.text, size, theme.muted))
    elif cell.role is Role.SAFE:
        out.append(tick(x + 14, y + 25, 2, theme))
    elif cell.notes or cell.centre:
        out += _notes(cell.notes, x, y, most, theme) if cell.notes else []
        out += _middle(cell.centre, cx, cy, theme) if cell.centre else []
    return out


def _middle(notes: tuple[str, ...], cx: float, cy: float, theme: Theme) -> list[str]:
    text = "".join(notes) if all(len(note) == 1 for note in notes) else " ".join(notes)
    size = min(15.0, CELL * 0.88 / (0.6 * len(text)))
    return [_label(cx, cy, text, size, theme.filled, ' font-weight="500"')]


def _over(text: str, cx: float, cy: float, theme: Theme) -> list[str]:
    return [_label(cx, cy, text, _fitting(text, 15), theme.ink, ' font-weight="600"')]


def _notes(notes: tuple[str, ...], x: int, y: int, most: int, theme: Theme) -> list[str]:
    side, places = note_places(notes, most)
    step = (CELL - 6) / side
    longest = max(map(len, notes))
    size = min(13.0, step * 0.9, step / (0.62 * longest + (0.2 if longest > 1 else 0)))
    return [
        _label(
            x + 3 + (place % side + 0.5) * step,
            y + 3 + (place // side + 0.5) * step,
            note,
            size,
            theme.muted,
        )
        for place, note in zip(places, notes, strict=True)
    ]


def _frame(mark: Highlight, x: int, y: int, theme: Theme) -> list[str]:
    colour, (width, dashes) = theme.frames[mark], _FRAMES[mark]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    square = f'<rect x="{x + 4}" y="{y + 4}" width="{CELL - 8}" height="{CELL - 8}" rx="4" '
    back = theme.paper[Role.EMPTY]  # so that the frame stands out on any background
    out = [
        square + f'fill="none" stroke="{back}" stroke-width="6"/>',
        square + f'fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>',
    ]
    if mark is Highlight.CONFLICT:  # struck through, TARGET's frame being as heavy
        out.append(
            f'<path d="M{x + 6} {y + CELL - 6}L{x + CELL - 6} {y + 6}" stroke="{colour}" '
            f'stroke-width="2" opacity="0.7"/>'
        )
    return out
