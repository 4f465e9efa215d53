"""A report as DOCX, by python-docx: real headings, captions, table heads and formulas."""

from datetime import datetime
from io import BytesIO
from typing import Any

from gridwise.core.capabilities.about import Formula
from gridwise.documents import drawing
from gridwise.documents.extras import needed
from gridwise.documents.formulas import to_office
from gridwise.documents.model import (
    Bullets,
    Document,
    Gallery,
    Heading,
    Paragraph,
    Picture,
    Table,
    Text,
    words,
)
from gridwise.render.catalogue import Catalogue

LATIN, MONO, EAST_ASIAN = "Times New Roman", "Courier New", "PMingLiU"
"""What the styles name; every word processor has substitutes for them."""
_TAGS = {"vi": "vi-VN"}
"""The languages written in Latin letters as word processors name them, but English."""
_PAGE_MM, _MARGIN_MM = (210, 297), 22
_WRONG = "FBDCD9"


def write(document: Document, catalogue: Catalogue) -> bytes:
    """Return the report as a DOCX file.

    Raises
    ------
    UsageError
        python-docx, or typst for the pictures, is not installed.
    """
    docx = needed("docx", extra="report", purpose="a .docx file")
    return _Writer(docx.Document(), document, catalogue).write()


class _Writer:
    """Fills one file, a block after the other."""

    def __init__(self, file: Any, document: Document, catalogue: Catalogue) -> None:
        self.file, self.document, self.catalogue = file, document, catalogue
        self.dots = self._dots()

    def write(self) -> bytes:
        self._styles()
        self._properties()
        self._cover()
        leading = self.document.leading()
        for at, block in enumerate(self.document.blocks):
            self._block(block)
            if at in leading:
                self.file.paragraphs[-1].paragraph_format.keep_with_next = True
        out = BytesIO()
        self.file.save(out)
        return out.getvalue()

    def say(self, text: Text) -> str:
        return words(text, self.catalogue)

    def _dots(self) -> dict[int, bytes]:
        """Return the dots of each picture, by identity: its own, or made of its drawing."""
        pictures = [
            picture
            for block in self.document.blocks
            if isinstance(block, Gallery)
            for picture in block.pictures
        ]
        drawn = [p for p in pictures if p.png is None and p.svg is not None]
        made = drawing.to_png([p.svg for p in drawn if p.svg is not None])
        found = {id(picture): dots for picture, dots in zip(drawn, made, strict=True)}
        found.update({id(p): p.png for p in pictures if p.png is not None})
        return found

    def _styles(self) -> None:
        from docx.oxml.ns import qn
        from docx.shared import Mm, Pt

        section = self.file.sections[0]
        section.page_width, section.page_height = (Mm(side) for side in _PAGE_MM)
        section.left_margin = section.right_margin = Mm(_MARGIN_MM)
        section.top_margin = section.bottom_margin = Mm(_MARGIN_MM)
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
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        for old in properties.findall(qn("w:lang")):
            properties.remove(old)
        lang = OxmlElement("w:lang")
        lang.set(qn("w:val"), tag)
        lang.set(qn("w:eastAsia"), "zh-TW")
        properties.append(lang)

    def _properties(self) -> None:
        core = self.file.core_properties
        core.title = self.say(self.document.title)
        core.author = core.last_modified_by = "gridwise"
        core.language = self.catalogue.language
        core.comments = self.say(self.document.made)
        core.subject = self.say(self.document.cover[0]) if self.document.cover else ""
        core.keywords = ""
        try:
            day = datetime.fromisoformat(self.document.date)
        except ValueError:
            day = datetime(1980, 1, 1)
        core.created = core.modified = day

    def _cover(self) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Mm

        title = self.file.add_paragraph(self.say(self.document.title), style="Title")
        title.paragraph_format.space_before = Mm(60)
        lines = [
            self.file.add_paragraph(self.say(text), style="Subtitle")
            for text in self.document.cover
        ]
        made = self.file.add_paragraph(self.say(self.document.made))
        made.paragraph_format.space_before = Mm(60)
        for paragraph in (title, *lines, made):
            paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self.file.add_page_break()

    def _block(self, block: object) -> None:
        match block:
            case Heading(text, level):
                self.file.add_heading(self.say(text), level=level)
            case Paragraph(text, strong, code):
                run = self.file.add_paragraph().add_run(self.say(text))
                run.bold = strong or None
                if code:
                    run.font.name = MONO
            case Bullets(items):
                for item in items:
                    self.file.add_paragraph(self.say(item), style="List Bullet")
            case Formula(math):
                from docx.oxml import parse_xml

                self.file.add_paragraph()._p.append(parse_xml(to_office(math)))
            case Table():
                self._table(block)
            case Gallery():
                self._gallery(block)

    def _table(self, block: Table) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn
        from docx.shared import Pt

        caption = self.file.add_paragraph(self.say(block.caption), style="Caption")
        caption.paragraph_format.keep_with_next = True
        table = self.file.add_table(rows=1 + len(block.rows), cols=len(block.head))
        table.style = "Table Grid"
        small = Pt(8.5 if len(block.head) > 4 else 9.5)
        for y, line in enumerate((block.head, *block.rows)):
            row = table.rows[y]
            properties = row._tr.get_or_add_trPr()
            properties.append(OxmlElement("w:cantSplit"))
            if y == 0:
                head = OxmlElement("w:tblHeader")  # repeated on every page
                head.set(qn("w:val"), "true")
                properties.append(head)
            for x, (cell, text) in enumerate(zip(row.cells, line, strict=True)):
                paragraph = cell.paragraphs[0]
                run = paragraph.add_run(self.say(text))
                run.font.size = small
                run.bold = True if y == 0 else None
                if x and block.numbers:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
                if y and y - 1 in block.marked:
                    self._shade(cell, _WRONG)
                elif y == 0:
                    self._shade(cell, "E9EDF2")
        self.file.add_paragraph()

    @staticmethod
    def _shade(cell: Any, colour: str) -> None:
        from docx.oxml import OxmlElement
        from docx.oxml.ns import qn

        shade = OxmlElement("w:shd")
        shade.set(qn("w:val"), "clear")
        shade.set(qn("w:color"), "auto")
        shade.set(qn("w:fill"), colour)
        cell._tc.get_or_add_tcPr().append(shade)

    def _gallery(self, block: Gallery) -> None:
        from docx.shared import Mm

        shown = [picture for picture in block.pictures if id(picture) in self.dots]
        if not shown:
            return
        if block.columns == 1:
            for picture in shown:
                self._picture(self.file.add_paragraph(), self.file.add_paragraph, picture, Mm(160))
            return
        rows = -(-len(shown) // block.columns)
        table = self.file.add_table(rows=rows, cols=block.columns)
        for at, picture in enumerate(shown):
            cell = table.cell(*divmod(at, block.columns))
            self._picture(cell.paragraphs[0], cell.add_paragraph, picture, Mm(60))

    def _picture(self, paragraph: Any, after: Any, picture: Picture, width: Any) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH

        run = paragraph.add_run()
        shape = run.add_picture(BytesIO(self.dots[id(picture)]), width=width)
        shape._inline.docPr.set("descr", self.say(picture.alt))
        paragraph.paragraph_format.keep_with_next = True
        caption = after(self.say(picture.caption), style="Caption")
        for one in (paragraph, caption):
            one.alignment = WD_ALIGN_PARAGRAPH.CENTER
