"""Cases for techniques: a board with its candidates, and one technique's conclusions on it.

The form is HoDoKu's regression library's, one case a line::

    :<code>[-<variant>]:<candidates>:<givens>:<deleted>:<eliminations>:<placements>:<extra>

The code names the technique; with the variant `x` the technique must find nothing. A `+` before a
digit says that it is placed, not given. Deleted candidates, eliminations and placements are
written as digit, row, column, so `436` is the digit 4 in r3c6.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.core.step import Technique
from gridwise.core.trace import Mark
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.position import Position

_GIVENS = re.compile(r"(?:[0.]|\+?[1-9]){81}", re.ASCII)
_CELL = re.compile(r"\+?([0-9.])", re.ASCII)
_MARK = re.compile(r"[1-9]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TechniqueCase:
    """One case.

    Parameters
    ----------
    line
        The number of its line, from 1.
    code, variant
        "0110" and "1"; the variant is empty for most.
    digits
        The digits that the pattern is about, as written.
    position, origin
        The board with its entries, and with the givens alone, both without the deleted candidates.
    conclusions
        The technique's conclusions.
    """

    line: int
    code: str
    variant: str
    digits: str
    position: Position
    origin: Position
    conclusions: frozenset[Mark]

    @property
    def must_not(self) -> bool:
        """Whether the technique must find nothing."""
        return self.variant == "x"

    def grid(self) -> CandidateGrid:
        """Return the board to search."""
        return CandidateGrid(self.position, self.origin)

    def passes(self, techniques: Iterable[Technique]) -> bool:
        """Return whether a step has exactly the conclusions; no step at all if `must_not`."""
        steps = (step for technique in techniques for step in technique.find(self.grid()))
        if self.must_not:
            return next(steps, None) is None
        return any(_alike(step.conclusions) == self.conclusions for step in steps)


def read_cases(text: str) -> Iterator[TechniqueCase]:
    """Read cases; lines that are empty or begin with # are skipped.

    Raises
    ------
    ParameterError
        A line that is no case.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield _case(number, line.strip())


def by_code(techniques: Mapping[str, Technique]) -> dict[str, tuple[Technique, ...]]:
    """Return the techniques of each code."""
    groups: dict[str, tuple[Technique, ...]] = {}
    for technique in techniques.values():
        for code in technique.codes:
            groups[code] = (*groups.get(code, ()), technique)
    return groups


def _alike(marks: Iterable[Mark]) -> frozenset[Mark]:
    """Return marks with digits as numbers."""
    return frozenset(Mark(mark.cell, int(mark.value), mark.holds) for mark in marks)


def _case(number: int, line: str) -> TechniqueCase:
    fields = line.split(":")
    if fields[0] or not 7 <= len(fields) <= 8:
        raise _no_case(number, line)
    _, name, digits, givens, deleted, eliminations, placements, *_ = fields
    code, _, variant = name.partition("-")
    if not _GIVENS.fullmatch(givens):
        raise _no_case(number, givens)
    entries = bytes(0 if digit in "0." else int(digit) for digit in _CELL.findall(givens))
    alone = bytes(
        0 if mark in "0." or "+" in mark else int(mark) for mark in re.findall(r"\+?[0-9.]", givens)
    )
    removed = [0] * len(entries)
    for cell, digit in _marks(number, deleted):
        removed[cell] |= 1 << digit
    conclusions = frozenset(
        Mark(cell, digit, holds=holds)
        for field, holds in ((eliminations, False), (placements, True))
        for cell, digit in _marks(number, field)
    )
    return TechniqueCase(
        number,
        code,
        variant,
        digits,
        Position(3, 3, entries, tuple(removed)),
        Position(3, 3, alone, tuple(removed)),
        conclusions,
    )


def _marks(number: int, field: str) -> Iterator[tuple[int, int]]:
    for word in field.split():
        if not _MARK.fullmatch(word):
            raise _no_case(number, word)
        digit, row, col = map(int, word)
        yield (row - 1) * 9 + col - 1, digit


def _no_case(number: int, found: str) -> ParameterError:
    return ParameterError(
        msg(
            "line {line}: not a case: {found}; a case is "
            ":code:candidates:givens:deleted:eliminations:placements:, as :0300:5:...:437:512::",
            line=number,
            found=repr(found[:60]),
        )
    )
