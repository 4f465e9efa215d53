"""The charts of a comparison: as data of `gridwise.render.charts`, and as files, SVG and PNG."""

import io
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from gridwise.agents.intervals import wilson
from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison, Subject
from gridwise.core.files import write_whole
from gridwise.core.message import Message, msg
from gridwise.render.charts import Axis, Chart, Point, Series
from gridwise.render.plots import figure, style, svg

_Points = Callable[[str], Iterable[Point | tuple[float, float]]]
"""Returns the points of a contender, and where its runs were stopped the place and the bound."""

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
    labels = comparison.labels
    return tuple((at, labels[one.id]) for at, one in enumerate(comparison.subjects, 1))


def _series(comparison: Comparison, points: _Points) -> tuple[Series, ...]:
    """Return the series of each contender with points or bounds."""
    series = []
    for at, one in enumerate(comparison.contenders):
        drawn = list(points(one.id))
        if drawn:
            known = tuple(point for point in drawn if isinstance(point, Point))
            bounds = tuple(point for point in drawn if not isinstance(point, Point))
            cells = (comparison.runs_of(one.id, board.id) for board in comparison.subjects)
            answered = any(cell.answered for cell in cells)
            series.append(Series(comparison.labels[one.id], at, known, bounds, answered))
    return tuple(series)


def _by_board(
    comparison: Comparison, name: str, measure: str, unit: Message, *, log: bool = True
) -> Chart:
    """Return medians by board: at the boards' sizes, or side by side where sizes recur.

    A line joins boards of one puzzle that follow each other on the axis, each with an answer and
    none smaller than the one before.
    """
    boards, labels = list(comparison.subjects), comparison.labels
    axis = Axis(ticks=_ticks(comparison))
    if len({one.size for one in boards}) == len(boards) > 1:
        boards.sort(key=lambda one: one.size)
        ticks = tuple((float(one.size), labels[one.id]) for one in boards)
        axis = Axis(msg("board"), ticks, by_size=True)

    def points(contender: str) -> Iterator[Point | tuple[float, float]]:
        before: Subject | None = None
        for (place, _), subject in zip(axis.ticks, boards, strict=True):
            cell = comparison.runs_of(contender, subject.id)
            middle, spread = cell.median(measure), cell.spread(measure)
            joined = (
                before is not None
                and before.puzzle == subject.puzzle
                and before.size <= subject.size
            )
            before = None
            if middle is not None and spread is not None and (middle > 0 or not log):
                high = spread[1] if math.isfinite(spread[1]) else middle
                yield Point(place, middle, spread[0], high, joined)
                before = subject
            elif used := cell.bound(measure):
                yield place, used

    return Chart(name, TITLES[name], axis, unit, _series(comparison, points), len(boards), log=log)


def _cactus(comparison: Comparison) -> Chart:
    """Return the times in which each contender answers its boards, in order."""

    def points(contender: str) -> Iterator[Point]:
        cells = (comparison.runs_of(contender, s.id) for s in comparison.subjects)
        times = sorted(t for cell in cells if (t := cell.median("cpu_s")))
        return (Point(n, value) for n, value in enumerate(times, 1))

    axis, unit = Axis(msg("boards answered")), msg("CPU time for each, s")
    series, boards = _series(comparison, points), len(comparison.subjects)
    return Chart("cactus", TITLES["cactus"], axis, unit, series, boards)


def _success(comparison: Comparison) -> Chart:
    def points(contender: str) -> Iterator[Point]:
        for place, subject in enumerate(comparison.subjects, 1):
            games, finished = comparison.runs_of(contender, subject.id).games
            if games:
                low, high = wilson(finished, games)
                yield Point(place, 100 * finished / games, 100 * low, 100 * high)

    axis, unit = Axis(ticks=_ticks(comparison)), msg("games finished, %")
    series, boards = _series(comparison, points), len(comparison.subjects)
    return Chart("success", TITLES["success"], axis, unit, series, boards, "shares", log=False)


def _time_per_game(comparison: Comparison) -> Chart:
    def points(contender: str) -> Iterator[Point | tuple[float, float]]:
        for place, subject in enumerate(comparison.subjects, 1):
            cell = comparison.runs_of(contender, subject.id)
            spent, games = cell.median("cpu_s"), cell.median("games")
            planned = int(subject.options.get("games") or 0)
            if spent and games:
                yield Point(place, spent / games)
            elif planned and (used := cell.bound("cpu_s")):
                yield place, used / planned

    axis, unit = Axis(ticks=_ticks(comparison)), msg("CPU time of a game, s")
    series, boards = _series(comparison, points), len(comparison.subjects)
    return Chart("time_per_game", TITLES["time_per_game"], axis, unit, series, boards, "points")


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
