"""Positions whose givens contradict each other, and what is said of them."""

from collections.abc import Iterator

import gridwise
from conformance.support import Case, drawn
from gridwise.core.result import Result, Status
from oracles import sudoku


def refused(case: Case) -> Result[object]:
    result = gridwise.solve(case.position)
    assert result.status is Status.UNSATISFIABLE
    assert result.conflict is not None, case
    assert "{" not in str(result.conflict.text)
    return result


def impossible(name: str) -> Iterator[Case]:
    """Yield positions without a solution whose givens break no rule as they stand."""
    for case in drawn(name):
        if not case.puzzle.violations(case.position) and not case.solutions:
            yield case


def check_givens(case: Case) -> None:
    """Check that the cells named on a Sudoku contradict each other, and on a small one no fewer."""
    conflict = refused(case).conflict
    assert conflict is not None

    def only(keep: set[int]) -> list[tuple[int, ...]]:
        head, cells = case.notation.rsplit(":", 1)
        kept = (glyph if cell in keep else "." for cell, glyph in enumerate(cells))
        return sudoku.solutions(f"{head}:{''.join(kept)}")

    if only(named := set(conflict.cells)):
        raise AssertionError(f"{case}: {conflict.text} is no contradiction")
    cells = case.notation.rsplit(":", 1)[1]
    assert all(cells[cell] != "." for cell in named), case
    # On 6x6 the oracle would list all boards that few givens leave.
    for cell in named if len(cells) == 16 else ():
        assert only(named - {cell}), f"{case}: {conflict.text} holds without cell {cell}"
