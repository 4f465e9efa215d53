"""Boards in the column of a table of many boards: CSV with a header, objects of JSON."""

import json
import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from gridwise.core.table import Row, Table
from gridwise.reading.grids import row_of_words, tidy
from gridwise.reading.lines import Line, Sort, plain

COLUMNS = (
    "notation",
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "board",
    "boards",
    "clues",
    "givens",
    "grid",
    "problem",
)
"""The names of a column of boards in CSV, or of a key in JSON, in lower case."""
SOLUTIONS = ("solution", "solutions", "answer", "solved")
"""The names of a column or a key of solutions, in lower case."""
_CSV = re.compile(r'\s*(?:"([^"]*)"[^,;\t]*|([^,;\t]*))(?:[,;\t]|$)')
_LONGEST_HEADER = 1_000
_OBJECTS = re.compile(r"\s*(?:\[\s*)?\{\s*\"")
_SPACE = re.compile(r"\s*")


def board_name(names: Container[str], heads: Iterable[str]) -> str | None:
    """Return the name, of a column or a key, under which boards stand.

    `heads` are the names of puzzles. The first of `COLUMNS` counts if there are several.
    """
    return next((name for name in (*COLUMNS, *sorted(heads)) if name in names), None)


def of_header(line: str, heads: Iterable[str]) -> tuple[int, int | None] | None:
    """Return the columns of boards and of solutions that a header names, None for no header."""
    if len(line) > _LONGEST_HEADER or not any(sign in line for sign in ",;\t"):
        return None
    names = [name.strip().strip('"').lower() for name in re.split("[,;\t]", line)]
    board = board_name(names, heads)
    if board is None:
        return None
    return names.index(board), next(
        (at for at, name in enumerate(names) if name in SOLUTIONS), None
    )


def in_csv(
    lines: Sequence[str],
    header: int,
    columns: tuple[int, int | None],
    source: str,
    heads: Container[str],
) -> Iterator[Table | Line]:
    """Yield the boards of the lines after a header."""
    board, solution = columns
    for number, line in enumerate(lines[header + 1 :], header + 2):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        fields = []
        for match in islice(_CSV.finditer(line), 1 + max(board, solution or 0)):
            group = match.lastindex or 2
            fields.append((match.start(group), match[group].strip()))
        at, cells = fields[board] if board < len(fields) else (len(line), "")
        solved = fields[solution] if solution is not None and solution < len(fields) else (0, "")
        yield board_in(number, at, cells, source, heads, solved=solved)


def board_in(
    number: int,
    at: int,
    cells: str,
    source: str,
    heads: Container[str],
    *,
    solved: tuple[int, str] = (0, ""),
) -> Table | Line:
    """Return the board of one field, which begins at an offset of a line.

    `solved` is the offset and the text of its solution.
    """
    head, colon, _ = cells.partition(":")
    if colon and head in heads:
        return Line(number, Sort.NOTATION, cells, at, head)
    table = Table(source, [Row(number, plain(cells), range(at, at + len(cells) + 1))])
    there, solution = solved
    if solution:
        row = Row(number, solution, range(there, there + len(solution) + 1))
        table.solution = Table(source, [row])
    if " " in cells or "/" in cells:
        table = tidy(replace(table, rows=[row_of_words(number, at, cells)]))
    return table


def in_json(text: str, heads: frozenset[str]) -> list[tuple[int, int, str, str]] | None:
    """Return the boards that are texts in JSON objects, one a line or in a list.

    Returns
    -------
    list or None
        The line and the offset of each board, its text, and that of its solution; None if the text
        is not JSON, or an object has no such key.
    """
    if _OBJECTS.match(text) is None:
        return None
    records: list[dict[str, Any]] = []
    decoder, at = json.JSONDecoder(), 0
    try:
        while (at := _end_of_space(text, at)) < len(text):
            value, at = decoder.raw_decode(text, at)
            records += value if isinstance(value, list) else [value]
    except (ValueError, RecursionError):
        return None
    boards = []
    line, start, after = 1, 0, 0
    for record in records:
        if not isinstance(record, dict):
            return None
        named = {key.lower(): value for key, value in record.items()}
        board, solution = (
            next((named[name] for name in names if _is_board(named, name, heads)), "")
            for names in ((*COLUMNS, *sorted(heads)), SOLUTIONS)
        )
        if not board:
            return None
        at = max(after, text.find(board.partition("\n")[0], after))
        line += text.count("\n", after, at)
        start = max(start, text.rfind("\n", after, at) + 1)
        boards.append((line, at - start, board, solution))
        after = at
    return boards


def _end_of_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return at if match is None else match.end()


def _is_board(named: dict[str, Any], name: str, heads: Container[str]) -> bool:
    """Return whether a text stands under a name, and not the name of a puzzle."""
    text = named.get(name)
    return isinstance(text, str) and bool(text.strip()) and text not in heads
