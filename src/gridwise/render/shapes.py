"""The shapes of an SVG drawing: every role has its own, besides its colour."""

from collections.abc import Callable, Mapping

from gridwise.core.scene import Role, SceneCell, Shade
from gridwise.render.palette import BLAST_INK, Theme

CELL = 48
"""Side of a cell in user units; the picture scales."""


def ground(cell: SceneCell, x: int, y: int, theme: Theme) -> list[str]:
    """Return the background of a cell that is related to the selected one, or attacked."""
    tint = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{theme.shade}" '
    match cell.shade:
        case Shade.PEER:
            return [tint + 'fill-opacity="0.09"/>']
        case Shade.SAME:
            line = f'<path d="M{x + 12} {y + 42}h24" stroke="{theme.shade}" stroke-width="2.5"/>'
            return [tint + 'fill-opacity="0.18"/>', line]
        case Shade.ATTACKED if cell.role is Role.EMPTY:
            dot = f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="4" '
            return [dot + f'fill="{theme.shade}"/>']
        case _:
            return []


def heat(share: float, x: int, y: int, theme: Theme) -> list[str]:
    """Return a tint over a cell, stronger towards 1, hatched from 0.5 on."""
    out = [
        f'<rect x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" '
        f'fill="{theme.heat}" fill-opacity="{0.08 + 0.5 * share:.3g}"/>'
    ]
    if share >= 0.5:
        lines = "".join(f"M{x + 2} {y + d}L{x + d} {y + 2}" for d in (14, 28, 42))
        lines += "".join(f"M{x + d} {y + 46}L{x + 46} {y + d}" for d in (10, 24, 38))
        out.append(
            f'<path d="{lines}" stroke="{theme.ink}" stroke-width="1" stroke-opacity="0.22"/>'
        )
    return out


def base(x: int, y: int, theme: Theme) -> str:
    """Return the line under a given sign."""
    return f'<path d="M{x + 8} {y + 43}h32" stroke="{theme.ink}" stroke-width="3"/>'


def _covered(x: int, y: int, theme: Theme) -> list[str]:
    """Draw a raised tile: light above and left, dark below and right."""
    a, b = 3, CELL - 3
    return [
        f'<path d="M{x + a} {y + b}V{y + a}H{x + b}" fill="none" stroke="{theme.raised}" '
        f'stroke-width="4"/>',
        f'<path d="M{x + b} {y + a}V{y + b}H{x + a}" fill="none" stroke="{theme.sunk}" '
        f'stroke-width="4"/>',
    ]


def _mine(x: int, y: int, theme: Theme, ink: str = "") -> list[str]:
    ink = ink or theme.ink
    cx, cy, r = x + CELL // 2, y + CELL // 2, 16
    d = 11
    return [
        f'<path d="M{cx - r} {cy}h{2 * r}M{cx} {cy - r}v{2 * r}M{cx - d} {cy - d}l{2 * d} {2 * d}'
        f'M{cx - d} {cy + d}l{2 * d} {-2 * d}" stroke="{ink}" stroke-width="3.5" '
        f'stroke-linecap="round"/>',
        f'<circle cx="{cx}" cy="{cy}" r="10.5" fill="{ink}"/>',
        f'<circle cx="{cx - 4}" cy="{cy - 4}" r="2.6" fill="{theme.glint}"/>',
    ]


def tick(x: int, y: int, scale: float, theme: Theme) -> str:
    """Return the sign of a cell proved safe."""
    return (
        f'<path d="M{x} {y}l{4 * scale:g} {4 * scale:g} {6 * scale:g} {-8 * scale:g}" '
        f'fill="none" stroke="{theme.tick}" stroke-width="{1.5 + scale:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _queen(x: int, y: int, theme: Theme) -> list[str]:
    points = ((8, 17), (16, 26), (18, 12), (24, 25), (30, 12), (32, 26), (40, 17), (36, 37))
    crown = " ".join(f"{x + px},{y + py}" for px, py in (*points, (12, 37)))
    balls = "".join(
        f'<circle cx="{x + px}" cy="{y + py}" r="2.6" fill="{theme.ink}"/>'
        for px, py in ((8, 15), (18, 10), (30, 10), (40, 15))
    )
    return [f'<polygon points="{crown}" fill="{theme.ink}" stroke-linejoin="round"/>{balls}']


def _blocked(x: int, y: int, theme: Theme) -> list[str]:
    return [
        f'<path d="M{x + 14} {y + 14}l20 20m0 -20l-20 20" stroke="{theme.cross}" stroke-width="4" '
        f'stroke-linecap="round"/>'
    ]


def _tile(x: int, y: int, theme: Theme) -> list[str]:
    side = CELL - 6
    return [
        f'<rect x="{x + 3}" y="{y + 3}" width="{side}" height="{side}" rx="7" fill="{theme.tile}" '
        f'stroke="{theme.tile_edge}" stroke-width="1.5"/>'
    ]


def _blank(x: int, y: int, theme: Theme) -> list[str]:
    side = CELL - 14
    return [
        f'<rect x="{x + 7}" y="{y + 7}" width="{side}" height="{side}" rx="5" fill="none" '
        f'stroke="{theme.line}" stroke-width="1.5" stroke-dasharray="4 4"/>'
    ]


def _flag(x: int, y: int, theme: Theme) -> list[str]:
    return [*_covered(x, y, theme), *_flag_alone(x, y, theme)]


def _flag_alone(x: int, y: int, theme: Theme) -> list[str]:
    return [
        f'<path d="M{x + 20} {y + 9}v30M{x + 13} {y + 39}h16" stroke="{theme.flag}" '
        f'stroke-width="3" stroke-linecap="round"/>',
        f'<path d="M{x + 22} {y + 9}c4.4 -2.3 7.8 1.9 15 -.3v14.4c-7.2 2.2 -10.6 -2 -15 .3z" '
        f'fill="{theme.cloth}"/>',
    ]


def _wrong_flag(x: int, y: int, theme: Theme) -> list[str]:
    return [
        *_flag(x, y, theme),
        f'<path d="M{x + 9} {y + 9}l30 30m0 -30l-30 30" stroke="{theme.flag}" stroke-width="4" '
        f'stroke-linecap="round"/>',
    ]


def _exploded(x: int, y: int, theme: Theme) -> list[str]:
    star = (
        *((24, 2), (29, 11), (38, 5), (35, 16), (46, 17), (37, 24), (46, 31), (35, 32), (38, 43)),
        *((29, 37), (24, 46), (19, 37), (10, 43), (13, 32), (2, 31), (11, 24), (2, 17), (13, 16)),
        *((10, 5), (19, 11)),
    )
    points = " ".join(f"{x + px},{y + py}" for px, py in star)
    return [f'<polygon points="{points}" fill="{theme.blast}"/>', *_mine(x, y, theme, BLAST_INK)]


def _cross(x: int, y: int, theme: Theme) -> list[str]:
    return [
        f'<path d="M{x + 17} {y + 17}l14 14m0 -14l-14 14" stroke="{theme.muted}" '
        f'stroke-width="3.5" stroke-linecap="round"/>'
    ]


SHAPES: Mapping[Role, Callable[[int, int, Theme], list[str]]] = {
    Role.COVERED: _covered,
    Role.MINE: _mine,
    Role.QUEEN: _queen,
    Role.BLOCKED: _blocked,
    Role.TILE: _tile,
    Role.BLANK: _blank,
    Role.FLAG: _flag,
    Role.EXPLODED: _exploded,
    Role.WRONG_FLAG: _wrong_flag,
    Role.CROSS: _cross,
}
"""The drawing of each role, by the upper left corner of its cell."""
