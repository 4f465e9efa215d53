"""Propagation: naked and hidden singles from one assumption, breadth-first, with their reasons."""

from dataclasses import dataclass, field

from gridwise.puzzles.sudoku.candidates import bits
from gridwise.puzzles.sudoku.techniques.chains.table import LinkTable


@dataclass(slots=True)
class Net:
    """The consequences of one candidate, if it is true.

    Parameters
    ----------
    links
        The candidates and their links.
    start
        The candidate that is assumed.
    true, false
        The candidates that follow as true, and as false (sets).
    unit
        The cell or house that forced each true candidate, 0 for the start.
    cause
        The true candidate that ruled out each false one.
    empty
        A cell or house without a candidate, 0 without such a one.
    """

    links: LinkTable
    start: int
    true: int = 0
    false: int = 0
    unit: dict[int, int] = field(default_factory=dict)
    cause: dict[int, int] = field(default_factory=dict)
    empty: int = 0

    def needed(self, goal: int, *more: int) -> list[int]:
        """Return the true candidates that a set of false ones rests on, and more, in order."""
        wanted = {self.cause[node] for node in bits(goal)} | set(more)
        chain = []
        for node in reversed(self.unit):
            if node in wanted:
                chain.append(node)
                for other in bits(self.unit[node] & ~(1 << node)):
                    wanted.add(self.cause[other])
        return chain[::-1]


def propagate(links: LinkTable, units_of: list[list[int]], start: int, rounds: int) -> Net:
    """Follow naked and hidden singles from one candidate until a contradiction or the last round.

    Parameters
    ----------
    links
        The candidates and their links.
    units_of
        The units of each candidate, as `units_by_candidate` returns them.
    start
        The candidate to assume.
    rounds
        The most rounds of singles.
    """
    net = Net(links, start, unit={start: 0})
    now = [start]
    alive = links.every_single
    for _ in range(rounds + 1):
        touched: dict[int, None] = {}
        for node in now:
            if net.true >> node & 1:
                continue
            net.true |= 1 << node
            gone = links.weak[node] & alive
            alive &= ~gone
            for other in bits(gone):
                net.cause[other] = node
                for unit in units_of[other]:
                    touched[unit] = None
        net.false = links.every_single & ~alive
        now = []
        for unit in touched:
            left = unit & alive
            if not left:
                net.empty = unit
                return net
            if not left & (left - 1) and not left & net.true:
                node = left.bit_length() - 1
                if node not in net.unit:
                    net.unit[node] = unit
                    now.append(node)
        if not now:
            break
    return net


def units_by_candidate(links: LinkTable) -> list[list[int]]:
    """Return for each candidate the cells and houses (as sets of candidates) that have it."""
    units: list[list[int]] = [[] for _ in range(links.singles)]
    for unit in links.units:
        for node in bits(unit):
            units[node].append(unit)
    return units
