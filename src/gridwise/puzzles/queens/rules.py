"""The rules: violations, moves, solved boards, symmetries."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product, starmap
from operator import attrgetter

from gridwise.core.capabilities import Symmetry
from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.position import replaced
from gridwise.core.puzzle import Violation
from gridwise.puzzles.queens.position import (
    OccupiedLines,
    PlaceQueen,
    Position,
    ascending,
    attack_free,
    columns_of,
    with_peaceful,
)


def attack_text(n: int, first: int, second: int) -> Message | None:
    """Return the message that two squares attack each other; None if they do not."""
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
    """Return the violated rules: attacks and queens on blocked squares. O(n + queens).

    The first pair in a row, in a column and on a diagonal, and the first queen on a blocked square.
    """
    n, queens = position.n, position.queens
    found: list[Violation] = []
    if not position.peaceful:
        sorts: tuple[Callable[[int, int], tuple[int, ...]], ...] = (
            lambda row, column: (row,),
            lambda row, column: (column,),
            lambda row, column: (row - column, 4 * n + row + column),  # disjoint ranges
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
    """Yield a move for each square that is neither blocked nor attacked."""
    return map(
        PlaceQueen, OccupiedLines(position.n, position.queens).open_squares(position.blocked)
    )


def apply(position: Position, move: PlaceQueen) -> Position:
    """Return the position with one more queen; raise `ParameterError` for an illegal move.

    O(queens); `apply_all` adds many in linear time.
    """
    _check(position, position.queens, move.cell)
    return replaced(position, queens=ascending((*position.queens, move.cell)))


def apply_all(position: Position, moves: Iterable[PlaceQueen]) -> Position:
    """Return the position after all moves, as by `apply`. O(n + queens + moves), and sorting."""
    n, shut = position.n, frozenset(position.blocked)
    cells = list(map(_cell, moves))
    merged = ascending((*position.queens, *cells) if position.queens else cells)
    inside = not merged or (merged[0] >= 0 and merged[-1] < n * n)
    if inside and not (shut and shut.intersection(cells)) and attack_free(n, merged):
        return with_peaceful(position, merged)
    lines = OccupiedLines(n, position.queens)
    for index, cell in enumerate(cells):  # finds the first illegal move
        outside = not 0 <= cell < n * n
        if outside or cell in shut or not lines.add((cell,)):
            _check(position, (*position.queens, *cells[:index]), cell)
    return replaced(position, queens=merged)


_cell = attrgetter("cell")


def _check(position: Position, queens: Iterable[int], cell: int) -> None:
    """Raise `ParameterError` for an illegal move, with these queens on the board."""
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
            raise ParameterError(text)


def is_solved(position: Position) -> bool:
    """Return whether there are n queens, none attacked or on a blocked square. O(n + blocked)."""
    n, queens = position.n, position.queens
    if len(queens) != n or not position.peaceful:
        return False
    return not position.blocked or frozenset(position.blocked).isdisjoint(queens)


def features(position: Position) -> Mapping[str, int]:
    """Return n and the numbers of fixed queens and of blocked squares."""
    return {
        "n": position.n,
        "fixed": len(position.queens),
        "blocked": len(position.blocked),
    }


def order_key(position: Position) -> tuple[int, ...]:
    """Return the column of each row's queen, -1 for none."""
    return tuple(columns_of(position))


def symmetries(position: Position) -> tuple[Symmetry, ...]:
    """Return the rotations and reflections that keep the fixed and blocked squares; at most seven.

    For n = 1 all seven act as the identity, which is correct.
    """
    n = position.n
    found: list[Symmetry] = []
    for transpose, rows, columns in list(product((False, True), repeat=3))[1:]:
        image = partial(_image, n - 1, transpose, rows, columns)

        def of_key(key: tuple[int, ...], image: _Image = image) -> tuple[int, ...]:
            return tuple(column for _, column in sorted(starmap(image, enumerate(key))))

        if all(
            {row * n + column for row, column in (image(*divmod(cell, n)) for cell in squares)}
            == set(squares)
            for squares in (position.queens, position.blocked)
        ):
            found.append(of_key)
    return tuple(found)


_Image = Callable[[int, int], tuple[int, int]]


def _image(
    last: int, transpose: bool, flip_rows: bool, flip_columns: bool, row: int, column: int
) -> tuple[int, int]:
    """Return the row and column of a square after transposing, then mirroring."""
    if transpose:
        row, column = column, row
    return last - row if flip_rows else row, last - column if flip_columns else column
