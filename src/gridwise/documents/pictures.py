"""Figures as PNG pictures, drawn by typst."""

import json
from collections.abc import Mapping, Sequence

from gridwise.core.errors import Fault
from gridwise.documents import fonts
from gridwise.documents.model import Figure, fitted, words
from gridwise.render.catalogue import Catalogue
from gridwise.render.extras import needed
from gridwise.render.palette import LIGHT, Theme

BUNDLED_FONT = "DejaVu Sans Mono"
"""A font of typst itself, so that drawings look the same on every machine."""
PX_PER_UNIT = 2.0
"""Pixels for a unit of the SVG, 96 a cell; fewer if a side would exceed `MOST_PX`."""
MOST_PX = 4096

_PAGES = """\
#let data = json(bytes(sys.inputs.data))
#set page(margin: 0pt, fill: none)
#for one in data.pages {
  let drawn = image(bytes(one.svg), format: "svg", width: one.width * 1pt, alt: one.alt)
  if one.below == none {
    page(width: one.width * 1pt, height: if one.height == none { auto } else { one.height * 1pt },
      drawn)
  } else {
    // As large in print as the captions below other figures.
    set text(font: data.fonts, size: one.below.size * 1pt, fill: rgb(one.below.ink))
    set par(justify: false)
    let upright = block(width: 100%, align(center, {
      drawn
      parbreak()
      strong(one.below.number)
      one.below.caption
      if one.below.lines.len() > 0 {
        linebreak()
        box(align(left, one.below.lines.join(linebreak())))
      }
      v(0.5em)
    }))
    page(width: one.below.room * 1pt, height: auto, rotate(180deg, upright))
  }
}
"""


def to_png(
    figures: Sequence[Figure],
    catalogue: Catalogue,
    theme: Theme | None,
    widths: Mapping[int, int] | None = None,
    rooms: Mapping[int, tuple[int, float]] | None = None,
) -> list[bytes]:
    """Return drawings as PNG pictures, transparent outside their rounded ground.

    Parameters
    ----------
    figures
        Figures with a scene, or with an SVG from a file.
    catalogue, theme
        The language and the colours of the drawings.
    widths
        Pixels by the figure's index; by default those of `PX_PER_UNIT`.
    rooms
        For figures that are drawn upside down together with their captions, by index: the width
        of the whole, and the size of the letters, in pixels.

    Raises
    ------
    MissingFontError
        No installed font has the letters of a caption.
    """
    data, texts = [], []
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
        one = {"svg": svg, "alt": figure.alt(catalogue), "width": width, "height": height}
        below = None
        if rooms is not None and at in rooms:
            caption, *lines = (words(text, catalogue) for text in (figure.caption, *figure.lines))
            texts += [caption, *lines]
            below = {
                "room": rooms[at][0],
                "size": rooms[at][1],
                "ink": (theme or LIGHT).ink,
                "number": f"{figure.number}. ",
                "caption": caption,
                "lines": lines,
            }
        data.append(one | {"below": below})
    if not data:
        return []
    typst = needed("typst", extra="report", purpose="a picture")
    from_files = any(figure.scene is None for figure in figures)
    families = fonts.chosen(texts, lambda: typst.Fonts().families())
    bundled = not from_files and all(map(fonts.is_bundled, texts))
    try:
        made = typst.compile(
            _PAGES.encode(),
            format="png",
            ppi=72.0,
            ignore_system_fonts=bundled,
            sys_inputs={"data": json.dumps({"pages": data, "fonts": families})},
        )
    except typst.TypstError as error:
        raise Fault(f"typst: {error}") from error
    return list(made) if isinstance(made, list) else [made]
