"""The charts of a comparison, as data of `gridwise.render.charts`."""

import math
from collections.abc import Iterator, Mapping

from gridwise.agents.intervals import wilson
from gridwise.comparing.measures import ANSWERED, name_of
from gridwise.comparing.results import Comparison
from gridwise.core.message import Message, msg
from gridwise.render.charts import Axis, Chart, Point, Series

TITLES: Mapping[str, Message] = {
    "time_by_size": msg("CPU time by board"),
    "memory_by_size": msg("Peak memory by board"),
    "cactus": msg("Boards solved within a time"),
    "nodes": msg("Work by board"),
    "length": msg("Moves by board"),
    "success": msg("Games finished"),
    "time_per_game": msg("CPU time of a game"),
}
"""The titles of the charts by name."""


def charts(comparison: Comparison) -> tuple[Chart, ...]:
    """Return the charts that the rows allow."""
    return tuple(chart for chart in _charts(comparison) if chart.series)


def _charts(comparison: Comparison) -> Iterator[Chart]:
    if comparison.of_games:
        yield _success(comparison)
        yield _time_per_game(comparison)
        return
    metrics = comparison.manifest.get("metrics", ())
    yield _by_board(comparison, "time_by_size", "cpu_s", msg("CPU time, s"))
    yield _by_board(comparison, "memory_by_size", "peak_bytes", msg("peak memory, bytes"))
    yield _cactus(comparison)
    for work in [name for name in metrics if name != "length"][:1]:
        yield _by_board(comparison, "nodes", work, msg("{name}", name=name_of(work)))
    if "length" in metrics:
        yield _by_board(comparison, "length", "length", msg("moves"), log=False)


def _ticks(comparison: Comparison) -> tuple[tuple[float, str], ...]:
    return tuple((at, one.label) for at, one in enumerate(comparison.subjects, 1))


def _by_board(
    comparison: Comparison, name: str, measure: str, unit: Message, *, log: bool = True
) -> Chart:
    """Return medians by board: at the boards' sizes, or side by side where sizes recur."""
    sizes = [subject.size for subject in comparison.subjects]
    axis = Axis(ticks=_ticks(comparison))
    if len(set(sizes)) == len(sizes) > 1:
        ticks = tuple((float(one.size), one.label) for one in comparison.subjects)
        axis = Axis(msg("board"), ticks, by_size=True)
    places = [place for place, _ in axis.ticks]
    series = []
    for index, contender in enumerate(comparison.contenders):
        points, censored = [], list[tuple[float, float]]()
        for place, subject in zip(places, comparison.subjects, strict=True):
            cell = comparison.runs_of(contender.id, subject.id)
            middle, spread = cell.median(measure), cell.spread(measure)
            if middle is not None and spread is not None and (middle > 0 or not log):
                high = spread[1] if math.isfinite(spread[1]) else middle
                points.append(Point(place, middle, spread[0], high))
            elif measure == "cpu_s" and (used := cell.bound(measure)):
                censored.append((place, used))
        if points or censored:
            series.append(
                Series(comparison.labels[contender.id], index, tuple(points), tuple(censored))
            )
    return Chart(name, TITLES[name], axis, unit, tuple(series), len(sizes), log=log)


def _cactus(comparison: Comparison) -> Chart:
    """Return the times in which each contender answers its boards, in order."""
    series = []
    for index, contender in enumerate(comparison.contenders):
        cells = (comparison.runs_of(contender.id, s.id) for s in comparison.subjects)
        times = sorted(t for cell in cells if (t := cell.median("cpu_s")))
        if times:
            points = tuple(Point(n, value) for n, value in enumerate(times, 1))
            series.append(Series(comparison.labels[contender.id], index, points))
    axis, unit = Axis(msg("boards answered")), msg("CPU time for each, s")
    return Chart("cactus", TITLES["cactus"], axis, unit, tuple(series), len(comparison.subjects))


def _success(comparison: Comparison) -> Chart:
    series = []
    for index, contender in enumerate(comparison.contenders):
        points = []
        for place, subject in enumerate(comparison.subjects, 1):
            games, finished = games_of(comparison, contender.id, subject.id)
            if games:
                low, high = wilson(finished, games)
                points.append(Point(place, 100 * finished / games, 100 * low, 100 * high))
        if points:
            series.append(Series(comparison.labels[contender.id], index, tuple(points)))
    axis, unit = Axis(ticks=_ticks(comparison)), msg("games finished, %")
    boards = len(comparison.subjects)
    return Chart(
        "success", TITLES["success"], axis, unit, tuple(series), boards, "shares", log=False
    )


def _time_per_game(comparison: Comparison) -> Chart:
    series = []
    for index, contender in enumerate(comparison.contenders):
        points = []
        for place, subject in enumerate(comparison.subjects, 1):
            cell = comparison.runs_of(contender.id, subject.id)
            spent, games = cell.median("cpu_s"), cell.median("games")
            if spent and games:
                points.append(Point(place, spent / games))
        if points:
            series.append(Series(comparison.labels[contender.id], index, tuple(points)))
    axis, unit = Axis(ticks=_ticks(comparison)), msg("CPU time of a game, s")
    boards = len(comparison.subjects)
    return Chart(
        "time_per_game", TITLES["time_per_game"], axis, unit, tuple(series), boards, "points"
    )


def games_of(comparison: Comparison, contender: str, subject: str) -> tuple[int, int]:
    """Return how many games were played and finished in all runs of a pair."""
    rows = [r for r in comparison.runs_of(contender, subject).rows if r.end == ANSWERED]
    return (
        sum(int(row.counters.get("games", 0)) for row in rows),
        sum(int(row.counters.get("finished", 0)) for row in rows),
    )
