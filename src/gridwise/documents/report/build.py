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
    title_of,
)
from gridwise.comparing.tables import number as cell
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
    Figure,
    Gallery,
    Heading,
    PageGrid,
    Paragraph,
    Text,
    WritingSpace,
)
from gridwise.documents.proofs import proofs
from gridwise.documents.report.conclusions import conclusions, three, wrong
from gridwise.documents.report.course_report import (
    GAME_S,
    about_report,
    claims,
    figures_and_examples,
    form_pairs,
)
from gridwise.render.spoken import spoken
from gridwise.render.tables import TEXT, ResultTable
from gridwise.render.words import number

Plots = Mapping[str, Figure]
"""Plots by the names of their files, in their order."""
THREE_COLUMNS, ONE_PLOT = PageGrid(3, 45.0, 50.0), PageGrid(1, 122.0, 230.0)
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
MOST_BOARDS = 4
"""The most boards of a puzzle that are drawn, the smallest first."""
MOST_CELLS = 700
"""The cells of the largest board that is drawn: smaller ones could not be read."""
_LONGEST_NOTATION = 60
COLUMNS = 5
"""The most boards of one table; further boards go into further tables."""

BRIEF_NOTE = msg(
    "A value with > is what a run had used when a limit stopped it: the true value is larger by an "
    "unknown amount; in the plots these are open triangles. Who gave up has none. A dash stands "
    "for what was not run or not measured."
)
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
    full: bool = False,
) -> Document:
    """Return the report of a comparison: the short one, or with `full` all that was measured.

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
    title = title_of(comparison)
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
    drawn = _plots((plots or folder) / "plots")
    parts = _whole if full else _short
    blocks = _numbered(
        (
            *parts(comparison, folder, drawn),
            *proofs(proved),
            *_machine(comparison, full=full),
            Paragraph(made),
            *_rerun(comparison),
        )
    )
    return Document(title, tuple(blocks), Cover(tuple(cover), made, own_page=full), date)


def _whole(comparison: Comparison, folder: Path, plots: Plots) -> Iterator[Block]:
    yield from about_report(comparison)
    yield from _question(comparison)
    yield from _puzzles(comparison)
    yield from _methods(comparison)
    yield from _results(comparison, plots)
    yield from figures_and_examples(comparison, folder)
    yield Heading(msg("Conclusions"))
    yield from conclusions(comparison, claims(comparison, folder))


def _short(comparison: Comparison, folder: Path, plots: Plots) -> Iterator[Block]:
    """Yield question, method, a table and a plot a question, conclusions, and room for more."""
    yield Heading(msg("The question"))
    yield from about_report(comparison, heading=False)
    yield _what(comparison)
    kinds = _kinds(comparison)
    for kind, subjects in kinds.items():
        about = registry.about(kind) if kind in registry.puzzles() else None
        rules = about.rules if about is not None else ()
        yield from (Paragraph(item) for item in rules[:1] if isinstance(item, Message))
        drawn = tuple(_drawn(comparison, subjects, most=3 if len(kinds) == 1 else 1))
        if drawn:
            yield Gallery(drawn, THREE_COLUMNS)
    yield _boards(comparison)
    yield from _read_as(comparison)
    yield Heading(msg("The method"))
    yield _contenders(comparison)
    yield _how(comparison)
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


_ASKED: Mapping[str, Message] = {
    TIME: msg("Which method is fastest?"),
    "length": msg("How long are the answers?"),
    SHARE: msg("Which player finishes most games?"),
    GAME: msg("How long does a game take?"),
}
"""The questions of a short report by their measures."""


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


def _what(comparison: Comparison) -> Paragraph:
    manifest = comparison.manifest
    question = str(manifest.get("question", ""))
    return Paragraph(
        msg(
            "Methods compared: {contenders}. Boards: {boards}. Runs of each pair: {repeats}. "
            "Asked for: {question}.",
            contenders=number(len(comparison.contenders)),
            boards=number(len(comparison.subjects)),
            repeats=number(int(manifest["repeats"])),
            question=QUESTIONS.get(question, question),
        )
    )


def _how(comparison: Comparison) -> Paragraph:
    return Paragraph(
        msg(
            "All pairs were run in random order and one at a time, each run in a process of its "
            "own that is stopped at {time} or {memory}. A run that was stopped is never counted "
            "as a number.",
            time=time_limits(comparison),
            memory=limit(comparison, "memory_bytes"),
        )
    )


def _boards(comparison: Comparison) -> ResultTable:
    """Return the table of the boards, with their puzzles where there are several."""
    labels, several = comparison.labels, len(_kinds(comparison)) > 1
    return ResultTable(
        msg("The boards"),
        (msg("board"), *([msg("puzzle")] if several else []), msg("cells"), msg("notation")),
        tuple(
            (
                labels[s.id],
                *([_title(s.puzzle)] if several else []),
                number(s.size),
                _shortened(s.notation),
            )
            for s in comparison.subjects
        ),
        names=TEXT,
    )


def _read_as(comparison: Comparison) -> Iterator[Block]:
    """Yield what was assumed when the boards were read."""
    if notes := reading_notes(comparison.subjects):
        yield Bullets(notes)


def _question(comparison: Comparison) -> Iterator[Block]:
    yield Heading(msg("What was compared"))
    yield _what(comparison)
    yield _how(comparison)
    yield _boards(comparison)
    yield from _read_as(comparison)
    sources = [s.source for s in comparison.subjects if s.source and s.source != s.notation]
    names = short_names(comparison) if sources else None
    if names is not None:
        yield names


def _title(kind: str) -> Text:
    try:
        about = registry.about(kind)
        return (about and about.title) or as_message(registry.puzzle(kind).title)
    except UnknownNameError:
        return kind


def _shortened(notation: str) -> str:
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
                        view=spoken(view),
                        option=spoken(option),
                        value=tuple(map(spoken, values)),
                        text=text,
                    )
                    for (view, option, text), values in others.items()
                )
            )


def _drawn(
    comparison: Comparison, subjects: Iterable[Subject], most: int = MOST_BOARDS
) -> Iterator[Figure]:
    small = sorted((s for s in subjects if s.size <= MOST_CELLS), key=lambda s: s.size)
    for subject in small[:most]:
        try:
            puzzle, position = _position(comparison, subject)
        except GridwiseError:
            continue
        scene = puzzle.scene(position, origin=position)
        label = comparison.labels[subject.id]
        yield Figure(label, msg("The board {board}", board=label), scene)


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


def _contenders(comparison: Comparison) -> ResultTable:
    """Return the table of the contenders: the name that this document uses, and what it is.

    Where a course report is repeated, it says which forms are the report's own.
    """
    rows: list[tuple[Text, ...]] = []
    theirs = {own for own, _ in form_pairs(comparison)}
    better = {ours for _, ours in form_pairs(comparison)} - theirs
    games = comparison.of_games
    kinds = list(_kinds(comparison))
    for one in comparison.contenders:
        name, entry = comparison.labels[one.id], None
        try:
            entry = registry.policy(kinds[0], one.method) if games else registry.method(one.method)
        except UnknownNameError:
            own = names_own_solver(one.method)
            rows.append((name, msg("a solver of one's own") if own else "?", "-" if own else "?"))
            continue
        rows.append((name, as_message(entry.title), as_message(entry.source)))
    head: tuple[Text, ...] = (msg("name"), msg("what it is"), msg("source"))
    if theirs:
        head = (*head, msg("form"))
        forms = {who: msg("as in the report") for who in theirs}
        forms |= {who: msg("the better one") for who in better}
        every = zip(rows, comparison.contenders, strict=True)
        rows = [(*row, forms.get(one.id, NOTHING)) for row, one in every]
    title = msg("Who was compared, and where it is described")
    return ResultTable(title, head, tuple(rows), names=TEXT)


def _methods(comparison: Comparison) -> Iterator[Block]:
    games, labels = comparison.of_games, comparison.labels
    yield Heading(msg("The players") if games else msg("The methods"))
    yield _contenders(comparison)
    if not games:
        forms: dict[str, list[str]] = {}
        for one in comparison.contenders:
            if one.method in registry.methods():
                forms.setdefault(one.method, []).append(labels[one.id])
        nodes = [
            msg(
                "{name}: a node is {node}",
                name=tuple(names),
                node=as_message(registry.methods()[method].node),
            )
            for method, names in forms.items()
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


def _results(comparison: Comparison, plots: Plots) -> Iterator[Block]:
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


def short_names(comparison: Comparison) -> ResultTable | None:
    """Return the table of the boards' short names, or None without such names."""
    rows = tuple((comparison.labels[s.id], s.source) for s in comparison.subjects if s.source)
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


