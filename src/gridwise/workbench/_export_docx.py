"""Booklets for word processors: pictures with alternative text, captions, page numbers."""

import io
from collections.abc import Sequence
from typing import Any

from gridwise.workbench._booklet import (
    MARGIN_MM,
    PAGE_MM,
    Booklet,
    Figure,
    Layout,
    layout,
    solutions_layout,
)
from gridwise.workbench._export_typst import to_png
from gridwise.workbench._extras import needed

_PX_PER_MM = 8.0
"""Enough for print: 203 pixels an inch."""
_ROOM = 0.94
"""The share of the room that a picture gets: a word processor adds space around it."""


def to_docx(booklet: Booklet) -> bytes:
    """Return the booklet as a DOCX file."""
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
    drawn = [(one, place) for one in booklet.boards if one.scene is not None]
    drawn += [(one, small) for one in booklet.solutions if one.scene is not None]
    widths = [round(room.size(one)[0] * _PX_PER_MM) for one, room in drawn]
    made = to_png(booklet.theme, [one for one, _ in drawn], widths=widths)
    pictures = {id(one): picture for (one, _), picture in zip(drawn, made, strict=True)}
    document.add_heading(booklet.title, level=1)
    for at in range(0, len(booklet.boards), booklet.per_page):
        if at:
            between = document.add_paragraph().paragraph_format
            between.page_break_before = True
            between.space_after = Mm(0)
        page = booklet.boards[at : at + booklet.per_page]
        _table(document, page, pictures, place)
    if booklet.solutions:
        heading = document.add_heading(booklet.solutions_title, level=1)
        heading.paragraph_format.page_break_before = True
        _table(document, booklet.solutions, pictures, small)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _table(
    document: Any,
    figures: Sequence[Figure],
    pictures: dict[int, bytes],
    place: Layout,
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
        paragraph = cell.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        if figure.scene is not None:
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
