"""Decoders of the Sudoku views: their numbers as marks, moves and reasons on the board."""

from abc import abstractmethod
from collections.abc import Iterable

from gridwise.core.message import msg
from gridwise.core.trace import Decoder, Mark, Reason
from gridwise.core.views import Clause, Family
from gridwise.puzzles.sudoku.position import PlaceDigit, Position

GIVEN = "given"
EXCLUDED = "excluded"
CELL_LEAST, CELL_MOST = "cell_at_least", "cell_at_most"


def house_least(kind: str) -> str:
    """Return the name of the family: each digit is in each house of a kind."""
    return f"{kind}_at_least"


def house_most(kind: str) -> str:
    """Return the name of the family: no digit is twice in a house of a kind."""
    return f"{kind}_at_most"


class SudokuDecoder(Decoder[PlaceDigit]):
    """Base of the decoders. A fact says that a cell holds a digit, or that it does not."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @abstractmethod
    def split(self, fact: int) -> tuple[int, int, bool]:
        """Return the cell, the digit and whether it holds."""

    def marks(self, fact: int) -> tuple[Mark, ...]:
        cell, digit, holds = self.split(fact)
        return (Mark(cell, digit, holds),)

    def moves(self, facts: Iterable[int]) -> tuple[PlaceDigit, ...]:
        found: dict[PlaceDigit, None] = {}
        for fact in facts:
            cell, digit, holds = self.split(fact)
            if holds and not self.position.cells[cell]:
                found[PlaceDigit(cell, digit)] = None
        return tuple(found)

    def cell_name(self, cell: int) -> str:
        return self.position.shape.cell_name(cell)

    def needs(self, house: int, digit: int) -> Reason:
        """Return "row 3 needs a 5", with the cells of the house."""
        shape = self.position.shape
        name = shape.house_name(house)
        return Reason(msg("{house} needs a {digit}", house=name, digit=digit), shape.houses[house])

    def needs_digit(self, cell: int) -> Reason:
        """Return "r1c1 needs a digit"."""
        return Reason(msg("{cell} needs a digit", cell=self.cell_name(cell)), (cell,))


class DomainDecoder(SudokuDecoder):
    """Decodes the domains. Facts are cell * base + digit; constraints are houses."""

    def __init__(self, position: Position, base: int) -> None:
        super().__init__(position)
        self.base = base

    def split(self, fact: int) -> tuple[int, int, bool]:
        cell, digit = divmod(fact, self.base)
        return cell, digit, True

    def moves(self, facts: Iterable[int]) -> tuple[PlaceDigit, ...]:
        cells, base = self.position.cells, self.base
        pairs = (divmod(fact, base) for fact in dict.fromkeys(facts))
        return tuple(PlaceDigit(cell, digit) for cell, digit in pairs if not cells[cell])

    def reason(self, constraint: int) -> Reason | None:
        shape = self.position.shape
        if not 0 <= constraint < len(shape.houses):
            return None
        text = msg("{house} takes each digit once", house=shape.house_name(constraint))
        return Reason(text, shape.houses[constraint])


class CoverDecoder(SudokuDecoder):
    """Decodes the exact cover. Facts are options; constraints are cells, then (house, digit)."""

    def __init__(self, position: Position, options: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(position)
        self._options = options

    def split(self, fact: int) -> tuple[int, int, bool]:
        cell, in_row, *_ = self._options[fact]
        return cell, in_row % self.position.size + 1, True

    def reason(self, constraint: int) -> Reason | None:
        size = self.position.size
        if not 0 <= constraint < (size + len(self.position.shape.houses)) * size:
            return None
        if constraint < size * size:
            return self.needs_digit(constraint)
        house, digit = divmod(constraint - size * size, size)
        return self.needs(house, digit + 1)


class CnfDecoder(SudokuDecoder):
    """Decodes the clauses. Facts are literals; constraints are clauses, named by their family."""

    def __init__(
        self,
        position: Position,
        clauses: tuple[Clause, ...],
        family_of: tuple[int, ...],
        families: tuple[Family, ...],
    ) -> None:
        super().__init__(position)
        self._clauses, self._family_of, self._families = clauses, family_of, families

    def split(self, fact: int) -> tuple[int, int, bool]:
        cell, digit = divmod(abs(fact) - 1, self.position.size)
        return cell, digit + 1, fact > 0

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self._clauses):
            return None
        clause = self._clauses[constraint]
        family = self._families[self._family_of[constraint]]
        cell, digit, _ = self.split(clause[0])
        if family.premise is not None:
            return Reason(family.premise.text, family.premise.cells)
        if family.name == EXCLUDED:
            return self._excluded(cell, digit)
        if family.name == CELL_LEAST:
            return self.needs_digit(cell)
        if family.name == CELL_MOST:
            return Reason(msg("{cell} takes only one digit", cell=self.cell_name(cell)), (cell,))
        shape = self.position.shape
        cells = tuple(self.split(lit)[0] for lit in clause)
        for house in shape.houses_of(cell):
            if not set(cells) <= set(shape.houses[house]):
                continue
            if family.name == house_least(shape.kinds[house]):
                return self.needs(house, digit)
            if family.name == house_most(shape.kinds[house]):
                name = shape.house_name(house)
                return Reason(msg("{house} takes only one {digit}", house=name, digit=digit), cells)
        return None

    def _excluded(self, cell: int, digit: int) -> Reason:
        """Return why the cell does not hold the digit: a given, or its removal."""
        cells, shape = self.position.cells, self.position.shape
        removed = self.position.removed_candidates
        if removed and removed[cell] >> digit & 1:
            return Reason(shape.removal(cell, digit), (cell,))
        if cells[cell]:
            text = msg("{cell} holds {digit}", cell=self.cell_name(cell), digit=cells[cell])
            return Reason(text, (cell,))
        other, house = next(
            (other, house)
            for house in shape.houses_of(cell)
            for other in shape.houses[house]
            if cells[other] == digit
        )
        text = msg(
            "{house} has {digit} at {cell}",
            house=shape.house_name(house),
            digit=digit,
            cell=self.cell_name(other),
        )
        return Reason(text, (other,))
