"""Charts drawn by matplotlib."""

import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.render.charts import COLOURS, Chart, Series
from gridwise.render.extras import needed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKERS, _LINES = "osD^vPX*<>hp", ("-", "--", "-.", ":")
_LONG_LABEL = 16
"""The most letters of a label in the plot; longer labels go below, in two columns."""


@contextmanager
def style(fonts: Sequence[str] = ()) -> Iterator[None]:
    """Draw and save figures in the look of this package.

    Raises
    ------
    UsageError
        matplotlib is not installed.
    """
    mpl = needed("matplotlib", extra="compare", purpose="a plot")
    settings: Any = {
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
        yield


def figure(
    chart: Chart, *, words: Mapping[str, str] | None = None, fonts: Sequence[str] = ()
) -> "Figure":
    """Return a chart as a figure of matplotlib, which a notebook shows.

    Parameters
    ----------
    chart
        The chart.
    words
        The catalogue of another language than English.
    fonts
        Font families to prefer, if the usual one lacks the letters of the language.

    Raises
    ------
    UsageError
        matplotlib is not installed.
    """
    with style(fonts):
        return _drawn(chart, words)


def svg(figure: "Figure", fonts: Sequence[str] = ()) -> bytes:
    """Return a figure as an SVG file, the same bytes each time."""
    file = io.BytesIO()
    with style(fonts):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def _drawn(chart: Chart, words: Mapping[str, str] | None) -> "Figure":
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    class NotebookFigure(Figure):
        """A figure that needs no pyplot to show itself in a notebook."""

        def _repr_svg_(self) -> str:
            return svg(self).decode()

    def say(text: Message) -> str:
        return text.words(words)

    figure = NotebookFigure(figsize=(7.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for series in chart.series:
        _draw(axes, chart, series, say(series.name))
    _label(axes, chart, say)
    if not chart.log:  # a logarithmic scale has powers of 10
        axes.yaxis.set_major_formatter(
            lambda value, _: Numeral(f"{value:,.10g}").in_language(words or {})
        )
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
    return figure


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
            *zip(*series.censored, strict=True),
            linestyle="none",
            marker="^",
            markersize=8,
            markerfacecolor="none",
            color=colour,
            label=None if points else name,
        )


def _label(axes: Any, chart: Chart, say: Callable[[Message], str]) -> None:
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
