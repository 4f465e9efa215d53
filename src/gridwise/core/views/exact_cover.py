"""`ExactCover`: items, each to be covered by one of the chosen options."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from gridwise.core.trace import Decoder
from gridwise.core.views.base import View

if TYPE_CHECKING:
    pass

M = TypeVar("M")


@dataclass(frozen=True)
class ExactCover(View[M]):
    """Choose options so that each item is covered exactly once (Knuth's Algorithm X).

    Parameters
    ----------
    items
        The number of items, 0-based. The first `primary` must be covered exactly once, the
        others (secondary) at most once.
    options
        The options, each a tuple of different items with at least one primary.
    order
        Primary items in branching order, and options ascending, give the lexicographic order.

    Notes
    -----
    A fact is an option's index; subject is the option, value 1. Constraints are items.
    """

    kind: ClassVar[str] = "exact_cover"

    items: int
    primary: int
    options: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]
    decoder: Decoder[M]
    chosen: tuple[int, ...] = ()
    """Options that the givens already choose; a model includes them."""
    excluded: frozenset[int] = frozenset()

    def fact(self, subject: int, value: int) -> int:
        return subject

    def without(self, fact: int) -> Self:
        return replace(self, excluded=self.excluded | {fact})
