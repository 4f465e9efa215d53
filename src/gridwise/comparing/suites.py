"""The ready-made comparisons: their boards, their methods, and the numbers that matter.

They are data, in `suites.json`: this package names no puzzle and no method.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gridwise.comparing.results import Contender, Subject, unique_ids
from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message
from gridwise.solving.inputs import parse

MethodAndOptions = tuple[str, Mapping[str, str]]

ReportedFigure = tuple[str, str, str, float, str]
"""A figure of a report: contender, board, measure or counter, value, and its source."""


@dataclass(frozen=True)
class CourseReport:
    """A course report whose experiment a suite repeats: its description, figures and claims.

    Parameters
    ----------
    about
        What it describes, and what is different here.
    forms
        Labels of contenders, two by two: the report's own form and the better one.
    figures
        What the report gives. The last item says where the figure is from: `report` (printed in
        it), `mean` (of the runs that it gives) or `machine` (printed in it, a time of another
        machine).
    worked
        Its worked examples; see `gridwise.comparing.worked_examples`.
    claims
        What it claims, each as `text` and the `test` that is put to the numbers; see
        `gridwise.documents.report.course_report`.
    """

    about: tuple[Message, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    figures: tuple[ReportedFigure, ...] = ()
    worked: tuple[Mapping[str, Any], ...] = ()
    claims: tuple[Mapping[str, Any], ...] = ()

    def board_labels(self) -> Iterator[str]:
        """Yield the labels of the boards of its worked examples, where they have labels."""
        for example in self.worked:
            boards = example.get("boards", ())
            yield from (one[0] for one in boards if isinstance(one, list) and len(one) == 2)


@dataclass(frozen=True)
class Suite:
    """One ready-made comparison.

    Parameters
    ----------
    name, title
        On the command line, and in words.
    question
        What each run is asked: `solution` or `forced`; `games` for policies that play.
    contenders
        Methods (or policies) with options.
    metrics
        The counters that matter, beside time and memory.
    time_s, cpu_s
        The limits of a run, on the clock and of processor time, seconds; None if there is no
        such limit but the one that follows from the other.
    repeats
        Runs of each pair.
    boards
        Labels and notations.
    games
        Of policies: what is played.
    report
        The report whose experiment it repeats, where it does.
    """

    name: str
    title: Message
    question: str
    contenders: tuple[Contender, ...]
    metrics: tuple[str, ...]
    time_s: float | None
    cpu_s: float | None
    repeats: int
    boards: tuple[tuple[str, str], ...]
    games: Mapping[str, Any]
    report: CourseReport | None = None

    def subjects(self) -> tuple[Subject, ...]:
        """Return what is solved or played."""
        if self.games:
            return _games(self.games)
        ids = unique_ids(label for label, _ in self.boards)
        return tuple(
            _subject(name, label, notation)
            for name, (label, notation) in zip(ids, self.boards, strict=True)
        )


def contenders(named: Sequence[MethodAndOptions]) -> tuple[Contender, ...]:
    """Return contenders with ids and labels made of their names and options."""
    labels = [
        " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        for name, options in named
    ]
    return tuple(
        Contender(found, name, dict(options), label)
        for found, label, (name, options) in zip(unique_ids(labels), labels, named, strict=True)
    )


_NUMBER = re.compile(r"\br?\d[\dxc]*\b")
"""A number, a size or a square in the label of a board."""


def board_name(label: str) -> Message:
    """Return the label of a suite's board, to be put into words; its numbers are fields.

    Examples
    --------
    >>> board_name("9x9 with 17 givens")
    Message(template='{a} with {b} givens', params=(('a', '9x9'), ('b', '17')))
    """
    numbers = _NUMBER.findall(label)
    fields = dict(zip("abcdefgh", numbers, strict=False))
    names = iter(fields)
    return Message(
        _NUMBER.sub(lambda _: f"{{{next(names)}}}", label, count=len(fields)),
        tuple(fields.items()),
    )


def _subject(name: str, label: str, notation: str) -> Subject:
    position = parse(notation)
    puzzle = registry.puzzle_of(position)
    return Subject(name, puzzle.name, notation, label, len(puzzle.scene(position).cells))


def _games(plan: Mapping[str, Any]) -> tuple[Subject, ...]:
    """Return games on given boards by the number of free cells, then one a level."""
    kind = plan["puzzle"]
    rows: list[tuple[str, str, dict[str, int]]] = []
    for given in plan["boards"]:
        for free in given["free_cells"]:
            label = f"{given['board']}, free cells x {free}"
            rows.append((label, given["board"], {"free_cells": free, "games": given["games"]}))
    for level, board in registry.referee(kind).levels.items():
        rows.append((f"{level} {board}", board, dict(plan["levels"])))
    out = []
    for name, (label, board, options) in zip(unique_ids(r[0] for r in rows), rows, strict=True):
        width, height, _ = map(int, board.split("x"))
        out.append(Subject(name, kind, board, label, width * height, options))
    return tuple(out)


@dataclass(frozen=True, slots=True)
class QuickChoice:
    """A choice of boards and methods whose runs end within a minute."""

    boards: tuple[str, ...]
    """Notations."""
    methods: tuple[str, ...]
    time_s: float
    repeats: int


@cache
def quick_choice() -> QuickChoice:
    """Return what is compared where nobody has chosen yet."""
    said = _data()["quick"]
    known = dict(suite(said["suite"]).boards)
    boards = tuple(known[label] for label in said["boards"])
    return QuickChoice(boards, tuple(said["methods"]), said["time_s"], said["repeats"])


def _data() -> Any:
    return json.loads(files("gridwise.comparing").joinpath("suites.json").read_text("utf-8"))


@cache
def suites() -> Mapping[str, Suite]:
    """Return the ready-made comparisons by name."""
    out = {}
    for said in _data()["suites"]:
        named = [(one["method"], one.get("options", {})) for one in said["contenders"]]
        out[said["name"]] = Suite(
            name=said["name"],
            title=Message(said["title"]),
            question=said["question"],
            contenders=contenders(named),
            metrics=tuple(said["metrics"]),
            time_s=said.get("time_s"),
            cpu_s=said.get("cpu_s"),
            repeats=said["repeats"],
            boards=tuple((label, notation) for label, notation in said.get("boards", ())),
            games=said.get("games", {}),
            report=_report(said["report"]) if "report" in said else None,
        )
    return out


def _report(said: Mapping[str, Any]) -> CourseReport:
    return CourseReport(
        about=tuple(map(Message, said["about"])),
        forms=tuple((theirs, ours) for theirs, ours in said.get("forms", ())),
        figures=tuple((*one[:4], one[4]) for one in said.get("figures", ())),
        worked=tuple(said.get("worked", ())),
        claims=tuple(said.get("claims", ())),
    )


def suite(name: str) -> Suite:
    """Return a ready-made comparison; raise `UnknownNameError`."""
    if name not in suites():
        raise UnknownNameError("suite", name, suites())
    return suites()[name]
