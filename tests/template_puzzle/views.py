"""The three views of a square that methods work on.

A method knows nothing of Latin squares and a puzzle nothing of methods: a view is all they share.
One would do; each one more opens the puzzle to more methods.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gridwise.core.grid import cell_name
from gridwise.core.message import msg
from gridwise.core.trace import Decoder, Mark, Reason
from gridwise.core.views import CnfModel, DomainModel, ExactCover, Family, Premise
from template_puzzle.position import Move, Position


# 1. The rules that a view needs, each a reason in words and the cells that it speaks of. What a
#    person may read is a message, never a plain string.
def lines(size: int) -> list[Reason]:
    """Return the rows, then the columns."""
    span = range(size)
    rows = [Reason(msg("row {n}", n=r + 1), tuple(r * size + c for c in span)) for r in span]
    return rows + [
        Reason(msg("column {n}", n=c + 1), tuple(r * size + c for r in span)) for c in span
    ]


def single(cell: int, size: int) -> Reason:
    return Reason(msg("{cell} holds one number", cell=cell_name(cell, size)), (cell,))


# 2. A decoder says what a view's numbers mean on the board. All three views below count the pairs
#    (cell, value) row by row, so that one decoder serves them; only clauses count from 1.
@dataclass(frozen=True)
class LatinDecoder(Decoder[Move]):
    """Fact `first + cell * size + value - 1`, below zero for "is not"."""

    position: Position
    first: int
    reasons: Sequence[Reason]  # by constraint: clause, item or group

    def marks(self, fact: int) -> tuple[Mark, ...]:
        cell, rest = divmod(abs(fact) - self.first, self.position.size)
        return (Mark(cell, rest + 1, holds=fact >= 0),)

    def moves(self, facts: Iterable[int]) -> tuple[Move, ...]:
        marks = [mark for fact in facts for mark in self.marks(fact) if mark.holds]
        empty = [mark for mark in marks if not self.position.cells[mark.cell]]
        return tuple(Move(mark.cell, int(mark.value)) for mark in empty)

    def cell_name(self, cell: int) -> str:
        return cell_name(cell, self.position.size)

    def reason(self, constraint: int) -> Reason | None:
        return self.reasons[constraint] if 0 <= constraint < len(self.reasons) else None


# 3. The views. Each is made only when a method asks for it.
def domain_model(position: Position) -> DomainModel[Move]:
    """A variable for each cell; rows and columns are groups that use up all values."""
    size = position.size
    groups = lines(size)
    return DomainModel(
        domains=tuple((v - 1,) if v else tuple(range(size)) for v in position.cells),
        groups=tuple(group.cells for group in groups),
        complete_groups=frozenset(range(len(groups))),
        values=tuple(range(size)),
        base=size,
        decoder=LatinDecoder(position, 0, groups),
    )


def exact_cover(position: Position) -> ExactCover[Move]:
    """An option for each cell and value covers the cell, and the value in its row and column."""
    size = position.size
    area, span = size * size, range(size)
    options = [
        (r * size + c, area + r * size + v, 2 * area + c * size + v)
        for r in span
        for c in span
        for v in span
    ]
    reasons = [single(cell, size) for cell in range(area)]
    for line in lines(size):
        reasons += [
            Reason(msg("{line} needs {value}", line=line.text, value=v + 1), line.cells)
            for v in span
        ]
    return ExactCover(
        items=3 * area,
        primary=3 * area,
        options=tuple(options),
        order=tuple(range(3 * area)),  # the cells come first: lexicographic by cell, then value
        decoder=LatinDecoder(position, 0, reasons),
        chosen=tuple(cell * size + v - 1 for cell, v in enumerate(position.cells) if v),
    )


def cnf_model(position: Position) -> CnfModel[Move]:
    """Variable `1 + cell * size + value - 1`: the cell holds the value."""
    size = position.size
    span = range(size)
    clauses: dict[tuple[int, ...], int] = {}  # no clause twice; the number of its family
    families: list[Family] = []

    def add(name: str, reason: Reason, made: Iterable[tuple[int, ...]]) -> None:
        families.append(Family(name, Premise(reason.cells, reason.text)))
        for clause in made:
            clauses.setdefault(clause, len(families) - 1)

    for cell, value in enumerate(position.cells):
        literals = [cell * size + v + 1 for v in span]
        if value:
            text = msg("{cell} is given as {value}", cell=cell_name(cell, size), value=value)
            add("given", Reason(text, (cell,)), [(literals[value - 1],)])
        add("cell", single(cell, size), [tuple(literals), *pairs(literals)])
    for line in lines(size):
        for v in span:
            literals = [cell * size + v + 1 for cell in line.cells]
            add("line", line, [tuple(literals), *pairs(literals)])
    premises = [families[index].premise for index in clauses.values()]
    return CnfModel(
        variables=size**3,
        primary=size**3,
        clauses=tuple(clauses),
        family_of=tuple(clauses.values()),
        families=tuple(families),
        order=tuple(range(1, size**3 + 1)),  # "yes" first: lexicographic by cell, then value
        decoder=LatinDecoder(position, 1, [Reason(p.text, p.cells) for p in premises if p]),
    )


def pairs(literals: list[int]) -> list[tuple[int, ...]]:
    """Not two of them: a clause for each pair."""
    return [(-a, -b) for i, a in enumerate(literals) for b in literals[i + 1 :]]
