"""One count shared out: the same numbers, lost parts counted again, limits that mean the same."""

import os
from threading import Event

import pytest

import gridwise
from batch.inline import Inline
from gridwise.batch.parts import SharedCount, in_parts
from gridwise.core.errors import Fault, ParameterError
from gridwise.core.limits import Limits
from gridwise.core.result import Status, Stop
from gridwise.puzzles.queens.position import Position
from gridwise.solving.solve import count


def test_parts_that_were_lost_are_counted_again():
    executor = Inline(lost={2, 3, 9})
    answer = count(Position(12), method=SharedCount(Position(12), executor)).answer
    assert (answer.number, answer.exact) == (14200, True)
    assert executor.rebuilt == 3
    assert executor.calls == len(SharedCount(Position(12), executor).parts) + 3


def test_a_part_that_kills_every_worker_ends_the_count():
    with pytest.raises(Fault, match="died 3 times"):
        count(Position(12), method=SharedCount(Position(12), Inline(lost=range(10**6))))


def test_what_was_counted_before_a_limit_is_a_lower_bound():
    shared = SharedCount(Position(12), Inline(never={40}))
    result = count(Position(12), method=shared, limits=Limits(time_s=0.5))
    assert result.stop is Stop.TIME_LIMIT
    assert result.answer is not None
    assert 0 < result.answer.number < 14200
    assert not result.answer.exact
    cancel = Event()
    cancel.set()
    result = count(Position(12), method=SharedCount(Position(12), Inline()), cancel=cancel)
    assert result.status is Status.UNKNOWN
    assert result.stop is Stop.CANCELLED


def test_limits_on_solutions_and_symmetries_mean_the_same():
    at_most = count(
        Position(9), method=SharedCount(Position(9), Inline()), limits=Limits(solutions=100)
    )
    assert (at_most.answer.number, at_most.answer.exact) == (100, False)
    fundamental = count(Position(8), method=SharedCount(Position(8), Inline()), up_to_symmetry=True)
    assert fundamental.answer.number == 12


def test_boards_that_are_not_cut_say_so():
    board = gridwise.Board("minesweeper:3x3:---/-1-/---")
    with pytest.raises(ParameterError, match="not counted in parts"):
        SharedCount(board.position, Inline())


SEVERAL = "000000010400000000020000000000050407008000300001090000300400200050100000000000000"


@pytest.mark.parametrize("notation", ["queens:12:", "queens:10:r1c1", f"sudoku:3x3:{SEVERAL}"])
def test_on_processes(notation):
    alone = gridwise.count(notation)
    shared = gridwise.count(notation, workers=2)
    assert (shared.count, shared.exact) == (alone.count, alone.exact)


def test_workers_and_a_cluster_exclude_each_other():
    with pytest.raises(ParameterError, match="exclude each other"):
        gridwise.count("queens:8:", workers=2, cluster="local:2")


def test_the_processes_end_with_the_count():
    with in_parts(Position(12), "auto", 1, None, counting=True) as method:
        assert count(Position(12), method=method).answer.number == 14200
        pids = method.executor.pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
