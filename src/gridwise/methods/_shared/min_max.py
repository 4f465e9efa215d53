"""The scores F1 and F2 by which `min_max` and `min_max_backtracking` choose."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gridwise.core.method import Option
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.core.views import DomainModel

Scored = tuple[int, int, int]
"""A value, and its F1 and F2."""

EVERY_ROW, OPEN_ROWS = "every_row", "open_rows"

F2 = Option(
    "f2",
    EVERY_ROW,
    (EVERY_ROW, OPEN_ROWS),
    "the later variables (rows below) that F2 looks at: every one, given ones as 0, or open ones",
)
"""The option that chooses the later variables whose least number of values is F2."""


class LookAhead:
    """Look-ahead on a domain model: the values that one of an open variable leaves to later ones.

    The values that the givens exclude are removed from the domains first. A domain is a bit mask,
    bit v for value v. `f2` is a value of the option `F2`.
    """

    def __init__(self, view: DomainModel[Any], run: Run, f2: str | int) -> None:
        self.run = run
        self.given = [var for var in range(len(view.domains)) if view.is_given(var)]
        self.open = [var for var in range(len(view.domains)) if not view.is_given(var)]
        self.view = view
        self._last_given = max(self.given, default=-1) if f2 == EVERY_ROW else -1
        masks = [sum(1 << v for v in domain) for domain in view.domains]
        self.broken = not all(masks[var] for var in self.given)
        for var in self.given:
            run.check()
            if self.broken or masks[var] & (masks[var] - 1):
                self.broken = True
                break
            for peer, cut in view.excluded(var, masks[var].bit_length() - 1).items():
                masks[peer] &= ~cut
                self.broken |= not masks[peer] and view.is_given(peer)
        self.start = [masks[var] for var in self.open]
        at = {var: index for index, var in enumerate(self.open)}
        self._later = [
            [(at[peer], pairs) for peer, pairs in self._shifts(var).items() if at.get(peer, -1) > i]
            for i, var in enumerate(self.open)
        ]

    def _shifts(self, var: int) -> Mapping[int, tuple[int, ...]]:
        """Return, by variable in a group with this one, the shifts of the values it excludes."""
        view = self.view
        out: dict[int, set[int]] = {}
        for index, offset in view.places[var]:
            for peer, shift in zip(view.groups[index], view.offsets_of(index), strict=True):
                out.setdefault(peer, set()).add(offset - shift)
        return {peer: tuple(sorted(shifts)) for peer, shifts in out.items()}

    def after(self, masks: Sequence[int], index: int, value: int) -> list[int]:
        """Return the domains after one variable got a value; only later variables lose values."""
        out = list(masks)
        bit = 1 << value
        out[index] = bit
        for peer, shifts in self._later[index]:
            mask = out[peer]
            for shift in shifts:
                mask &= ~(bit << shift if shift >= 0 else bit >> -shift)
            out[peer] = mask
        return out

    def scores(self, masks: Sequence[int], index: int) -> Iterator[Scored]:
        """Yield each value that a variable may take, ascending, with F1 and F2.

        F1 is the number of values left in the domains of the later open variables, F2 the least
        number left in one of them, 0 without any. With `every_row` given variables count
        too, with no value left. O(later variables) for each value.
        """
        given_later = self.open[index] < self._last_given
        for value in bits(masks[index]):
            later = [mask.bit_count() for mask in self.after(masks, index, value)[index + 1 :]]
            yield value, sum(later), 0 if given_later else min(later, default=0)

    def premises(self) -> None:
        """Record the givens."""
        if self.run.trace is not None:
            for var in self.given:
                if self.view.domains[var]:
                    self.run.trace.add(Kind.PREMISE, 0, var, self.view.domains[var][0])

    def model(self, masks: Sequence[int], until: int) -> tuple[int, ...]:
        """Return the facts of the givens and of the first so many open variables, by variable."""
        view = self.view
        facts = [view.fact(var, view.domains[var][0]) for var in self.given]
        facts += [view.fact(self.open[i], masks[i].bit_length() - 1) for i in range(until)]
        return tuple(sorted(facts))

    def rows(self, index: int, scored: Sequence[Scored], chosen: int) -> Iterator[dict[str, float]]:
        """Yield the rows of the table for one variable."""
        variable, value_name = self.view.names
        for value, f1, f2 in scored:
            yield {
                variable: self.open[index],
                value_name: value,
                "f1": f1,
                "f2": f2,
                "mean": (f1 + f2) / 2,
                "chosen": int(value == chosen),
            }


def bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def choose(scored: Sequence[Scored]) -> int:
    """Return the value with the highest (F1 + F2) / 2.

    Among equals the middle one of an odd number, the last one of an even number.
    """
    best = max(f1 + f2 for _, f1, f2 in scored)
    equal = [value for value, f1, f2 in scored if f1 + f2 == best]
    return equal[len(equal) // 2] if len(equal) % 2 else equal[-1]


def ranked(scored: Sequence[Scored]) -> list[int]:
    """Return all values in the order in which `choose` prefers them."""
    left, order = list(scored), []
    while left:
        value = choose(left)
        order.append(value)
        left = [item for item in left if item[0] != value]
    return order
