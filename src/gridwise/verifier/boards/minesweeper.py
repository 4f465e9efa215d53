"""Minesweeper: variable `cell + 1` says that a cell holds a mine; counters of the total follow."""

from itertools import combinations
from math import comb

from gridwise.verifier.boards import Clause, Demands, fields, whole
from gridwise.verifier.stop import check_stop

_GLYPHS = "012345678-Xs"
_COVERED, _MINE, _SAFE = 9, 10, 11
_MOST = 1_000_000
_BINOMIAL, _COUNTER = 20_000, 500_000


def _read(text: str) -> tuple[int, int, int | None, list[int]]:
    size, rows = fields(text, "minesweeper")
    width, height, *total = (whole(part) for part in size.split("x"))
    lines = rows.split("/")
    if not 0 < width * height <= _MOST or len(lines) != height or len(total) > 1:
        raise ValueError("not a board")
    if any(len(line) != width for line in lines):
        raise ValueError("rows of different lengths")
    cells = [_GLYPHS.index(glyph) for line in lines for glyph in line]
    return width, height, total[0] if total else None, cells


def covered(text: str) -> tuple[int, dict[int, None]]:
    """Return the width, and the variables of the covered cells in order."""
    width, _, _, cells = _read(text)
    return width, {cell + 1: None for cell, code in enumerate(cells) if code == _COVERED}


def _around(cell: int, width: int, height: int) -> list[int]:
    row, col = divmod(cell, width)
    return [
        r * width + c
        for r in range(max(0, row - 1), min(height, row + 2))
        for c in range(max(0, col - 1), min(width, col + 2))
        if (r, c) != (row, col)
    ]


class _SumClauses:
    """Turns "exactly k of these" into clauses."""

    def __init__(self, top: int) -> None:
        self.top = top
        self.made: dict[Clause, None] = {}

    def exactly(self, lits: list[int], k: int) -> None:
        n = len(lits)
        check_stop()
        if not 0 <= k <= n:
            self.top += 1
            self._add((self.top,))
            self._add((-self.top,))
        elif k in (0, n) or comb(n, n - k + 1) + comb(n, k + 1) <= _BINOMIAL:
            for clause in combinations(lits, n - k + 1):
                self._add(clause)
            for clause in combinations([-lit for lit in lits], k + 1):
                self._add(clause)
        elif 4 * k * (n - k) <= _COUNTER:
            self._at_most([-lit for lit in lits], n - k)
            self._at_most(lits, k)
        else:
            raise ValueError("a total over too many cells")

    def _at_most(self, lits: list[int], k: int) -> None:
        """Count in unary (Sinz 2005): place (j, i) says that j of the first i + j - 1 hold."""
        n = len(lits)
        if k == n - 1:
            self._add(tuple(-lit for lit in lits))
            return
        places: dict[tuple[int, int], int] = {}

        def at(j: int, i: int) -> int:
            if (j, i) not in places:
                self.top += 1
                places[j, i] = self.top
            return places[j, i]

        for i in range(1, n - k + 1):
            self._add((-lits[i - 1], at(1, i)))
            for j in range(1, k + 1):
                if i < n - k:
                    self._add((-at(j, i), at(j, i + 1)))
                if j < k:
                    self._add((-lits[i + j - 1], -at(j, i), at(j + 1, i)))
                else:
                    self._add((-lits[i + k - 1], -at(k, i)))

    def _add(self, clause: Clause) -> None:
        self.made[tuple(sorted(clause))] = None


def rules(text: str) -> Demands:
    """Return a board's demands: the numbers, the known cells, the total if it is given."""
    width, height, total, cells = _read(text)
    sums = _SumClauses(width * height)
    around = [_around(cell, width, height) for cell in range(width * height)]
    for cell, code in enumerate(cells):
        if code != _COVERED:
            sums.exactly([cell + 1], int(code == _MINE))
    for cell, number in enumerate(cells):
        if number <= 8:
            near = around[cell]
            left = number - sum(cells[c] == _MINE for c in near)
            open_ = [c + 1 for c in near if cells[c] == _COVERED]
            if open_ or left:
                sums.exactly(open_, left)
    if total is not None:
        left, open_ = total - cells.count(_MINE), list(covered(text)[1])
        if open_ or left:
            sums.exactly(open_, left)

    def literals(solution: str) -> tuple[int, ...]:
        *head, layout = _read(solution)
        if head != [width, height, total] or _COVERED in layout or _SAFE in layout:
            raise ValueError("not a whole layout of this size and total")
        mines = [code == _MINE for code in layout]
        if total is not None and sum(mines) != total:
            raise ValueError("another number of mines")
        for cell, code in enumerate(cells):
            if code != _COVERED and mines[cell] != (code == _MINE):
                raise ValueError("a known cell is changed")
            near = sum(mines[c] for c in around[cell])
            for number in (code, layout[cell]):
                if number <= 8 and near != number:
                    raise ValueError("a number that the mines around do not give")
        return tuple(cell + 1 if mine else -cell - 1 for cell, mine in enumerate(mines))

    return Demands(sums.top, width * height, tuple(sums.made), literals, width)
