"""Charts of a comparison as ECharts options: plain data, no code and no HTML in them.

Colours are those of Okabe and Ito, which people see apart whatever their sight; every series has a
symbol and a line of its own as well. A censored value is an open triangle at the limit. The same
numbers stand in the tables below each chart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.comparing import results as model
from gridwise.comparing.charts import TITLES, games_of
from gridwise.comparing.results import Comparison
from gridwise.core.message import Message, msg
from gridwise.documents.model import Text
from gridwise.documents.report.tables import name_of

COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "var(--gw-ink)",
    "#56B4E9",
    "#E69F00",
    "#7F7F7F",
)
SYMBOLS = ("circle", "rect", "triangle", "diamond", "pin", "arrow", "roundRect")
_FONT = "system-ui, sans-serif"
"""Named here too, as ECharts measures texts by it."""
_SAY_NOTHING = frozenset({model.FAULT, "cancelled"})
LINES = ("solid", "dashed", "dotted")


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart.

    Parameters
    ----------
    name, title
        What it is called in code and for people.
    summary
        What it says, for those who do not see it.
    options
        For ECharts.
    """

    name: str
    title: Message
    summary: Message
    options: Mapping[str, Any]


class Words:
    """Puts texts into the visitor's language."""

    def __init__(self, put: Any) -> None:
        self._put = put

    def __call__(self, text: Text) -> str:
        return text if isinstance(text, str) else str(self._put(text))


def charts(comparison: Comparison, words: Any) -> tuple[Chart, ...]:
    """Return the charts that the rows allow."""
    say = Words(words)
    if any(row.kind == model.GAMES for row in comparison.rows):
        found: tuple[Chart | None, ...] = (_success(comparison, say),)
    else:
        metrics = [m for m in comparison.manifest.get("metrics", ()) if m != "length"]
        found = (
            _by_size(comparison, "time_by_size", "cpu_s", say(msg("CPU time, s")), say),
            _by_size(comparison, "memory_by_size", "peak_bytes", say(msg("bytes")), say),
            _cactus(comparison, say),
            *(_by_size(comparison, "nodes", name, say(name_of(name)), say) for name in metrics[:1]),
        )
    return tuple(chart for chart in found if chart is not None)


def _by_size(
    comparison: Comparison, name: str, measure: str, unit: str, say: Words
) -> Chart | None:
    sizes = [subject.size for subject in comparison.subjects]
    by_size = len(set(sizes)) == len(sizes) > 1
    limit = float(comparison.manifest["limits"]["time_s"])
    series: list[dict[str, Any]] = []
    for index, contender in enumerate(comparison.contenders):
        known, cut = [], []
        for subject in comparison.subjects:
            cell = comparison.cell(contender.id, subject.id)
            middle = cell.median(measure)
            place: float | str = subject.size if by_size else subject.label
            if middle is not None and middle > 0:
                known.append([place, middle])
            elif measure == "cpu_s" and cell.censored.keys() - _SAY_NOTHING:
                cut.append([place, limit])
        style = _style(index)
        if known:
            series.append({"name": contender.label, "type": "line", "data": known, **style})
        if cut:
            series.append(
                {
                    "name": contender.label if known else say(_unanswered(contender.label)),
                    "type": "scatter",
                    "data": cut,
                    "symbol": "emptyTriangle",
                    "symbolSize": 13,
                    "itemStyle": style["itemStyle"],
                }
            )
    if not series:
        return None
    across: dict[str, Any] = (
        {"type": "log", "name": say(msg("cells")), "min": min(sizes), "max": max(sizes)}
        if by_size
        else {"type": "category", "data": [subject.label for subject in comparison.subjects]}
    )
    return Chart(
        name,
        TITLES[name],
        msg(
            "A chart of {what} on a logarithmic scale, {lines} lines over {boards} boards. The "
            "table below has its numbers.",
            what=unit,
            lines=len(comparison.contenders),
            boards=len(comparison.subjects),
        ),
        _options(series, across, {"type": "log", "name": unit}),
    )


