"""Scene to text: box drawing for terminals and files, plain ASCII, or styled for rich.

Only the outline and the heavy lines are drawn, so that a 20x20 board fits a screen::

    ┏━━━━━┳━━━━━┓
    ┃ 1 2 ┃ 3 4 ┃
    ┃ 3 4 ┃ 1 2 ┃
    ┣━━━━━╋━━━━━┫
    ┃ 2 1 ┃ 4 3 ┃
    ┃ 4 3 ┃ 2 1 ┃
    ┗━━━━━┻━━━━━┛

The glyph of a cell shows its content, the brackets around it its highlight; colour and weight only
repeat them. If a drawing explains a step by candidates, each cell is a square of them, as on
paper, and its links follow below::

    ┃○5   3 │×5     ┃                ○ and □ are the two colours, × is crossed out
    ○5 r1c1 = □5 r1c8 - ○5 r3c8      a strong link, then a weak one
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from gridwise.core.grid import cell_name
from gridwise.core.scene import CandidateLink, Highlight, Role, Scene, SceneCell, Tone
from gridwise.render.cells import SIGNS, note_places
from gridwise.render.words import printable

if TYPE_CHECKING:
    from rich.text import Text

Segment = tuple[str, str]
"""A piece of a line and its rich style."""
Line = tuple[Segment, ...]
"""One line of a drawing, without trailing spaces."""


class _BoxDrawing(NamedTuple):
    """The eleven characters of a box drawing."""

    horizontal: str
    vertical: str
    top: tuple[str, str, str]
    middle: tuple[str, str, str]
    bottom: tuple[str, str, str]


_LIGHT = _BoxDrawing("─", "│", ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))
_HEAVY = _BoxDrawing("━", "┃", ("┏", "┳", "┓"), ("┣", "╋", "┫"), ("┗", "┻", "┛"))
_ASCII = _BoxDrawing("-", "|", ("+",) * 3, ("+",) * 3, ("+",) * 3)

GLYPHS: Mapping[Role, tuple[str, str]] = {
    Role.EMPTY: ("·", "."),
    Role.COVERED: ("■", "-"),
    Role.MINE: ("✹", "X"),
    Role.SAFE: ("s", "s"),
    Role.QUEEN: ("♛", "Q"),
    Role.BLOCKED: ("█", "#"),
    Role.BLANK: ("_", "_"),
    Role.FLAG: ("⚑", "F"),
    Role.EXPLODED: ("✸", "*"),
    Role.WRONG_FLAG: ("⚐", "W"),
    Role.CROSS: ("×", "x"),
}
"""The glyph of a role whose cell has no text, in Unicode and in ASCII."""

BRACKETS: Mapping[Highlight, tuple[str, str]] = {
    Highlight.CONFLICT: ("!", "!"),
    Highlight.REASON: ("(", ")"),
    Highlight.TARGET: ("[", "]"),
    Highlight.TRIED: ("<", ">"),
}

_STYLES: Mapping[Role, str] = {
    Role.EMPTY: "dim",
    Role.GIVEN: "bold",
    Role.FILLED: "cyan",
    Role.COVERED: "dim",
    Role.NUMBER: "bold",
    Role.MINE: "red",
    Role.SAFE: "green",
    Role.QUEEN: "bold yellow",
    Role.BLOCKED: "dim",
    Role.TILE: "bold",
    Role.BLANK: "dim",
    Role.FLAG: "bold",
    Role.EXPLODED: "bold red",
    Role.WRONG_FLAG: "red",
    Role.CROSS: "dim",
}
_HIGHLIGHT_STYLES: Mapping[Highlight, str] = {
    Highlight.CONFLICT: "bold red",
    Highlight.REASON: "yellow",
    Highlight.TARGET: "bold green",
    Highlight.TRIED: "magenta",
}
TONES: Mapping[Tone, tuple[str, str]] = {
    Tone.FIRST: ("○", "("),
    Tone.SECOND: ("□", "["),
    Tone.REMOVED: ("×", "x"),
}
"""The sign before a marked candidate, in Unicode and in ASCII."""
_TONE_STYLES: Mapping[Tone, str] = {
    Tone.FIRST: "bold green reverse",
    Tone.SECOND: "bold magenta underline",
    Tone.REMOVED: "bold red strike",
}
_WIDEST = 9
"""The widest board that is drawn with squares of candidates."""
_OF_DIGITS = frozenset({Role.EMPTY, Role.GIVEN, Role.FILLED})
"""The roles of a board with a heavy outline, which tells an empty one from one of queens."""
_LINE_STYLE = "dim"
_NOTE_STYLE = "dim italic"


def draw(scene: Scene, *, ascii: bool = False) -> tuple[Line, ...]:
    """Return the drawing as lines of styled segments.

    Parameters
    ----------
    scene
        Texts wider than one character are aligned right in columns of the widest.
    ascii
        Use only ASCII: `+-|` for lines and letters for signs.

    Returns
    -------
    tuple[Line, ...]
        `scene.height` lines, and one more for each horizontal line, the outline's two included.

    Notes
    -----
    O(cells). A width counts characters: texts are digits, letters and the glyphs above.
    """
    marked = any(mark.value.isdecimal() for mark in scene.overlay.candidates)
    noted = scene.overlay.needs_candidates or any(cell.notes for cell in scene.cells)
    if marked and noted and scene.width <= _WIDEST:
        return (*_pencilled(scene, ascii=ascii), *_links(scene, ascii=ascii))
    return (*_plain(scene, ascii=ascii), *_links(scene, ascii=ascii))


def _plain(scene: Scene, *, ascii: bool) -> tuple[Line, ...]:
    """Draw one character a cell, or its notes side by side."""
    digits = _OF_DIGITS.issuperset(cell.role for cell in scene.cells) and not scene.chequered
    heavy = digits or bool(scene.heavy_rows or scene.heavy_cols)
    lines = _ASCII if ascii else _HEAVY if heavy else _LIGHT
    texts = [cell_text(cell, ascii=ascii) for cell in scene.cells]
    width = max(map(len, texts), default=1)
    spaced = bool(scene.highlights)
    cols = [0, *sorted(c for c in set(scene.heavy_cols) if 0 < c < scene.width)]
    heavy_rows = set(scene.heavy_rows)
    # "|" then a space before each cell and one before the next line; with highlights there is
    # room for a bracket on both sides of every cell.
    cell_width = width + (2 if spaced else 1)
    spans = [end - start for start, end in zip(cols, [*cols[1:], scene.width], strict=True)]
    rules = [lines.horizontal * (n * cell_width + (0 if spaced else 1)) for n in spans]

    def rule(ends: tuple[str, str, str]) -> Line:
        return ((ends[0] + ends[1].join(rules) + ends[2], _LINE_STYLE),)

    col_set = set(cols)
    out = [rule(lines.top)]
    for row in range(scene.height):
        if row and row in heavy_rows:
            out.append(rule(lines.middle))
        segments: list[Segment] = []
        for col in range(scene.width):
            if col in col_set:
                segments.append((_edge(lines.vertical, col, spaced), _LINE_STYLE))
            cell = row * scene.width + col
            style = _style(scene, cell)
            body = texts[cell].rjust(width)
            mark = scene.highlights.get(cell)
            if mark is not None:
                left, right = BRACKETS[mark]
                inner = body.lstrip()
                body = " " * (len(body) - len(inner)) + left + inner + right
                segments.append((body, style))
            elif spaced:
                segments.append((f" {body} ", style))
            else:
                segments += [(" ", ""), (body, style)]
        segments.append((lines.vertical if spaced else " " + lines.vertical, _LINE_STYLE))
        out.append(_merged(segments))
    out.append(rule(lines.bottom))
    return tuple(out)


def _pencilled(scene: Scene, *, ascii: bool) -> tuple[Line, ...]:
    """Draw each cell as a square of its candidates, the marked ones with their sign."""
    width = scene.width
    lines = _ASCII if ascii else _HEAVY
    thin, dash, crossing = ("|", "-", "+") if ascii else ("│", "─", "┼")
    side, _ = note_places(("1",), width)
    room = 2 * side + 1  # of a cell: a sign and a digit each, and a space
    cols = [0, *sorted(c for c in set(scene.heavy_cols) if 0 < c < width), width]
    spans = [end - start for start, end in pairwise(cols)]

    def rule(ends: tuple[str, str, str], stroke: str, joint: str) -> Line:
        body = ends[1].join(joint.join([stroke * room] * span) for span in spans)
        return ((ends[0] + body + ends[2], _LINE_STYLE),)

    upright = (lines.vertical,) * 3
    out = [rule(lines.top, lines.horizontal, lines.horizontal)]
    for row in range(scene.height):
        if row in scene.heavy_rows:
            out.append(rule(lines.middle, lines.horizontal, lines.horizontal))
        elif row:
            out.append(rule(upright, dash, crossing))
        for part in range(side):
            segments: list[Segment] = []
            for col in range(width):
                segments.append((lines.vertical if col in cols else thin, _LINE_STYLE))
                segments += _part(scene, row * width + col, part, side, ascii=ascii)
                segments.append((" ", ""))
            segments.append((lines.vertical, _LINE_STYLE))
            out.append(_merged(segments))
    out.append(rule(lines.bottom, lines.horizontal, lines.horizontal))
    return tuple(out)


def _part(scene: Scene, index: int, part: int, side: int, *, ascii: bool) -> list[Segment]:
    """Return one line of a cell: its text in the middle, or a row of candidates."""
    cell = scene.cells[index]
    tones = {m.value: m.tone for m in scene.overlay.candidates if m.cell == index and m.value}
    if cell.text or not (cell.notes or tones):
        middle = cell_text(cell, ascii=ascii) if part == side // 2 else ""
        mark = scene.highlights.get(index)
        left, right = BRACKETS[mark] if mark is not None and middle else (" ", " ")
        return [((left + middle + right).center(2 * side), _style(scene, index))]
    out: list[Segment] = []
    shown = {*cell.notes, *tones}
    for place in range(part * side, (part + 1) * side):
        digit = str(place + 1)
        tone = tones.get(digit)
        if digit not in shown:
            out.append(("  ", ""))
        elif tone is None:
            out.append((f" {digit}", "dim"))
        else:
            out.append((TONES[tone][ascii] + digit, _TONE_STYLES[tone]))
    return out


def _links(scene: Scene, *, ascii: bool) -> tuple[Line, ...]:
    """Return the links, chained: `=` joins the ends of a strong link, `-` of a weak one."""
    tones = {(mark.cell, mark.value): mark.tone for mark in scene.overlay.candidates}

    def end(cell: int, value: str) -> Segment:
        tone = tones.get((cell, value))
        sign = "" if tone is None else TONES[tone][ascii]
        place = cell_name(cell, scene.width)
        text = f"{sign}{value} {place}" if value else place
        return text, "" if tone is None else _TONE_STYLES[tone]

    chains: list[list[Segment]] = []
    last: CandidateLink | None = None
    for link in scene.overlay.links:
        if last is None or last.end != link.start:
            chains.append([end(*link.start)])
        chains[-1] += [(" = " if link.strong else " - ", ""), end(*link.end)]
        last = link
    return tuple(_merged(chain) for chain in chains)


def _edge(vertical: str, col: int, spaced: bool) -> str:
    return vertical if spaced or col == 0 else " " + vertical


def cell_text(cell: SceneCell, *, ascii: bool = False) -> str:
    """Return the content of a cell: its text, its notes in braces, or its role's glyph.

    Notes of the middle come after a bar. An overlaid text replaces the cell's glyph.
    """
    glyph = GLYPHS.get(cell.role, (" ", " "))[1 if ascii else 0]
    if cell.role in SIGNS:
        return glyph
    if cell.text:
        return printable(cell.text, ascii=ascii)
    if cell.notes or cell.centre:
        between = "" if all(len(note) == 1 for note in (*cell.notes, *cell.centre)) else ","
        middle = "|" + between.join(cell.centre) if cell.centre else ""
        return printable("{" + between.join(cell.notes) + middle + "}", ascii=ascii)
    return printable(cell.overlay.replace(" ", ""), ascii=ascii) or glyph


def _style(scene: Scene, index: int) -> str:
    mark = scene.highlights.get(index)
    if mark is not None:
        return _HIGHLIGHT_STYLES[mark]
    cell = scene.cells[index]
    if (cell.notes or cell.centre) and not cell.text:
        return _NOTE_STYLE
    if cell.role is Role.NUMBER and cell.text == "0":
        return "dim"
    return _STYLES[cell.role]


def _merged(segments: Sequence[Segment]) -> Line:
    out: list[Segment] = []
    for text, style in segments:
        if out and out[-1][1] == style:
            out[-1] = (out[-1][0] + text, style)
        else:
            out.append((text, style))
    return tuple(out)


def line_width(line: Line) -> int:
    """Return the number of characters of a line."""
    return sum(len(text) for text, _ in line)


def beside(
    left: Sequence[Line],
    right: Sequence[Line],
    *,
    width: int,
    ascii: bool = False,
    arrow: bool = True,
) -> tuple[Line, ...]:
    """Return two drawings, side by side if `width` allows, else stacked.

    Parameters
    ----------
    left, right
        Drawings by `draw`.
    width
        The most characters of a line.
    arrow
        Whether an arrow leads from the first to the second.
    """
    across, down = (" ->  ", "v") if ascii else ("  →  ", "↓")
    if not arrow:
        across, down = "  ", ""
    left_width = max(map(line_width, left), default=0)
    right_width = max(map(line_width, right), default=0)
    gap = len(across)
    if left_width + gap + right_width > width:
        between = ((("  " + down, _LINE_STYLE),),) if arrow else ()
        return (*left, *between, *right)
    middle = (max(len(left), len(right)) - 1) // 2
    out: list[Line] = []
    for index in range(max(len(left), len(right))):
        first = left[index] if index < len(left) else ()
        second = right[index] if index < len(right) else ()
        pad = " " * (left_width - line_width(first))
        sign = across if index == middle else " " * gap
        if second:
            out.append(_merged((*first, (pad + sign, _LINE_STYLE), *second)))
        elif index == middle:
            out.append(_merged((*first, ((pad + sign).rstrip(), _LINE_STYLE))))
        else:
            out.append(first)
    return tuple(out)


def plain(lines: Sequence[Line]) -> str:
    """Return a drawing as text without styles; no newline at the end, no trailing spaces."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def styled(lines: Sequence[Line]) -> "Text":
    """Return a drawing as a `rich.text.Text`."""
    from rich.text import Text

    out = Text(no_wrap=True, overflow="ignore")
    for index, line in enumerate(lines):
        if index:
            out.append("\n")
        for text, style in line:
            out.append(text, style=style or None)
    return out


def to_text(scene: Scene, *, ascii: bool = False) -> str:
    """Return a scene as plain text; see `draw`."""
    return plain(draw(scene, ascii=ascii))
