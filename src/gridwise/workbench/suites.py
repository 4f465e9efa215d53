"""The ready-made comparisons: which boards, which methods, which numbers matter.

They name puzzles and methods, as they are data: what the program ships to be compared.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.message import Message, msg
from gridwise.workbench.comparison import Contender, Subject, unique_ids
from gridwise.workbench.inputs import parse

Named = tuple[str, Mapping[str, str]]


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
    subjects
        Made when the suite is run.
    """

    name: str
    title: Message
    question: str
    contenders: tuple[Named, ...]
    metrics: tuple[str, ...]
    subjects: Callable[[], tuple[Subject, ...]] = field(repr=False)
    time_s: float = 2.0
    repeats: int = 5

    def named_contenders(self) -> tuple[Contender, ...]:
        """Return the contenders with ids and labels."""
        return contenders(self.contenders)


def contenders(named: tuple[Named, ...]) -> tuple[Contender, ...]:
    """Return contenders with ids and labels made of their names and options."""
    labels = [
        " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        for name, options in named
    ]
    return tuple(
        Contender(found, name, dict(options), label)
        for found, label, (name, options) in zip(unique_ids(labels), labels, named, strict=True)
    )


@cache
def _boards() -> Mapping[str, tuple[tuple[str, str], ...]]:
    out: dict[str, list[tuple[str, str]]] = {}
    text = files("gridwise.workbench").joinpath("suite_boards.tsv").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            suite, label, notation = line.split("\t")
            out.setdefault(suite, []).append((label, notation))
    return {suite: tuple(rows) for suite, rows in out.items()}


def _of(suite: str) -> Callable[[], tuple[Subject, ...]]:
    def subjects() -> tuple[Subject, ...]:
        rows = _boards()[suite]
        ids = unique_ids(label for label, _ in rows)
        return tuple(
            subject(found, label, notation)
            for found, (label, notation) in zip(ids, rows, strict=True)
        )

    return subjects


def subject(name: str, label: str, notation: str) -> Subject:
    """Return the subject of a notation."""
    position = parse(notation)
    puzzle = registry.puzzle_of(position)
    size = len(puzzle.scene(position).cells)
    return Subject(name, puzzle.name, notation, label, size)


def _games() -> tuple[Subject, ...]:
    """Success by the number of free cells on one board, then time by difficulty."""
    rows: list[tuple[str, str, dict[str, int]]] = [
        (f"16x16x25, free cells x {n}", "16x16x25", {"free_cells": n, "games": 100})
        for n in (1, 2, 3)
    ]
    for level, board in registry.referee("minesweeper").levels.items():
        rows.append((f"{level} {board}", board, {"free_cells": 1, "games": 50}))
    ids = unique_ids(label for label, _, _ in rows)
    out = []
    for found, (label, board, options) in zip(ids, rows, strict=True):
        width, height, _ = map(int, board.split("x"))
        out.append(Subject(found, "minesweeper", board, label, width * height, options))
    return tuple(out)


_HEURISTICS = (
    "misplaced",
    "manhattan",
    "manhattan_reversals",
    "squared_discounted",
    "squared_reversals",
    "linear_conflict",
    "walking_distance",
)

SUITES: Mapping[str, Suite] = {
    suite.name: suite
    for suite in (
        Suite(
            "minesweeper-cnf",
            msg("Minesweeper as clauses: A*, backtracking, brute force and SAT on five boards"),
            "forced",
            (("a_star", {}), ("backtracking", {}), ("brute_force", {}), ("sat", {})),
            ("assignments", "expanded", "decisions"),
            _of("minesweeper-cnf"),
        ),
        Suite(
            "minesweeper-agent",
            msg("The resolution agent: success by free cells, time by difficulty"),
            "games",
            (("resolution", {}), ("single_point", {}), ("subset", {}), ("sat", {})),
            ("finished", "stuck"),
            _games,
            time_s=60.0,
        ),
        Suite(
            "sliding-heuristics",
            msg("The sliding puzzle: nodes, time and length by heuristic and by search"),
            "solution",
            (
                *(("a_star", {"heuristic": name}) for name in _HEURISTICS),
                ("a_star", {"heuristic": "manhattan", "closed": "parent"}),
                ("ida_star", {"heuristic": "manhattan"}),
                ("ida_star", {"heuristic": "linear_conflict"}),
            ),
            ("expanded", "generated", "reopened", "length"),
            _of("sliding-heuristics"),
        ),
        Suite(
            "sudoku",
            msg("Sudoku from 4x4 to 25x25 by the complete methods"),
            "solution",
            (
                ("sat", {}),
                ("dpll", {}),
                ("exact_cover", {}),
                ("backtracking", {}),
                ("min_max_backtracking", {}),
            ),
            ("assignments", "decisions", "propagations"),
            _of("sudoku"),
        ),
        Suite(
            "queens",
            msg("N-Queens: the first solution from an empty board"),
            "solution",
            (
                ("backtracking", {}),
                ("min_max_backtracking", {}),
                ("exact_cover", {}),
                ("dpll", {}),
                ("sat", {}),
                ("a_star", {}),
                ("brute_force", {}),
                ("min_max", {}),
                ("min_conflicts", {}),
                ("constructive", {}),
            ),
            ("assignments", "expanded", "conflicts"),
            _of("queens"),
            time_s=1.0,
        ),
    )
}


def suite(name: str) -> Suite:
    """Return a ready-made comparison; raise `UnknownNameError`."""
    if name not in SUITES:
        raise UnknownNameError("suite", name, SUITES)
    return SUITES[name]
