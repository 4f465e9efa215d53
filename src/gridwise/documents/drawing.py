"""Drawings turned into dots, by typst."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from gridwise.documents.extras import needed

PPI = 200.0


def to_png(svgs: Sequence[str], *, width_mm: float = 80.0) -> list[bytes]:
    """Return drawings as dots, each `width_mm` wide at 200 dots an inch; one call for them all."""
    if not svgs:
        return []
    typst = needed("typst", extra="report", purpose="a picture in a .docx file")
    with tempfile.TemporaryDirectory(prefix="gridwise-") as name:
        root = Path(name)
        for at, svg in enumerate(svgs):
            (root / f"{at}.svg").write_text(svg, encoding="utf-8")
        pages = "#pagebreak()\n".join(
            f'#image("{at}.svg", width: {width_mm}mm)\n' for at in range(len(svgs))
        )
        head = "#set page(width: auto, height: auto, margin: 0pt)\n"
        (root / "main.typ").write_text(head + pages, encoding="utf-8")
        found = typst.compile(str(root / "main.typ"), root=name, format="png", ppi=PPI)
    return [found] if isinstance(found, bytes) else list(found)
