"""Techniques that take long on large boards look at the time meanwhile."""

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import CheckedRun
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.solving.inputs import parse


def over() -> None:
    raise Interrupted(Stop.TIME_LIMIT)


@every("name", ["sue_de_coq", "x_chain", "xy_chain", "nice_loop", "grouped_nice_loop"])
def test_it_ends_when_the_time_is_over(name: str) -> None:
    grid = CandidateGrid(parse("sudoku:4x4:" + "." * 256))
    with CheckedRun(over).current(), pytest.raises(Interrupted):
        next(registry.techniques("sudoku")[name].find(grid), None)
