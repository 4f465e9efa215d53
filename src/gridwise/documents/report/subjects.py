"""The question, the puzzles, the boards and the contenders of a comparison, for its report."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gridwise.comparing.results import Comparison, Subject, names_own_solver
from gridwise.comparing.tables import (
    NOTHING,
    limit,
    reading_notes,
    time_limits,
)
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, UnknownNameError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.documents.model import (
    Block,
    Bullets,
    Figure,
    Gallery,
    Heading,
    Paragraph,
    Text,
)
from gridwise.documents.report.course_report import (
    form_pairs,
)
from gridwise.render.spoken import spoken
from gridwise.render.tables import TEXT, ResultTable
from gridwise.render.words import number

QUESTIONS: Mapping[str, Message] = {
    "solution": msg("a first solution"),
    "forced": msg("what every solution has in common"),
    "winner": msg("the winner of the game of two players"),
    "count": msg("the number of solutions"),
    "games": msg("games played to their end"),
}
MOST_BOARDS = 4
"""The most boards of a puzzle that are drawn, the smallest first."""
MOST_CELLS = 700
"""The cells of the largest board that is drawn: smaller ones could not be read."""
_LONGEST_NOTATION = 60


def overview(comparison: Comparison) -> Paragraph:
    """Return how many methods and boards were compared, and what they were to find."""
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


def procedure(comparison: Comparison) -> Paragraph:
    """Return how the runs were made, and their limits."""
    return Paragraph(
        msg(
            "All pairs were run in random order and one at a time, each run in a process of its "
            "own that is stopped at {time} or {memory}. A run that was stopped is never counted "
            "as a number.",
            time=time_limits(comparison),
            memory=limit(comparison, "memory_bytes"),
        )
    )


def board_table(comparison: Comparison) -> ResultTable:
    """Return the table of the boards, with their puzzles where there are several."""
    labels, several = comparison.labels, len(by_puzzle(comparison)) > 1
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


def readings(comparison: Comparison) -> Iterator[Block]:
    """Yield what was assumed when the boards were read."""
    if notes := reading_notes(comparison.subjects):
        yield Bullets(notes)


def question(comparison: Comparison) -> Iterator[Block]:
    """Yield the section on what was compared."""
    yield Heading(msg("What was compared"))
    yield overview(comparison)
    yield procedure(comparison)
    yield board_table(comparison)
    yield from readings(comparison)
    sources = [s.source for s in comparison.subjects if s.source and s.source != s.notation]
    names = short_names(comparison) if sources else None
    if names is not None:
        yield names


def short_names(comparison: Comparison) -> ResultTable | None:
    """Return the table of the boards' short names, or None without such names."""
    rows = tuple((comparison.labels[s.id], s.source) for s in comparison.subjects if s.source)
    if not rows:
        return None
    return ResultTable(
        msg("Short names of the boards"), (msg("board"), msg("is")), rows, names=TEXT
    )


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


def by_puzzle(comparison: Comparison) -> dict[str, list[Subject]]:
    """Return the boards by their puzzle."""
    out: dict[str, list[Subject]] = {}
    for subject in comparison.subjects:
        out.setdefault(subject.puzzle, []).append(subject)
    return out


def puzzles(comparison: Comparison) -> Iterator[Block]:
    """Yield a section for each puzzle: rules, small boards, the encodings that were used."""
    for kind, subjects in by_puzzle(comparison).items():
        yield Heading(_title(kind))
        try:
            about = registry.about(kind)
        except UnknownNameError:
            continue
        for item in about.rules if about is not None else ():
            yield Paragraph(item) if isinstance(item, Message) else item
        drawn = tuple(board_figures(comparison, subjects))
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


def board_figures(
    comparison: Comparison, subjects: Iterable[Subject], most: int = MOST_BOARDS
) -> Iterator[Figure]:
    """Yield drawings of the smallest boards, at most so many."""
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


def contender_table(comparison: Comparison) -> ResultTable:
    """Return the table of the contenders: the name that this document uses, and what it is.

    Where a course report is repeated, it says which forms are the report's own.
    """
    rows: list[tuple[Text, ...]] = []
    theirs = {own for own, _ in form_pairs(comparison)}
    better = {ours for _, ours in form_pairs(comparison)} - theirs
    games = comparison.of_games
    kinds = list(by_puzzle(comparison))
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


def methods(comparison: Comparison) -> Iterator[Block]:
    """Yield the section on the contenders, with what one node of each method is."""
    games, labels = comparison.of_games, comparison.labels
    yield Heading(msg("The players") if games else msg("The methods"))
    yield contender_table(comparison)
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
