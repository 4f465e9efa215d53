"""The clauses that come from one cell, beside those of the whole board."""

import threading
from typing import Any

import pytest

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.views import CnfModel
from gridwise.solving.encoding.clauses import cell_clauses, either
from gridwise.solving.inputs import parse
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call

BOARDS = (
    "minesweeper:4x4:1--1/----/-2--/----",
    "minesweeper:4x4x3:1--1/-X--/-2--/---s",
    "queens:6:r1c2",
    "sudoku:2x2:1....2....3....4",
)


@pytest.mark.parametrize("notation", BOARDS)
def test_they_are_those_of_the_whole_board(notation: str) -> None:
    position: Any = parse(notation)
    puzzle = registry.puzzle_of(position)
    model = puzzle.views(position)[CnfModel].make()
    assert isinstance(model, CnfModel)
    of_cells: set[tuple[str, tuple[int, ...]]] = set()
    for cell in range(len(puzzle.scene(position).cells)):
        found = cell_clauses(position, cell)
        for family in found.families:
            assert cell in family.premise.cells
            of_cells |= {(family.name, tuple(sorted(clause))) for clause in family.clauses}
    whole = {
        (model.families[at].name, tuple(sorted(clause)))
        for clause, at in zip(model.clauses, model.family_of, strict=True)
        if model.families[at].premise is not None and model.families[at].premise.cells
    }
    assert whole
    assert of_cells >= whole, "a clause that two numbers give is kept once in the whole"
    assert {clause for _, clause in of_cells} == {clause for _, clause in whole}


def test_they_are_named_by_their_cells() -> None:
    found = cell_clauses(parse(BOARDS[0]), 0)
    assert [family.name for family in found.families] == ["shown", "number"]
    assert [found.text(clause) for clause in found.families[1].clauses] == [
        "r1c2 ∨ r2c1 ∨ r2c2",
        "¬r1c2 ∨ ¬r2c1",
        "¬r1c2 ∨ ¬r2c2",
        "¬r2c1 ∨ ¬r2c2",
    ]
    said = str(found.words(found.families[1].clauses[1]))
    assert said == "r1c2 is safe or r2c1 is safe"
    given = cell_clauses(parse(BOARDS[3]), 0)
    assert [given.text(clause) for clause in given.families[0].clauses] == ["r1c1=1"]
    assert str(either(())) == "contradiction"


def test_a_total_over_a_large_board_costs_nothing() -> None:
    covered = "/".join(["-" * 30] * 15)
    found = cell_clauses(parse(f"minesweeper:30x16x99:{'1' + '-' * 29}/{covered}"), 0)
    assert sum(len(family.clauses) for family in found.families) == 5
    assert len(found.model.clauses) == 5


def test_what_cannot_be_asked() -> None:
    def ask(**args: Any) -> Any:
        return task_kind("clauses").run(args, Call(threading.Event(), 10.0)).value

    assert ask(notation=BOARDS[0], cell=1)["families"] == []
    for args in ({"cell": 16}, {"cell": -1}, {"cell": "1"}, {}):
        with pytest.raises(GridwiseError):
            ask(notation=BOARDS[0], **args)
    with pytest.raises(GridwiseError, match="not written as clauses"):
        ask(notation="sliding:3x3:1,2,5,3,4,8,6,7,0", cell=0)
