"""The rules: what is wrong with a board, which moves it allows, when it is done, its symmetries."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from operator import attrgetter

from gridwise.core.capabilities import Symmetry
from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Violation
from gridwise.puzzles.queens.position import (
    Lines,
    PlaceQueen,
    Position,
    ascending,
    attack_free,
    columns_of,
    peaceful_position,
)


def attack_text(n: int, first: int, second: int) -> Message | None:
    """Return how two squares attack each other, in words; None where they do not."""
    (row, column), (row2, column2) = divmod(first, n), divmod(second, n)
    squares = {"first": cell_name(first, n), "second": cell_name(second, n)}
    if row == row2:
        return msg("{first} and {second} attack each other in a row", **squares)
    if column == column2:
        return msg("{first} and {second} attack each other in a column", **squares)
    if abs(row - row2) == abs(column - column2):
        return msg("{first} and {second} attack each other on a diagonal", **squares)
    return None


def violations(position: Position) -> tuple[Violation, ...]:
    """Return the queens that attack each other and those on blocked squares.

    The first two queens of each sort (row, column, diagonal), and the first on a blocked square.
    O(n + queens).
    """
    n, queens = position.n, position.queens
    found: list[Violation] = []
    if not position.peaceful:
        sorts: tuple[Callable[[int, int], tuple[int, ...]], ...] = (
            lambda row, column: (row,),
            lambda row, column: (column,),
            lambda row, column: (row - column, 4 * n + row + column),  # their ranges are apart
        )
        for lines in sorts:
            pair = _first_pair(n, queens, lines)
            if pair is not None:
                text = attack_text(n, *pair)
                assert text is not None
                found.append(Violation(text, pair))
    if position.blocked:
        shut = frozenset(position.blocked)
        bad = next((cell for cell in queens if cell in shut), None)
        if bad is not None:
            text = msg("{cell} is blocked but holds a queen", cell=cell_name(bad, n))
            found.append(Violation(text, (bad,)))
    return tuple(found)


def _first_pair(
    n: int, queens: Iterable[int], lines: Callable[[int, int], tuple[int, ...]]
) -> tuple[int, int] | None:
    holder: dict[int, int] = {}
    for cell in queens:
        for line in lines(*divmod(cell, n)):
            if line in holder:
                return holder[line], cell
            holder[line] = cell
    return None


def moves(position: Position) -> Iterator[PlaceQueen]:
    """Yield a move for each square that is not blocked and that no queen attacks."""
    return map(PlaceQueen, Lines(position.n, position.queens).open_squares(position.blocked))


def apply(position: Position, move: PlaceQueen) -> Position:
    """Return the position with one more queen; raise `ParameterError` where none may stand.

    O(queens); `replay` puts many in linear time.
    """
    _check(position, position.queens, move.cell)
    return Position(position.n, ascending((*position.queens, move.cell)), position.blocked)


def apply_all(position: Position, moves: Iterable[PlaceQueen]) -> Position:
    """Return the position with more queens, the same as by `apply` one after the other.

    O(n + queens + moves), and sorting.
    """
    n, shut = position.n, frozenset(position.blocked)
    cells = list(map(_cell, moves))
    merged = ascending((*position.queens, *cells) if position.queens else cells)
    inside = not merged or (merged[0] >= 0 and merged[-1] < n * n)
    if inside and not (shut and shut.intersection(cells)) and attack_free(n, merged):
        return peaceful_position(n, merged, position.blocked)
    lines = Lines(n, position.queens)
    for index, cell in enumerate(cells):  # the first that cannot be put is named
        outside = not 0 <= cell < n * n
        if outside or cell in shut or not lines.peaceful((cell,)):
            _check(position, (*position.queens, *cells[:index]), cell)
    return Position(n, merged, position.blocked)


_cell = attrgetter("cell")


def _check(position: Position, queens: Iterable[int], cell: int) -> None:
    """Raise `ParameterError` where no queen may be put on a cell, with these on the board."""
    n = position.n
    if not 0 <= cell < n * n:
        raise ParameterError(f"cell {cell} is not on a board of {n}x{n}")
    if cell in position.blocked:
        raise ParameterError(f"{cell_name(cell, n)} is blocked")
    for other in queens:
        if other == cell:
            raise ParameterError(f"{cell_name(cell, n)} holds a queen already")
        text = attack_text(n, other, cell)
        if text is not None:
            raise ParameterError(str(text))


def is_solved(position: Position) -> bool:
    """Return whether n queens stand on free squares and none attacks another. O(n + blocked)."""
    n, queens = position.n, position.queens
    if len(queens) != n or not position.peaceful:
        return False
    return not position.blocked or frozenset(position.blocked).isdisjoint(queens)


def features(position: Position) -> Mapping[str, int]:
    """Return n and the numbers of fixed queens and blocked squares."""
    return {
        "n": position.n,
        "fixed": len(position.queens),
        "blocked": len(position.blocked),
    }


def order_key(position: Position) -> tuple[int, ...]:
    """Return the column of the queen in the first row, the second ..., -1 for none."""
    return tuple(columns_of(position))


def symmetries(position: Position) -> tuple[Symmetry, ...]:
    """Return the rotations and reflections, up to seven, that keep the fixed and blocked squares.

    On the only solution of n = 1 all seven are the identity; that is as it should be.
    """
    n, last = position.n, position.n - 1
    found: list[Symmetry] = []
    for turn, flip_rows, flip_columns in product((False, True), repeat=3):
        if not (turn or flip_rows or flip_columns):
            continue

        def image(
            cell: int, turn: bool = turn, rows: bool = flip_rows, columns: bool = flip_columns
        ) -> int:
            row, column = divmod(cell, n)
            if turn:
                row, column = column, row
            return (last - row if rows else row) * n + (last - column if columns else column)

        if all(
            set(map(image, squares)) == set(squares)
            for squares in (position.queens, position.blocked)
        ):
            found.append(_on_keys(turn, flip_rows, flip_columns))
    return tuple(found)


def _on_keys(turn: bool, flip_rows: bool, flip_columns: bool) -> Symmetry:
    """Return what transposing, then mirroring rows and columns, does to columns by row."""

    def image(key: tuple[int, ...]) -> tuple[int, ...]:
        if turn:
            turned = [0] * len(key)
            for row, column in enumerate(key):
                turned[column] = row
            key = tuple(turned)
        if flip_rows:
            key = key[::-1]
        if flip_columns:
            last = len(key) - 1
            key = tuple([last - column for column in key])
        return key

    return image
