"""Differences of sets of cells: the mines that two sums leave to cells of only one."""

from collections.abc import Callable, Iterable

Cells = frozenset[int]


def first_decided(
    sums: Iterable[tuple[Cells, int]], tick: Callable[[], None]
) -> tuple[Cells, int] | None:
    """Return the first set that decides its cells, with its mines, or None if none does.

    If A is a subset of B, then B - A has count(B) - count(A) mines, and is used in turn. All such
    sets are derived until one has no mines, or nothing but mines.

    Parameters
    ----------
    sums
        Sets of cells, each with its number of mines.
    tick
        Called for each set that is compared with the earlier ones.
    """
    sets: dict[Cells, int] = {}
    queue: list[Cells] = []
    at: dict[int, list[Cells]] = {}

    def add(cells: Cells, mines: int) -> bool:
        """Add a new set, and return whether it decides its cells."""
        if cells in sets:
            return False
        sets[cells] = mines
        queue.append(cells)
        return mines in (0, len(cells))

    for cells, mines in sums:
        add(cells, mines)
    for here in queue:  # grows while it is read
        tick()
        beside = dict.fromkeys(other for c in sorted(here) for other in at.get(c, ()))
        for other in beside:
            if here < other:
                rest, mines = other - here, sets[other] - sets[here]
            elif other < here:
                rest, mines = here - other, sets[here] - sets[other]
            else:
                continue
            if add(rest, mines):
                return rest, mines
        for c in here:
            at.setdefault(c, []).append(here)
    return None
