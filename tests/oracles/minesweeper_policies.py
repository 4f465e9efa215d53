"""The choices of Minesweeper's policies where nothing is certain, by all layouts of the board.

Each function returns the cells that are equally good: which of them a policy takes is a matter of
order or of rounding. Boards are small, and their total is known.
"""

from fractions import Fraction
from itertools import combinations
from math import log

from oracles.minesweeper import Layout, _around, _fits, _read, wins

EQUAL = 1e-7


class Board:
    """A board in play, and all layouts that fit it."""

    def __init__(self, notation: str) -> None:
        self.notation = notation
        self.width, self.height, mines, self.shown = _read(notation)
        assert mines is not None
        size = range(self.width * self.height)
        self.near = [_around(cell, self.width, self.height) for cell in size]
        covered = [cell for cell in size if self.shown[cell] == "-"]
        known = {cell for cell in size if self.shown[cell] == "X"}
        self.layouts: list[Layout] = []
        for chosen in combinations(covered, mines - len(known)):
            layout = tuple(int(cell in known or cell in chosen) for cell in size)
            if _fits(layout, self.width, self.height, mines, self.shown):
                self.layouts.append(layout)
        self.risk = {cell: self.share(self.layouts, cell) for cell in covered}
        self.undecided = [cell for cell in covered if 0 < self.risk[cell] < 1]
        self.mines = known | {cell for cell in covered if self.risk[cell] == 1}
        self.numbers = {cell for cell in size if self.shown[cell].isdigit()}

    @staticmethod
    def share(layouts: list[Layout], cell: int) -> Fraction:
        """Return the chance of a mine."""
        return Fraction(sum(layout[cell] for layout in layouts), len(layouts))

    def beside_numbers(self, cell: int) -> bool:
        return not self.numbers.isdisjoint(self.near[cell])

    def linked(self, opened: int) -> set[int]:
        """Return the undecided cells that a new number may say something about.

        Those beside the cell or beside a number beside it, and all that a chain of numbers links
        with them.
        """
        numbers = self.numbers | {opened}
        todo = [opened, *(number for number in self.near[opened] if number in numbers)]
        for cell in self.near[opened]:
            if cell in self.undecided:
                todo += [number for number in self.near[cell] if number in numbers]
        found: set[int] = set()
        done: set[int] = set()
        while todo:
            number = todo.pop()
            if number in done:
                continue
            done.add(number)
            for cell in self.near[number]:
                if cell in self.undecided and cell != opened and cell not in found:
                    found.add(cell)
                    todo += [other for other in self.near[cell] if other in numbers]
        return found

    def probe(self, cell: int) -> list[tuple[Fraction, Fraction, int]]:
        """Return for each number that a cell may show its chance, the least risk then, safe cells.

        The risks of cells that the number says nothing about are taken to be those of before.
        """
        shows: dict[int, list[Layout]] = {}
        for layout in self.layouts:
            if not layout[cell]:
                shows.setdefault(sum(layout[n] for n in self.near[cell]), []).append(layout)
        linked = self.linked(cell)
        others = [self.risk[other] for other in self.undecided if other not in (cell, *linked)]
        found = []
        for layouts in shows.values():
            risks = [self.share(layouts, other) for other in linked]
            chance = Fraction(len(layouts), len(self.layouts))
            found.append((chance, min([*risks, *others, Fraction(1)]), risks.count(Fraction(0))))
        return found


def safest(board: Board) -> set[int]:
    """The least risk, then the fewest neighbours, then the first."""
    return {min(board.undecided, key=lambda c: (board.risk[c], len(board.near[c]), c))}


def pseq(board: Board) -> set[int]:
    """The least risk, then the chance of a safe cell next, how many, and what it tells."""
    least = min(board.risk[cell] for cell in board.undecided)
    keys = {}
    for cell in board.undecided:
        if board.risk[cell] == least:
            found = board.probe(cell)
            progress = sum(chance for chance, risk, _ in found if risk == 0)
            expected = sum(chance * free for chance, _, free in found)
            entropy = -sum(float(chance) * log(chance) for chance, _, _ in found)
            keys[cell] = float(progress), float(expected), entropy
    best = set(keys)
    for place in range(3):
        most = max(keys[cell][place] for cell in best)
        best = {cell for cell in best if keys[cell][place] > most - EQUAL}
    return best


