"""`CountModel`: 0/1 variables with exact sums."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from gridwise.core.trace import Decoder
from gridwise.core.views.base import Family, Model, View

if TYPE_CHECKING:
    pass

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Sum:
    """Exactly `total` of these 0/1 variables (0-based) are 1."""

    variables: tuple[int, ...]
    total: int
    family: Family


@dataclass(frozen=True)
class CountModel(View[M]):
    """0/1 variables with exact sums.

    Parameters
    ----------
    variables
        The number of variables, 0-based.
    sums
        Each says how many of some variables are 1. A fixed variable is a sum over itself.
    expand
        Whether variables that are in no sum are enumerated too.

    Notes
    -----
    The fact of variable x is the literal x + 1 (one) or -(x + 1) (zero), as in the CNF made of
    it. Constraints are sums. Lexicographic: by variable, 0 first.
    """

    kind: ClassVar[str] = "counts"

    variables: int
    sums: tuple[Sum, ...]
    decoder: Decoder[M]
    expand: bool = False

    def fact(self, subject: int, value: int) -> int:
        return subject + 1 if value else -(subject + 1)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The variables that are in no sum."""
        used = {v for s in self.sums for v in s.variables}
        return tuple(v for v in range(self.variables) if v not in used)

    @property
    def multiplicity(self) -> int:
        return 1 if self.expand else 1 << len(self.free)

    def expanded(self) -> Self:
        return replace(self, expand=True)

    def complete(self, model: Model) -> Model:
        have = {abs(fact) for fact in model}
        rest = tuple(-(v + 1) for v in range(self.variables) if v + 1 not in have)
        return tuple(sorted(model + rest, key=abs))

    def without(self, fact: int) -> Self:
        fixed = Sum((abs(fact) - 1,), 0 if fact > 0 else 1, Family("assumed"))
        return replace(self, sums=(*self.sums, fixed))

    def order_key(self, model: Model) -> tuple[int, ...]:
        return tuple(int(fact > 0) for fact in sorted(model, key=abs))
