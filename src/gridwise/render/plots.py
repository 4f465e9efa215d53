"""Charts drawn by matplotlib."""

import io
import math
import textwrap
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
_SIGN = 8
"""The width of the sign of a stopped run, points."""
_WIDTH, _HEIGHT = 7.2, 4.4
"""The size of a plot without what is below it, inches."""


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

    figure = NotebookFigure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
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
    for columns, letters in ((3, 99), (2, 99), (1, 99), (1, 40)):  # as many as are whole
        legend = figure.legend(
            handles,
            [textwrap.fill(label, letters) for label in labels],
            loc="outside lower center",
            ncols=columns,
            fontsize=8,
            frameon=False,
        )
        size = legend.get_window_extent(canvas.get_renderer())
        if size.width <= _WIDTH * figure.dpi:
            break
        if letters > 40:
            legend.remove()
    figure.set_size_inches(_WIDTH, _HEIGHT + size.height / figure.dpi)
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
    gap = (math.nan,) * 4  # it interrupts a line
    values = [
        one
        for point in points
        for one in (
            *(() if point.joined or chart.kind != "lines" else (gap,)),
            (point.x, point.y, point.low, point.high),
        )
    ]
    # Intervals of players stand side by side, so that they do not hide each other.
    shift = 0.12 * (series.index - len(chart.series) / 2) if chart.kind == "shares" else 0.0
    xs, ys = [x + shift for x, *_ in values], [y for _, y, *_ in values]
    if points and all(point.low is not None for point in points):
        below = [max(0.0, y - (low or 0.0)) for _, y, low, _ in values]
        above = [max(0.0, (high or 0.0) - y) for _, y, _, high in values]
        caps: dict[str, Any] = (
            {"capsize": 3} if chart.kind == "shares" else {"capsize": 2, "elinewidth": 0.8}
        )
        axes.errorbar(xs, ys, yerr=(below, above), **caps, **style)
    elif points:
        axes.plot(xs, ys, **style)
    else:  # its entry in the legend
        axes.plot([], [], **style)
    style["label"] = None
    from matplotlib.transforms import offset_copy

    for place, used, shift in chart.stopped(series):
        beside = offset_copy(axes.transData, axes.figure, x=shift * _SIGN, units="points")
        sign = {"marker": "^", "markersize": _SIGN, "markerfacecolor": "none"}
        axes.plot([place], [used], transform=beside, **style | sign)
        axes.update_datalim([(place, used)])  # the shifted sign alone would not widen the axes
        axes.autoscale_view()


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
