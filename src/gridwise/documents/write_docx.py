"""Documents as DOCX, by python-docx: real headings, captions, table heads and formulas.

A board whose cells hold nothing but text is a table, which can be edited; any other is a picture.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from gridwise.core.formula import Formula
from gridwise.core.scene import Role, Scene
from gridwise.documents import model
from gridwise.documents.formulas import to_office
from gridwise.documents.model import MARGIN_MM, PAGE_MM, Document, Figure, PageGrid, turned
from gridwise.documents.pictures import to_png
from gridwise.render.catalogue import Catalogue
from gridwise.render.extras import needed
from gridwise.render.svg import escaped
from gridwise.render.tables import ResultTable

LATIN, MONO, EAST_ASIAN = "Times New Roman", "Courier New", "PMingLiU"
"""The fonts of the styles; every word processor has substitutes for them."""
_TAGS = {"vi": "vi-VN"}
"""Tags of the languages in Latin letters, as word processors name them, without English."""
_WRONG, _HEAD = "FBDCD9", "E9EDF2"
_PX_PER_MM = 8.0
"""Pixels a millimetre, enough for print: 203 pixels an inch."""
_ROOM = 0.94
"""The share of its room that a picture of a booklet takes: word processors add space around it."""
_BATCH = 16
"""Pictures made between two checks for a cancel."""
_DXA_PER_MM = 1440 / 25.4
_THIN, _HEAVY = 4, 18
"""Weights of lines, in eighths of a point."""
_WHOLE = 8
"""A table of so many rows is not broken between two pages."""
_TEXT_ROLES = frozenset({Role.EMPTY, Role.GIVEN, Role.FILLED})
_FILLED_INK, _CONFLICT_SHADE = "1F4E9E", "D9D9D9"
"""Colours for the white page of a word processor, whatever the theme of the pictures."""


def write(
    document: Document, catalogue: Catalogue, check: Callable[[], None] = lambda: None
) -> bytes:
    """Return the document as a DOCX file; an exception of `check`, called now and then, ends it.

    Raises
    ------
    UsageError
        python-docx, or typst for the pictures, is not installed.
    """
    docx = needed("docx", extra="report", purpose="a .docx file")
    return _Writer(docx.Document(), document, catalogue, check).write()


class _Writer:
    """Fills one file, a block after the other."""

    def __init__(
        self, file: Any, document: Document, catalogue: Catalogue, check: Callable[[], None]
    ) -> None:
        self.file, self.document, self.catalogue, self.check = file, document, catalogue, check
        self.pictures = self._pictures()

    def write(self) -> bytes:
        self._page()
        self._styles()
        self._properties()
        if self.document.cover is None:
            self.file.add_heading(self.say(self.document.title), level=1)
        else:
            self._cover(self.document.cover)
        leading = self.document.leading()
        for at, block in enumerate(self.document.blocks):
            self.check()
            self._block(block)
            if at in leading:
                self.file.paragraphs[-1].paragraph_format.keep_with_next = True
        out = BytesIO()
        self.file.save(out)
        return _undated(out)

    def say(self, text: model.Text) -> str:
        return model.words(text, self.catalogue)

    def _pictures(self) -> dict[int, bytes]:
        """Return the PNG of each figure by its identity: its own, or a drawing's."""
        every = [(figure, grid) for figure, grid in self.document.figures() if figure.is_drawn]
        pictures = {id(figure): figure.png for figure, _ in every if figure.png is not None}
        drawn = [(o, grid) for o, grid in every if o.png is None and not self._editable(o)]
        for at in range(0, len(drawn), _BATCH):
            self.check()
            part = drawn[at : at + _BATCH]
            widths = {
                n: round(o.width_mm(grid) * (_ROOM if o.upside_down else 1) * _PX_PER_MM)
                for n, (o, grid) in enumerate(part)
            }
            rooms = {
                n: (round(grid.width * _ROOM * _PX_PER_MM), grid.text_pt * 25.4 / 72 * _PX_PER_MM)
                for n, (o, grid) in enumerate(part)
                if o.upside_down
            }
            figures = [o for o, _ in part]
            made = to_png(figures, self.catalogue, self.document.theme, widths, rooms)
            pictures |= {id(one): png for (one, _), png in zip(part, made, strict=True)}
        return pictures

    def _editable(self, figure: Figure) -> bool:
        """Return whether a figure is a table of text; only upright boards of booklets are."""
        numbered = figure.number is not None and not figure.upside_down
        return numbered and figure.scene is not None and _is_text(figure.scene)

    def _page(self) -> None:
        from docx.enum.section import WD_ORIENT
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Mm

        section, landscape = self.file.sections[0], self.document.landscape
        section.orientation = WD_ORIENT.LANDSCAPE if landscape else WD_ORIENT.PORTRAIT
        section.page_width, section.page_height = map(Mm, turned(PAGE_MM, landscape))
        across, down = turned(MARGIN_MM, landscape)
        section.left_margin = section.right_margin = Mm(across)
        section.top_margin = section.bottom_margin = Mm(down)
        cover = self.document.cover
        section.different_first_page_header_footer = cover is not None and cover.own_page
        footer = section.footer.paragraphs[0]
        footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
        field = _element("fldSimple", instr="PAGE")
        run, text = _element("r"), _element("t")
        text.text = "1"  # until the word processor computes the field
        run.append(text)
        field.append(run)
        footer._p.append(field)

    def _styles(self) -> None:
        from docx.oxml.ns import qn
        from docx.shared import Pt

        tag = _TAGS.get(self.catalogue.language, "en-GB")
        names = ("Normal", "Title", "Subtitle", "Caption", "List Bullet", "Heading 1", "Heading 2")
        for name in names:
            style = self.file.styles[name]
            style.font.name = LATIN
            fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
            for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
                fonts.attrib.pop(qn(f"w:{theme}"), None)  # a theme would win over the names
            for script, font in (("eastAsia", EAST_ASIAN), ("cs", LATIN)):
                fonts.set(qn(f"w:{script}"), font)
            self._language(style.element.get_or_add_rPr(), tag)
        self.file.styles["Normal"].font.size = Pt(11)

    @staticmethod
    def _language(properties: Any, tag: str) -> None:
        from docx.oxml.ns import qn

        for old in properties.findall(qn("w:lang")):
            properties.remove(old)
        properties.append(_element("lang", val=tag, eastAsia="zh-TW"))

    def _properties(self) -> None:
        core, cover = self.file.core_properties, self.document.cover
        core.title = self.say(self.document.title)[:255]  # longer ones are refused
        core.author = core.last_modified_by = "gridwise"
        core.language = self.catalogue.language
        core.comments = "" if cover is None else self.say(cover.source)
        core.subject = self.say(cover.lines[0]) if cover is not None and cover.lines else ""
        core.keywords = ""
        try:
            day = datetime.fromisoformat(self.document.date)
        except ValueError:
            day = datetime(1980, 1, 1)
        core.created = core.modified = day

    def _cover(self, cover: model.Cover) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Mm, Pt

        title = self.file.add_paragraph(self.say(self.document.title), style="Title")
        below = [self.file.add_paragraph(self.say(text), style="Subtitle") for text in cover.lines]
        if not cover.own_page:
            title.runs[0].font.size = Pt(18)
            title.alignment = WD_ALIGN_PARAGRAPH.CENTER
            for paragraph in below:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
                paragraph.paragraph_format.space_after = Mm(0)
            return
        last = self.file.add_paragraph(self.say(cover.source))
        title.paragraph_format.space_before = last.paragraph_format.space_before = Mm(60)
        for paragraph in (title, *below, last):
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self.file.add_page_break()

    def _block(self, block: model.Block) -> None:
        match block:
            case model.Heading(text, level, new_page):
                heading = self.file.add_heading(self.say(text), level=level)
                heading.paragraph_format.page_break_before = new_page
            case model.Paragraph(text, strong, code):
                sentence = self.say(text) if code else model.sentence(text, self.catalogue)
                run = self.file.add_paragraph().add_run(sentence)
                run.bold = strong or None
                if code:
                    run.font.name = MONO
            case model.Bullets(items):
                for item in items:
                    sentence = model.sentence(item, self.catalogue)
                    self.file.add_paragraph(sentence, style="List Bullet")
            case Formula(math):
                from docx.oxml import parse_xml

                self.file.add_paragraph()._p.append(parse_xml(to_office(math)))
            case ResultTable():
                self._table(block)
            case model.WritingSpace(lines):
                self._space(lines)
            case model.Gallery():
                self._gallery(block)

    def _space(self, lines: int) -> None:
        """Add a frame of so many lines; it grows with what is typed in it."""
        from docx.shared import Mm

        table = self.file.add_table(rows=1, cols=1)
        frame = _element("tblBorders")
        for side in ("top", "left", "bottom", "right"):
            frame.append(_element(side, val="single", sz=str(_THIN), space="0", color="AEB7C2"))
        table._tbl.tblPr.append(frame)
        table.rows[0].height = Mm(8 * lines)
        self._gap()

    def _gap(self) -> None:
        """Add a little space, which also parts two tables."""
        from docx.shared import Pt

        between = self.file.add_paragraph().paragraph_format
        between.space_after, between.line_spacing = Pt(0), Pt(8)

    def _table(self, block: ResultTable) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Mm, Pt

        caption = self.file.add_paragraph(self.say(block.title), style="Caption")
        caption.paragraph_format.keep_with_next = True
        table = self.file.add_table(rows=1 + len(block.rows), cols=len(block.head))
        table.style = "Table Grid"
        small = Pt(9 if len(block.head) <= 4 else 8.5 if len(block.head) <= 8 else 7)
        said = [list(map(self.say, line)) for line in (block.head, *block.rows)]
        shares = model.widths(said[0], said[1:])
        room = model.TEXT_MM[self.document.landscape]
        table.autofit = False
        for column, share in zip(table.columns, shares, strict=True):
            column.width = Mm(room * share / sum(shares))
        for y, row in enumerate(table.rows):
            properties = row._tr.get_or_add_trPr()
            properties.append(_element("cantSplit"))
            if y == 0:
                properties.append(_element("tblHeader", val="true"))  # repeated on every page
            for x, (cell, text) in enumerate(zip(row.cells, said[y], strict=True)):
                cell.width = table.columns[x].width
                paragraph = cell.paragraphs[0]
                run = paragraph.add_run(text)
                run.font.size = small
                run.bold = True if y == 0 else None
                if y < len(block.rows) <= _WHOLE:
                    paragraph.paragraph_format.keep_with_next = True
                if x and block.numbers:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
                if y == 0 or y - 1 in block.marked:
                    fill = _WRONG if y else _HEAD
                    shade = _element("shd", val="clear", color="auto", fill=fill)
                    cell._tc.get_or_add_tcPr().append(shade)
        self._gap()

    def _gallery(self, block: model.Gallery) -> None:
        """Add figures row by row, no row broken between two pages; one column needs no table."""
        from docx.shared import Mm

        if block.new_page:
            between = self.file.add_paragraph().paragraph_format
            between.page_break_before = True
            between.space_after = Mm(0)
        if block.grid.across == 1 and block.grid.down is None:
            for figure in block.figures:
                self._figure(self.file.add_paragraph(), self.file, figure, block.grid)
            return
        across = block.grid.across
        table = self.file.add_table(rows=-(-len(block.figures) // across), cols=across)
        for row in table.rows:
            row._tr.get_or_add_trPr().append(_element("cantSplit"))
        cells = [cell for row in table.rows for cell in row.cells]  # `table.cell` is slow
        for figure, cell in zip(block.figures, cells, strict=False):
            self.check()
            self._figure(cell.paragraphs[0], cell, figure, block.grid)

    def _figure(self, paragraph: Any, around: Any, figure: Figure, grid: PageGrid) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Mm, Pt

        width = figure.width_mm(grid) * (1.0 if figure.number is None else _ROOM)
        if figure.upside_down and figure.is_drawn:
            width = grid.width * _ROOM  # the caption is a part of the picture
        if figure.scene is not None and self._editable(figure):
            title, alt = figure.title(self.catalogue), figure.alt(self.catalogue)
            paragraph._p.addprevious(_board_table(figure.scene, width, title, alt))
        elif id(figure) in self.pictures:
            data = BytesIO(self.pictures[id(figure)])
            picture = paragraph.add_run().add_picture(data, width=Mm(max(1.0, width)))
            alt = figure.alt(self.catalogue)
            if figure.upside_down:
                alt = " ".join((alt, *map(self.say, (figure.caption, *figure.lines))))
            picture._inline.docPr.set("descr", alt)
            picture._inline.docPr.set("title", figure.title(self.catalogue))
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
            if figure.upside_down:
                return
            paragraph.paragraph_format.keep_with_next = True
            paragraph.paragraph_format.space_after = Mm(0)
            paragraph = around.add_paragraph()
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        if figure.number is None:
            paragraph.style = "Caption"
            paragraph.add_run(self.say(figure.caption))
            return
        for text, bold in ((f"{figure.number}. ", True), (self.say(figure.caption), False)):
            run = paragraph.add_run(text)
            run.bold, run.font.size = bold, Pt(grid.text_pt)
        for line in figure.lines:
            below = around.add_paragraph()
            below.paragraph_format.space_after = Mm(0)
            below.add_run(self.say(line)).font.size = Pt(grid.text_pt)


def _undated(archive: BytesIO) -> bytes:
    """Return a ZIP archive without the time at which it was made: the same bytes each time."""
    out = BytesIO()
    with ZipFile(archive) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            member = ZipInfo(name)  # of 1980, the first day that the format knows
            member.create_system = 3  # on any system
            new.writestr(member, old.read(name), ZIP_DEFLATED)
    return out.getvalue()


def _element(name: str, **attributes: str) -> Any:
    """Return an element of WordprocessingML; all names are in its namespace."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    made = OxmlElement(f"w:{name}")
    for attribute, value in attributes.items():
        made.set(qn(f"w:{attribute}"), value)
    return made


def _is_text(scene: Scene) -> bool:
    """Return whether a board is nothing but text: it has no signs, notes or tints."""
    return all(
        cell.role in _TEXT_ROLES and not cell.notes and not cell.overlay for cell in scene.cells
    )


def _board_table(scene: Scene, width_mm: float, title: str, alt: str) -> Any:
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
