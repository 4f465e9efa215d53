"""Our own cases for the techniques, one file each in tests/golden/sudoku/techniques.

The boards come from public puzzles, solved by the techniques up to there.
"""

from itertools import islice
from pathlib import Path

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sudoku.cases import by_code, read_cases
from samples import THOROUGH

FOLDER = Path(__file__).parents[3] / "golden" / "sudoku" / "techniques"
FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))
MOST = 200 if THOROUGH else 5
"""Further steps of a case are not looked at: there are thousands of mutant fish."""
KNOWN = registry.techniques("sudoku")
CODES = by_code(KNOWN)
LINE = (FOLDER / "naked_single.txt").read_text().splitlines()[1]


@every("name", FILES)
def test_the_technique_finds_what_its_cases_say(name: str) -> None:
    cases = list(read_cases((FOLDER / f"{name}.txt").read_text()))
    assert all(KNOWN[name] in CODES[case.code] for case in cases)
    assert any(case.must_not for case in cases) and any(not case.must_not for case in cases)
    failed = [case.line for case in cases if not case.passes([KNOWN[name]])]
    assert not failed


def test_every_technique_with_a_code_has_cases() -> None:
    assert {name for name, one in KNOWN.items() if one.codes} <= set(FILES)


@every("name", FILES)
def test_steps_are_new_differ_and_agree_with_the_solution(name: str) -> None:
    cases = list(read_cases((FOLDER / f"{name}.txt").read_text()))
    for case in cases if THOROUGH else cases[:1]:
        board = gridwise.solve(gridwise.Board(case.origin)).board
        assert board is not None
        solution, grid = board.position.cells, case.grid()
        before = grid.candidates[:], grid.digits[:], grid.places[:]
        seen = set()
        for step in islice(KNOWN[name].find(grid), MOST):
            marks = frozenset(step.conclusions)
            assert marks and marks not in seen
            seen.add(marks)
            for mark in marks:
                assert grid.has(mark.cell, int(mark.value))
                assert (solution[mark.cell] == int(mark.value)) is mark.holds, case.line
        assert before == (grid.candidates, grid.digits, grid.places)


def test_a_case_is_read_as_it_is_written() -> None:
    (case,) = read_cases(f"# a naked single\n\n{LINE}\n")
    assert (case.line, case.code, case.variant, case.must_not) == (3, "0003", "", False)
    assert case.passes(CODES["0003"])
    (mark,) = case.conclusions
    other = f"{LINE[:-4]}{int(mark.value) % 9 + 1}{LINE[-3:]}"
    assert not next(read_cases(other)).passes(CODES["0003"])
    assert not next(read_cases(LINE.replace("0003", "0003-x"))).passes(CODES["0003"])


@pytest.mark.parametrize(
    ("line", "found"),
    [("0003:8", "'0003:8'"), (LINE[:-2] + "99:", "'"), (":1:2:...::::", "'...'")],
)
def test_a_line_that_is_no_case_is_named(line: str, found: str) -> None:
    with pytest.raises(ParameterError, match=f"Line 2: not a case: {found}"):
        list(read_cases(f"#\n{line}"))
