"""Build the document of a report from a comparison's manifest, rows and plots."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridwise.comparing.cells import limit, time_limits
from gridwise.comparing.charts import TITLES
from gridwise.comparing.measures import OWN_MEMORY, definition, name_of
from gridwise.comparing.plots import whole
from gridwise.comparing.results import Comparison, Subject, names_own_solver
from gridwise.comparing.verdict import start_of_programs
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, UnknownNameError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result
from gridwise.documents.model import (
    Block,
    Bullets,
    Cover,
    Document,
    DocumentTable,
    Figure,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.documents.page_grid import ONE_COLUMN
from gridwise.documents.proofs import proofs
from gridwise.documents.report import tables
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.course_report import about_report, claims, figures_and_examples
from gridwise.documents.report.rerun_command import command
from gridwise.render.words import number

MOST_BOARDS = 4
"""The most boards of a puzzle that are drawn, the smallest first."""
MOST_CELLS = 700
"""The cells of the largest board that is drawn: smaller ones could not be read."""
_LONGEST_NOTATION = 60

LIMITS_NOTE = msg(
    "A value with > is what a run had used when a limit stopped it: the true value is larger by an "
    "unknown amount. A dash stands for what was not run or not measured."
)
QUESTIONS: Mapping[str, Message] = {
    "solution": msg("a first solution"),
    "forced": msg("what every solution has in common"),
    "count": msg("the number of solutions"),
    "games": msg("games played to their end"),
}


def document(
    comparison: Comparison,
    folder: Path,
    *,
    plots: Path | None = None,
    proved: Iterable[tuple[str, Result[Any]]] = (),
) -> Document:
    """Return the report of a comparison.

    Parameters
    ----------
    comparison
        The measurements.
    folder
        The folder of its worked examples and, under `plots`, its plots.
    plots
        Another folder that holds `plots`, to be taken instead.
    proved
        Boards by label, with results that have certificates.
    """
    manifest = comparison.manifest
    date = str(manifest.get("date", ""))[:10]
    title = as_message(str(manifest.get("title") or msg("Comparison of methods")))
    made = msg(
        "Made by gridwise {version} from the comparison with the data hash {hash}, measured on "
        "{date}.",
        version=str(manifest.get("gridwise", "?")),
        hash=comparison.data_hash,
        date=date or "?",
    )
    cover: list[Text] = [
        msg("A comparison of methods, with its numbers and what follows from them")
    ]
    if date:
        cover.append(date)
    cover += [str(manifest[key]) for key in ("cpu",) if manifest.get(key)]
    blocks = _numbered(
        (
            *about_report(comparison),
            *_question(comparison),
            *_puzzles(comparison),
            *_methods(comparison),
            *_results(comparison, plots or folder),
            *figures_and_examples(comparison, folder),
            Heading(msg("Conclusions")),
            *conclusions(comparison, claims(comparison, folder)),
            *proofs(proved),
            *_machine(comparison),
            Heading(msg("What this was made from")),
            Paragraph(made),
            *_rerun(comparison),
        )
    )
    return Document(title, tuple(blocks), Cover(tuple(cover), made), date)


def _numbered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with their tables numbered, and their figures."""
    counts = {"table": 0, "figure": 0}
    for block in blocks:
        if isinstance(block, DocumentTable):
            counts["table"] += 1
            caption = msg("Table {n}: {caption}", n=counts["table"], caption=block.caption)
            yield replace(block, caption=caption)
        elif isinstance(block, Gallery):
            figures = []
            for figure in block.figures:
                counts["figure"] += 1
                caption = msg("Figure {n}: {caption}", n=counts["figure"], caption=figure.caption)
                figures.append(replace(figure, caption=caption))
            yield replace(block, figures=tuple(figures))
        else:
            yield block


def _rerun(comparison: Comparison) -> Iterator[Block]:
    line = command(comparison)
    if line is not None:
        yield Paragraph(msg("The comparison is repeated by:"))
        yield Paragraph(line, code=True)


