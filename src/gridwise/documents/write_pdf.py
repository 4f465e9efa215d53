"""A report as PDF, by typst: one layout, and the text as data beside it."""

import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path
from typing import Any

from gridwise.core.capabilities.about import Formula, linear
from gridwise.core.errors import Fault
from gridwise.core.message import msg
from gridwise.documents import fonts
from gridwise.documents.extras import needed
from gridwise.documents.formulas import to_typst
from gridwise.documents.model import (
    Block,
    Bullets,
    Document,
    Gallery,
    Heading,
    Paragraph,
    Picture,
    Table,
    words,
)
from gridwise.render.catalogue import Catalogue


def write(document: Document, catalogue: Catalogue) -> bytes:
    """Return the report as a PDF file.

    Raises
    ------
    MissingFontError
        No font at hand has the letters of its language.
    UsageError
        typst is not installed.
    """
    typst = needed("typst", extra="report", purpose="a .pdf file")
    language, _, script = catalogue.language.partition("-")
    texts = [words(text, catalogue) for text in document.texts()]
    known = typst.Fonts()
    families = list(fonts.LATIN)
    if fonts.needs_chinese(texts):
        families.insert(1, fonts.chinese_family(known.families()))
    with tempfile.TemporaryDirectory(prefix="gridwise-") as name:
        root = Path(name)
        data = {
            "title": words(document.title, catalogue),
            "cover": [words(text, catalogue) for text in document.cover],
            "made": words(document.made, catalogue),
            "contents": words(msg("Contents"), catalogue),
            "lang": language,
            "region": "TW" if script == "Hant" else None,
            "justify": language != "vi",
            "fonts": families,
            "blocks": list(_blocks(document, catalogue, root)),
        }
        (root / "report.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
        layout = resources.files(__package__).joinpath("report.typ").read_text("utf-8")
        (root / "report.typ").write_text(layout, encoding="utf-8")
        try:
            found = typst.Compiler(str(root / "report.typ"), root=name, font_paths=known).compile(
                format="pdf", timestamp=_moment(document.date)
            )
        except typst.TypstError as error:
            raise Fault(f"typst refused the report: {error.message}") from error
    assert isinstance(found, bytes)
    return found


def _moment(date: str) -> datetime:
    """Return the day of the data, so that the same data make the same file."""
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC)
    except ValueError:
        return datetime(1980, 1, 1, tzinfo=UTC)


def _blocks(document: Document, catalogue: Catalogue, root: Path) -> Iterator[dict[str, Any]]:
    files, leading = 0, document.leading()
    for at, block in enumerate(document.blocks):
        match block:
            case Gallery(pictures, columns):
                shown = []
                for picture in pictures:
                    file = _file(picture, root, files)
                    files += 1
                    if file is not None:
                        shown.append(
                            {
                                "file": file,
                                "alt": words(picture.alt, catalogue),
                                "caption": words(picture.caption, catalogue),
                            }
                        )
                if shown:
                    yield {"kind": "gallery", "pictures": shown, "columns": columns}
            case _:
                yield _plain(block, catalogue) | {"leads": at in leading}


def _plain(block: Block, catalogue: Catalogue) -> dict[str, Any]:
    match block:
        case Heading(text, level):
            return {"kind": "heading", "text": words(text, catalogue), "level": level}
        case Paragraph(text, strong, code):
            kind = "code" if code else "paragraph"
            return {"kind": kind, "text": words(text, catalogue), "strong": strong}
        case Bullets(items):
            return {"kind": "bullets", "items": [words(item, catalogue) for item in items]}
        case Formula(math):
            return {"kind": "formula", "math": to_typst(math), "alt": linear(math)}
        case Table():
            head = [words(text, catalogue) for text in block.head]
            rows = [[words(text, catalogue) for text in line] for line in block.rows]
            return {
                "kind": "table",
                "caption": words(block.caption, catalogue),
                "head": head,
                "rows": rows,
                "numbers": block.numbers,
                "marked": sorted(block.marked),
                "widths": widths(head, rows),
            }
        case Gallery():
            raise TypeError("a gallery has files")


def widths(head: list[str], rows: list[list[str]]) -> list[float]:
    """Return the shares of a table's columns: as the square root of the longest text in each."""
    columns = zip(head, *rows, strict=True)
    return [max(2.5, min(8.0, max(map(len, column)) ** 0.5)) for column in columns]


def _file(picture: Picture, root: Path, number: int) -> str | None:
    if picture.svg is not None:
        name = f"{number}.svg"
        (root / name).write_text(picture.svg, encoding="utf-8")
        return name
    if picture.png is not None:
        name = f"{number}.png"
        (root / name).write_bytes(picture.png)
        return name
    return None
