"""The compiled searches for chains of the Sudoku Explainer rating."""

import pytest

from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import chains as engine
from gridwise.puzzles.sudoku.rating.chains import ChainSearch
from gridwise.puzzles.sudoku.rating.grid import Board, SeStep
from gridwise.puzzles.sudoku.rating.se import next_step
from puzzles.sudoku.rating.support import RATED, position, rated


@pytest.mark.parametrize("low, most", [(6.6, 2), (7.5, 1), (8.6, 1)])
def test_the_kernels_find_what_the_plain_searches_find(low, most):
    run, compared = Run(), 0
    for line, _ in [known for known in RATED if known[1][0] >= low][:most]:
        board = Board(position(line).cells)
        while not board.solved:

            def both(search: ChainSearch, board: Board, run: Run) -> SeStep | None:
                nonlocal compared
                found = search.best(board)
                if engine.fits(search):
                    compared += 1
                    assert engine.best(search, board, run) == found
                return found

            step = next_step(board, run, both)
            assert step is not None
            board.apply(step)
    assert compared


@pytest.mark.parametrize("low, high", [(9.5, 9.9), (11.0, 11.1)])
def test_nested_chains_are_rated_as_by_the_reference(monkeypatch, low, high):
    monkeypatch.setattr(engine, "left_s", lambda search: 0.0)  # plain code would take minutes
    line, numbers = next((line, n) for line, n in RATED if low <= n[0] <= high)
    assert rated(line) == numbers
