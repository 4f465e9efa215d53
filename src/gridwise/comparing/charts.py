"""Plots of a comparison, in SVG and PNG: time and memory by size, cactus, nodes, success.

Colours are those of Okabe and Ito, which people see apart whatever their sight; every series has a
marker and a line of its own as well. A censored value is drawn as an open triangle at the limit.
"""

import io
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridwise.agents.intervals import wilson
from gridwise.comparing import results as model
from gridwise.comparing.results import Comparison
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.solving.files import write_whole

_COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#000000",
    "#56B4E9",
    "#E69F00",
    "#7F7F7F",
)
_MARKERS = "osD^vPX*<>hp"
_LONG_LABEL = 16
"""Longer labels go below the plot, in two columns."""
_LINES = ("-", "--", "-.", ":")

TITLES: Mapping[str, Message] = {
    "time_by_size": msg("CPU time by board"),
    "memory_by_size": msg("Peak memory by board"),
    "cactus": msg("Boards solved within a time"),
    "nodes": msg("Work by board"),
    "length": msg("Moves by board"),
    "success": msg("Games finished"),
    "time_per_game": msg("CPU time of a game"),
}
"""What a plot shows, by its file's name."""


def plot(
    comparison: Comparison,
    folder: Path,
    *,
    words: Mapping[str, str] | None = None,
    fonts: Sequence[str] = (),
) -> tuple[str, ...]:
    """Draw all plots that the rows allow, each as SVG and PNG; return their names.

    Parameters
    ----------
    comparison
        With at least one row.
    folder
        Gets `plots/NAME.svg` and `plots/NAME.png`.
    words
        The catalogue of another language than English.
    fonts
        Families to draw it with, where the usual one has not its letters.

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
    drawn = {}
    with mpl.rc_context(settings):
        say = _Words(words)
        for name, draw in _wanted(comparison, say):
            pictures = _drawn(comparison, name, draw, say)
            if pictures is not None:
                drawn[name] = pictures
    for name, pictures in drawn.items():  # together, so that a break leaves all of them or none
        for ending, data in pictures.items():
            write_whole(target / f"{name}{ending}", (data,))
    return tuple(drawn)


def whole(path: Path) -> bool:
    """Return whether a picture is there from its first byte to its last."""
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


_Draw = Callable[[Comparison, Any], bool]


class _Words:
    """Puts messages into the language of the plots."""

    def __init__(self, words: Mapping[str, str] | None) -> None:
        self._words = words

    def __call__(self, text: Message) -> str:
        return text.words(self._words)


def _wanted(comparison: Comparison, say: _Words) -> Sequence[tuple[str, _Draw]]:
    if any(row.kind == model.GAMES for row in comparison.rows):
        return (
            ("success", lambda c, ax: _success(c, ax, say)),
            ("time_per_game", lambda c, ax: _time_per_game(c, ax, say)),
        )
    metrics = comparison.manifest.get("metrics", ())
    work = next((name for name in metrics if name != "length"), None)

    def by_size(name: str, label: str, **how: bool) -> _Draw:
        return lambda c, axes: _by_size(c, axes, name, label, say, **how)

    wanted = [
        ("time_by_size", by_size("cpu_s", say(msg("CPU time, s")), limit=True)),
        ("memory_by_size", by_size("peak_bytes", say(msg("peak memory, bytes")))),
        ("cactus", lambda c, axes: _cactus(c, axes, say)),
    ]
    if work is not None:
        wanted.append(("nodes", by_size(work, work)))
    if "length" in metrics:
        wanted.append(("length", by_size("length", say(msg("moves")), log=False)))
    return wanted


def _drawn(comparison: Comparison, name: str, draw: _Draw, say: _Words) -> dict[str, bytes] | None:
    """Return the plot by ending of the file, None where the rows allow none."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.4), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    if not draw(comparison, axes):
        return None
    axes.set_title(say(TITLES[name]))
    handles, labels = axes.get_legend_handles_labels()
    if handles:
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


