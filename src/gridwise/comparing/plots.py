"""The charts of a comparison as files, SVG and PNG."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison
from gridwise.render.charts import Chart
from gridwise.render.plots import figure, style, svg
from gridwise.solving.files import write_whole


def plot(
    comparison: Comparison,
    folder: Path,
    *,
    words: Mapping[str, str] | None = None,
    fonts: Sequence[str] = (),
) -> tuple[str, ...]:
    """Draw all charts that the rows allow, each as SVG and PNG; return their names.

    Parameters
    ----------
    comparison
        With at least one row.
    folder
        Gets `plots/NAME.svg` and `plots/NAME.png`.
    words
        The catalogue of another language than English.
    fonts
        Font families to prefer, where the usual one lacks the letters of the language.

    Raises
    ------
    UsageError
        matplotlib is not installed.
    """
    target = folder / "plots"
    with style(fonts):
        target.mkdir(parents=True, exist_ok=True)
        drawn = {chart.name: _files(chart, words, fonts) for chart in charts(comparison)}
    for name, pictures in drawn.items():  # together, so that a break leaves all of them or none
        for ending, data in pictures.items():
            write_whole(target / f"{name}{ending}", (data,))
    return tuple(drawn)


def whole(path: Path) -> bool:
    """Return whether a picture's file has its beginning and its end."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    if path.suffix == ".png":
        return data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82")
    return data.rstrip().endswith(b"</svg>")


def complete(folder: Path) -> bool:
    """Return whether `folder/plots` holds pictures, each whole and in both forms."""
    names = {path.with_suffix("") for path in (folder / "plots").glob("*.[sp][vn]g")}
    return bool(names) and all(
        whole(name.with_name(name.name + ending)) for name in names for ending in (".svg", ".png")
    )


def _files(chart: Chart, words: Mapping[str, str] | None, fonts: Sequence[str]) -> dict[str, bytes]:
    """Return a chart's pictures by the ending of their files."""
    drawn, png = figure(chart, words=words, fonts=fonts), io.BytesIO()
    with style(fonts):
        drawn.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return {".svg": svg(drawn, fonts), ".png": png.getvalue()}
