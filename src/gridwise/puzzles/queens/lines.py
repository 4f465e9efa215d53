"""The numbered lines of a board, and the decoders of facts about its squares.

Lines 0 to n-1 are the rows, then come n columns, 2n-1 falling diagonals (by row - column + n - 1)
and 2n-1 rising ones (by row + column).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.trace import Decoder, Mark, Reason
from gridwise.puzzles.queens.position import PlaceQueen, Position, placements


def number_of_lines(n: int) -> int:
    """Return the number of lines of a board."""
    return 6 * n - 2


def lines_of(n: int, cell: int) -> tuple[int, int, int, int]:
    """Return the row, the column, the falling and the rising diagonal of a square."""
    row, column = divmod(cell, n)
    return row, n + column, 2 * n + row - column + n - 1, 4 * n - 1 + row + column


def squares_of(n: int, line: int) -> tuple[int, ...]:
    """Return the squares of a line, ascending."""
    if line < n:
        return tuple(range(line * n, (line + 1) * n))
    if line < 2 * n:
        return tuple(range(line - n, n * n, n))
    if line < 4 * n - 1:
        shift = line - 2 * n - (n - 1)  # row - column
        rows = range(max(0, shift), min(n, n + shift))
        return tuple(row * n + row - shift for row in rows)
    total = line - (4 * n - 1)
    rows = range(max(0, total - n + 1), min(n, total + 1))
    return tuple(row * n + total - row for row in rows)


def line_text(n: int, line: int) -> Message:
    """Return the rule of a line as a message."""
    if line < n:
        return msg("row {row} has exactly one queen", row=line + 1)
    if line < 2 * n:
        return msg("column {column} has exactly one queen", column=line - n + 1)
    squares = squares_of(n, line)
    return msg(
        "at most one queen is on the diagonal from {first} to {last}",
        first=cell_name(squares[0], n),
        last=cell_name(squares[-1], n),
    )


@dataclass(frozen=True)
class SquareDecoder(Decoder[PlaceQueen]):
    """Decodes facts that are squares of queens.

    Parameters
    ----------
    position
        The board of the view.
    """

    position: Position

    def squares_with_queens(self, facts: Iterable[int]) -> Iterable[int]:
        """Return the squares of the queens that facts place."""
        return facts

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return tuple(Mark(square, "queen") for square in self.squares_with_queens((fact,)))

    def moves(self, facts: Iterable[int]) -> tuple[PlaceQueen, ...]:
        """Return the moves that place the missing queens, row-major. Linear, and sorting."""
        squares = sorted(self.squares_with_queens(facts))
        if self.position.queens:
            there = frozenset(self.position.queens)
            squares = [square for square in squares if square not in there]
        return placements(squares)

    def cell_name(self, cell: int) -> str:
        return cell_name(cell, self.position.n)

    def word(self, mark: Mark) -> Message:
        name = self.cell_name(mark.cell)
        return msg("queen on {cell}", cell=name) if mark.holds else msg("none on {cell}", cell=name)

    def reason(self, constraint: int) -> Reason | None:
        """Return the rule of a line."""
        n = self.position.n
        if not 0 <= constraint < number_of_lines(n):
            return None
        return Reason(line_text(n, constraint), squares_of(n, constraint))


@dataclass(frozen=True)
class ListedSquareDecoder(SquareDecoder):
    """Decodes facts that are indices into a list of squares."""

    squares: tuple[int, ...]

    def squares_with_queens(self, facts: Iterable[int]) -> Iterable[int]:
        return (self.squares[fact] for fact in facts)


@dataclass(frozen=True)
class RowVariableDecoder(SquareDecoder):
    """Decodes the domain model, whose constraints are about all lines of a kind."""

    def reason(self, constraint: int) -> Reason | None:
        match constraint:
            case 0:
                return Reason(msg("every column has exactly one queen"))
            case 1 | 2:
                return Reason(msg("no two queens are on one diagonal"))
        return None


@dataclass(frozen=True)
class SquareLiteralDecoder(SquareDecoder):
    """Decodes the literals of the clauses.

    Parameters
    ----------
    sources
        For each clause its line, or ~square for a given square.
    """

    sources: tuple[int, ...]

    def squares_with_queens(self, facts: Iterable[int]) -> Iterable[int]:
        last = self.position.n**2
        return (fact - 1 for fact in facts if 0 < fact <= last)

    def marks(self, fact: int) -> tuple[Mark, ...]:
        square = abs(fact) - 1
        return (Mark(square, "queen", fact > 0),) if square < self.position.n**2 else ()

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self.sources):
            return None
        source = self.sources[constraint]
        if source >= 0:
            return super().reason(source)
        return Reason(given_text(self.position, ~source), (~source,))


def given_text(position: Position, square: int) -> Message:
    """Return the message that a square has a given queen or is blocked."""
    name = cell_name(square, position.n)
    if square in position.queens:
        return msg("a queen is on {cell}", cell=name)
    return msg("{cell} is blocked", cell=name)