def _plots(folder: Path) -> Plots:
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


def _versions(manifest: Mapping[str, Any]) -> Iterator[tuple[Text, Any]]:
    """Yield what the short report leaves out: the system, the commit and the packages."""
    yield msg("system"), manifest.get("platform")
    yield msg("commit"), manifest.get("commit")
    yield from dict(manifest.get("packages") or {}).items()


def _machine(comparison: Comparison, *, full: bool) -> Iterator[Block]:
    manifest = comparison.manifest
    rows: list[tuple[Text, ...]] = [
        (name, str(value))
        for name, value in (
            (msg("processor"), manifest.get("cpu")),
            (msg("cores"), manifest.get("cores")),
            ("Python", manifest.get("python")),
            ("gridwise", manifest.get("gridwise")),
            *(_versions(manifest) if full else ()),
            (msg("seed"), manifest.get("seed")),
        )
        if value is not None
    ]
    if manifest.get("measurement_class"):
        rows.append(
            (msg("class of the measurement"), as_message(str(manifest["measurement_class"])))
        )
    if full:
        yield Heading(msg("The machine"))
        yield ResultTable(
            msg("Where it was measured"), (msg("what"), msg("value")), tuple(rows), names=TEXT
        )
    yield Heading(msg("What this was made from"))
    if not full:
        parts = tuple(msg("{name}: {text}", name=name, text=text) for name, text in rows)
        yield Paragraph(msg("{parts}", parts=parts))