def _style(index: int) -> dict[str, Any]:
    return {
        "color": _COLOURS[index % len(_COLOURS)],
        "marker": _MARKERS[index % len(_MARKERS)],
        "linestyle": _LINES[index // len(_COLOURS) % len(_LINES)],
        "markersize": 5,
        "linewidth": 1.4,
    }


def _places(comparison: Comparison) -> tuple[dict[str, float], bool]:
    """Return where each board is on the x-axis: at its size, or in order where sizes recur."""
    sizes = [subject.size for subject in comparison.subjects]
    by_size = len(set(sizes)) == len(sizes) > 1
    return {
        subject.id: float(subject.size if by_size else at + 1)
        for at, subject in enumerate(comparison.subjects)
    }, by_size


def _axis(
    comparison: Comparison, axes: Any, places: Mapping[str, float], by_size: bool, say: _Words
) -> None:
    labels = [subject.label for subject in comparison.subjects]
    if by_size:
        axes.set_xscale("log")
        axes.set_xlabel(say(msg("board")))
        axes.minorticks_off()
    long = max(map(len, labels), default=0) > 8
    axes.set_xticks(
        list(places.values()), labels, rotation=30 if long else 0, ha="right" if long else "center"
    )


def _by_size(
    comparison: Comparison,
    axes: Any,
    name: str,
    label: str,
    say: _Words,
    *,
    limit: bool = False,
    log: bool = True,
) -> bool:
    places, by_size = _places(comparison)
    ceiling = float(comparison.manifest["limits"]["time_s"])
    drawn = False
    for index, contender in enumerate(comparison.contenders):
        xs, ys, lows, highs, cut = [], [], [], [], []
        for subject in comparison.subjects:
            cell = comparison.cell(contender.id, subject.id)
            middle, spread = cell.median(name), cell.spread(name)
            if middle is None or (log and middle <= 0) or spread is None:
                if limit and cell.runs and cell.answered * 2 <= cell.runs:
                    cut.append(places[subject.id])
                continue
            xs.append(places[subject.id])
            ys.append(middle)
            lows.append(max(0.0, middle - spread[0]))
            highs.append(spread[1] - middle if math.isfinite(spread[1]) else 0.0)
        style = _style(index)
        if xs:
            drawn = True
            axes.errorbar(
                xs,
                ys,
                yerr=(lows, highs),
                capsize=2,
                elinewidth=0.8,
                label=contender.label,
                **style,
            )
        if cut:
            drawn = True
            axes.plot(
                cut,
                [ceiling] * len(cut),
                linestyle="none",
                marker="^",
                markersize=8,
                markerfacecolor="none",
                color=style["color"],
                label=say(msg("{name}: no answer", name=contender.label)) if not xs else None,
            )
    if not drawn:
        return False
    if log:
        axes.set_yscale("log")
    axes.set_ylabel(label)
    _axis(comparison, axes, places, by_size, say)
    return True


def _cactus(comparison: Comparison, axes: Any, say: _Words) -> bool:
    """Draw in what time each contender answers its boards, in order of time."""
    drawn = False
    for index, contender in enumerate(comparison.contenders):
        cells = (comparison.cell(contender.id, s.id) for s in comparison.subjects)
        times = sorted(t for cell in cells if (t := cell.median("cpu_s")) is not None)
        if times:
            drawn = True
            axes.plot(range(1, len(times) + 1), times, label=contender.label, **_style(index))
    if not drawn:
        return False
    axes.set_yscale("log")
    axes.set_xlabel(say(msg("boards answered")))
    axes.set_ylabel(say(msg("CPU time for each, s")))
    axes.set_xticks(range(1, len(comparison.subjects) + 1))
    return True


def _success(comparison: Comparison, axes: Any, say: _Words) -> bool:
    for index, contender in enumerate(comparison.contenders):
        xs, ys, lows, highs = [], [], [], []
        for at, subject in enumerate(comparison.subjects):
            games, finished = games_of(comparison, contender.id, subject.id)
            if not games:
                continue
            low, high = wilson(finished, games)
            rate = finished / games
            xs.append(at + 1 + 0.12 * (index - len(comparison.contenders) / 2))
            ys.append(100 * rate)
            lows.append(100 * (rate - low))
            highs.append(100 * (high - rate))
        if xs:
            style = _style(index) | {"linestyle": "none"}
            axes.errorbar(xs, ys, yerr=(lows, highs), capsize=3, label=contender.label, **style)
    axes.set_ylabel(say(msg("games finished, % (bars: 95 % intervals)")))
    axes.set_ylim(0, 102)
    _axis(comparison, axes, {s.id: i + 1.0 for i, s in enumerate(comparison.subjects)}, False, say)
    return True


def _time_per_game(comparison: Comparison, axes: Any, say: _Words) -> bool:
    drawn = False
    for index, contender in enumerate(comparison.contenders):
        xs, ys = [], []
        for at, subject in enumerate(comparison.subjects):
            cell = comparison.cell(contender.id, subject.id)
            spent, games = cell.median("cpu_s"), cell.median("games")
            if spent and games:
                xs.append(at + 1.0)
                ys.append(spent / games)
        if xs:
            drawn = True
            axes.plot(xs, ys, label=contender.label, **_style(index) | {"linestyle": "none"})
    if not drawn:
        return False
    axes.set_yscale("log")
    axes.set_ylabel(say(msg("CPU time of a game, s")))
    _axis(comparison, axes, {s.id: i + 1.0 for i, s in enumerate(comparison.subjects)}, False, say)
    return True


def games_of(comparison: Comparison, contender: str, subject: str) -> tuple[int, int]:
    """Return how many games were played and finished in all runs of a pair."""
    rows = [r for r in comparison.cell(contender, subject).rows if r.end == model.ANSWERED]
    return (
        sum(int(row.counters.get("games", 0)) for row in rows),
        sum(int(row.counters.get("finished", 0)) for row in rows),
    )