def _question(comparison: Comparison) -> Iterator[Block]:
    manifest = comparison.manifest
    question = str(manifest.get("question", ""))
    yield Heading(msg("What was compared"))
    yield Paragraph(
        msg(
            "Methods compared: {contenders}. Boards: {boards}. Runs of each pair: {repeats}. "
            "Asked for: {question}.",
            contenders=number(len(comparison.contenders)),
            boards=number(len(comparison.subjects)),
            repeats=number(int(manifest["repeats"])),
            question=QUESTIONS.get(question, question),
        )
    )
    yield Paragraph(
        msg(
            "All pairs were run in random order and one at a time, each run in a process of its "
            "own that is stopped at {time} or {memory}. A run that was stopped is never counted "
            "as a number.",
            time=time_limits(comparison),
            memory=limit(comparison, "memory_bytes"),
        )
    )
    yield DocumentTable(
        msg("The boards"),
        (msg("board"), msg("puzzle"), msg("cells"), msg("notation")),
        tuple(
            (s.label, _title(s.puzzle), number(s.size), _short(s.notation))
            for s in comparison.subjects
        ),
        numbers=False,
    )
    sources = [s.source for s in comparison.subjects if s.source and s.source != s.notation]
    names = tables.short_names(comparison) if sources else None
    if names is not None:
        yield names


def _title(kind: str) -> Text:
    try:
        return as_message(registry.puzzle(kind).title)
    except UnknownNameError:
        return kind


def _short(notation: str) -> str:
    if len(notation) <= _LONGEST_NOTATION:
        return notation
    return notation[: _LONGEST_NOTATION - 1] + "…"


def _kinds(comparison: Comparison) -> dict[str, list[Subject]]:
    out: dict[str, list[Subject]] = {}
    for subject in comparison.subjects:
        out.setdefault(subject.puzzle, []).append(subject)
    return out


def _puzzles(comparison: Comparison) -> Iterator[Block]:
    for kind, subjects in _kinds(comparison).items():
        yield Heading(_title(kind))
        try:
            about = registry.about(kind)
        except UnknownNameError:
            continue
        for item in about.rules if about is not None else ():
            yield Paragraph(item) if isinstance(item, Message) else item
        drawn = tuple(_drawn(comparison, subjects))
        if drawn:
            yield Gallery(drawn)
        if about is None:
            continue
        others: dict[tuple[str, str, Message], list[str]] = {}
        for key, other in _keys(comparison, subjects).items():
            section = about.views.get(key)
            if section is not None:
                yield Heading(section.title, 2)
                for part in section.body:
                    yield Paragraph(part) if isinstance(part, Message) else part
            elif other is not None:
                others.setdefault(other, []).append(key.partition("=")[2])
        if others:
            yield Bullets(
                tuple(
                    msg(
                        "{view}, {option} = {value}: {text}",
                        view=view,
                        option=option,
                        value=", ".join(values),
                        text=text,
                    )
                    for (view, option, text), values in others.items()
                )
            )


def _drawn(comparison: Comparison, subjects: Iterable[Subject]) -> Iterator[Figure]:
    small = sorted((s for s in subjects if s.size <= MOST_CELLS), key=lambda s: s.size)
    for subject in small[:MOST_BOARDS]:
        try:
            puzzle, position = _position(comparison, subject)
        except GridwiseError:
            continue
        scene = puzzle.scene(position, origin=position)
        alt = msg("The board {board}", board=subject.label)
        yield Figure(subject.label, alt, scene)


def _position(comparison: Comparison, subject: Subject) -> tuple[Puzzle[Any, Any], Any]:
    """Return a subject's puzzle and position; of a game, the player's view at its start."""
    puzzle = registry.puzzle(subject.puzzle)
    if not comparison.of_games:
        return puzzle, puzzle.parse(subject.notation)
    referee = registry.referee(subject.puzzle)
    clicks = subject.options.get("first_click") or next(iter(referee.first_clicks))
    free = int(subject.options.get("free_cells") or 0)
    state = referee.deal(subject.notation, seed=0, first_click=clicks, free_cells=free)
    return puzzle, referee.position(state)


def _keys(
    comparison: Comparison, subjects: list[Subject]
) -> dict[str, tuple[str, str, Message] | None]:
    """Return the views and choices of the runs on a puzzle, as keys of `About.views`.

    Each has the view, the option and its text, for a choice without a section of its own.
    """
    views: dict[str, None] = {}
    chosen: dict[str, tuple[str, str, Message] | None] = {}
    for subject in () if comparison.of_games else subjects:
        try:
            puzzle = registry.puzzle(subject.puzzle)
            offers = puzzle.views(puzzle.parse(subject.notation))
        except GridwiseError:
            continue
        for contender in comparison.contenders:
            try:
                method = registry.method(contender.method)
            except UnknownNameError:
                continue
            view = method.view_for(frozenset(offers))
            if view is None or not comparison.runs_of(contender.id, subject.id).rows:
                continue
            views[view.kind] = None
            for option in (*method.options_for(view), *offers[view].options):
                value = contender.options.get(option.name, str(option.default))
                line = None
                if option in offers[view].options:
                    line = (view.kind, option.name, as_message(option.text))
                chosen[f"{view.kind} {option.name}={value}"] = line
    out: dict[str, tuple[str, str, Message] | None] = {}
    for kind in views:
        out[kind] = None
        out.update((key, line) for key, line in chosen.items() if key.startswith(f"{kind} "))
    return out


