"""Makes techniques: one by itself, or a family of which one finder finds all."""

from collections.abc import Callable, Iterator
from functools import partial

from gridwise.core.message import Message
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.techniques.wording import Label


def technique(
    find: Callable[[CandidateGrid], Iterator[Step]],
    label: Label,
    level: str,
    rank: int,
    codes: str,
    *,
    se: float | None = None,
    assumes_unique: bool = False,
) -> Technique:
    """Return a technique that HoDoKu has, with the label's score.

    Parameters
    ----------
    find, level, rank, assumes_unique
        As for `Technique`.
    label
        Its name, its title and its score.
    codes
        HoDoKu's codes, with blanks between them.
    se
        Sudoku Explainer's rating, None without one.
    """
    name, title, score = label
    ratings = {"hodoku": score} if se is None else {"hodoku": score, "se": se}
    return Technique(name, title, level, rank, find, ratings, tuple(codes.split()), assumes_unique)


Row = (
    tuple[str, Message, int | None, int, int, str]
    | tuple[str, Message, int | None, int, int, str, float]
)
"""One technique: name, title, size (None if the finder takes no size), rank, HoDoKu's score and
codes, and Sudoku Explainer's rating if it has one."""


def family(
    find: Callable[..., Iterator[Step]], level: str, *rows: Row, **how: bool
) -> tuple[Technique, ...]:
    """Return the techniques of one level that one finder finds.

    Parameters
    ----------
    find
        `find(grid, label=..., size=..., **how)` yields the steps of one technique.
    level
        Their level.
    rows
        A row for each technique.
    how
        Arguments of `find`, the same for all.
    """
    techniques = []
    for name, title, size, rank, score, codes, *se in rows:
        label = Label(name, title, score)
        sized = {} if size is None else {"size": size}
        finder = partial(find, label=label, **sized, **how)
        techniques.append(technique(finder, label, level, rank, codes, se=se[0] if se else None))
    return tuple(techniques)
