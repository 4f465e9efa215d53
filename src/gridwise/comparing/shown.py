"""What a comparison shows of itself: its table, and the notes below."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gridwise.comparing import measures
from gridwise.comparing.verdict import verdict
from gridwise.core.message import Message, msg
from gridwise.render.screen import Text
from gridwise.render.tables import ResultTable
from gridwise.render.words import byte_size, duration, limit_words

if TYPE_CHECKING:
    from gridwise.comparing.results import Comparison

_COLUMNS = {"cpu": "cpu_s", "memory": "peak_bytes", "heap": "heap_bytes"}
"""The measures of the table's columns; all others are named like their counters."""


def result_table(comparison: "Comparison") -> ResultTable:
    """Return who won, and medians and ranges, a row for each board and method.

    A row is marked where a run failed or answers exclude each other.
    """
    clashing = {(who, one.subject) for one in comparison.disagreements() for who in one.contenders}
    broken = {(row.contender, row.subject) for row in comparison.faults()}
    metrics = list(comparison.manifest.get("metrics", ()))
    rows: list[tuple[Text, ...]] = []
    marked = set()
    for subject in comparison.subjects:
        for contender in comparison.contenders:
            pair = (contender.id, subject.id)
            if not comparison.runs_of(*pair).runs:
                continue
            if pair in clashing | broken:
                marked.add(len(rows))
            rows.append((subject.label, contender.label, *cells(comparison, *pair, metrics)))
    head = (msg("board"), msg("contender"), msg("answered"), msg("cpu"), msg("range"))
    title = Message(str(comparison.manifest.get("title", "")).replace("{", "{{").replace("}", "}}"))
    notes = tuple(notes_of(comparison))
    columns = (*head, msg("memory"), msg("heap"), *metrics)
    lead = verdict(comparison)
    return ResultTable(title, columns, tuple(rows), 2, notes, frozenset(marked), lead=lead)


def cells(
    comparison: "Comparison", contender: str, subject: str, metrics: Sequence[str]
) -> tuple[Text, ...]:
    """Return the numbers of one row; a limit that was reached is `> limit`, never a number."""
    cell = comparison.runs_of(contender, subject)
    limit = float(comparison.manifest["limits"]["time_s"])
    ends = msg("{parts}", parts=tuple(measures.END_NAMES[end] for end in cell.censored))
    middle, spread = cell.median("cpu_s"), cell.spread("cpu_s")
    time: Text
    reach: Text
    peak, heap = cell.median("peak_bytes"), cell.median("heap_bytes")
    if middle is None or spread is None:
        only_time = set(cell.censored) == {"time_limit"}
        ended: Text = ends if cell.censored else "-"
        time, reach = f"> {duration(limit)}" if only_time else ended, ""
    else:
        time = duration(middle)
        top = duration(spread[1]) if math.isfinite(spread[1]) else f"> {duration(limit)}"
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


def definitions(metrics: Sequence[str]) -> dict[str, Message]:
    """Return what the columns of the table are."""
    columns = _COLUMNS | {name: name for name in metrics}
    found = {column: measures.definition(name) for column, name in columns.items()}
    return {column: text for column, text in found.items() if text is not None}


def notes_of(comparison: "Comparison") -> Iterator[Message]:
    """Yield the notes below the table: short names, how it was measured, what is wrong."""
    for subject in comparison.subjects:
        if subject.source:
            yield msg("{name}: {text}", name=subject.label, text=subject.source)
    yield from how_measured(comparison)
    yield from what_is_wrong(comparison)


def how_measured(comparison: "Comparison") -> Iterator[Message]:
    """Yield the number of runs and their limit, the machine, and what the columns are."""
    manifest = comparison.manifest
    yield msg(
        "medians and ranges of {n} runs in random order, limit {limit} a run; {trust}",
        n=manifest["repeats"],
        limit=limit_words(float(manifest["limits"]["time_s"])),
        trust=Message(manifest.get("measurement_class", "")),
    )
    if "packages" in manifest:
        yield msg("{text}", text=_machine(manifest))
    for column, text in definitions(list(manifest.get("metrics", ()))).items():
        yield msg("  {name}: {text}", name=column, text=text)


def what_is_wrong(comparison: "Comparison") -> Iterator[Message]:
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
