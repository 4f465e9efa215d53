"""Booklets for word processors: tables of digits or pictures, captions, page numbers.

A board whose cells hold nothing but text is a table, which can be edited; any other is a picture.
Both have the board in words as their alternative text.
"""

import io
from collections.abc import Callable, Sequence
from typing import Any

from gridwise.core.scene import Role
from gridwise.documents.export.booklet import (
    MARGIN_MM,
    PAGE_MM,
    Booklet,
    Figure,
    Layout,
    layout,
    solutions_layout,
)
from gridwise.documents.export.typst import to_png
from gridwise.documents.extras import needed
from gridwise.render.svg import escaped

_PX_PER_MM = 8.0
"""Enough for print: 203 pixels an inch."""
_ROOM = 0.94
"""The share of the room that a picture gets: a word processor adds space around it."""


_BATCH = 16
"""So many pictures are made between two looks at whether the work is cancelled."""
_DXA_PER_MM = 1440 / 25.4
_THIN, _HEAVY = 4, 18
"""Of lines, in eighths of a point."""
_TEXT_ROLES = frozenset({Role.EMPTY, Role.GIVEN, Role.FILLED})
_FILLED_INK, _CONFLICT_SHADE = "1F4E9E", "D9D9D9"
"""On the white page of a word processor, whatever the theme of the pictures is."""


def to_docx(booklet: Booklet, check: Callable[[], None] = lambda: None) -> bytes:
    """Return the booklet as a DOCX file; what `check` raises, called now and then, ends it."""
    needed("docx", extra="report", purpose="a .docx file")
    import docx
    from docx.shared import Mm

    document = docx.Document()
    section = document.sections[0]
    section.page_width, section.page_height = (Mm(side) for side in PAGE_MM)
    section.left_margin = section.right_margin = Mm(MARGIN_MM[0])
    section.top_margin = section.bottom_margin = Mm(MARGIN_MM[1])
    document.core_properties.title = booklet.title[:255]  # longer ones are refused
    document.core_properties.author = "Gridwise"
    document.core_properties.comments = ""
    document.core_properties.language = booklet.lang
    _page_number(section.footer.paragraphs[0])

    place, small = layout(booklet), solutions_layout(booklet)
    drawn = [(one, place) for one in booklet.boards if _is_picture(one)]
    drawn += [(one, small) for one in booklet.solutions if _is_picture(one)]
    pictures: dict[int, bytes] = {}
    for at in range(0, len(drawn), _BATCH):
        check()
        part = drawn[at : at + _BATCH]
        widths = [round(room.size(one)[0] * _PX_PER_MM) for one, room in part]
        made = to_png(booklet.theme, [one for one, _ in part], widths=widths)
        pictures |= {id(one): picture for (one, _), picture in zip(part, made, strict=True)}
    document.add_heading(booklet.title, level=1)
    for at in range(0, len(booklet.boards), booklet.per_page):
        if at:
            between = document.add_paragraph().paragraph_format
            between.page_break_before = True
            between.space_after = Mm(0)
        page = booklet.boards[at : at + booklet.per_page]
        _table(document, page, pictures, place, check)
    if booklet.solutions:
        heading = document.add_heading(booklet.solutions_title, level=1)
        heading.paragraph_format.page_break_before = True
        _table(document, booklet.solutions, pictures, small, check)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _table(
    document: Any,
    figures: Sequence[Figure],
    pictures: dict[int, bytes],
    place: Layout,
    check: Callable[[], None],
) -> None:
    """Add figures row by row, no row broken between two pages."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.shared import Mm, Pt

    table = document.add_table(rows=-(-len(figures) // place.across), cols=place.across)
    for row in table.rows:
        row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))
    cells = [cell for row in table.rows for cell in row.cells]  # asking for each anew is slow
    for figure, cell in zip(figures, cells, strict=False):
        check()
        paragraph = cell.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        if figure.scene is not None and not _is_picture(figure):
            paragraph._p.addprevious(_digits(figure, place))
        elif figure.scene is not None:
            data = io.BytesIO(pictures[id(figure)])
            size = [Mm(max(1.0, side * _ROOM)) for side in place.size(figure)]
            picture = paragraph.add_run().add_picture(data, *size)
            properties = picture._inline.docPr
            properties.set("descr", figure.alt)
            properties.set("title", f"{figure.number}. {figure.name}")
            paragraph.paragraph_format.keep_with_next = True
            paragraph.paragraph_format.space_after = Mm(0)
            paragraph = cell.add_paragraph()
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        for text, bold in ((f"{figure.number}. ", True), (figure.caption, False)):
            run = paragraph.add_run(text)
            run.bold, run.font.size = bold, Pt(place.text_pt)


def _is_picture(figure: Figure) -> bool:
    """Return whether a board is drawn: it has signs, notes or tints, which no text is."""
    return figure.scene is not None and not all(
        cell.role in _TEXT_ROLES and not cell.notes and not cell.overlay
        for cell in figure.scene.cells
    )


def _digits(figure: Figure, place: Layout) -> Any:
    """Return the board as a table: bold what is given, shaded and underlined what conflicts."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    scene = figure.scene
    assert scene is not None
    side = place.size(figure)[0] * _ROOM / scene.width
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
        f'<w:tblCaption w:val="{escaped(f"{figure.number}. {figure.name}")}"/>'
        f'<w:tblDescription w:val="{escaped(figure.alt)}"/></w:tblPr>'
        f"<w:tblGrid>{columns}</w:tblGrid>{''.join(rows)}</w:tbl>"
    )


def _weight(at: int, size: int, heavy: Sequence[int]) -> int:
    """Return the weight of the line before a row or a column; heavy are the outer ones too."""
    return _HEAVY if at in (0, size, *heavy) else _THIN


def _page_number(paragraph: Any) -> None:
    """Add the field that a word processor fills with the number of the page."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    run = OxmlElement("w:r")
    text = OxmlElement("w:t")
    text.text = "1"  # until the field is computed
    run.append(text)
    field.append(run)
    paragraph._p.append(field)
