"""Makes techniques and their steps: the sentence, the marks and the drawing, alike for all."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink, CandidateMark, Overlay, Tone
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import FURTHER_RULES

Candidate = tuple[int, int]
"""A cell and a digit."""


class Label(NamedTuple):
    """The name, title and score of a technique, for its steps.

    Parameters
    ----------
    technique, title
        Its name and its title.
    score
        HoDoKu's score, which is the difficulty of the steps.
    """

    technique: str
    title: Message
    score: int


def technique(
    find: Callable[..., Iterator[Step]],
    level: str,
    name: str,
    title: Message,
    rank: int,
    score: int,
    codes: str,
    *,
    se: float | None = None,
    assumes_unique: bool = False,
    **how: Any,
) -> Technique:
    """Return a technique that HoDoKu has: a row of the table of its family.

    Parameters
    ----------
    find
        `find(grid, label=..., **how)` yields its steps; `how` may give the size of a pattern.
    level, name, title, rank, assumes_unique
        As for `Technique`.
    score, codes
        HoDoKu's score, and its codes with blanks between them.
    se
        Sudoku Explainer's rating, None without one.
    """
    return Technique(
        name,
        title,
        level,
        rank,
        partial(find, label=Label(name, title, score), **how),
        {"hodoku": score} if se is None else {"hodoku": score, "se": se},
        tuple(codes.split()),
        assumes_unique,
        FURTHER_RULES,
    )


def cell_names(grid: CandidateGrid, cells: int) -> tuple[str, ...]:
    """Return the names of a set of cells."""
    return tuple(grid.shape.cell_name(cell) for cell in bits(cells))


def house_names(grid: CandidateGrid, houses: Iterable[int]) -> tuple[Message, ...]:
    """Return the names of houses by their numbers."""
    return tuple(grid.shape.house_name(house) for house in houses)


def digit_names(digits: int) -> tuple[str, ...]:
    """Return the digits of a set."""
    return tuple(str(digit) for digit in bits(digits))


def _conclusion(grid: CandidateGrid, conclusions: Iterable[Mark]) -> tuple[Message, ...]:
    """Return conclusions in words, the cells of each digit together."""
    placed: list[Message] = []
    removed: dict[int, list[str]] = {}
    for mark in conclusions:
        name = grid.shape.cell_name(mark.cell)
        if mark.holds:
            placed.append(msg("{cell} = {value}", cell=name, value=mark.value))
        else:
            removed.setdefault(int(mark.value), []).append(name)
    for digit, names in removed.items():
        if len(names) == 1:
            placed.append(msg("{cell} is not {value}", cell=names[0], value=digit))
        else:
            placed.append(msg("no {digit} in {cells}", digit=digit, cells=tuple(names)))
    return tuple(placed)


def make_step(
    grid: CandidateGrid,
    label: Label,
    reason: Message,
    *,
    placed: Iterable[Candidate] = (),
    removed: Iterable[Candidate] = (),
    first: Iterable[Candidate] = (),
    second: Iterable[Candidate] = (),
    links: Iterable[CandidateLink] = (),
    houses: Iterable[int] = (),
    cells: Iterable[int] = (),
) -> Step:
    """Return a step.

    Parameters
    ----------
    grid
        The board before the step.
    label
        The technique's name, title and score.
    reason
        A clause without the conclusion: "5 has only the cells r2c1, r2c7 in row 2".
    placed, removed
        The conclusions: candidates that hold, and candidates that do not.
    first, second
        The candidates of the pattern, in two colours.
    links, houses
        Lines between candidates, and numbers of houses to outline.
    cells
        Filled cells that the reason rests on.
    """
    placed, removed = tuple(placed), tuple(removed)
    first, second = tuple(first), tuple(second)
    conclusions = (
        *(Mark(cell, digit) for cell, digit in placed),
        *(Mark(cell, digit, holds=False) for cell, digit in removed),
    )
    tones = ((first, Tone.FIRST), (second, Tone.SECOND), (removed, Tone.REMOVED))
    overlay = Overlay(
        tuple(
            CandidateMark(cell, str(digit), tone) for those, tone in tones for cell, digit in those
        ),
        tuple(links),
        tuple(grid.shape.houses[house] for house in houses),
    )
    return Step(
        label.technique,
        msg(
            "{technique}: {reason}, so {conclusions}",
            technique=label.title,
            reason=reason,
            conclusions=_conclusion(grid, conclusions),
        ),
        conclusions,
        (
            *(Mark(cell, grid.digits[cell]) for cell in cells if grid.digits[cell]),
            *(Mark(*one) for one in dict.fromkeys((*first, *second)) if one not in placed),
        ),
        label.score,
        reason,
        overlay,
    )


def link(start: Candidate, end: Candidate, *, strong: bool) -> CandidateLink:
    """Return a line between two candidates."""
    return CandidateLink((start[0], str(start[1])), (end[0], str(end[1])), strong)
