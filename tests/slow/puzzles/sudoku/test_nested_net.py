"""Nested Net beside singles alone solves whole boards."""

from pathlib import Path

import gridwise as gw
from gridwise.puzzles.sudoku.cases import read_cases
from samples import THOROUGH

GOLDEN = Path(__file__).parents[3] / "golden" / "sudoku" / "nested_net.txt"
HARD = tuple(case for case in read_cases(GOLDEN.read_text("utf-8")) if not case.must_not)


def test_with_singles_it_solves_by_itself() -> None:
    names = ["full_house", "naked_single", "hidden_single", "nested_net"]
    for case in HARD[: 2 if THOROUGH else 1]:
        found = gw.explain(gw.Board(case.origin), techniques=names)
        assert found.solved
        assert "nested_net" in {step.technique for step in found.steps}
