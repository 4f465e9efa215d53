"""The short report: question, method, a table and a plot a question, three conclusions."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from gridwise.comparing.measures import definition, name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.comparing.tables import (
    NOTHING,
    SHARE,
    method_table,
)
from gridwise.comparing.verdict import start_of_programs
from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.documents.model import (
    Block,
    Bullets,
    Gallery,
    Heading,
    PageGrid,
    Paragraph,
    WritingSpace,
)
from gridwise.documents.report.conclusions import three, wrong
from gridwise.documents.report.course_report import (
    about_report,
    claims,
    figures_and_examples,
    form_pairs,
)
from gridwise.documents.report.results import GAME, ONE_PLOT, PLOT_OF, Plots, stopped_by_clock
from gridwise.documents.report.subjects import (
    board_figures,
    board_table,
    by_puzzle,
    contender_table,
    overview,
    procedure,
    readings,
)

THREE_COLUMNS = PageGrid(3, 45.0, 50.0)
BRIEF_NOTE = msg(
    "A value with > is what a run had used when a limit stopped it: the true value is larger by an "
    "unknown amount; in the plots these are open triangles. Who gave up has none. A dash stands "
    "for what was not run or not measured."
)
_ASKED: Mapping[str, Message] = {
    TIME: msg("Which method is fastest?"),
    "length": msg("How long are the answers?"),
    SHARE: msg("Which player finishes most games?"),
    GAME: msg("How long does a game take?"),
}
"""The questions of a short report by their measures."""


def short_report(comparison: Comparison, folder: Path, plots: Plots) -> Iterator[Block]:
    """Yield question, method, a table and a plot a question, conclusions, and room for more."""
    yield Heading(msg("The question"))
    yield from about_report(comparison, heading=False)
    yield overview(comparison)
    kinds = by_puzzle(comparison)
    for kind, subjects in kinds.items():
        about = registry.about(kind) if kind in registry.puzzles() else None
        rules = about.rules if about is not None else ()
        yield from (Paragraph(item) for item in rules[:1] if isinstance(item, Message))
        drawn = tuple(board_figures(comparison, subjects, most=3 if len(kinds) == 1 else 1))
        if drawn:
            yield Gallery(drawn, THREE_COLUMNS)
    yield board_table(comparison)
    yield from readings(comparison)
    yield Heading(msg("The method"))
    yield contender_table(comparison)
    yield procedure(comparison)
    yield from map(Paragraph, start_of_programs(comparison))
    yield Heading(msg("Results"))
    names = [SHARE, GAME] if comparison.of_games else [TIME, *_work(comparison)]
    for name in names:
        yield from _answer(comparison, name, plots)
    stopped = stopped_by_clock(comparison)
    yield Paragraph(BRIEF_NOTE)
    if stopped is not None:
        yield Paragraph(stopped)
    yield from figures_and_examples(comparison, folder, examples=False)
    yield Heading(msg("Conclusions"))
    yield from wrong(comparison)
    yield Bullets(tuple(three(comparison, form_pairs(comparison))))
    yield from claims(comparison, folder, gains=False)
    yield Heading(msg("In my own words"))
    yield Paragraph(
        msg(
            "What follows from these numbers? Which result did I not expect, and why is it so? On "
            "which boards would another method be better? What do these numbers not show?"
        )
    )
    yield WritingSpace(7)


def _work(comparison: Comparison) -> list[str]:
    """Return the counter of work that the short report shows, and the length of the answers."""
    metrics = comparison.manifest.get("metrics", ())
    kept = [
        name
        for name in metrics
        if any(
            comparison.runs_of(one.id, board.id).median(name) is not None
            for one in comparison.contenders
            for board in comparison.subjects
        )
    ]
    work = [name for name in kept if name != "length"][:1]
    return [*work, *(name for name in kept if name == "length")]


def _answer(comparison: Comparison, name: str, plots: Plots) -> Iterator[Block]:
    """Yield the table and the plot of one question."""
    asked = _ASKED.get(name) or msg("How much work is it? {name}", name=name_of(name))
    yield Heading(asked, 2)
    if name != GAME:
        table = method_table(comparison, name, brief=True, overall=name in (TIME, SHARE))
        rows = enumerate(table.rows)
        kept = [at for at, row in rows if set(row[1:]) - {NOTHING}]
        marked = frozenset(n for n, at in enumerate(kept) if at in table.marked)
        text = None if name == SHARE else definition(name)
        title = table.title
        if text is not None:
            title = msg("{title}; median: {text}", title=title, text=text)
        yield replace(
            table, title=title, rows=tuple(table.rows[at] for at in kept), marked=marked, bars=()
        )
    picture = plots.get(PLOT_OF.get(name, "nodes"))
    if picture is not None:
        yield Gallery((picture,), ONE_PLOT)
