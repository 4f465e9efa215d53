"""Documents as PDF, set by typst: one layout, and all text as data beside it.

No text is ever read as markup, and no typst package is loaded.
"""

import json
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

from gridwise.core.errors import Fault
from gridwise.core.formula import Formula, linear
from gridwise.core.message import msg
from gridwise.documents import fonts, model
from gridwise.documents.formulas import to_typst
from gridwise.documents.model import (
    GAP_MM,
    MARGIN_MM,
    PAGE_MM,
    Document,
    Figure,
    PageGrid,
    turned,
    widths,
)
from gridwise.documents.pictures import BUNDLED_FONT
from gridwise.render.catalogue import Catalogue
from gridwise.render.extras import needed
from gridwise.render.tables import ResultTable


def write(
    document: Document, catalogue: Catalogue, check: Callable[[], None] = lambda: None
) -> bytes:
    """Return the document as a PDF file: the same bytes for the same document.

    Raises
    ------
    MissingFontError
        No installed font has the letters of the document's language.
    UsageError
        typst is not installed.
    """
    typst = needed("typst", extra="report", purpose="a .pdf file")
    texts = [model.words(text, catalogue) for text in document.texts()]
    # Plots from files name fonts of the system; typst brings the fonts of everything else.
    from_files = any(figure.scene is None and figure.svg for figure, _ in document.figures())
    bundled = not from_files and all(map(fonts.is_bundled, texts))
    known = typst.Fonts(include_system_fonts=False) if bundled else typst.Fonts()
    families = fonts.chosen(texts, known.families)
    with tempfile.TemporaryDirectory(prefix="gridwise-") as name:
        root = Path(name)
        data = _Data(document, catalogue, root).everything() | {"fonts": families}
        check()
        (root / "document.json").write_text(json.dumps(data, ensure_ascii=False), "utf-8")
        layout = resources.files(__package__).joinpath("document.typ").read_text("utf-8")
        (root / "document.typ").write_text(layout, "utf-8")
        try:
            pdf = typst.Compiler(str(root / "document.typ"), root=name, font_paths=known).compile(
                format="pdf", timestamp=_moment(document.date)
            )
        except typst.TypstError as error:
            raise Fault(f"typst refused the document: {error}") from error
    assert isinstance(pdf, bytes)
    return pdf


def _moment(date: str) -> datetime:
    """Return the day of the data, so that the same data make the same file."""
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC)
    except ValueError:
        return datetime(1980, 1, 1, tzinfo=UTC)


class _Data:
    """Converts a document into the data of the layout; pictures become files in `root`."""

    def __init__(self, document: Document, catalogue: Catalogue, root: Path) -> None:
        self.document, self.catalogue, self.root = document, catalogue, root
        self.files = 0

    def say(self, text: model.Text) -> str:
        return model.words(text, self.catalogue)

    def everything(self) -> dict[str, Any]:
        document, theme = self.document, self.document.theme
        language, _, script = self.catalogue.language.partition("-")
        cover = document.cover
        leading = document.leading()
        return {
            "title": self.say(document.title),
            "cover": None
            if cover is None
            else {
                "lines": list(map(self.say, cover.lines)),
                "source": self.say(cover.source),
                "own-page": cover.own_page,
            },
            "contents": self.say(msg("Contents")),
            "lang": language,
            "region": "TW" if script == "Hant" else None,
            "justify": language != "vi",
            "page": turned(PAGE_MM, document.landscape),
            "margin": turned(MARGIN_MM, document.landscape),
            "gap": GAP_MM,
            "colours": None
            if theme is None
            else {name: getattr(theme, name) for name in ("page", "ink", "muted")},
            "blocks": [
                self.block(block) | {"leads": at in leading}
                for at, block in enumerate(document.blocks)
            ],
        }

    def block(self, block: model.Block) -> dict[str, Any]:
        match block:
            case model.Heading(text, level, new_page):
                heading = {"kind": "heading", "text": self.say(text), "level": level}
                return heading | {"new-page": new_page}
            case model.Paragraph(text, strong, code):
                kind = "code" if code else "paragraph"
                sentence = self.say(text) if code else model.sentence(text, self.catalogue)
                return {"kind": kind, "text": sentence, "strong": strong}
            case model.Bullets(items):
                return {
                    "kind": "bullets",
                    "items": [model.sentence(item, self.catalogue) for item in items],
                }
            case Formula(math):
                return {"kind": "formula", "math": to_typst(math), "alt": linear(math)}
            case ResultTable():
                head = list(map(self.say, block.head))
                rows = [list(map(self.say, line)) for line in block.rows]
                return {
                    "kind": "table",
                    "caption": self.say(block.title),
                    "head": head,
                    "rows": rows,
                    "numbers": bool(block.numbers),
                    "marked": sorted(block.marked),
                    "widths": widths(head, rows),
                }
            case model.WritingSpace(lines):
                return {"kind": "space", "lines": lines}
            case model.Gallery(figures, grid, new_page):
                return {
                    "kind": "gallery",
                    "figures": [self.figure(figure, grid) for figure in figures],
                    "columns": grid.across,
                    "rows": grid.down,
                    "size": grid.text_pt,
                    "new-page": new_page,
                }

    def figure(self, figure: Figure, grid: PageGrid) -> dict[str, Any]:
        return {
            "number": figure.number,
            "caption": self.say(figure.caption),
            "lines": list(map(self.say, figure.lines)),
            "upside-down": figure.upside_down,
            "file": self.file(figure),
            "alt": figure.alt(self.catalogue),
            "width": figure.width_mm(grid),
        }

    def file(self, figure: Figure) -> str | None:
        """Write the picture of a figure; return the file's name, or None without a picture."""
        svg = figure.drawn(self.catalogue, self.document.theme, BUNDLED_FONT)
        data = figure.png if svg is None else svg.encode()
        if data is None:
            return None
        self.files += 1
        name = f"{self.files}.{'png' if svg is None else 'svg'}"
        (self.root / name).write_bytes(data)
        return name
