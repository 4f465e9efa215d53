"""First solutions of a million queens."""

import pytest

import gridwise
from gridwise.core.result import Status
from gridwise.solving.result_json import as_json

MILLION = 1_000_000


@pytest.mark.parametrize("method", ["constructive", "min_conflicts"])
def test_a_million_queens(method):
    board = gridwise.parse(f"queens:{MILLION}:")
    result = gridwise.solve(board, method=method, seed=3)
    assert result.status is Status.SOLVED
    solved = result.answer.items[0].position
    assert len(result.answer.items[0].moves) == MILLION
    assert len(solved.queens) == MILLION
    for line in (lambda r, c: r, lambda r, c: c, lambda r, c: r - c, lambda r, c: r + c):
        assert len({line(*divmod(cell, MILLION)) for cell in solved.queens}) == MILLION
    if method == "constructive":
        text = as_json(result)["board"]
        assert text.startswith(f"queens:{MILLION}:2,4,6,")
        assert gridwise.parse(text) == solved
