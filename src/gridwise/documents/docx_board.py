"""A board of digits as a table of a DOCX file, which can be edited."""

from collections.abc import Sequence
from typing import Any

from gridwise.core.scene import Role, Scene
from gridwise.render.svg import escaped

_DXA_PER_MM = 1440 / 25.4
_THIN, _HEAVY = 4, 18
"""Weights of lines, in eighths of a point."""
_TEXT_ROLES = frozenset({Role.EMPTY, Role.GIVEN, Role.FILLED})
_FILLED_INK, _CONFLICT_SHADE = "1F4E9E", "D9D9D9"
"""Colours for the white page of a word processor, whatever the theme of the pictures."""


def is_text(scene: Scene) -> bool:
    """Return whether a board is nothing but text: it has no signs, notes or tints."""
    return all(
        cell.role in _TEXT_ROLES and not cell.notes and not cell.overlay for cell in scene.cells
    )


def board_table(scene: Scene, width_mm: float, title: str, alt: str) -> Any:
    """Return a board as the XML of a table: givens in bold, conflicts shaded and underlined."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    side = width_mm / scene.width
    dxa = max(1, round(side * _DXA_PER_MM))
    longest = max((len(cell.text) for cell in scene.cells), default=1)
    half_points = max(2, round(2 * min(0.6, 1.1 / max(1, longest)) * side * 72 / 25.4))
    rows = []
    for row in range(scene.height):
        cells = []
        for col in range(scene.width):
            at = row * scene.width + col
            one, mark = scene.cells[at], scene.highlights.get(at)
            weights = {
                "top": _weight(row, scene.height, scene.heavy_rows),
                "left": _weight(col, scene.width, scene.heavy_cols),
                "bottom": _weight(row + 1, scene.height, scene.heavy_rows),
                "right": _weight(col + 1, scene.width, scene.heavy_cols),
            }
            lines = "".join(
                f'<w:{edge} w:val="single" w:sz="{weight}" w:space="0" w:color="000000"/>'
                for edge, weight in weights.items()
            )
            shade = f'<w:shd w:val="clear" w:fill="{_CONFLICT_SHADE}"/>' if mark else ""
            look = "<w:b/>" if one.role is Role.GIVEN else f'<w:color w:val="{_FILLED_INK}"/>'
            under = '<w:u w:val="single"/>' if mark else ""
            size = f'<w:sz w:val="{half_points}"/>'
            text = f"<w:r><w:rPr>{look}{size}{under}</w:rPr><w:t>{escaped(one.text)}</w:t></w:r>"
            cells.append(
                f'<w:tc><w:tcPr><w:tcW w:w="{dxa}" w:type="dxa"/>'
                f"<w:tcBorders>{lines}</w:tcBorders>{shade}"
                f'<w:vAlign w:val="center"/></w:tcPr><w:p><w:pPr><w:keepNext/>'
                f'<w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/>'
                f'<w:jc w:val="center"/><w:rPr>{size}</w:rPr></w:pPr>{text if one.text else ""}'
                "</w:p></w:tc>"
            )
        height = f'<w:trPr><w:cantSplit/><w:trHeight w:val="{dxa}" w:hRule="exact"/></w:trPr>'
        rows.append(f"<w:tr>{height}{''.join(cells)}</w:tr>")
    columns = f'<w:gridCol w:w="{dxa}"/>' * scene.width
    margins = "".join(
        f'<w:{edge} w:w="0" w:type="dxa"/>' for edge in ("top", "left", "bottom", "right")
    )
    return parse_xml(
        f'<w:tbl {nsdecls("w")}><w:tblPr><w:tblW w:w="{dxa * scene.width}" w:type="dxa"/>'
        f'<w:jc w:val="center"/><w:tblLayout w:type="fixed"/>'
        f"<w:tblCellMar>{margins}</w:tblCellMar>"
        f'<w:tblCaption w:val="{escaped(title)}"/>'
        f'<w:tblDescription w:val="{escaped(alt)}"/></w:tblPr>'
        f"<w:tblGrid>{columns}</w:tblGrid>{''.join(rows)}</w:tbl>"
    )


def _weight(at: int, size: int, heavy: Sequence[int]) -> int:
    """Return the weight of the line before a row or a column; the outer lines are heavy too."""
    return _HEAVY if at in (0, size, *heavy) else _THIN
