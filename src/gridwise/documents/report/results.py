"""The results in a report: tables and plots.

Every cell is computed from the rows, and a limit is never a number.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gridwise.agents.intervals import wilson
from gridwise.agents.statistics import percent
from gridwise.comparing.charts import TITLES, whole
from gridwise.comparing.measures import HEAP, OWN_MEMORY, definition, name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.comparing.tables import (
    NOTHING,
    SHARE,
    limit,
    method_table,
)
from gridwise.comparing.tables import number as cell
from gridwise.comparing.verdict import start_of_programs
from gridwise.core.message import Message, msg
from gridwise.documents.model import (
    Block,
    Bullets,
    Figure,
    Gallery,
    Heading,
    PageGrid,
    Paragraph,
    Text,
)
from gridwise.documents.report.course_report import (
    GAME_S,
)
from gridwise.render.tables import ResultTable
from gridwise.render.words import number

Plots = Mapping[str, Figure]
"""Plots by the names of their files, in their order."""
ONE_PLOT = PageGrid(1, 110.0, 230.0)
GAME = GAME_S
PLOT_OF: Mapping[str, str] = {
    TIME: "time_by_size",
    "peak_bytes": "memory_by_size",
    "heap_bytes": "",
    "length": "length",
    SHARE: "success",
    GAME: "time_per_game",
}
"""The plot of each measure; that of counters is `nodes`."""
COLUMNS = 5
"""The most boards of one table; further boards go into further tables."""
LIMITS_NOTE = msg(
    "A value with > is what a run had used when a limit stopped it: the true value is larger by an "
    "unknown amount. A dash stands for what was not run or not measured."
)


def measures(comparison: Comparison) -> tuple[str, ...]:
    """Return the measures and counters of the report, in order."""
    return tuple(
        dict.fromkeys(
            ("cpu_s", "peak_bytes", "heap_bytes", *comparison.manifest.get("metrics", ()))
        )
    )


def results(comparison: Comparison, plots: Plots) -> Iterator[Block]:
    """Yield the tables of all measures, each followed by its plot."""
    yield Heading(msg("Results"))
    shown = list(measure_tables(comparison, measures(comparison)))
    defined = [
        msg("{name}: {definition}", name=name_of(name), definition=text)
        for name, _ in shown
        if (text := definition(name)) is not None
    ]
    if defined:
        yield Paragraph(msg("What was measured:"))
        yield Bullets(tuple(defined))
    if comparison.own:
        yield Paragraph(OWN_MEMORY)
    yield from map(Paragraph, start_of_programs(comparison))
    yield Paragraph(LIMITS_NOTE)
    stopped = stopped_by_clock(comparison)
    if stopped is not None:
        yield Paragraph(stopped)
    if comparison.disagreements() or comparison.faults():
        yield Paragraph(
            msg("Rows in red: methods whose answers exclude others, or of which a run failed."),
            strong=True,
        )
    standing = standing_table(comparison)
    if standing is not None:
        yield standing
    games = games_table(comparison)
    if games is not None:
        yield games
    left = dict(plots)
    for name, parts in shown:
        yield from parts
        picture = left.pop(PLOT_OF.get(name, "nodes"), None)
        if picture is not None:
            yield Gallery((picture,), ONE_PLOT)
    for picture in left.values():
        yield Gallery((picture,), ONE_PLOT)


def stopped_by_clock(comparison: Comparison) -> Message | None:
    """Return the CPU time of the runs that the clock stopped, or None without such runs."""
    most = comparison.manifest["limits"].get("cpu_s", math.inf)
    spent = [
        row.cpu_s
        for row in comparison.rows
        if row.end == "time_limit" and row.kind != HEAP and row.cpu_s is not None
        # The time of making tables counts against the limit, and is in no time.
        if row.cpu_s + (row.tables_cpu_s or 0.0) < most
    ]
    if not spent:
        return None
    had = {"low": cell("cpu_s", min(spent)), "high": cell("cpu_s", max(spent))}
    if math.isfinite(most):
        return msg(
            "The limit of {limit} on the clock stopped runs ({n}) that had {low} to {high} of CPU "
            "time until then.",
            limit=limit(comparison, "time_s"),
            n=len(spent),
            **had,
        )
    return msg(
        "The limit of time counts seconds on the clock. The runs that it stopped ({n}) had {low} "
        "to {high} of CPU time until then.",
        n=len(spent),
        **had,
    )


def measure_tables(
    comparison: Comparison, names: Sequence[str]
) -> Iterator[tuple[str, list[ResultTable]]]:
    """Yield each measure that has values, with its tables: methods as rows, boards as columns.

    A contender without values of a measure has no row in its tables.
    """
    boards = [subject.id for subject in comparison.subjects]
    for name in (SHARE, *names) if comparison.of_games else names:
        table = method_table(comparison, name, spread=True, overall=False)
        kept = [at for at, row in enumerate(table.rows) if set(row[1:]) != {NOTHING}]
        if not kept:
            continue
        if name not in ("cpu_s", SHARE) and all(
            comparison.runs_of(who, board).median(name) is None
            for who in table.ids
            for board in boards
        ):
            continue  # the table of times already says how these runs ended
        if name != SHARE:
            title = msg("{caption}: median [least to largest]", caption=table.title)
            table = replace(table, title=title)
        marked = frozenset(n for n, at in enumerate(kept) if at in table.marked)
        parts = []
        for at in range(1, len(boards) + 1, COLUMNS):
            part = slice(at, at + COLUMNS)
            rows = tuple((table.rows[n][0], *table.rows[n][part]) for n in kept)
            head = (table.head[0], *table.head[part])
            parts.append(ResultTable(table.title, head, rows, marked=marked))
        yield name, parts


def standing_table(comparison: Comparison) -> ResultTable | None:
    """Return the results of each method over all boards, or None for one board."""
    if len(comparison.subjects) < 2 or comparison.of_games:
        return None
    table = method_table(comparison, TIME, boards=())
    return replace(table, title=msg("The methods over all boards, best first"))


def games_table(comparison: Comparison) -> ResultTable | None:
    """Return the table of games, or None if none were played."""
    rows: list[tuple[Text, ...]] = []
    for subject in comparison.subjects:
        for contender in comparison.contenders:
            games, finished = comparison.runs_of(contender.id, subject.id).games
            if games:
                low, high = wilson(finished, games)
                rows.append(
                    (
                        comparison.labels[subject.id],
                        comparison.labels[contender.id],
                        number(games),
                        number(finished),
                        percent(finished / games),
                        msg("{low} to {high}", low=percent(low), high=percent(high)),
                    )
                )
    if not rows:
        return None
    return ResultTable(
        msg("Games finished without a guess, with 95 % intervals (Wilson)"),
        (
            msg("board"),
            msg("player"),
            msg("games"),
            msg("finished"),
            msg("share"),
            msg("95 % interval"),
        ),
        tuple(rows),
    )


def plots_of(folder: Path) -> Plots:
    """Return the whole plots of a folder, the usual ones first."""
    stems = {path.stem for path in folder.glob("*.[sp][vn]g") if whole(path)}
    known = [stem for stem in TITLES if stem in stems]
    found = {}
    for stem in [*known, *sorted(stems - set(known))]:
        svg, png = folder / f"{stem}.svg", folder / f"{stem}.png"
        caption = TITLES.get(stem, stem.replace("_", " "))
        found[stem] = Figure(
            caption,
            msg("Plot: {what}", what=caption),
            svg=svg.read_text("utf-8") if whole(svg) else None,
            png=png.read_bytes() if whole(png) else None,
        )
    return found
