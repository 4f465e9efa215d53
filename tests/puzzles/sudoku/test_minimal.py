"""Many minimal boards at once: the same as the plain way, one given at a time, makes."""

from random import Random
from threading import Event

import numpy as np
import pytest

import gridwise
from gridwise.core.limits import Interrupted
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.engine import minimal
from gridwise.puzzles.sudoku.rules import shuffled_grid
from oracles import sudoku_thinning
from samples import seeds


def test_thinned_as_the_plain_way():
    random = Random(3)
    full = np.array([list(shuffled_grid(3, 3, random)) for _ in seeds(2, 6)], np.uint8)
    orders = np.array([random.sample(range(81), 81) for _ in full])
    made = minimal.thinned(full, orders, Run())
    for board, solved, order in zip(made, full, orders, strict=True):
        assert board.tolist() == sudoku_thinning.thinned(solved.tolist(), order.tolist())


def test_boards_are_unique_and_minimal_and_a_seed_makes_them_again():
    boards = minimal.minimal_boards(300, 5, Run())
    assert (boards == minimal.minimal_boards(300, 5, Run())).all()
    assert len(np.unique(boards, axis=0)) == 300
    assert (gridwise.solve_many(boards).found == 1).all()
    for board in boards[:40]:
        fewer = np.tile(board, (81, 1))
        np.fill_diagonal(fewer, 0)
        assert (gridwise.solve_many(fewer[board > 0]).found == 2).all()


def test_cancelled_makes_none():
    cancel = Event()
    cancel.set()
    with pytest.raises(Interrupted):
        minimal.minimal_boards(300, 5, Run(cancel=cancel))
