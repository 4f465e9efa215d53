"""The views for complete methods: clauses, an exact cover, a domain for each row.

Blocked and attacked squares are in no domain and in no option. The clauses have a variable for
every square of the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Self

from gridwise.core.message import msg
from gridwise.core.run import check_current_run
from gridwise.core.views import (
    Clause,
    CnfModel,
    DomainModel,
    ExactCover,
    Family,
    Heuristic,
    Premise,
    StateSpace,
)
from gridwise.puzzles.queens.lines import (
    ListedSquareDecoder,
    RowVariableDecoder,
    SquareLiteralDecoder,
    given_text,
    lines_of,
    number_of_lines,
    squares_of,
)
from gridwise.puzzles.queens.position import OccupiedLines, PlaceQueen, Position

ENCODINGS = ("pairwise", "seqcounter")
PAIRWISE_MOST = 40
"""Lines of more squares get `seqcounter` in every encoding."""


def domain_model(position: Position) -> DomainModel[PlaceQueen]:
    """Return the domain model: a variable for each row, its value the column; fact = square.

    Groups: all columns differ, all row - column differ, all row + column differ. O(n + open
    squares). The domain of a row with two queens, or with a queen on a blocked square, is empty.
    """
    n = position.n
    lines = OccupiedLines(n, position.queens)
    domains: list[list[int]] = [[] for _ in range(n)]
    for cell in lines.open_squares(position.blocked):
        row, column = divmod(cell, n)
        domains[row].append(column)
    shut = frozenset(position.blocked)
    holders: dict[int, list[int]] = {}
    for cell in position.queens:
        holders.setdefault(cell // n, []).append(cell)
    for row, cells in holders.items():
        if len(cells) == 1 and cells[0] not in shut:
            domains[row] = [cells[0] % n]
    rows = tuple(range(n))
    return DomainModel(
        domains=tuple(map(tuple, domains)),
        groups=(rows, rows, rows),
        complete_groups=frozenset({0}),
        values=tuple(range(n)),
        base=n,
        decoder=RowVariableDecoder(position),
        offsets=(None, rows[::-1], rows),
        given=frozenset(holders),
        names=("row", "col"),
    )


def exact_cover(position: Position) -> ExactCover[PlaceQueen]:
    """Return the exact cover: rows and columns are primary items, diagonals secondary.

    Item = line. There is an option for each fixed queen and each open square, row-major.
    """
    n = position.n
    open_squares = OccupiedLines(n, position.queens).open_squares(position.blocked)
    squares = tuple(sorted((*position.queens, *open_squares)))
    index = {cell: option for option, cell in enumerate(squares)}
    return ExactCover(
        items=number_of_lines(n),
        primary=2 * n,
        options=tuple(lines_of(n, cell) for cell in squares),
        order=tuple(range(n)),
        decoder=ListedSquareDecoder(position, squares),
        chosen=tuple(index[cell] for cell in position.queens),
        excluded=frozenset(index[cell] for cell in position.blocked if cell in index),
    )


@dataclass
class _ClauseCollector:
    """Collects clauses with the family and the source of each."""

    top: int
    clauses: list[Clause]
    family_of: list[int]
    families: list[Family]
    sources: list[int]

    def add(self, family: Family, source: int, clauses: Iterable[Clause]) -> None:
        """Add clauses of one family."""
        before = len(self.clauses)
        self.clauses.extend(clauses)
        added = len(self.clauses) - before
        if added:
            self.family_of.extend([len(self.families)] * added)
            self.sources.extend([source] * added)
            self.families.append(family)


def cnf_model(position: Position, *, encoding: str = "pairwise") -> CnfModel[PlaceQueen]:
    """Return the board as clauses: variable square + 1, positive a queen, queens first.

    Families, in order: `queen` and `blocked` (units, each its own premise), `row`, `column`,
    `falling`, `rising`, one family a line. Rows and columns have at least one queen, all lines at
    most one.

    Parameters
    ----------
    position
        The board.
    encoding
        The encoding of "at most one": `pairwise`, or `seqcounter` with auxiliary variables (Sinz
        2005), linear in the line. A line of more than `PAIRWISE_MOST` squares always gets the
        latter; its family is then `row/seqcounter` or the like.

    Notes
    -----
    About 5/3 n**3 clauses pairwise, 12 n**2 by counters.
    """
    n = position.n
    made = _ClauseCollector(n * n, [], [], [], [])
    seen: set[Clause] = set()
    for name, sign, cells in (("queen", 1, position.queens), ("blocked", -1, position.blocked)):
        for cell in cells:
            premise = Premise((cell,), given_text(position, cell))
            unit = (sign * (cell + 1),)
            seen.add(unit)
            made.add(Family(name, premise), ~cell, [unit])
    for line in range(number_of_lines(n)):
        check_current_run()
        literals = [cell + 1 for cell in squares_of(n, line)]
        name = ("row", "column", "falling", "falling", "rising", "rising")[min(5, line // n)]
        if line == 4 * n - 1:
            name = "rising"
        clauses: list[Clause] = []
        if line < 2 * n and tuple(literals) not in seen:
            clauses.append(tuple(literals))
            if n == 1:
                seen.add(tuple(literals))  # the row and the column are one square
        if len(literals) > PAIRWISE_MOST or (encoding == "seqcounter" and len(literals) > 2):
            name = name if encoding == "seqcounter" else f"{name}/seqcounter"
            clauses.extend(_counter(literals, made.top))
            made.top += len(literals) - 1
        else:
            clauses.extend((-a, -b) for a, b in combinations(literals, 2))
        made.add(Family(name), line, clauses)
    return CnfModel(
        variables=made.top,
        primary=n * n,
        clauses=tuple(made.clauses),
        family_of=tuple(made.family_of),
        families=tuple(made.families),
        order=tuple(range(1, n * n + 1)),
        decoder=SquareLiteralDecoder(position, tuple(made.sources)),
    )


def _counter(literals: list[int], top: int) -> Iterable[Clause]:
    """Yield "at most one"; the auxiliary variable of a literal: one is true up to here."""
    last = len(literals) - 1
    for at, literal in enumerate(literals):
        so_far, before = top + at + 1, top + at
        if at < last:
            yield (-literal, so_far)
        if at:
            yield (-literal, -before)
            if at < last:
                yield (-before, so_far)


Placement = tuple[tuple[int, ...], int, int, int]
"""The operators so far, then bits: occupied columns, falling and rising diagonals.

