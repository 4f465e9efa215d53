"""Steps of an explanation, and the techniques that find them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gridwise.core.message import Message
from gridwise.core.position import NO_RULES
from gridwise.core.scene import NO_OVERLAY, Overlay
from gridwise.core.trace import Mark

LEVELS = ("easy", "medium", "hard", "fiendish", "extreme")
"""The levels of techniques and puzzles, easiest first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation.

    Parameters
    ----------
    technique
        The name of the technique, as `registry.techniques` has it.
    text
        The step and its reason, in one sentence.
    conclusions
        The marks that follow; a mark that does not hold is an elimination.
    premises
        The marks from which the conclusions follow.
    difficulty
        How hard the step is to find, in the puzzle's own measure; at least 0.
    reason
        The reason without the conclusions; None if `text` says all.
    overlay
        The drawing over the board that explains it.
    moves
        The moves that the step makes, if marks cannot say so (a slide of a tile).
    """

    technique: str
    text: Message
    conclusions: tuple[Mark, ...] = ()
    premises: tuple[Mark, ...] = ()
    difficulty: int = 0
    reason: Message | None = None
    overlay: Overlay = NO_OVERLAY
    moves: tuple[Any, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the reason."""
        return tuple(dict.fromkeys(mark.cell for mark in self.premises))

    def __str__(self) -> str:
        return self.text.sentence()


@dataclass(frozen=True, slots=True)
class Technique:
    """A kind of step; a module in `puzzles/<p>/techniques` holds it as `TECHNIQUE`.

    The module of a family holds several as `TECHNIQUES`.

    Parameters
    ----------
    name
        Its name; a `TECHNIQUE` shares it with its module.
    title
        The English name, "X-Wing"; translations keep it beside their own.
    level
        One of `LEVELS`.
    rank
        When a person tries it: lower ranks first.
    find
        `find(board)` yields every step of this technique with at least one new conclusion, the
        easiest first, and no two with the same conclusions. The board, which the puzzle's
        `Deduction` made, stays as it is.
    ratings
        Its difficulty by the name of a rating model.
    codes
        Its codes in the regression library of HoDoKu.
    assumes_unique
        Whether its conclusions hold only on a board with exactly one solution.
    rules
        The further rules (see `core.position`) under which its conclusions hold.
    """

    name: str
    title: Message
    level: str
    rank: int
    find: Callable[[Any], Iterator[Step]]
    ratings: Mapping[str, float] = field(default_factory=dict)
    codes: tuple[str, ...] = ()
    assumes_unique: bool = False
    rules: frozenset[str] = NO_RULES

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ValueError(f"level {self.level!r} is none of {LEVELS}")
