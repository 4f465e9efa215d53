"""`gridwise encode`: DIMACS text that says the same as the board."""

from pathlib import Path

import pytest
from pysat.solvers import Solver

import gridwise
from cli.boards import CONTRADICTION, HARD, MINES, NONE, SOLVED, THREE, TWICE
from cli.running import Command
from gridwise.core.registry import puzzle_of
from gridwise.solving.encoding import dimacs


def models(text: str, primary: int) -> set[tuple[int, ...]]:
    """Every model of a DIMACS text, restricted to the primary variables."""
    _, clauses = dimacs.loads(text)
    found = set()
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            whole = {abs(x): x for x in solver.get_model()}
            model = tuple(whole.get(v, -v) for v in range(1, primary + 1))
            found.add(model)
            solver.add_clause([-x for x in model])
    return found


@pytest.mark.parametrize("board", [THREE, TWICE, NONE, "queens:6:", "minesweeper:3x3:---/-1-/---"])
def test_raw_and_simplified_clauses_have_the_models_of_the_board(board: str) -> None:
    position = gridwise.parse(board)
    raw, simple = (gridwise.encode(position, simplified=one) for one in (False, True))
    primary = raw.model.primary
    number = gridwise.count(position).answer
    wanted = 0 if number is None else number.number
    assert len(models(raw.to_dimacs(), primary)) == wanted
    assert models(raw.to_dimacs(), primary) == models(simple.to_dimacs(), primary)
    for one in (raw, simple):
        assert sum(one.families.values()) == len(one.clauses)
        assert dimacs.loads(one.to_dimacs()) == (one.variables, one.clauses)


def test_each_variable_and_each_family_has_a_comment(gridwise: Command) -> None:
    ran = gridwise("encode", "queens:6:", "--encoding", "seqcounter")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [
        f"c variable {v}: queen on r{(v + 5) // 6}c{(v - 1) % 6 + 1}" for v in range(1, 37)
    ] == [line for line in lines if line.startswith("c variable ")]
    assert "c variables 37 to 142 are auxiliary" in lines
    record = gridwise("encode", "queens:6:", "--encoding", "seqcounter", "--json").record
    assert f"p cnf {record['variables']} {record['clauses']}" in lines
    counts = [line for line in lines if line.startswith("c clauses of ")]
    assert counts == [f"c clauses of {name}: {n}" for name, n in record["families"].items()]
    assert sum(record["families"].values()) == record["clauses"]
    assert sum(not line.startswith(("c", "p")) for line in lines) == record["clauses"]


def test_the_clauses_go_into_a_file(gridwise: Command) -> None:
    text = gridwise("encode", HARD).out
    ran = gridwise("encode", HARD, "-o", "board.cnf")
    record = gridwise("encode", HARD, "--json").record
    size = f"{record['variables']:,} variables, {record['clauses']:,} clauses."
    assert (ran.status, ran.out) == (0, f"board.cnf written: {size}\n")
    assert Path("board.cnf").read_text() == text
    assert gridwise("encode", HARD, "-o", "nowhere/board.cnf").status == 30


def test_what_a_solver_finds_in_the_file_is_the_answer(gridwise: Command) -> None:
    gridwise("encode", HARD, "--simplified", "-o", "board.cnf")
    (model,) = models(Path("board.cnf").read_text(), 729)
    assert "".join(str((v - 1) % 9 + 1) for v in model if v > 0) == SOLVED


def test_several_boards_are_counted_but_not_written_into_one(gridwise: Command) -> None:
    ran = gridwise("encode", "queens:4:", "nowhere.txt", "sliding:2x2:0,1,2,3", THREE, "--json")
    assert ran.status == 30
    assert [record["index"] for record in ran.records] == [0, 1, 2, 3]
    assert ["error" in record and record["error"] is not None for record in ran.records] == [
        *(False, True, True, False)
    ]
    assert "This board of sliding has no clauses." in ran.err
    ran = gridwise("encode", "queens:4:", "queens:5:")
    assert ran.status == 30
    assert ran.out.startswith("c variables 1 to 16 are primary\n")
    assert "Found a second board, expected one" in ran.err


def test_wrong_usage(gridwise: Command) -> None:
    for args, says in (
        ((), "No input"),
        ((THREE, "--set", "encodin=minimal"), "did you mean encoding?"),
        ((THREE, "--encoding", "minima"), "did you mean minimal?"),
    ):
        ran = gridwise("encode", *args)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith("gridwise: ")
        assert says in ran.err


def test_an_inconsistent_board_stays_unsatisfiable() -> None:
    for text in (CONTRADICTION, MINES):
        position = gridwise.parse(text, puzzle="minesweeper")
        wanted = gridwise.count(position).answer
        primary = puzzle_of(position).scene(position).width ** 2
        for simplified in (False, True):
            found = gridwise.encode(position, simplified=simplified)
            with Solver("minisat22", bootstrap_with=found.clauses) as solver:
                assert solver.solve() is (wanted is not None and wanted.number > 0), primary
