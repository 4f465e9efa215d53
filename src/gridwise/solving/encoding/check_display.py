"""The result of a check of clauses, as text and drawings."""

from collections.abc import Sequence
from typing import Any

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.scene import Scene
from gridwise.render.palette import ON_PAGE
from gridwise.render.screen import Screen, Text
from gridwise.render.svg import to_svg
from gridwise.render.text import draw
from gridwise.render.words import Catalogue, limit_words, number
from gridwise.solving.encoding.check import (
    CounterExample,
    EncodingCheck,
    FamilyCheck,
    TheirClause,
)
from gridwise.solving.encoding.clauses import EMPTY

HEAD = (msg("family"), msg("expected"), msg("found"), msg("missing"))
"""The columns of the table of families."""


def show(screen: Screen, found: EncodingCheck) -> None:
    """Print what was found: the counts, the counter-examples, the verdict."""
    for line in counts(found):
        screen.line(line)
    head: tuple[Text, ...] = (*HEAD, "")
    rows: list[tuple[Text, ...]] = [
        (one.name, number(one.expected), number(one.found), number(one.missing), note(one))
        for one in found.families
    ]
    screen.table(head, rows, right=(1, 2, 3))
    for line in remarks(found):
        screen.line(line)
    for title, board in boards(found):
        screen.heading(title)
        screen.drawing(draw(board.scene, ascii=screen.ascii))
        for line in details(board):
            screen.line(line)
    screen.line(verdict(found), "bold")


def counts(found: EncodingCheck) -> list[Message]:
    """Return what was checked, and which form of our clauses is nearest."""
    sizes = msg(
        "{source}: {variables} variables ({auxiliary} auxiliary), {clauses} clauses",
        source=found.source,
        variables=number(found.variables),
        auxiliary=number(found.auxiliary),
        clauses=number(found.clauses),
    )
    if not found.compared:
        return [sizes]
    options = tuple(f"{name}={value}" for name, value in found.compared.items())
    return [sizes, msg("compared with the clauses of {options}", options=options)]


def note(family: FamilyCheck) -> Text:
    """Return whether the rule of a family with missing clauses holds all the same."""
    if not family.missing:
        return ""
    if family.enforced is None:
        return msg("not decided")
    return msg("follows from the other clauses") if family.enforced else msg("not enforced")


def family_words(found: EncodingCheck, name: str) -> Text:
    """Return what the clauses of a family say; its name where nobody wrote that down."""
    about = registry.about(found.puzzle)
    said = None if about is None else about.families.get(name.partition("/")[0])
    return name if said is None else said


def remarks(found: EncodingCheck) -> list[Message]:
    """Return lines on extra, repeated, subsumed and always-true clauses; the first of each."""

    def first(clauses: Sequence[TheirClause], many: int | None) -> dict[str, Numeral | Message]:
        words = dict(zip(("clause", "by"), map(clause_words, clauses), strict=False))
        return {"number": number(many or 0), **words}

    lines = []
    if found.extra_number:
        words = first(found.extra[:1], found.extra_number)
        lines.append(msg("in no family: {number}; the first: {clause}", **words))
    if found.duplicates:
        words = first(found.duplicates[0], found.duplicates_number)
        lines.append(msg("repeated: {number}; the first: {clause} is {by}", **words))
    if found.subsumed:
        words = first(found.subsumed[0], found.subsumed_number)
        lines.append(msg("subsumed: {number}; the first: {clause} follows from {by}", **words))
    if found.subsumed_number is None:
        lines.append(msg("subsumed: too many clauses to compare"))
    if found.tautologies_number:
        words = first(found.tautologies[:1], found.tautologies_number)
        lines.append(msg("always true: {number}; the first: {clause}", **words))
    return lines


def clause_words(clause: TheirClause) -> Message:
    """Return where a clause stands and what it says."""
    text = clause.text or EMPTY
    if clause.line is None:
        return msg("clause {index} ({text})", index=clause.index, text=text)
    return msg(
        "clause {index}, line {line} ({text})",
        index=clause.index,
        line=clause.line,
        text=text,
    )


