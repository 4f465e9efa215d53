"""Refutations: a few sums that an assumption contradicts, and the case distinction that shows it.

An assumption is followed by counting: a sum that has all its mines makes its other cells safe, one
that needs all its cells makes them mines. If that ends without a contradiction, a cell is tried
both ways. The fewest sums that do come from minimal hitting sets: a set of sums that can hold
leaves out at least one sum of every refutation, so its complement has to be hit (Ignatiev,
Previti, Liffiton and Marques-Silva 2015, "Smallest MUS extraction with minimal hitting set
dualization", CP).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.techniques.board import TOTAL, CellSum, bits

_NODES = 2_000
"""The most cells that are tried both ways in one check."""
_ROUNDS = 60
"""The most sets tried for the smallest refutation; after these it is minimal only."""
_LARGEST = 12
"""The largest set that is shortened further."""


class TooLong(Exception):  # noqa: N818  (control flow, not an error)
    """A check took too many nodes."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A sum that decides cells, all safe or all mines."""

    by: CellSum
    cells: int
    mine: bool


@dataclass(frozen=True, slots=True)
class Proof:
    """Why cells cannot be as assumed.

    Parameters
    ----------
    chain
        The conclusions by counting, in order.
    broken
        The sum that then cannot hold; None if a cell is tried both ways.
    cell, safe, mine
        That cell, and the proofs of both cases.
    """

    chain: tuple[Conclusion, ...]
    broken: CellSum | None = None
    cell: int = -1
    safe: "Proof | None" = None
    mine: "Proof | None" = None


def refute(
    sums: Sequence[CellSum], safe: int, mines: int, tick: Callable[[], None]
) -> Proof | None:
    """Return the proof that no layout of these sums has these safe cells and mines, else None.

    Raises `TooLong`.
    """
    return _Refuter(tick).proof(tuple(sums), safe, mines)


class _Refuter:
    def __init__(self, tick: Callable[[], None]) -> None:
        self.tick, self.left = tick, _NODES

    def proof(self, sums: tuple[CellSum, ...], safe: int, mines: int) -> Proof | None:
        self.tick()
        self.left -= 1
        if self.left < 0:
            raise TooLong
        chain: list[Conclusion] = []
        changed = True
        while changed:
            changed = False
            for one in sums:
                open_ = one.cells & ~(safe | mines)
                need, room = one.mines - (one.cells & mines).bit_count(), open_.bit_count()
                if not 0 <= need <= room:
                    return Proof(_needed(chain, one), one)
                if open_ and need in (0, room):
                    chain.append(Conclusion(one, open_, need > 0))
                    if need:
                        mines |= open_
                    else:
                        safe |= open_
                    changed = True
        best = 0
        fewest = 99
        for one in sums:
            open_ = one.cells & ~(safe | mines)
            # The cells that only the total speaks of are alike: it holds, so they can be filled.
            if open_ and one.number != TOTAL and open_.bit_count() < fewest:
                best, fewest = open_, open_.bit_count()
        if not best:
            return None
        cell = best & -best
        as_mine = self.proof(sums, safe, mines | cell)
        if as_mine is None:
            return None
        as_safe = self.proof(sums, safe | cell, mines)
        if as_safe is None:
            return None
        return Proof(tuple(chain), None, cell.bit_length() - 1, as_safe, as_mine)


def _needed(chain: Sequence[Conclusion], broken: CellSum) -> tuple[Conclusion, ...]:
    """Return the part of a chain that leads to the contradiction."""
    wanted = broken.cells
    out: list[Conclusion] = []
    for conclusion in reversed(chain):
        if conclusion.cells & wanted:
            out.append(conclusion)
            wanted |= conclusion.by.cells
    return tuple(reversed(out))


def smallest(
    run: Run, safe: int, mines: int, sums: Sequence[CellSum], *, near: bool = True
) -> tuple[CellSum, ...] | None:
    """Return the fewest of the sums that an assumption contradicts, or None if none were found.

    Parameters
    ----------
    run
        Ticked at each node.
    safe, mines
        The assumption.
    sums
        The sums of the board.
    near
        Whether the numbers near the assumption are taken first: as far away as is needed, and one
        step farther. With the total all of them count at once.
    """
    tick = run.tick
    taken: list[CellSum] = [] if near else list(sums)
    try:
        if near:
            layers = _layers(sums, safe | mines)
            for at, layer in enumerate(layers):
                taken += layer
                if refute(taken, safe, mines, tick) is not None:
                    taken += [one for more in layers[at + 1 : at + 2] for one in more]
                    break
            else:
                return None
        elif refute(taken, safe, mines, tick) is None:
            return None
    except TooLong:
        return None
    core = taken
    for one in list(reversed(taken)):  # far ones first
        fewer = [other for other in core if other is not one]
        try:
            if refute(fewer, safe, mines, tick) is not None:
                core = fewer
        except TooLong:
            continue
    if len(core) <= 2 or len(core) > _LARGEST:
        return tuple(core)
    return _fewest(taken, core, lambda few: refute(few, safe, mines, tick) is not None)


def _layers(sums: Sequence[CellSum], cells: int) -> list[list[CellSum]]:
    """Return the sums of a component by their distance from some cells."""
    left = list(sums)
    out: list[list[CellSum]] = []
    while True:
        layer = [cell_sum for cell_sum in left if cell_sum.cells & cells]
        if not layer:
            return out
        out.append(layer)
        left = [cell_sum for cell_sum in left if not cell_sum.cells & cells]
        for cell_sum in layer:
            cells |= cell_sum.cells


def _fewest(
    sums: Sequence[CellSum],
    core: Sequence[CellSum],
    refutes: Callable[[Sequence[CellSum]], bool],
) -> tuple[CellSum, ...]:
    """Return the fewest of the sums that refute; `core` is minimal, but maybe not the smallest."""
    every = (1 << len(sums)) - 1
    sets: list[int] = []

    def those(mask: int) -> list[CellSum]:
        return [sums[at] for at in bits(mask)]

    try:
        for _ in range(_ROUNDS):
            hit = _hitting(sets, len(core) - 1)
            if hit is None:
                return tuple(core)
            if refutes(those(hit)):
                return tuple(those(hit))
            for at in bits(every & ~hit):  # as much as can hold
                if not refutes(those(hit | 1 << at)):
                    hit |= 1 << at
            sets.append(every & ~hit)
    except TooLong:
        pass
    return tuple(core)


def _hitting(sets: Sequence[int], most: int) -> int | None:
    """Return a smallest set that meets all of these, or None if it has more than `most`."""

    def search(chosen: int, left: int) -> int | None:
        missed = next((hit for hit in sets if not hit & chosen), None)
        if missed is None:
            return chosen
        if not left:
            return None
        for at in bits(missed):
            found = search(chosen | 1 << at, left - 1)
            if found is not None:
                return found
        return None

    for size in range(most + 1):
        found = search(0, size)
        if found is not None:
            return found
    return None
