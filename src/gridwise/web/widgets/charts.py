"""Charts drawn by ECharts: its options are plain data, with no HTML and one function in them."""

from collections.abc import Callable, Mapping
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.render.charts import COLOURS, Chart, Series

_SYMBOLS = ("circle", "rect", "triangle", "diamond", "pin", "arrow", "roundRect")
_LINES = ("solid", "dashed", "dotted")
_FONT = "system-ui, sans-serif"
"""The font of texts, as ECharts measures them by it."""
_IN_LANGUAGE = "value => value.toLocaleString(document.documentElement.lang)"
"""Writes a number at an axis with the separators of the page's language."""

Say = Callable[[Message], str]
"""Puts a message into the visitor's language."""


def summary(chart: Chart) -> Message:
    """Return a chart in words, for visitors who cannot see it."""
    if chart.name == "cactus":
        return msg(
            "A cactus plot: how many boards each method answers, and how long the slowest of them "
            "takes, {lines} lines. The table above has its numbers.",
            lines=len(chart.series),
        )
    if chart.kind == "shares":
        return msg(
            "A bar chart: the share of games that each player finishes without a guess, on "
            "{boards} boards. The table above has its numbers and their intervals.",
            boards=chart.boards,
        )
    params = {"what": chart.unit, "lines": len(chart.series), "boards": chart.boards}
    if chart.log:
        return msg(
            "A chart of {what} on a logarithmic scale, {lines} lines over {boards} boards. The "
            "table above has its numbers.",
            **params,
        )
    return msg(
        "A chart of {what}, {lines} lines over {boards} boards. The table above has its numbers.",
        **params,
    )


def options(chart: Chart, say: Say) -> dict[str, Any]:
    """Return a chart's options for ECharts, a JSON value."""
    quiet = {"color": "var(--gw-muted)", "fontFamily": _FONT, "interval": 0}  # all have labels
    line = {"lineStyle": {"color": "var(--gw-line)"}}
    axis = {
        "axisLabel": quiet | {":formatter": _IN_LANGUAGE},
        "nameTextStyle": quiet,
        "axisLine": line,
        "axisTick": line,
        "splitLine": line,
    }
    across = _across(chart, say)
    if max(map(len, across.get("data", ())), default=0) > 8:
        turned = {"rotate": 28, "width": 110, "overflow": "truncate"}
        across["axisLabel"] = quiet | turned
    up: dict[str, Any] = {"type": "log" if chart.log else "value", "name": say(chart.unit)}
    up["nameTextStyle"] = quiet | {"align": "left"}  # centred on the axis, its start is cut off
    if chart.kind == "shares":
        up |= {"min": 0, "max": 100}
    series = [line for each in chart.series for line in _series(chart, each, say)]
    text = {"color": "var(--gw-ink)", "fontFamily": _FONT}
    return {
        "animation": False,
        "grid": {"left": 12, "right": 24, "top": 36, "bottom": 56, "containLabel": True},
        "legend": {"type": "scroll", "bottom": 0, "textStyle": text, "show": len(series) > 1},
        "tooltip": {"trigger": "item", "renderMode": "richText"},
        "xAxis": {
            **axis,
            "nameLocation": "middle",
            "nameGap": 28,
            **across,
            "splitLine": {"show": False},
        },
        "yAxis": {**axis, **up},
        "series": series,
    }


def _across(chart: Chart, say: Say) -> dict[str, Any]:
    if chart.x.ticks:
        return {"type": "category", "data": [label for _, label in chart.x.ticks]}
    name = "" if chart.x.label is None else say(chart.x.label)
    most = max(2, chart.boards)
    return {"type": "value", "name": name, "min": 1, "max": most, "minInterval": 1}


def _series(chart: Chart, series: Series, say: Say) -> list[Mapping[str, Any]]:
    """Return the series of one contender: its points, and its censored values if it has any."""
    labels = dict(chart.x.ticks)
    colour = COLOURS[series.index % len(COLOURS)].replace("#000000", "var(--gw-ink)")
    common: dict[str, Any] = {"name": say(series.name), "itemStyle": {"color": colour}}
    out: list[Mapping[str, Any]] = []
    if series.points and chart.kind == "shares":
        shares = {point.x: round(point.y, 1) for point in series.points}
        out.append({"type": "bar", "data": [shares.get(place) for place in labels], **common})
    elif series.points:
        data: list[list[Any]] = []
        for point in series.points:
            place = labels.get(point.x, point.x)
            if data and chart.kind == "lines" and not point.joined:
                data.append([place, None])  # it interrupts the line
            data.append([place, point.y])
        drawn: dict[str, Any] = {
            "type": "line" if chart.kind == "lines" else "scatter",
            "data": data,
            "symbol": _SYMBOLS[series.index % len(_SYMBOLS)],
            "symbolSize": 9,
        }
        if chart.kind == "lines":
            line = _LINES[series.index // len(COLOURS) % len(_LINES)]
            drawn["lineStyle"] = {"color": colour, "type": line, "width": 2}
        out.append({**drawn, **common})
    if series.censored:
        stopped = [
            {"value": [labels.get(place, place), used], "symbolOffset": [f"{100 * shift:g}%", 0]}
            for place, used, shift in chart.stopped(series)
        ]
        triangle = {"symbol": "emptyTriangle", "symbolSize": 13}
        out.append({"type": "scatter", "data": stopped, **triangle, **common})
    return out