def boards(found: EncodingCheck) -> list[tuple[Message, CounterExample]]:
    """Return the counter-examples, each with its title."""
    shown = []
    if found.accepted is not None:
        title = msg("A clause is missing: this board is accepted, and the rules forbid it")
        shown.append((title, found.accepted))
    if found.rejected is not None:
        title = msg("A clause is wrong: this board is legal, and the clauses reject it")
        shown.append((title, found.rejected))
    return shown


def details(board: CounterExample) -> list[Message]:
    """Return what a counter-example breaks."""
    lines = []
    names = tuple(cell_names(board.scene, board.cells))
    if board.rule is not None:
        lines.append(msg("rule: {rule} ({cells})", rule=board.rule, cells=names))
    if board.needed is not None:
        literals, text = board.needed
        lines.append(
            msg(
                "a clause that says so: {text}, in these variables {literals}",
                text=text,
                literals=" ".join(map(str, (*literals, 0))),
            )
        )
    if board.clause is not None:
        written = " ".join(map(str, (*board.clause.literals, 0)))
        words = clause_words(board.clause)
        lines.append(msg("it breaks {clause}: {literals}", clause=words, literals=written))
    elif board.rule is None:
        lines.append(msg("no single clause breaks: the auxiliary variables find no values"))
    return lines


def cell_names(scene: Scene, cells: tuple[int, ...]) -> list[str]:
    """Return the names of cells."""
    return [f"r{cell // scene.width + 1}c{cell % scene.width + 1}" for cell in cells]


def verdict(found: EncodingCheck) -> Message:
    """Return the verdict in one line."""
    if found.right is False:
        return msg("wrong: the clauses and the rules disagree")
    if found.right:
        if found.solvable is False:
            return msg("right: the board has no solution, and the clauses accept none")
        return msg("right: the clauses accept the legal boards and no others")
    if found.nothing_illegal and found.examined is not None:
        return msg(
            "not decided: no counter-example among {number} legal boards",
            number=number(found.examined),
        )
    return msg("not decided: the time was up")


def in_one_line(found: EncodingCheck, time_s: float) -> Message:
    """Return the verdict with its reason, for a check that had so many seconds."""
    if found.right:
        return msg("the clauses are right")
    if found.accepted is not None:
        why = found.accepted.rule or found.accepted.family or ""
        return msg("the clauses accept a board that the rules forbid: {why}", why=why)
    if found.rejected is not None and found.rejected.clause is not None:
        clause = found.rejected.clause.text or EMPTY
        return msg("the clauses reject a legal board: {clause}", clause=clause)
    if found.rejected is not None:
        return msg("the clauses reject a legal board")
    return undecided(time_s)


def undecided(time_s: float) -> Message:
    """Return that so many seconds were not enough."""
    limit = limit_words(time_s)
    return msg("whether the clauses are right was not decided in {limit}", limit=limit)


def as_page(found: EncodingCheck, catalogue: Catalogue) -> dict[str, Any]:
    """Return what a page shows, as JSON: messages, the rows of the table, drawings as SVG.

    Their titles are in the language of the catalogue.
    """
    return {
        "right": found.right,
        "lines": [line.as_json() for line in counts(found)],
        "families": [
            [
                _said(family_words(found, one.name)) or one.name,
                one.expected,
                one.found,
                one.missing,
                _said(note(one)),
            ]
            for one in found.families
        ],
        "remarks": [line.as_json() for line in remarks(found)],
        "boards": [
            {
                "title": title.as_json(),
                "svg": to_svg(board.scene, theme=ON_PAGE, catalogue=catalogue),
                "lines": [line.as_json() for line in details(board)],
            }
            for title, board in boards(found)
        ],
        "verdict": verdict(found).as_json(),
    }


def _said(text: Text) -> dict[str, Any] | None:
    return text.as_json() if isinstance(text, Message) else None
