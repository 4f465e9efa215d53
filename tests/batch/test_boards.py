"""New boards shared out: a seed makes the same board, whoever makes it."""

from threading import Event

import pytest

from batch.inline import Inline
from gridwise.batch import boards
from gridwise.batch.boards import generate_shared
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted
from gridwise.solving.generate import generate_many


@pytest.mark.parametrize(
    ("puzzle", "params", "number"),
    [("sudoku", "2x2", 40), ("sliding", "3x3", 5), ("queens", "", 1)],
)
@pytest.mark.parametrize("lost", [(), (1, 3)])
def test_the_boards_are_those_of_one_process(puzzle, params, number, lost, monkeypatch):
    executor = Inline(lost=lost)
    monkeypatch.setattr(boards, "open_executor", lambda workers, cluster: executor)
    seeds = range(7, 7 + number)
    found = list(generate_shared(puzzle, params, seeds, cluster="local:2"))
    assert found == list(generate_many(puzzle, params, seeds))
    assert [seed for seed, _, _ in found] == list(seeds)


def test_what_was_not_found_comes_back_in_its_place(monkeypatch):
    monkeypatch.setattr(boards, "open_executor", lambda workers, cluster: Inline())
    asked = {"options": {"difficulty": "extreme"}, "time_s": 0.001}
    found = list(generate_shared("sudoku", "3x3", range(2), workers=2, **asked))
    assert [made for _, made, _ in found] == [None, None]


def test_it_ends_early(monkeypatch):
    monkeypatch.setattr(boards, "open_executor", lambda workers, cluster: Inline())
    cancel = Event()
    cancel.set()
    with pytest.raises(Interrupted):
        list(generate_shared("sudoku", "2x2", range(9), workers=2, cancel=cancel))
    with pytest.raises(ParameterError):
        list(generate_shared("sudoku", "2x2", range(9), workers=2, options={"givens": 99}))