def _unanswered(label: str) -> Message:
    return msg("{name}: no answer", name=label)


def _cactus(comparison: Comparison, say: Words) -> Chart | None:
    series = []
    for index, contender in enumerate(comparison.contenders):
        cells = (comparison.cell(contender.id, s.id) for s in comparison.subjects)
        times = sorted(t for cell in cells if (t := cell.median("cpu_s")))
        if times:
            data = [[at, value] for at, value in enumerate(times, 1)]
            style = _style(index)
            series.append({"name": contender.label, "type": "line", "data": data, **style})
    if not series:
        return None
    across = {
        "type": "value",
        "name": say(msg("boards answered")),
        "min": 1,
        "max": max(2, len(comparison.subjects)),
        "minInterval": 1,
    }
    return Chart(
        "cactus",
        TITLES["cactus"],
        msg(
            "A cactus plot: how many boards each method answers, and how long the slowest of them "
            "takes, {lines} lines. The table of times has its numbers.",
            lines=len(series),
        ),
        _options(series, across, {"type": "log", "name": say(msg("CPU time for each, s"))}),
    )


def _success(comparison: Comparison, say: Words) -> Chart | None:
    series = []
    for index, contender in enumerate(comparison.contenders):
        data = []
        for subject in comparison.subjects:
            games, finished = games_of(comparison, contender.id, subject.id)
            data.append(round(100 * finished / games, 1) if games else None)
        if any(value is not None for value in data):
            style = {"itemStyle": _style(index)["itemStyle"]}
            series.append({"name": contender.label, "type": "bar", "data": data, **style})
    if not series:
        return None
    across = {"type": "category", "data": [subject.label for subject in comparison.subjects]}
    up = {"type": "value", "name": say(msg("games finished, %")), "min": 0, "max": 100}
    return Chart(
        "success",
        TITLES["success"],
        msg(
            "A bar chart: the share of games that each player finishes without a guess, on "
            "{boards} boards. The table below has its numbers and their intervals.",
            boards=len(comparison.subjects),
        ),
        _options(series, across, up),
    )


def _style(index: int) -> dict[str, Any]:
    colour = COLOURS[index % len(COLOURS)]
    line = LINES[index // len(COLOURS) % len(LINES)]
    return {
        "symbol": SYMBOLS[index % len(SYMBOLS)],
        "symbolSize": 9,
        "itemStyle": {"color": colour},
        "lineStyle": {"color": colour, "type": line, "width": 2},
    }


def _options(
    series: Sequence[Mapping[str, Any]], across: Mapping[str, Any], up: Mapping[str, Any]
) -> dict[str, Any]:
    quiet = {"color": "var(--gw-muted)", "fontFamily": _FONT}
    line = {"lineStyle": {"color": "var(--gw-line)"}}
    long = across["type"] == "category" and _long(across["data"])
    axis = {
        "axisLabel": quiet,
        "nameTextStyle": quiet,
        "axisLine": line,
        "axisTick": line,
        "splitLine": line,
    }
    turned = {"axisLabel": quiet | {"rotate": 28, "width": 110, "overflow": "truncate"}}
    return {
        "animation": False,
        "grid": {"left": 12, "right": 24, "top": 36, "bottom": 56, "containLabel": True},
        "legend": {
            "type": "scroll",
            "bottom": 0,
            "textStyle": {"color": "var(--gw-ink)", "fontFamily": _FONT},
        }
        | ({} if len(series) > 1 else {"show": False}),
        "tooltip": {"trigger": "item", "renderMode": "richText"},
        "xAxis": {
            **axis,
            "nameLocation": "middle",
            "nameGap": 28,
            **across,
            "splitLine": {"show": False},
            **(turned if long else {}),
        },
        "yAxis": {**axis, **up},
        "series": list(series),
    }


def _long(labels: Iterable[str]) -> bool:
    return max(map(len, labels), default=0) > 8
