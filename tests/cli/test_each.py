"""`--method each`: a line for every method, and whether their claims agree."""

from pathlib import Path
from typing import Any

import pytest

from cli.boards import HARD, MINES, MINES_FORCED, RING, THREE, TWICE
from cli.conftest import Command
from gridwise.cli import _each, _job
from gridwise.cli._each import disagreement
from gridwise.core import registry
from gridwise.core.result import Count, Result, Solution, Solutions, Status, Stop
from gridwise.workbench.inputs import parse

LIMITS = ("--nodes", "20000")


def names(notation: str) -> list[str]:
    return [method.name for method in registry.methods_for(parse(notation))]


def test_every_method_that_fits_has_a_line(gridwise: Command) -> None:
    ran = gridwise("solve", HARD, "--method", "each", *LIMITS)
    lines = ran.out.splitlines()
    (start,) = (i for i, line in enumerate(lines) if line.startswith("method "))
    rows = lines[start + 1 : start + 1 + len(names(HARD))]
    assert [row.split()[0] for row in rows] == names(HARD)
    brute = next(row for row in rows if row.startswith("brute_force"))
    assert "gave up" in brute
    assert "node limit" in brute
    assert "assignments 20,000" in brute
    gave_up = sum("gave up" in row for row in rows)
    assert gave_up < len(rows) / 2
    assert f"the {len(rows) - gave_up} answers agree; {gave_up} without an answer" in ran.out
    assert "each run stops after 10 s (the default of --method each)" in ran.out
    assert ran.status == 0


def test_the_time_limit_that_was_given_is_kept(gridwise: Command) -> None:
    out = gridwise("solve", THREE, "--method", "each", "--time", "3", *LIMITS).out
    assert "each run stops after 3 s\n" in out


def test_forced_cells_and_the_file(gridwise: Command) -> None:
    Path("Input7.txt").write_text(MINES)
    ran = gridwise("solve", "Input7.txt", "--method", "each")
    assert ran.status == 0
    assert ran.out.count("6 safe, 3 mines, 5 undetermined") == len(names(RING))
    assert Path("Output7.txt").read_text() == MINES_FORCED


def test_records_of_every_method(gridwise: Command, validator: Any) -> None:
    ran = gridwise("solve", RING, THREE, "--method", "each", "--json", "--layout")
    for record in ran.records:
        validator.validate(record)
    told = [(record["index"], record["method"]) for record in ran.records]
    assert told == [(0, name) for name in names(RING)] + [(1, name) for name in names(THREE)]


def test_no_solution_and_no_answer(gridwise: Command) -> None:
    assert gridwise("solve", TWICE, "--method", "each").status == 10
    ran = gridwise("solve", HARD, "--method", "each", "--time", "0.000001")
    assert ran.status == 20
    assert "no method settled it" in ran.out


def test_options_go_to_the_methods_that_take_them(gridwise: Command) -> None:
    ran = gridwise("solve", RING, "--method", "each", "--layout", "--set", "solver=minisat22")
    assert ran.status == 0


def test_different_solutions_are_no_disagreement_and_are_told(gridwise: Command) -> None:
    boards = [gridwise("solve", RING, "--nth", k, "--json").record["board"] for k in (1, 8)]
    results = [layout("a", parse(boards[0])), layout("b", parse(boards[1]))]
    assert disagreement(results) is None
    assert _each._agreement(results) == "2 methods found 2 different solutions"


def layout(name: str, position: object) -> Result[Any]:
    answer = Solutions((Solution((), position),))
    return Result(Status.SOLVED, Stop.COMPLETED, answer=answer, method=name, question="solution")


def result(status: Status, stop: Stop = Stop.COMPLETED, **more: Any) -> Result[Any]:
    return Result(status, stop, **{"question": "solution", "method": "m", **more})


def answer(position: str, count: Count | None = None) -> Solutions[Any, Any]:
    return Solutions((Solution((), position),), count)


NO = result(Status.UNSATISFIABLE)
GAVE_UP = result(Status.UNKNOWN, Stop.TIME_LIMIT)
P = result(Status.SOLVED, answer=answer("p"), unique=True)
Q = result(Status.SOLVED, answer=answer("q"), unique=True)
MANY = result(Status.SOLVED, answer=answer("q"), unique=False)


@pytest.mark.parametrize(
    ("results", "says"),
    [
        ([P, P, GAVE_UP], None),
        ([P, NO], "solved and no solution"),
        ([NO, GAVE_UP], None),
        ([P, Q], "their answers differ"),
        ([P, MANY], "unique and not unique"),
        ([MANY, result(Status.SOLVED, answer=answer("r"), unique=False)], None),
        (
            [
                result(Status.SOLVED, answer=Count(3, True), question="count"),
                result(Status.SOLVED, answer=Count(4, True), question="count"),
            ],
            "3 and 4",
        ),
        (
            [
                result(Status.SOLVED, answer=Count(3, True), question="count"),
                result(Status.SOLVED, Stop.TIME_LIMIT, answer=Count(4, False), question="count"),
            ],
            "3 and at least 4",
        ),
        (
            [
                result(Status.SOLVED, answer=Count(5, True), question="count"),
                result(Status.SOLVED, Stop.TIME_LIMIT, answer=Count(4, False), question="count"),
            ],
            None,
        ),
        (
            [
                result(Status.SOLVED, answer=answer("p"), question="forced"),
                result(Status.SOLVED, answer=answer("q"), question="forced"),
            ],
            "their answers differ",
        ),
        (
            [
                result(Status.SOLVED, answer=answer("p", Count(1, True)), question="all"),
                result(
                    Status.SOLVED,
                    Stop.TIME_LIMIT,
                    answer=answer("p", Count(1, False)),
                    question="all",
                ),
            ],
            None,
        ),
    ],
)
def test_what_is_a_disagreement(results: list[Result[Any]], says: str | None) -> None:
    for order in (results, results[::-1]):
        found = disagreement(order)
        if says is None:
            assert found is None
        else:
            assert found is not None
            assert found.startswith("m and m disagree: ")
            assert says in found


def test_a_disagreement_is_a_fault_of_ours(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = _job.solve

    def lying(position: object, *, method: str, **more: Any) -> Result[Any]:
        found = solve(position, method=method, **more)
        if method != "dpll":
            return found
        return Result(
            Status.UNSATISFIABLE,
            Stop.COMPLETED,
            method=method,
            puzzle=found.puzzle,
            notation=found.notation,
            question=found.question,
        )

    monkeypatch.setattr(_job, "solve", lying)
    ran = gridwise("solve", THREE, "--method", "each", *LIMITS)
    assert ran.status == 31
    assert "dpll" in ran.err
    assert "disagree: solved and no solution" in ran.err
    assert "disagree" in ran.out
