"""The ready-made comparisons: which boards, which methods, which numbers matter.

What they name stands in `suites.json`, as it is data: the program itself names no puzzle and no
method.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.workbench.comparison import Contender, Subject, unique_ids
from gridwise.workbench.inputs import parse

Named = tuple[str, Mapping[str, str]]

_TITLES = (
    msg("Minesweeper as clauses: A*, backtracking, brute force and SAT on five boards"),
    msg("The resolution agent: success by free cells, time by difficulty"),
    msg("The sliding puzzle: nodes, time and length by heuristic and by search"),
    msg("Sudoku from 4x4 to 25x25 by the complete methods"),
    msg("N-Queens: the first solution from an empty board"),
)


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
    time_s
        The limit of a run, seconds.
    repeats
        Runs of each pair.
    boards
        Labels and notations.
    games
        Of policies: what is played.
    """

    name: str
    title: Message
    question: str
    contenders: tuple[Contender, ...]
    metrics: tuple[str, ...]
    time_s: float
    repeats: int
    boards: tuple[tuple[str, str], ...]
    games: Mapping[str, Any]

    def subjects(self) -> tuple[Subject, ...]:
        """Return what is solved or played."""
        if self.games:
            return _games(self.games)
        ids = unique_ids(label for label, _ in self.boards)
        return tuple(
            _subject(name, label, notation)
            for name, (label, notation) in zip(ids, self.boards, strict=True)
        )


def contenders(named: Sequence[Named]) -> tuple[Contender, ...]:
    """Return contenders with ids and labels made of their names and options."""
    labels = [
        " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        for name, options in named
    ]
    return tuple(
        Contender(found, name, dict(options), label)
        for found, label, (name, options) in zip(unique_ids(labels), labels, named, strict=True)
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


@cache
def suites() -> Mapping[str, Suite]:
    """Return the ready-made comparisons by name."""
    text = files("gridwise.workbench").joinpath("suites.json").read_text("utf-8")
    titles = {str(title): title for title in _TITLES}
    out = {}
    for said in json.loads(text)["suites"]:
        named = [(one["method"], one.get("options", {})) for one in said["contenders"]]
        out[said["name"]] = Suite(
            name=said["name"],
            title=titles[said["title"]],
            question=said["question"],
            contenders=contenders(named),
            metrics=tuple(said["metrics"]),
            time_s=said["time_s"],
            repeats=said["repeats"],
            boards=tuple((label, notation) for label, notation in said.get("boards", ())),
            games=said.get("games", {}),
        )
    return out


def suite(name: str) -> Suite:
    """Return a ready-made comparison; raise `UnknownNameError`."""
    if name not in suites():
        raise UnknownNameError("suite", name, suites())
    return suites()[name]
