"""The tables of a report: every cell is computed from the rows, and a limit is never a number."""

from collections import Counter
from collections.abc import Iterator, Sequence

from gridwise.agents.intervals import wilson
from gridwise.agents.statistics import percent
from gridwise.comparing import measures
from gridwise.comparing.charts import games_of
from gridwise.comparing.measures import END_NAMES, name_of
from gridwise.comparing.results import Comparison, PairRuns
from gridwise.comparing.significance import keeps
from gridwise.core.message import Message, msg
from gridwise.documents.model import DocumentTable, Text

COLUMNS = 5
"""The most contenders of one table; more go into further tables."""
NOTHING = "–"

_TIMES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
_SIZES = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0))


def number(name: str, value: float) -> str:
    """Return one value with its unit, by the measure's name: three digits of times and sizes."""
    if name.endswith(("_s", "_bytes")):
        unit, factor = _unit(name, value)
        return f"{_three(value / factor)} {unit}"
    return f"{int(value):,}" if float(value).is_integer() else _three(value)


def limit(comparison: Comparison, name: str) -> str:
    """Return one of the limits, `time_s` or `memory_bytes`, as it was given."""
    value = float(comparison.manifest["limits"][name])
    unit, factor = _unit(name, value)
    return f"{value / factor:.10g} {unit}"


def _unit(name: str, value: float) -> tuple[str, float]:
    """Return the largest unit that is not above the value, and how much it is."""
    units = _TIMES if name.endswith("_s") else _SIZES
    return next((pair for pair in units if value >= pair[1]), units[-1])


def _three(value: float) -> str:
    """Return a number with three digits, more where they stand before the point."""
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:#.3g}"


def cell_words(comparison: Comparison, contender: str, subject: str, name: str) -> Text:
    """Return one cell: median and spread, or how the runs ended that had no answer."""
    cell = comparison.runs_of(contender, subject)
    ends, runs = _ends(cell, name)
    middle, spread = cell.median(name), cell.spread(name)
    if not runs or not keeps(comparison, contender, name):
        return NOTHING
    if middle is None or spread is None:
        return _censored(comparison, ends, runs, name) if ends else NOTHING
    shown = number(name, middle)
    low, high = number(name, spread[0]), number(name, spread[1]) if not ends else ""
    if ends:
        return msg("{median} [from {low}; {ends}]", median=shown, low=low, ends=_counted(ends))
    if low == high == shown:
        return shown
    return msg("{median} [{low} to {high}]", median=shown, low=low, high=high)


def stopped_by_clock(comparison: Comparison) -> Message | None:
    """Return the CPU time of the runs that the clock stopped; None without such runs."""
    spent = [
        row.cpu_s
        for row in comparison.rows
        if row.end == "time_limit" and row.kind != measures.HEAP and row.cpu_s is not None
    ]
    if not spent:
        return None
    return msg(
        "The limit of time counts seconds on the clock. The runs that it stopped ({n}) had {low} "
        "to {high} of CPU time until then.",
        n=len(spent),
        low=number("cpu_s", min(spent)),
        high=number("cpu_s", max(spent)),
    )


def _ends(cell: PairRuns, name: str) -> tuple[Counter[str], int]:
    """Return how the runs for a measure ended without an answer, and how many runs there were."""
    kind = measures.MEASURES[name][0] if name in measures.MEASURES else measures.TIME
    kinds = (kind, measures.GAMES) if kind == measures.TIME else (kind,)
    rows = [row for row in cell.rows if row.kind in kinds]
    return Counter(row.end for row in rows if row.end != measures.ANSWERED), len(rows)


def _censored(comparison: Comparison, ends: Counter[str], runs: int, name: str) -> Message:
    whole, counts = ends.total() == runs, {"n": ends.total(), "runs": runs}
    if set(ends) == {"time_limit"} and name in ("cpu_s", "wall_s"):
        most = limit(comparison, "time_s")
        if whole:
            return msg("> {limit} (time)", limit=most)
        return msg("> {limit} (time; {n} of {runs} runs)", limit=most, **counts)
    if set(ends) == {"memory_limit"} and name in ("peak_bytes", "heap_bytes"):
        most = limit(comparison, "memory_bytes")
        if whole:
            return msg("> {limit} (memory)", limit=most)
        return msg("> {limit} (memory; {n} of {runs} runs)", limit=most, **counts)
    if whole and len(ends) == 1:
        return msg("no answer ({why})", why=END_NAMES[next(iter(ends))])
    return msg("no answer ({ends}; of {runs} runs)", ends=_counted(ends), runs=runs)


def _counted(ends: Counter[str]) -> tuple[Message, ...]:
    return tuple(msg("{n} × {end}", n=n, end=END_NAMES[end]) for end, n in sorted(ends.items()))


def measure_tables(
    comparison: Comparison, names: Sequence[str]
) -> Iterator[tuple[str, list[DocumentTable]]]:
    """Yield each measure that has values, with its tables.

    A contender without values of a measure has no column in its tables.
    """
    ids = [contender.id for contender in comparison.contenders]
    red = marked_rows(comparison)
    for name in names:
        every = {
            (one, subject.id): cell_words(comparison, one, subject.id, name)
            for one in ids
            for subject in comparison.subjects
        }
        shown = [
            contender
            for contender in comparison.contenders
            if any(every[contender.id, s.id] != NOTHING for s in comparison.subjects)
        ]
        if not shown:
            continue
        known = (comparison.runs_of(*pair).median(name) for pair in every)
        if name != "cpu_s" and all(middle is None for middle in known):
            continue  # the table of times says already how these runs ended
        yield (
            name,
            [
                DocumentTable(
                    msg(
                        "{what} by board and method: median [least to largest]", what=name_of(name)
                    ),
                    (msg("board"), *(c.label for c in shown[at : at + COLUMNS])),
                    tuple(
                        (s.label, *(every[c.id, s.id] for c in shown[at : at + COLUMNS]))
                        for s in comparison.subjects
                    ),
                    marked=red,
                )
                for at in range(0, len(shown), COLUMNS)
            ],
        )


def short_names(comparison: Comparison) -> DocumentTable | None:
    """Return the table of the boards' short names; None without such names."""
    rows = tuple((s.label, s.source) for s in comparison.subjects if s.source)
    if not rows:
        return None
    return DocumentTable(
        msg("Short names of the boards"), (msg("board"), msg("is")), rows, numbers=False
    )


def marked_rows(comparison: Comparison) -> frozenset[int]:
    """Return the rows of the boards on which answers exclude each other or a run failed."""
    bad = {one.subject for one in comparison.disagreements()}
    bad |= {row.subject for row in comparison.faults()}
    return frozenset(at for at, s in enumerate(comparison.subjects) if s.id in bad)


def games_table(comparison: Comparison) -> DocumentTable | None:
    """Return the table of games; None if none were played."""
    rows: list[tuple[Text, ...]] = []
    for subject in comparison.subjects:
        for contender in comparison.contenders:
            games, finished = games_of(comparison, contender.id, subject.id)
            if games:
                low, high = wilson(finished, games)
                rows.append(
                    (
                        subject.label,
                        contender.label,
                        f"{games:,}",
                        f"{finished:,}",
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
