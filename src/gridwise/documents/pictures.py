"""Figures as PNG pictures, drawn by typst."""

import json
from collections.abc import Mapping, Sequence

from gridwise.core.errors import Fault
from gridwise.documents.model import Figure
from gridwise.documents.page_grid import fitted
from gridwise.render.catalogue import Catalogue
from gridwise.render.extras import needed
from gridwise.render.palette import Theme

BUNDLED_FONT = "DejaVu Sans Mono"
"""Part of typst, so that drawings look the same on every machine."""
PX_PER_UNIT = 2.0
"""Pixels for a unit of the SVG, 96 a cell; fewer where a side would exceed `MOST_PX`."""
MOST_PX = 4096

_PAGES = """\
#let data = json(bytes(sys.inputs.data))
#set page(margin: 0pt, fill: none)
#for one in data {
  page(
    width: one.width * 1pt, height: if one.height == none { auto } else { one.height * 1pt },
    image(bytes(one.svg), format: "svg", width: 100%, alt: one.alt),
  )
}
"""


def to_png(
    figures: Sequence[Figure],
    catalogue: Catalogue,
    theme: Theme | None,
    widths: Mapping[int, int] | None = None,
) -> list[bytes]:
    """Return drawings as PNG pictures, transparent outside their rounded ground.

    Parameters
    ----------
    figures
        Each with a scene, or with an SVG from a file.
    catalogue, theme
        The language and the colours of the drawings.
    widths
        Pixels by the figure's index; those of `PX_PER_UNIT` without.
    """
    data = []
    for at, figure in enumerate(figures):
        wanted = None if widths is None else widths[at]
        if figure.scene is None:
            width, height = wanted or MOST_PX // 4, None
        else:
            shape = figure.shape
            scale = PX_PER_UNIT if wanted is None else wanted / shape[0]
            scale = min(scale, fitted(shape, MOST_PX, MOST_PX))
            width, height = (max(1, round(side * scale)) for side in shape)
        svg = figure.drawn(catalogue, theme, BUNDLED_FONT)
        data.append({"svg": svg, "alt": figure.alt(catalogue), "width": width, "height": height})
    if not data:
        return []
    typst = needed("typst", extra="report", purpose="a picture")
    from_files = any(figure.scene is None for figure in figures)
    try:
        made = typst.compile(
            _PAGES.encode(),
            format="png",
            ppi=72.0,
            ignore_system_fonts=not from_files,
            sys_inputs={"data": json.dumps(data)},
        )
    except typst.TypstError as error:
        raise Fault(f"typst: {error}") from error
    return list(made) if isinstance(made, list) else [made]
