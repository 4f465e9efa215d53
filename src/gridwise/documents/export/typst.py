"""Booklets in PDF and pictures in PNG, set by typst.

The text of the program below never changes: boards, titles and captions reach it as data, so no
text is ever read as markup. It loads no typst package. Drawings are set in a font that comes with
typst; fonts of the system are looked at only for characters that typst's own do not have.
"""

import json
from collections.abc import Sequence
from typing import Any

from gridwise.core.errors import Fault
from gridwise.documents.export.booklet import (
    BUNDLED_FONT,
    GAP_MM,
    MARGIN_MM,
    PAGE_MM,
    Booklet,
    Figure,
    Layout,
    fitted,
    layout,
    solutions_layout,
)
from gridwise.documents.extras import needed
from gridwise.render.palette import Theme

PX_PER_UNIT = 2.0
"""Pixels of a PNG for a unit of the SVG, 96 a cell; fewer where a side would be over the most."""
MOST_PX = 4096

_BOOKLET = """\
#let data = json(bytes(sys.inputs.data))
#let ink(name) = rgb(data.colours.at(name))
#set document(title: data.title, date: none)
#set page(
  width: data.page.at(0) * 1mm, height: data.page.at(1) * 1mm, fill: ink("page"),
  margin: (x: data.margin.at(0) * 1mm, y: data.margin.at(1) * 1mm),
  footer: context align(center, text(9pt, fill: ink("muted"), counter(page).display("1"))),
)
#set text(font: "Libertinus Serif", size: 10pt, fill: ink("ink"), lang: data.lang)
#set par(justify: false)
#show heading: set block(below: 5mm)
#let caption(one) = {
  set text(size: one.size * 1pt)
  strong(str(one.number)) + [.] + h(0.4em) + one.caption
}
#let board(one) = block(breakable: false, width: 100%, {
  set align(center)
  if one.svg != none {
    image(bytes(one.svg), format: "svg", width: one.width * 1mm, alt: one.alt)
  }
  block(above: 2mm, caption(one))
})
#heading(data.title)
#for (index, page) in data.pages.enumerate() {
  if index > 0 { pagebreak() }
  grid(
    columns: (1fr,) * data.columns, rows: (1fr,) * data.rows, gutter: data.gap * 1mm,
    align: top, ..page.map(board),
  )
}
#if data.solutions.len() > 0 {
  pagebreak()
  heading(data.solutions-title)
  grid(
    columns: (1fr,) * data.solution-columns, gutter: data.gap * 1mm, align: top,
    ..data.solutions.map(board),
  )
}
"""

_PICTURES = """\
#let data = json(bytes(sys.inputs.data))
#set page(margin: 0pt, fill: none)
#for one in data {
  page(
    width: one.width * 1pt, height: one.height * 1pt,
    image(bytes(one.svg), format: "svg", width: 100%, height: 100%, alt: one.alt),
  )
}
"""


def to_pdf(booklet: Booklet) -> bytes:
    """Return the booklet as a PDF: the same bytes for the same booklet."""
    place, small = layout(booklet), solutions_layout(booklet)
    boards = [_data(booklet, figure, place) for figure in booklet.boards]
    data = {
        "title": booklet.title,
        "solutions-title": booklet.solutions_title,
        "lang": booklet.lang,
        "page": PAGE_MM,
        "margin": MARGIN_MM,
        "gap": GAP_MM,
        "colours": {name: getattr(booklet.theme, name) for name in ("page", "ink", "muted")},
        "columns": place.across,
        "rows": place.down,
        "pages": [
            boards[at : at + booklet.per_page] for at in range(0, len(boards), booklet.per_page)
        ],
        "solution-columns": small.across,
        "solutions": [_data(booklet, one, small) for one in booklet.solutions],
    }
    texts = [booklet.title, booklet.solutions_title]
    texts += [figure.caption for figure in (*booklet.boards, *booklet.solutions)]
    (pdf,) = _compiled(_BOOKLET, "pdf", data, system_fonts=not all(map(_is_bundled, texts)))
    return pdf


def to_png(
    theme: Theme, figures: Sequence[Figure], *, widths: Sequence[int] | None = None
) -> list[bytes]:
    """Return the drawings as PNG pictures, one each, transparent outside their rounded ground.

    `widths` are those wanted, in pixels, instead of `PX_PER_UNIT`.
    """
    data = []
    for at, figure in enumerate(figures):
        width, height = figure.shape
        scale = PX_PER_UNIT if widths is None else widths[at] / width
        scale = min(scale, fitted(figure.shape, MOST_PX, MOST_PX))
        svg = figure.svg(theme, font=BUNDLED_FONT)
        width, height = max(1, round(width * scale)), max(1, round(height * scale))
        data.append({"svg": svg, "alt": figure.alt, "width": width, "height": height})
    return _compiled(_PICTURES, "png", data, ppi=72.0) if data else []


def _data(booklet: Booklet, figure: Figure, place: Layout) -> dict[str, Any]:
    """Return what the program needs of a figure."""
    drawn = figure.scene is not None
    return {
        "number": figure.number,
        "caption": figure.caption,
        "svg": figure.svg(booklet.theme, font=BUNDLED_FONT) if drawn else None,
        "alt": figure.alt if drawn else None,
        "size": place.text_pt,
        "width": place.size(figure)[0] if drawn else None,
    }


def _compiled(
    program: str, form: str, data: Any, *, ppi: float | None = None, system_fonts: bool = False
) -> list[bytes]:
    typst = needed("typst", extra="report", purpose=f"a .{form} file")
    try:
        made = typst.compile(
            program.encode(),
            format=form,
            ppi=ppi,
            ignore_system_fonts=not system_fonts,
            sys_inputs={"data": json.dumps(data)},
        )
    except typst.TypstError as error:
        raise Fault(f"typst: {error}") from error
    return list(made) if isinstance(made, list) else [made]


def _is_bundled(text: str) -> bool:
    """Return whether typst's own fonts have every character: Latin, and its punctuation."""
    return all(
        code < 0x250 or 0x1E00 <= code < 0x1F00 or 0x2010 <= code < 0x2040
        for code in map(ord, text)
    )