The operators are needed: different placements can occupy the same lines.
"""


@dataclass(frozen=True)
class PartialPlacements(StateSpace[PlaceQueen, Placement]):
    """The partial placements of a board: a step places the queen of the next row, at cost 1.

    As the rows are filled in order, no state is reached twice: the space is a tree. An operator is
    the index of a square in `squares`.

    Parameters
    ----------
    position
        The board.
    squares
        The open squares, row-major.
    excluded
        Operators that are not allowed.
    """

    position: Position
    squares: tuple[int, ...]
    decoder: ListedSquareDecoder
    excluded: frozenset[int] = frozenset()

    tree = True

    @cached_property
    def rows(self) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
        """The operators of each row without a queen, with the bits of their three lines."""
        n = self.position.n
        taken = OccupiedLines(n, self.position.queens).rows
        rows: dict[int, list[tuple[int, int, int, int]]] = {
            row: [] for row in range(n) if not taken[row]
        }
        for operator, cell in enumerate(self.squares):
            if operator not in self.excluded:
                row, column = divmod(cell, n)
                bits = (1 << column, 1 << row - column + n - 1, 1 << row + column)
                rows[row].append((operator, *bits))
        return tuple(map(tuple, rows.values()))

    @cached_property
    def broken(self) -> bool:
        """Whether the fixed queens violate a rule, so that there is no solution."""
        queens, shut = self.position.queens, frozenset(self.position.blocked)
        return not shut.isdisjoint(queens) or not OccupiedLines(self.position.n).add(queens)

    @cached_property
    def heuristics(self) -> dict[str, Heuristic[Placement]]:  # type: ignore[override]
        """The estimates of the steps left."""
        return {
            "open_rows": Heuristic(
                "open_rows",
                lambda state: len(self.rows) - len(state[0]),
                admissible=True,
                consistent=True,
                text=msg("rows without a queen"),
            ),
            "dead_rows": Heuristic(
                "dead_rows",
                self._dead_rows,
                admissible=True,
                consistent=True,
                text=msg("rows without a queen; far more where one of them has no free square"),
            ),
        }

    def _dead_rows(self, state: Placement) -> int:
        # No goal is reachable from a state with a dead row, so every estimate is admissible; all
        # its successors have the dead row too, so the estimate is consistent.
        placed, columns, falling, rising = state
        for row in self.rows[len(placed) :]:
            if all(c & columns or f & falling or r & rising for _, c, f, r in row):
                return 2 * self.position.n
        return len(self.rows) - len(placed)

    def initial(self) -> Placement:
        columns = falling = rising = 0
        n = self.position.n
        for cell in self.position.queens:
            row, column = divmod(cell, n)
            columns |= 1 << column
            falling |= 1 << row - column + n - 1
            rising |= 1 << row + column
        return (), columns, falling, rising

    def is_goal(self, state: Placement) -> bool:
        return len(state[0]) == len(self.rows) and not self.broken

    def successors(self, state: Placement) -> Iterable[tuple[int, Placement, int]]:
        placed, columns, falling, rising = state
        if self.broken or len(placed) == len(self.rows):
            return
        for operator, c, f, r in self.rows[len(placed)]:
            if not (c & columns or f & falling or r & rising):
                yield operator, ((*placed, operator), columns | c, falling | f, rising | r), 1

    def without(self, fact: int) -> Self:
        return replace(self, excluded=self.excluded | {fact})


def partial_placements(position: Position) -> PartialPlacements:
    """Return the space of partial placements of a board."""
    squares = tuple(OccupiedLines(position.n, position.queens).open_squares(position.blocked))
    return PartialPlacements(position, squares, ListedSquareDecoder(position, squares))
