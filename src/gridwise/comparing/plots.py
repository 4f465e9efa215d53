"""Charts drawn by matplotlib, as SVG and PNG files."""

import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gridwise.comparing.charts import COLOURS, Chart, Series, charts
from gridwise.comparing.results import Comparison
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.solving.files import write_whole

_MARKERS, _LINES = "osD^vPX*<>hp", ("-", "--", "-.", ":")
_LONG_LABEL = 16
"""Longer labels go below the plot, in two columns."""


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
    ParameterError
        matplotlib is not installed.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise ParameterError('plots need matplotlib: pip install "gridwise[compare]"') from None
    target = folder / "plots"
    target.mkdir(parents=True, exist_ok=True)
    settings: Any = {  # matplotlib types the keys one by one
        "svg.hashsalt": "gridwise",
        "svg.fonttype": "none",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.3,
    }
    if fonts:
        settings["font.family"] = [*fonts, "DejaVu Sans"]
    with mpl.rc_context(settings):
        drawn = {chart.name: _files(chart, words) for chart in charts(comparison)}
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


def _files(chart: Chart, words: Mapping[str, str] | None) -> dict[str, bytes]:
    """Return a chart's pictures by the ending of their files."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    def say(text: Message) -> str:
        return text.words(words)

    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for series in chart.series:
        _draw(axes, chart, series, say(series.name))
    _label(axes, chart, say)
    axes.set_title(say(chart.title))
    handles, labels = axes.get_legend_handles_labels()
    long = max(map(len, labels)) > _LONG_LABEL
    figure.legend(
        handles,
        labels,
        loc="outside lower center" if long else "outside right upper",
        ncols=2 if long else 1,
        fontsize=8,
        frameon=False,
    )
    if long:
        figure.set_size_inches(7.2, 4.4 + 0.17 * math.ceil(len(labels) / 2))
    svg, png = io.BytesIO(), io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None})
    figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    return {".svg": svg.getvalue(), ".png": png.getvalue()}


def _draw(axes: Any, chart: Chart, series: Series, name: str) -> None:
    colour = COLOURS[series.index % len(COLOURS)]
    line = _LINES[series.index // len(COLOURS) % len(_LINES)]
    style: dict[str, Any] = {
        "color": colour,
        "marker": _MARKERS[series.index % len(_MARKERS)],
        "linestyle": line if chart.kind == "lines" else "none",
        "markersize": 5,
        "linewidth": 1.4,
        "label": name,
    }
    points = series.points
    # Intervals of players stand side by side, so that they do not hide each other.
    shift = 0.12 * (series.index - len(chart.series) / 2) if chart.kind == "shares" else 0.0
    xs, ys = [point.x + shift for point in points], [point.y for point in points]
    if points and all(point.low is not None for point in points):
        below = [max(0.0, point.y - (point.low or 0.0)) for point in points]
        above = [max(0.0, (point.high or 0.0) - point.y) for point in points]
        caps: dict[str, Any] = (
            {"capsize": 3} if chart.kind == "shares" else {"capsize": 2, "elinewidth": 0.8}
        )
        axes.errorbar(xs, ys, yerr=(below, above), **caps, **style)
    elif points:
        axes.plot(xs, ys, **style)
    if series.censored:
        axes.plot(
            series.censored,
            [chart.limit] * len(series.censored),
            linestyle="none",
            marker="^",
            markersize=8,
            markerfacecolor="none",
            color=colour,
            label=None if points else name,
        )


def _label(axes: Any, chart: Chart, say: Any) -> None:
    if chart.log:
        axes.set_yscale("log")
    if chart.kind == "shares":
        axes.set_ylim(0, 102)
        axes.set_ylabel(say(msg("{what} (bars: 95 % intervals)", what=chart.unit)))
    else:
        axes.set_ylabel(say(chart.unit))
    if chart.x.by_size:
        axes.set_xscale("log")
        axes.minorticks_off()
    if chart.x.label is not None:
        axes.set_xlabel(say(chart.x.label))
    if not chart.x.ticks:
        axes.set_xticks(range(1, chart.boards + 1))
        return
    places, labels = zip(*chart.x.ticks, strict=True)
    long = max(map(len, labels)) > 8
    axes.set_xticks(places, labels, rotation=30 if long else 0, ha="right" if long else "center")
