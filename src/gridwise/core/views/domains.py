"""`DomainModel`: variables with finite domains, and groups whose variables all differ."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from gridwise.core.trace import Decoder
from gridwise.core.views.base import View

if TYPE_CHECKING:
    pass

M = TypeVar("M")


@dataclass(frozen=True)
class DomainModel(View[M]):
    """Variables with finite domains, and groups whose variables all differ.

    Parameters
    ----------
    domains
        For each variable its values, ascending. A given has one value.
    groups
        Tuples of variables that take different values.
    complete_groups
        Indices of groups that use up all values: every value of `values` appears in them once
        (so a value with one place left is a hidden single).
    values
        All values, ascending, each below `base`.
    offsets
        For each group None, or one number from 0 for each of its variables: then the sums of
        value and number all differ (diagonals). Empty if no group has any. Complete groups
        have none.
    given
        The variables whose value is on the board; None for all with one value.
    names
        The words for a variable and a value in tables.

    Notes
    -----
    The fact of variable x and value v is x * base + v. Constraints are groups. The
    lexicographic order is by variable, then value.
    """

    kind: ClassVar[str] = "domains"

    domains: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[int, ...], ...]
    complete_groups: frozenset[int]
    values: tuple[int, ...]
    base: int
    decoder: Decoder[M]
    offsets: tuple[tuple[int, ...] | None, ...] = ()
    given: frozenset[int] | None = None
    names: tuple[str, str] = ("variable", "value")

    def fact(self, subject: int, value: int) -> int:
        return subject * self.base + value

    def is_given(self, var: int) -> bool:
        """Return whether the value of a variable is on the board already."""
        return len(self.domains[var]) == 1 if self.given is None else var in self.given

    def without(self, fact: int) -> Self:
        var, value = divmod(fact, self.base)
        domains = list(self.domains)
        domains[var] = tuple(v for v in domains[var] if v != value)
        return replace(self, domains=tuple(domains))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """The variables that must differ from each variable, ascending."""
        sets: list[set[int]] = [set() for _ in self.domains]
        for group in self.groups:
            for var in group:
                sets[var].update(group)
        return tuple(tuple(sorted(s - {v})) for v, s in enumerate(sets))

    @cached_property
    def groups_of(self) -> tuple[tuple[int, ...], ...]:
        """The groups of each variable."""
        lists: list[list[int]] = [[] for _ in self.domains]
        for index, group in enumerate(self.groups):
            for var in group:
                lists[var].append(index)
        return tuple(map(tuple, lists))

    @cached_property
    def places(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each variable the groups it is in, each with the variable's offset there."""
        lists: list[list[tuple[int, int]]] = [[] for _ in self.domains]
        for index, group in enumerate(self.groups):
            for var, offset in zip(group, self.offsets_of(index), strict=True):
                lists[var].append((index, offset))
        return tuple(map(tuple, lists))

    def offsets_of(self, group: int) -> tuple[int, ...]:
        """Return the offsets of a group's variables, 0 if it has none."""
        offsets = self.offsets[group] if self.offsets else None
        return (0,) * len(self.groups[group]) if offsets is None else offsets

    def excluded(self, var: int, value: int) -> Mapping[int, int]:
        """Return the values that one variable's value excludes, as bits by variable (bit v for v).

        O(variables in its groups). A bit may be of a number that is no value.
        """
        out: dict[int, int] = {}
        for index, offset in self.places[var]:
            bit = 1 << value + offset
            for peer, shift in zip(self.groups[index], self.offsets_of(index), strict=True):
                out[peer] = out.get(peer, 0) | bit >> shift
        del out[var]
        return out
