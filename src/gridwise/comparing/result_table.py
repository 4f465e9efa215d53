"""What a comparison shows of itself: its table, and the notes below."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwise.agents.statistics import percent
from gridwise.comparing import measures
from gridwise.comparing.cells import NOTHING, bound, time_limits
from gridwise.comparing.charts import games_of
from gridwise.comparing.method_table import first_measure, method_table
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.comparing.verdict import verdict
from gridwise.core.message import Message, msg
from gridwise.render.screen import Text, columns
from gridwise.render.tables import ResultTable
from gridwise.render.words import byte_size, duration, number

MOST_COLUMNS = 12
"""A table has a column for each of so many boards; of more it says only how they range."""
_SHORT = {TIME: msg("cpu"), "peak_bytes": msg("memory"), "heap_bytes": msg("heap")}
"""The measures that have columns with short names."""


def result_table(
    comparison: Comparison, *, width: int | None = None, words: Callable[[Text], str] = str
) -> ResultTable:
    """Return who won, and the table that it follows from: a row a method, best first.

    Parameters
    ----------
    width
        The columns that there are for a line: boards get short names, and give way to how they
        range, where they do not fit.
    words
        Puts a text into the language in which it has to fit.
    """
    table, found = None, iter(_forms(comparison))
    for table in found:
        if width is None or max(columns(line) for line, _ in table.lines(words)) <= width:
            return table
    assert table is not None
    return table


def _forms(comparison: Comparison) -> Iterator[ResultTable]:
    """Yield the table in all its forms, the widest first."""
    subjects = comparison.subjects
    if len(subjects) == 1 and not comparison.of_games:
        metrics = list(comparison.manifest.get("metrics", ()))
        for many in range(len(metrics), -1, -1):
            yield _of_one_board(comparison, metrics[:many])
        return
    if len(subjects) <= MOST_COLUMNS:
        yield _of_boards(comparison, {})
        short = {s.id: f"B{number}" for number, s in enumerate(subjects, 1)}
        if any(len(s.label) > len(short[s.id]) for s in subjects):
            yield _of_boards(comparison, short)
    yield _summary(comparison)


def _of_one_board(comparison: Comparison, metrics: Sequence[str]) -> ResultTable:
    (subject,) = comparison.subjects
    order = [row.contender for row in method_table(comparison, TIME).rows]
    order = [one for one in order if comparison.runs_of(one, subject.id).runs]
    rows = [(comparison.labels[one], *cells(comparison, one, subject.id, metrics)) for one in order]
    bad = _bad(comparison)
    marked = (at for at, one in enumerate(order) if (one, subject.id) in bad)
    head = (msg("method"), *_measured_heads(metrics))
    key = (msg("Board: {board}", board=subject.source or subject.label),)
    return _table(comparison, head, rows, marked, (*_SHORT, *metrics), key=key)


def _of_boards(comparison: Comparison, labels: Mapping[str, str]) -> ResultTable:
    made = method_table(comparison, first_measure(comparison), labels=labels)
    names = [(labels.get(s.id, s.label), s.source or s.label) for s in comparison.subjects]
    key = [msg("{name}: {text}", name=name, text=text) for name, text in names if name != text]
    memory = [] if comparison.of_games else [msg("memory, at most")]
    rows = [
        (*row.cells, *([_most_memory(comparison, row.contender)] if memory else []))
        for row in made.rows
    ]
    if not comparison.of_games:
        key.insert(0, msg("Below the name of a board: the median of the CPU times on it."))
    marked = (at for at, row in enumerate(made.rows) if row.marked)
    return _table(comparison, (*made.head, *memory), rows, marked, _told(comparison), key=key)


def _summary(comparison: Comparison) -> ResultTable:
    """Return the table without a column a board: over how much the medians range."""
    made = method_table(comparison, first_measure(comparison))
    at = len(made.head) - len(comparison.subjects)
    if comparison.of_games:
        heads, more = [msg("share, least to largest")], _share_range
    else:
        heads, more = [msg("cpu, least to largest"), msg("memory, at most")], _ranges
    rows = [(*row.cells[:at], *more(comparison, row.contender)) for row in made.rows]
    marked = (at for at, row in enumerate(made.rows) if row.marked)
    return _table(comparison, (*made.head[:at], *heads), rows, marked, _told(comparison))


def _told(comparison: Comparison) -> tuple[str, ...]:
    """Return the measures in a table of several boards."""
    return () if comparison.of_games else (TIME, "peak_bytes")


def _share_range(comparison: Comparison, contender: str) -> list[Text]:
    played = [games_of(comparison, contender, s.id) for s in comparison.subjects]
    shares = [finished / games for games, finished in played if games]
    if not shares:
        return [NOTHING]
    return [msg("{low} to {high}", low=percent(min(shares)), high=percent(max(shares)))]


def _ranges(comparison: Comparison, contender: str) -> list[Text]:
    found = [comparison.runs_of(contender, s.id).median(TIME) for s in comparison.subjects]
    known = [value for value in found if value is not None]
    said: Text = NOTHING
    if known:
        said = msg("{low} to {high}", low=duration(min(known)), high=duration(max(known)))
    return [said, _most_memory(comparison, contender)]


def _most_memory(comparison: Comparison, contender: str) -> str:
    found = [comparison.runs_of(contender, s.id).median("peak_bytes") for s in comparison.subjects]
    known = [value for value in found if value is not None]
    return byte_size(int(max(known))) if known else NOTHING


def rows_table(comparison: Comparison) -> ResultTable:
    """Return medians and ranges, a row for each board and method."""
    metrics = list(comparison.manifest.get("metrics", ()))
    pairs = [
        (subject, contender)
        for subject in comparison.subjects
        for contender in comparison.contenders
        if comparison.runs_of(contender.id, subject.id).runs
    ]
    rows = [
        (board.label, who.label, *cells(comparison, who.id, board.id, metrics))
        for board, who in pairs
    ]
    bad = _bad(comparison)
    marked = (at for at, (board, who) in enumerate(pairs) if (who.id, board.id) in bad)
    head = (msg("board"), msg("method"), *_measured_heads(metrics))
    key = [
        msg("{name}: {text}", name=s.label, text=s.source) for s in comparison.subjects if s.source
    ]
    return _table(comparison, head, rows, marked, (*_SHORT, *metrics), key=key, names=2)


def _measured_heads(metrics: Sequence[str]) -> tuple[Text, ...]:
    first = (msg("answered"), msg("cpu"), msg("range"), msg("memory"), msg("heap"))
    return (*first, *map(measures.name_of, metrics))


def _bad(comparison: Comparison) -> set[tuple[str, str]]:
    """Return the pairs that failed or whose answers exclude those of others."""
    bad = {(row.contender, row.subject) for row in comparison.faults()}
    return bad | {
        (who, one.subject) for one in comparison.disagreements() for who in one.contenders
    }


def _table(
    comparison: Comparison,
    head: Iterable[Text],
    rows: Iterable[tuple[Text, ...]],
    marked: Iterable[int],
    shown: Sequence[str],
    *,
    key: Sequence[Text] = (),
    names: int = 1,
) -> ResultTable:
    title = Message(str(comparison.manifest.get("title", "")).replace("{", "{{").replace("}", "}}"))
    return ResultTable(
        title,
        tuple(head),
        tuple(rows),
        names,
        tuple(how_measured(comparison, shown)),
        frozenset(marked),
        lead=verdict(comparison),
        key=tuple(key),
        wrong=tuple(what_is_wrong(comparison)),
    )


def cells(
    comparison: Comparison, contender: str, subject: str, metrics: Sequence[str]
) -> tuple[Text, ...]:
    """Return the numbers of one row; of runs that were stopped, `>` what they had used."""
    cell = comparison.runs_of(contender, subject)
    above = f"> {bound(cell, TIME)}"
    ends = msg("{parts}", parts=tuple(measures.END_NAMES[end] for end in cell.censored))
    middle, spread = cell.median("cpu_s"), cell.spread("cpu_s")
    time: Text
    reach: Text
    peak, heap = cell.median("peak_bytes"), cell.median("heap_bytes")
    if middle is None or spread is None:
        only_time = set(cell.censored) == {"time_limit"}
        ended: Text = ends if cell.censored else "-"
        time, reach = above if only_time and cell.bound(TIME) else ended, ""
    else:
        time = duration(middle)
        top = duration(spread[1]) if math.isfinite(spread[1]) else above
        reach = msg("{low} to {high}", low=duration(spread[0]), high=top)
    values = [cell.median(name) for name in metrics]
    return (
        f"{cell.answered}/{cell.runs}",
        time,
        reach,
        "-" if peak is None else byte_size(int(peak)),
        "-" if heap is None else byte_size(int(heap)),
        *("-" if value is None else f"{value:,.10g}" for value in values),
    )


def how_measured(comparison: Comparison, shown: Sequence[str]) -> Iterator[Message]:
    """Yield the number of runs and their limit, the machine, and what the columns are."""
    manifest, n = comparison.manifest, int(comparison.manifest["repeats"])
    limit = time_limits(comparison)
    trust = Message(manifest.get("measurement_class", ""))
    if n == 1:
        yield msg("Each pair was run once, limit {limit} a run; {trust}", limit=limit, trust=trust)
    else:
        yield msg(
            "Each pair was run {n} times in random order, limit {limit} a run; {trust}",
            n=number(n),
            limit=limit,
            trust=trust,
        )
    if "packages" in manifest:
        yield msg("{text}", text=_machine(manifest))
    for name in shown:
        text = measures.definition(name)
        if text is not None:
            title = _SHORT.get(name) or measures.name_of(name)
            yield msg("  {name}: {text}", name=title, text=text)
    if "peak_bytes" in shown and comparison.own:
        yield measures.OWN_MEMORY


def what_is_wrong(comparison: Comparison) -> Iterator[Message]:
    """Yield the answers that exclude each other and the runs that failed."""
    labels = comparison.labels
    for clash in comparison.disagreements():
        one, other = (labels[name] for name in clash.contenders)
        board, why = labels[clash.subject], clash.text
        yield msg(
            "{one} and {other} disagree on {board}: {why}",
            one=one,
            other=other,
            board=board,
            why=why,
        )
    for row in comparison.faults():
        who, board = labels[row.contender], labels[row.subject]
        yield msg("{who} failed on {board}: {why}", who=who, board=board, why=row.error or "")


def _machine(manifest: Any) -> str:
    versions = (f"{name} {text}" for name, text in manifest["packages"].items())
    parts = (manifest["cpu"], f"python {manifest['python']}", *versions)
    return " · ".join((*parts, f"gridwise {manifest['gridwise']}", manifest["date"][:10]))
