"""Our own cases for the techniques, one file each in tests/golden/sudoku/techniques.

The boards come from public puzzles, solved by the techniques up to there.
"""

from itertools import islice
from pathlib import Path

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.puzzles.sudoku.cases import by_code, read_cases, write_case

FOLDER = Path(__file__).parents[3] / "golden" / "sudoku" / "techniques"
FILES = sorted(path.stem for path in FOLDER.glob("*.txt"))
MOST = 200
"""Further steps of a case are not looked at: there are thousands of mutant fish."""
KNOWN = registry.techniques("sudoku")
CODES = by_code(KNOWN)
LINE = (FOLDER / "naked_single.txt").read_text().splitlines()[1]


@pytest.mark.parametrize("name", FILES)
def test_the_technique_finds_what_its_cases_say(name: str) -> None:
    cases = list(read_cases((FOLDER / f"{name}.txt").read_text()))
    assert all(KNOWN[name] in CODES[case.code] for case in cases)
    assert any(case.must_not for case in cases) and any(not case.must_not for case in cases)
    failed = [case.line for case in cases if not case.passes([KNOWN[name]])]
    assert not failed


@pytest.mark.parametrize("name", [name for name in KNOWN if KNOWN[name].codes])
def test_every_technique_with_a_code_has_cases(name: str) -> None:
    assert name in FILES


@pytest.mark.parametrize("name", FILES)
def test_steps_are_new_and_differ(name: str) -> None:
    for case in read_cases((FOLDER / f"{name}.txt").read_text()):
        grid = case.grid()
        before = grid.candidates[:], grid.digits[:], grid.places[:]
        seen = set()
        for step in islice(KNOWN[name].find(grid), MOST):
            marks = frozenset(step.conclusions)
            assert marks and marks not in seen
            seen.add(marks)
            assert all(grid.has(mark.cell, int(mark.value)) for mark in marks)
        assert before == (grid.candidates, grid.digits, grid.places)


@pytest.mark.parametrize("name", FILES)
def test_no_step_contradicts_the_solution(name: str) -> None:
    for case in read_cases((FOLDER / f"{name}.txt").read_text()):
        board = gridwise.solve(gridwise.Board(case.origin)).board
        assert board is not None
        solution = board.position.cells
        for step in islice(KNOWN[name].find(case.grid()), MOST):
            for mark in step.conclusions:
                assert (solution[mark.cell] == int(mark.value)) is mark.holds, case.line


def test_a_case_is_written_as_it_is_read() -> None:
    (case,) = read_cases(f"# a naked single\n\n{LINE}\n")
    assert (case.line, case.code, case.variant, case.must_not) == (3, "0003", "", False)
    grid = case.grid()
    steps = list(KNOWN["naked_single"].find(grid))
    written = [write_case("0003", case.digits, grid, step) for step in steps]
    assert LINE in written
    assert write_case("0003-x", "", grid, None).endswith("::::")
    (mark,) = case.conclusions
    other = f"{LINE[:-4]}{int(mark.value) % 9 + 1}{LINE[-3:]}"
    assert not next(read_cases(other)).passes(CODES["0003"])
    assert not next(read_cases(LINE.replace("0003", "0003-x"))).passes(CODES["0003"])


@pytest.mark.parametrize(
    ("line", "found"),
    [("0003:8", "'0003:8'"), (LINE[:-2] + "99:", "'"), (":1:2:...::::", "'...'")],
)
def test_a_line_that_is_no_case_is_named(line: str, found: str) -> None:
    with pytest.raises(ParameterError, match=f"line 2: not a case: {found}"):
        list(read_cases(f"#\n{line}"))
