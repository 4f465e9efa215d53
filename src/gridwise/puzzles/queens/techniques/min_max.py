"""Min-max: the greedy of a course note, row by row, for a board without queens.

It takes the square with the highest mean of F1 and F2: F1 is the number of free squares that a
queen on it leaves in the rows below, F2 the least number that it leaves in one of these rows (0 in
the last row). Among equals it takes the middle one of an odd number, the last one of an even
number. So its steps are choices and no proofs, and it never goes back; the method `min_max`
makes the same ones.
"""

from collections.abc import Iterator

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.step import Step, Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits, line_name, make_step

_NAME, _TITLE, _RUNG = "min_max", msg("Min-Max"), 100

Score = tuple[int, int, int]
"""A square, and its F1 and F2."""


def scores(board: OpenSquares, row: int) -> list[Score]:
    """Return the free squares of a row with F1 and F2; the rows below are without queens."""
    scored = []
    for square in bits(board.left(row)):
        rest = board.open & ~board.lines.attacks[square]
        below = [
            (rest & board.lines.rows_and_columns[other]).bit_count()
            for other in range(row + 1, board.n)
        ]
        scored.append((square, sum(below), min(below, default=0)))
    return scored


def best(scored: list[Score]) -> int:
    """Return the square that the greedy takes."""
    most = max(f1 + f2 for _, f1, f2 in scored)
    equal = [square for square, f1, f2 in scored if f1 + f2 == most]
    return equal[len(equal) // 2] if len(equal) % 2 else equal[-1]


def find(board: OpenSquares) -> Iterator[Step]:
    """Yield the step of the first row without a queen, on a board that was given without queens.

    If that row has no free square, the step says so and concludes nothing.
    """
    row = len(board.queens)
    untouched = not (board.given or board.removed or board.impossible)
    if not untouched or row == board.n or board.unfilled[0] != row:
        return
    name = line_name(board, row)
    scored = scores(board, row)
    if not scored:
        text = msg("{line} has no square left, and the greedy does not go back", line=name)
        marks = tuple(Mark(queen, "queen") for queen in board.queens)
        yield Step(_NAME, text, (), marks, _RUNG, text)
        return
    chosen = best(scored)
    reason = msg(
        "in {line} {cell} has the greatest mean of F1 and F2 ({table}); this is a choice, no proof",
        line=name,
        cell=cell_name(chosen, board.n),
        table=tuple(_row(board, *score) for score in scored),
    )
    yield make_step(
        board,
        _NAME,
        _TITLE,
        _RUNG,
        reason,
        placed=[chosen],
        premises=[Mark(queen, "queen") for queen in board.queens],
        first=[chosen],
        second=[square for square, _, _ in scored if square != chosen],
        lines=[row],
    )


def _row(board: OpenSquares, square: int, f1: int, f2: int) -> Message:
    name = cell_name(square, board.n)
    return msg(
        "{cell} {f1} {f2} {mean}", cell=name, f1=f1, f2=f2, mean=Numeral(f"{(f1 + f2) / 2:g}")
    )


TECHNIQUE = Technique(_NAME, _TITLE, "extreme", 100, find, {"ladder": _RUNG})
