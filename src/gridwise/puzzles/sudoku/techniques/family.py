"""Makes the techniques of a family, which differ in little but their size."""

from collections.abc import Callable, Iterator
from functools import partial

from gridwise.core.message import Message
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sudoku.techniques.wording import Label

Row = (
    tuple[str, Message, int | None, int, int, str]
    | tuple[str, Message, int | None, int, int, str, float]
)
"""A technique: its name, title, size (None where the finder takes none) and rank, the score and the
codes of HoDoKu, and the rating of Sudoku Explainer if it has one."""


def family(
    find: Callable[..., Iterator[Step]], level: str, *rows: Row, **how: bool
) -> tuple[Technique, ...]:
    """Return the techniques of one level that one finder finds.

    Parameters
    ----------
    find
        `find(grid, label, size, **how)` yields the steps of one of them.
    level
        Their level.
    rows
        One a technique.
    how
        Arguments of `find`, the same for all.
    """
    made = []
    for name, title, size, rank, score, codes, *se in rows:
        sized = {} if size is None else {"size": size}
        finder = partial(find, label=Label(name, title, score), **sized, **how)
        ratings = dict(zip(("hodoku", "se"), (score, *se), strict=False))
        made.append(Technique(name, title, level, rank, finder, ratings, tuple(codes.split())))
    return tuple(made)