def _methods(comparison: Comparison) -> Iterator[Block]:
    rows: list[tuple[Text, ...]] = []
    games = comparison.of_games
    kinds = list(_kinds(comparison))
    for name in dict.fromkeys(c.method for c in comparison.contenders):
        entry: Any
        try:
            entry = registry.policy(kinds[0], name) if games else registry.method(name)
        except UnknownNameError:
            own = names_own_solver(name)
            rows.append((name, msg("a solver of one's own") if own else "?", "-" if own else "?"))
            continue
        rows.append((name, as_message(entry.title), entry.source))
    yield Heading(msg("The players") if games else msg("The methods"))
    yield DocumentTable(
        msg("Who was compared, and where it is described"),
        (msg("name"), msg("what it is"), msg("source")),
        tuple(rows),
        numbers=False,
    )
    if not games:
        nodes = [
            msg(
                "{name}: a node is {node}",
                name=name,
                node=as_message(registry.methods()[name].node),
            )
            for name in dict.fromkeys(c.method for c in comparison.contenders)
            if name in registry.methods()
        ]
        yield Paragraph(msg("What one node of each is:"))
        yield Bullets(tuple(nodes))


def measures(comparison: Comparison) -> tuple[str, ...]:
    """Return the measures and counters of the report, in order."""
    return tuple(
        dict.fromkeys(
            ("cpu_s", "peak_bytes", "heap_bytes", *comparison.manifest.get("metrics", ()))
        )
    )


def _results(comparison: Comparison, folder: Path) -> Iterator[Block]:
    yield Heading(msg("Results"))
    shown = list(tables.measure_tables(comparison, measures(comparison)))
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
    stopped = tables.stopped_by_clock(comparison)
    if stopped is not None:
        yield Paragraph(stopped)
    if comparison.disagreements() or comparison.faults():
        yield Paragraph(
            msg("Rows in red: methods whose answers exclude others, or of which a run failed."),
            strong=True,
        )
    standing = tables.standing_table(comparison)
    if standing is not None:
        yield standing
    games = tables.games_table(comparison)
    if games is not None:
        yield games
    for _, parts in shown:
        yield from parts
    plots = tuple(_plots(folder / "plots"))
    for picture in plots:
        yield Gallery((picture,), ONE_COLUMN)


def _plots(folder: Path) -> Iterator[Figure]:
    stems = {path.stem for path in folder.glob("*.[sp][vn]g") if whole(path)}
    known = [stem for stem in TITLES if stem in stems]
    for stem in [*known, *sorted(stems - set(known))]:
        svg, png = folder / f"{stem}.svg", folder / f"{stem}.png"
        caption = TITLES.get(stem, stem.replace("_", " "))
        yield Figure(
            caption,
            msg("Plot: {what}", what=caption),
            svg=svg.read_text("utf-8") if whole(svg) else None,
            png=png.read_bytes() if whole(png) else None,
        )


def _machine(comparison: Comparison) -> Iterator[Block]:
    manifest = comparison.manifest
    rows: list[tuple[Text, ...]] = [
        (name, str(value))
        for name, value in (
            (msg("processor"), manifest.get("cpu")),
            (msg("cores"), manifest.get("cores")),
            (msg("system"), manifest.get("platform")),
            ("Python", manifest.get("python")),
            ("gridwise", manifest.get("gridwise")),
            (msg("commit"), manifest.get("commit")),
            *dict(manifest.get("packages") or {}).items(),
            (msg("seed"), manifest.get("seed")),
        )
        if value is not None
    ]
    if manifest.get("measurement_class"):
        rows.append(
            (msg("class of the measurement"), as_message(str(manifest["measurement_class"])))
        )
    yield Heading(msg("The machine"))
    yield DocumentTable(
        msg("Where it was measured"), (msg("what"), msg("value")), tuple(rows), numbers=False
    )
