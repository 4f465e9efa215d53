"""CSV with one puzzle a line and a header, as in the data sets on Kaggle."""

import csv
from collections.abc import Callable

from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.message import msg
from gridwise.core.puzzle import Entry
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.text.notation import quoted

HEADER = "puzzle,solution"
_PUZZLE = {"puzzle", "puzzles", "quiz", "quizzes"}
_SOLUTION = {"solution", "solutions"}
_LONGEST_HEADER = 1_000
_LONGEST_LINE = 20_000

BoardOfLine = Callable[[str, int, int, str], Position]


def csv_columns(line: str) -> tuple[int, int | None] | None:
    """Return the numbers of the puzzle's and the solution's column, None for no header."""
    if "," not in line or len(line) > _LONGEST_HEADER:
        return None
    names = [name.strip().strip('"').strip().lower() for name in line.split(",")]
    puzzle = next((i for i, name in enumerate(names) if name in _PUZZLE), None)
    if puzzle is None:
        return None
    return puzzle, next((i for i, name in enumerate(names) if name in _SOLUTION), None)


def csv_entry(
    line: str,
    number: int,
    puzzle: int,
    solution: int | None,
    source: str,
    board_of_line: BoardOfLine,
) -> Entry[Position]:
    """Return the puzzle of one line; an empty or missing solution is none."""
    try:
        fields = _fields(line, number, source)
        if len(fields) <= puzzle or not fields[puzzle][0]:
            at = fields[puzzle][1] if len(fields) > puzzle else len(line) + 1
            raise ParseError(
                msg("no puzzle"), msg("its cells"), source=source, line=number, column=at
            )
        position = board_of_line(fields[puzzle][0], number, fields[puzzle][1], source)
        solved = None
        if solution is not None and len(fields) > solution and fields[solution][0]:
            solved = _solution(fields[solution], position, number, source, board_of_line)
    except ParseError as error:
        return Entry(number, error=error)
    return Entry(number, position, solution=solved)


def _fields(line: str, number: int, source: str) -> list[tuple[str, int]]:
    """Return the fields of a line and the column that each begins in."""
    if len(line) > _LONGEST_LINE:
        found = msg("a line of {number} characters", number=f"{len(line):,}")
        most = msg("at most {most}", most=f"{_LONGEST_LINE:,}")
        raise TooLargeError(found, most, source=source, line=number)
    try:
        values = next(csv.reader([line]))
    except csv.Error as error:
        expected = msg("a line of CSV")
        raise ParseError(quoted(str(error)), expected, source=source, line=number) from None
    fields: list[tuple[str, int]] = []
    at = 0
    for value in values:
        bare = value.strip()
        if bare:
            at = max(line.find(bare, at), at)
        elif fields:
            at = min(at + 1, len(line))  # after the comma
        fields.append((bare, at + 1))
        at += len(bare)
    return fields


def _solution(
    cells: tuple[str, int],
    position: Position,
    number: int,
    source: str,
    board_of_line: BoardOfLine,
) -> Position:
    solved = board_of_line(cells[0], number, cells[1], source)
    if solved.size != position.size or 0 in solved.cells:
        found = msg("{number} cells", number=len(solved.cells))
        if 0 in solved.cells:
            found = msg("an empty cell")
        expected = msg("a solution of {number} digits", number=len(position.cells))
        at = solved.cells.find(0) if 0 in solved.cells else 0
        raise ParseError(found, expected, source=source, line=number, column=cells[1] + at)
    return solved
