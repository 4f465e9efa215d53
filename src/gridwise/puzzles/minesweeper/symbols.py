"""The signs of Minesweeper: how a table of cells becomes a board.

The house's signs are `-` (covered), `0` to `8`, `X` (a known mine) and `s` (known safe, its number
not). Others are read too: ``? # _ H ■ ⬜`` and their like for covered cells, `F P M B` and
pictures for mines and flags. A `.` is a covered cell if no other sign is one, and a 0 otherwise;
a blank cell likewise.
"""

import re
from collections.abc import Iterator
from itertools import product

from gridwise.core.errors import ParseError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import MAX_CELLS
from gridwise.core.reading import quoted
from gridwise.core.table import BROKEN, HEAVY, Reading, Table
from gridwise.puzzles.minesweeper.notation import CELL
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position
from gridwise.puzzles.minesweeper.rules import violations

_COVERED = frozenset("-?#_HhUuEC■□▢▣◼◻⬛⬜🟦🟩🟫🔲🔳▒░█–—−") | {"-1", "??"}
_MINES = frozenset("XFPMBfpmb*🚩💣⚑⚐💥@!✹✱☼¤") | {"-2"}
_SAFE = frozenset("sS")
_NUMBERS = frozenset("012345678") | {""}
_MEANINGS = {
    0: msg("0"),
    COVERED: msg("a covered cell"),
    MINE: msg("a mine"),
    SAFE: msg("a safe cell"),
}
_COUNT = re.compile("[0-9]{1,7}")
_OPEN = frozenset(".,·'`:")
"""Signs of an opened cell without a number beside covered ones, and of a covered cell else."""


def interpret(table: Table) -> Iterator[Reading[Position] | ParseError]:
    """Yield the boards of a table, or the error at the first cell that is none.

    Blank lines that would bound the boxes of a Sudoku stand between boards here.
    """
    for part in table.bands():
        try:
            yield _reading(part)
        except ParseError as error:
            yield error


def likeness(table: Table) -> float:
    """Return the share of the cells that may be cells of a minefield."""
    signs = table.signs()
    known = sum(n for sign, n in signs.items() if _is_known(sign))
    return (
        known / max(1, signs.total())
        + 0.2 * ("mines" in table.directives)
        - 0.3 * (table.width > 100 and len(table.rows) < 3)
    )


def _is_known(sign: str) -> bool:
    return (
        sign in _NUMBERS
        or sign in _COVERED
        or sign in _MINES
        or sign in _SAFE
        or sign in _OPEN
        or sign in ("x", "9")
    )


def _reading(table: Table) -> Reading[Position]:
    width, height = len(table.rows[0].cells), len(table.rows)
    for index, row in enumerate(table.rows):
        if len(row.cells) != width:
            expected = msg("length {width} as in line {line}", width=width, line=table.line)
            found = msg("a row of length {length}", length=len(row.cells))
            raise table.error(found, expected, index, min(len(row.cells), width))
    if not width:
        raise table.error(msg("a number of mines without a board"), msg("the rows of a board"))
    if width * height > MAX_CELLS:
        found = msg("a board of {number} cells", number=width * height)
        raise table.here(0).too_large(found, msg("at most {most}", most=MAX_CELLS))
    mines = _mines(table)
    signs = set(table.signs())
    strange = {sign for sign in signs if not _is_known(sign)}
    if {"E", "B"} <= signs:
        # Beside E, a covered cell, B is an opened one to some people and a mine to others.
        strange.add("B")
    if (place := table.first(strange)) is not None:
        raise table.error(quoted(table.rows[place[0]].cells[place[1]]), CELL, *place)
    position, notes = _read_as(table, width, height, signs, mines)
    broken = bool(violations(position))
    return Reading(table.line, position, _doubt(table, position, signs, broken), notes)


def _read_as(
    table: Table, width: int, height: int, signs: set[str], mines: int | None
) -> tuple[Position, tuple[Message, ...]]:
    """Return the board, with the codes of doubtful signs that break no rule."""
    codes, doubtful = _codes(signs)
    trials = []
    for choice in product(*doubtful.values()):
        trial = codes | {
            sign: code for group, code in zip(doubtful, choice, strict=True) for sign in group
        }
        shown = bytes(trial[text] for row in table.rows for text in row.cells)
        position = Position(width, height, shown, mines)
        if len(doubtful) == 0:
            return position, ()
        trials.append((position, trial, not violations(position)))
    # Numbers that are all exactly right, with nothing covered, are no accident.
    whole = [t for t in trials if t[2] and COVERED not in t[0].shown and any(t[0].shown)]
    good = whole or [t for t in trials if t[2]] or trials
    if not whole and (place := table.first({"9"})) is not None:
        raise table.error(quoted("9"), CELL, *place)
    position, codes, _ = good[0]
    notes = tuple(
        msg("{sign} is read as {meaning}", sign=quoted(sign), meaning=_MEANINGS[codes[sign]])
        for sign in sorted(sign for group in doubtful for sign in group)
        if len({t[1][sign] for t in good}) > 1 or (codes[sign] == MINE and sign in ("9", "-1"))
    )
    return position, notes


def _mines(table: Table) -> int | None:
    if "mines" not in table.directives:
        return None
    text, here, at = table.directives["mines"]
    if _COUNT.fullmatch(text) is None:
        raise here.error(quoted(text), msg("the number of mines"), at)
    return int(text)


def _codes(
    signs: set[str],
) -> tuple[dict[str, int], dict[tuple[str, ...], tuple[int, ...]]]:
    """Return the code of each sign, and the codes that doubtful signs may have, likely first."""
    codes = {str(number): number for number in range(9)}
    codes.update(dict.fromkeys(_COVERED, COVERED))
    codes.update(dict.fromkeys(_MINES, MINE))
    codes.update(dict.fromkeys(_SAFE, SAFE))
    covered = bool(signs & (_COVERED - {"-1"}))
    mines = bool(signs & _MINES)
    doubtful: dict[tuple[str, ...], tuple[int, ...]] = {}
    if "-" in signs and "0" not in signs and signs & (_COVERED - {"-", "-1"}):
        doubtful["-",] = (0, COVERED)
    if "x" in signs:
        first = (COVERED, MINE) if mines and not covered else (MINE, COVERED)
        doubtful["x",] = (MINE,) if covered else first
        covered = covered or first[0] == COVERED
    opened = tuple(sorted(signs & _OPEN))
    if opened:
        usual = (0, COVERED) if covered and "0" not in signs else (COVERED, 0)
        doubtful[opened] = (COVERED,) if "0" in signs else usual
        covered = True
    if "" in signs:
        doubtful["",] = (0, COVERED) if covered and "0" not in signs else (COVERED, 0)
    if "-1" in signs:
        doubtful["-1",] = (COVERED,) if "-2" in signs else (MINE, COVERED)
    if "9" in signs:
        doubtful["9",] = (MINE,)
    return codes, doubtful


def _doubt(table: Table, position: Position, signs: set[str], broken: bool) -> int:
    shown = position.shown
    numbers = not signs.isdisjoint("012345678")
    covered = COVERED in shown
    if "mines" in table.directives and not broken:
        return 0
    if broken or (table.width > 200 and len(table.rows) == 1) or table.outline == HEAVY:
        return BROKEN
    if table.ruled:
        return BROKEN
    if len(shown) < 4 or len(table.rows) == 1 or table.width == 1:
        return 2
    if not covered and MINE not in shown and SAFE not in shown:
        return 2
    if not numbers:
        return 2
    if COVERED in shown and not signs & {".", ""} and (MINE in shown or 0 in shown):
        return 0
    return 1
