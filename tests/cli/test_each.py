"""`--method each`: a line for every method, and whether their claims agree."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cli.boards import HARD, MINES, MINES_FORCED, RING, THREE, TWICE
from cli.running import Command
from gridwise.cli.shared import solve_run
from gridwise.core import registry
from gridwise.core.result import Result, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import Model
from gridwise.methods.a_star import AStar
from gridwise.solving.inputs import parse
from gridwise.solving.takeover import Choice

LIMITS = ("--nodes", "20000")
UNHURRIED = ("--time", "3600")
"""Ends no run on any machine; without it a run ends after ten seconds."""


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
    gave_up = sum("gave up" in row and not row.startswith("human") for row in rows)
    assert gave_up < len(rows) / 2
    assert f"The {len(rows) - gave_up} answers agree; {gave_up} without an answer." in ran.out
    assert "Each run stops after 10 s (the default of --method each)." in ran.out
    assert ran.status == 0


def test_the_time_limit_that_was_given_is_kept(gridwise: Command) -> None:
    out = gridwise("solve", THREE, "--method", "each", "--time", "300", *LIMITS).out
    assert "Each run stops after 300 s.\n" in out


def test_forced_cells_and_the_file(gridwise: Command) -> None:
    Path("Input7.txt").write_text(MINES)
    ran = gridwise("solve", "Input7.txt", "--method", "each", *UNHURRIED)
    assert ran.status == 0
    whole = [name for name in names(RING) if registry.method(name).complete]
    answered = [*whole, "human"]  # which counts the layouts: no more than it found is forced
    assert ran.out.count("6 safe, 3 mines, 5 undetermined") == len(answered)
    assert Path("Output7.txt").read_text() == MINES_FORCED


def test_records_of_every_method(gridwise: Command, validator: Any) -> None:
    ran = gridwise("solve", RING, THREE, "--method", "each", "--json", "--layout", *UNHURRIED)
    for record in ran.records:
        validator.validate(record)
    told = [(record["index"], record["method"]) for record in ran.records]
    assert told == [(0, name) for name in names(RING)] + [(1, name) for name in names(THREE)]


def test_no_solution_and_no_answer(gridwise: Command) -> None:
    assert gridwise("solve", TWICE, "--method", "each", *UNHURRIED).status == 10
    ran = gridwise("solve", HARD, "--method", "each", "--time", "0.000001")
    assert ran.status == 20
    assert "No method answered." in ran.out


def test_options_go_to_the_methods_that_take_them(gridwise: Command) -> None:
    ran = gridwise(
        "solve", RING, "--method", "each", "--layout", "--set", "solver=minisat22", *UNHURRIED
    )
    assert ran.status == 0


def test_different_solutions_are_no_disagreement_and_are_told(gridwise: Command) -> None:
    ran = gridwise("solve", "queens:6:", "--method", "each", "--json", *UNHURRIED)
    boards = {record["board"] for record in ran.records if record["board"]}
    assert len(boards) > 1
    out = gridwise("solve", "queens:6:", "--method", "each", *UNHURRIED).out
    assert f"methods found {len(boards)} different solutions" in out


def test_a_disagreement_is_a_fault_of_ours(
    gridwise: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve = solve_run.solve

    def lying(position: object, *, method: Choice, **more: Any) -> Result[Any]:
        found = solve(position, method=method, **more)
        if found.method != "dpll":
            return found
        return Result(
            Status.UNSATISFIABLE,
            Stop.COMPLETED,
            method=found.method,
            puzzle=found.puzzle,
            notation=found.notation,
            question=found.question,
        )

    monkeypatch.setattr(solve_run, "solve", lying)
    ran = gridwise("solve", THREE, "--method", "each", *LIMITS)
    assert ran.status == 31
    assert "dpll" in ran.err
    assert "disagree: one found a solution, the other found that there is none" in ran.err
    assert "disagree" in ran.out


PATHS = "sliding:3x3:8,7,1,6,0,4,3,2,5"


def test_lengths_that_differ_are_told(gridwise: Command) -> None:
    """Methods that claim nothing may find longer solutions; that is not called agreement."""
    ran = gridwise("solve", PATHS, "--method", "each", *UNHURRIED)
    assert ran.status == 0
    assert "agree" not in ran.out
    count = len(names(PATHS))
    assert f"{count} methods found solutions of 26 to 40 moves, none is shorter than 26" in ran.out
    assert "26 moves, shortest" in ran.out


class Liar(AStar):
    """A* that slides a tile there and back before it begins, and still claims what it claims."""

    name = "liar"
    factor: float | None = None

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.bound = self.factor
        run.report.optimal = None if self.factor else True
        root = view.initial()
        there, after, _ = next(iter(view.successors(root)))
        back = next(op for op, state, _ in view.successors(after) if state == root)
        for model in super().models(view, Run()):
            yield (there, back, *model)


class NearLiar(Liar):
    """The same, with a bound that is too small."""

    name = "near_liar"
    factor = 1.01


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        (Liar(), "a shortest solution of 28 moves, and one of 26"),
        (NearLiar(), "28 moves, claimed to be at most 1.01 times the least, and 26 moves"),
    ],
)
def test_a_planted_wrong_length_is_named(gridwise: Command, planted: Liar, says: str) -> None:
    module = ModuleType("planted")
    module.METHOD = planted  # type: ignore[attr-defined]
    registry.register(module)
    try:
        ran = gridwise("solve", PATHS, "--method", "each", "--nodes", "5000", *UNHURRIED)
    finally:
        registry._EXTRA["METHOD"].remove(planted)
        registry.methods.cache_clear()
    assert ran.status == 31
    assert planted.name in ran.err
    assert f"disagree: {says}" in ran.err
    assert says in ran.out
