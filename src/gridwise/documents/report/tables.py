"""The tables of a report: every cell is computed from the rows, and a limit is never a number."""

import math
from collections.abc import Iterator, Sequence

from gridwise.agents.intervals import wilson
from gridwise.agents.statistics import percent
from gridwise.comparing import measures
from gridwise.comparing.cells import NOTHING, limit, number
from gridwise.comparing.charts import games_of
from gridwise.comparing.method_table import SHARE, method_table
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.core import numbers
from gridwise.core.message import Message, msg
from gridwise.documents.model import DocumentTable, Text

COLUMNS = 5
"""The most boards of one table; further boards go into further tables."""


def stopped_by_clock(comparison: Comparison) -> Message | None:
    """Return the CPU time of the runs that the clock stopped, or None without such runs."""
    most = comparison.manifest["limits"].get("cpu_s", math.inf)
    spent = [
        row.cpu_s
        for row in comparison.rows
        if row.end == "time_limit" and row.kind != measures.HEAP and row.cpu_s is not None
        # The time of making tables counts against the limit, and is in no time.
        if row.cpu_s + (row.tables_cpu_s or 0.0) < most
    ]
    if not spent:
        return None
    had = {"low": number("cpu_s", min(spent)), "high": number("cpu_s", max(spent))}
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
) -> Iterator[tuple[str, list[DocumentTable]]]:
    """Yield each measure that has values, with its tables: methods as rows, boards as columns.

    A contender without values of a measure has no row in its tables.
    """
    boards = [subject.id for subject in comparison.subjects]
    for name in (SHARE, *names) if comparison.of_games else names:
        made = method_table(comparison, name, spread=True, overall=False)
        empty = {row.contender for row in made.rows if set(row.cells[1:]) == {NOTHING}}
        if len(empty) == len(made.rows):
            continue
        if name not in ("cpu_s", SHARE) and all(
            comparison.runs_of(row.contender, board).median(name) is None
            for row in made.rows
            for board in boards
        ):
            continue  # the table of times already says how these runs ended
        parts = []
        for at in range(0, len(boards), COLUMNS):
            part = method_table(
                comparison, name, boards[at : at + COLUMNS], spread=True, overall=False
            )
            order = {row.contender: row for row in part.rows}
            rows = [order[row.contender] for row in made.rows if row.contender not in empty]
            marked = frozenset(at for at, row in enumerate(rows) if row.marked)
            about = made.caption
            if name != SHARE:
                about = msg("{caption}: median [least to largest]", caption=about)
            cells = tuple(row.cells for row in rows)
            parts.append(DocumentTable(about, part.head, cells, marked=marked))
        yield name, parts


def standing_table(comparison: Comparison) -> DocumentTable | None:
    """Return the results of each method over all boards, or None for one board."""
    if len(comparison.subjects) < 2 or comparison.of_games:
        return None
    made = method_table(comparison, TIME, boards=())
    return DocumentTable(
        msg("The methods over all boards, best first"),
        made.head,
        tuple(row.cells for row in made.rows),
        marked=frozenset(at for at, row in enumerate(made.rows) if row.marked),
    )


def short_names(comparison: Comparison) -> DocumentTable | None:
    """Return the table of the boards' short names, or None without such names."""
    rows = tuple((s.label, s.source) for s in comparison.subjects if s.source)
    if not rows:
        return None
    return DocumentTable(
        msg("Short names of the boards"), (msg("board"), msg("is")), rows, numbers=False
    )


def games_table(comparison: Comparison) -> DocumentTable | None:
    """Return the table of games, or None if none were played."""
    rows: list[tuple[Text, ...]] = []
    for subject in comparison.subjects:
        for contender in comparison.contenders:
            games, finished = games_of(comparison, contender.id, subject.id)
            if games:
                low, high = wilson(finished, games)
                rows.append(
                    (
                        subject.label,
                        comparison.labels[contender.id],
                        numbers.number(games),
                        numbers.number(finished),
                        percent(finished / games),
                        msg("{low} to {high}", low=percent(low), high=percent(high)),
                    )
                )
    if not rows:
        return None
    return DocumentTable(
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
