"""The views for complete methods: clauses, an exact cover, a domain for each row.

Blocked and attacked squares are in no domain and in no option. The clauses have a variable for
every square of the board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from gridwise.core.run import check_current_run
from gridwise.core.views import Clause, CnfModel, DomainModel, ExactCover, Family, Premise
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
