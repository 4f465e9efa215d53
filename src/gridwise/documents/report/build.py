"""Build the document of a report from a comparison's manifest, rows and plots.

Every cell of its tables is computed from the rows, and a limit is never a number.
"""

import math
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gridwise.agents.intervals import wilson
from gridwise.agents.statistics import percent
from gridwise.comparing.charts import TITLES, whole
from gridwise.comparing.measures import HEAP, OWN_MEMORY, definition, name_of
from gridwise.comparing.results import Comparison, Subject, names_own_solver
from gridwise.comparing.significance import TIME
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import (
    NOTHING,
    SHARE,
    limit,
    method_table,
    reading_notes,
    time_limits,
)
from gridwise.comparing.tables import number as cell
from gridwise.comparing.verdict import start_of_programs
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, UnknownNameError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result
from gridwise.documents.model import (
    ONE_COLUMN,
    Block,
    Bullets,
    Cover,
    Document,
    Figure,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.documents.proofs import proofs
from gridwise.documents.report.conclusions import conclusions
from gridwise.documents.report.course_report import about_report, claims, figures_and_examples
from gridwise.render.tables import TEXT, ResultTable
from gridwise.render.words import number

MOST_BOARDS = 4
"""The most boards of a puzzle that are drawn, the smallest first."""
MOST_CELLS = 700
"""The cells of the largest board that is drawn: smaller ones could not be read."""
_LONGEST_NOTATION = 60
COLUMNS = 5
"""The most boards of one table; further boards go into further tables."""

LIMITS_NOTE = msg(
    "A value with > is what a run had used when a limit stopped it: the true value is larger by an "
    "unknown amount. A dash stands for what was not run or not measured."
)
QUESTIONS: Mapping[str, Message] = {
    "solution": msg("a first solution"),
    "forced": msg("what every solution has in common"),
    "winner": msg("the winner of the game of two players"),
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
        if isinstance(block, ResultTable):
            counts["table"] += 1
            caption = msg("Table {n}: {caption}", n=counts["table"], caption=block.title)
            yield replace(block, title=caption)
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


def command(comparison: Comparison) -> str | None:
    """Return the command that makes the same comparison, or None."""
    manifest = comparison.manifest
    limits, suite = manifest["limits"], manifest.get("suite")
    if suite is None and manifest.get("question") == "games":
        return None  # only ready-made suites compare players
    boards = [subject.notation for subject in comparison.subjects]
    methods = [
        ":".join([one.method, *(f"{key}={value}" for key, value in one.options.items())])
        for one in comparison.contenders
    ]
    words = ["gridwise", "compare", *([str(suite)] if suite else boards)]
    known = suites().get(str(suite))
    own = () if known is None else known.contenders
    if [c.id for c in own] != [c.id for c in comparison.contenders]:
        words += ["--methods", ",".join(methods)]
    if suite is None and manifest.get("question"):
        words += ["--question", str(manifest["question"])]
    words += ["--repeats", str(manifest["repeats"]), "--seed", str(manifest["seed"])]
    words += ["--time", f"{float(limits['time_s']):g}"]
    if "cpu_s" in limits:
        words += ["--cpu", f"{float(limits['cpu_s']):g}"]
    words += ["--memory", f"{float(limits['memory_bytes']) / 1e6:g}", "-o", "DIR"]
    return shlex.join(words)


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
    yield ResultTable(
        msg("The boards"),
        (msg("board"), msg("puzzle"), msg("cells"), msg("notation")),
        tuple(
            (s.label, _title(s.puzzle), number(s.size), _short(s.notation))
            for s in comparison.subjects
        ),
        names=TEXT,
    )
    if notes := reading_notes(comparison.subjects):
        yield Bullets(notes)
    sources = [s.source for s in comparison.subjects if s.source and s.source != s.notation]
    names = short_names(comparison) if sources else None
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
    yield ResultTable(
        msg("Who was compared, and where it is described"),
        (msg("name"), msg("what it is"), msg("source")),
        tuple(rows),
        names=TEXT,
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
    for _, parts in shown:
        yield from parts
    plots = tuple(_plots(folder / "plots"))
    for picture in plots:
        yield Gallery((picture,), ONE_COLUMN)


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


def short_names(comparison: Comparison) -> ResultTable | None:
    """Return the table of the boards' short names, or None without such names."""
    rows = tuple((s.label, s.source) for s in comparison.subjects if s.source)
    if not rows:
        return None
    return ResultTable(
        msg("Short names of the boards"), (msg("board"), msg("is")), rows, names=TEXT
    )


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
                        subject.label,
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
    yield ResultTable(
        msg("Where it was measured"), (msg("what"), msg("value")), tuple(rows), names=TEXT
    )