def expert(board: Board) -> set[int]:
    """The most layouts won by perfect play: on a small board the game is played out to its end."""
    won = wins(board.notation)
    return {cell for cell, number in won.items() if number == max(won.values())}


Clause = frozenset[int]
"""Literals: cell + 1, positive for a mine."""


class ReportAgent:
    """The resolution agent of the course report: KB is a list, and a hint is one cell's number.

    Parameters
    ----------
    layout
        A mine or not, for each cell.
    width
        The cells of a row.
    free
        The cells that are known to be safe at the start, in the order of KB.
    skipping
        Whether the walk over KB goes on by places, as is printed: it misses the clauses that move
        to a place already passed. Else it goes on until no clause is left to resolve.

    Attributes
    ----------
    kb, kb0
        What is left of KB in its order, and the literals of KB0 in the order of deciding.
    """

    def __init__(
        self, layout: Layout, width: int, free: list[int], *, skipping: bool, most: int = 10**9
    ) -> None:
        self.layout, self.skipping, self.most = layout, skipping, most
        self.near = [_around(cell, width, len(layout) // width) for cell in range(len(layout))]
        self.kb: list[Clause] = [frozenset({-cell - 1}) for cell in free]
        self.kb0: list[int] = []
        while self.kb and self._step():
            pass

    def _step(self) -> bool:
        """Take one single clause, or resolve all pairs; return whether that added anything."""
        single = next((clause for clause in self.kb if len(clause) == 1), None)
        if single is None:
            new = [
                resolvent
                for one, other in combinations(self.kb, 2)
                if (resolvent := self._resolvent(one, other)) is not None
                and not any(clause <= resolvent for clause in self.kb)
            ]
            for clause in new:
                self._insert(clause)
            assert len(self.kb) <= self.most
            return bool(new)
        self.kb.remove(single)
        (literal,) = single
        self.kb0.append(literal)
        if self.skipping:
            place = 0
            while place < len(self.kb):
                if -literal in self.kb[place]:
                    self._insert(self.kb[place] - {-literal})
                place += 1
        else:
            while held := [clause for clause in self.kb if -literal in clause]:
                self._insert(held[0] - {-literal})
        if literal < 0:
            self._hint(-literal - 1)
        return True

    @staticmethod
    def _resolvent(one: Clause, other: Clause) -> Clause | None:
        pairs = [literal for literal in one if -literal in other]
        return (one | other) - {pairs[0], -pairs[0]} if len(pairs) == 1 else None

    def _insert(self, clause: Clause) -> None:
        clause = frozenset(literal for literal in clause if -literal not in self.kb0)
        if len(clause) == 1 and clause <= set(self.kb0):
            return
        if not any(other <= clause for other in self.kb):
            self.kb[:] = [other for other in self.kb if not clause <= other]
            self.kb.append(clause)

    def _hint(self, cell: int) -> None:
        number = sum(self.layout[other] for other in self.near[cell])
        mines = number - sum(other + 1 in self.kb0 for other in self.near[cell])
        decided = {abs(literal) for literal in self.kb0}
        left = [other + 1 for other in self.near[cell] if other + 1 not in decided]
        if mines == len(left):
            clauses = [{literal} for literal in left]
        elif mines == 0:
            clauses = [{-literal} for literal in left]
        else:
            clauses = [set(some) for some in combinations(left, len(left) - mines + 1)]
            clauses += [{-literal for literal in some} for some in combinations(left, mines + 1)]
        for clause in clauses:
            self._insert(frozenset(clause))

    @property
    def finished(self) -> bool:
        """Whether every cell is decided."""
        return len(self.kb0) == len(self.layout)
