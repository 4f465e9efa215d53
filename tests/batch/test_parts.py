"""One board shared out: the same answers, lost parts done again, limits that mean the same."""

from threading import Event

import pytest

import gridwise
import samples
from batch.inline import Inline
from batch.searches import hard, reached, searched, told
from every import every
from gridwise.batch import parts
from gridwise.batch.parts import SharedCount
from gridwise.core.errors import Fault, ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens.engine.search import queens_kernel
from gridwise.puzzles.queens.position import Position
from gridwise.puzzles.sliding.position import Position as SlidingBoard
from gridwise.puzzles.sliding.position import blank_last
from gridwise.puzzles.sliding.views import SlidingKernel
from gridwise.solving.solve import count, solve


def test_parts_that_were_lost_are_counted_again():
    executor = Inline(lost={2, 3, 9})
    answer = count(Position(12), method=SharedCount(Position(12), executor)).answer
    assert (answer.number, answer.exact) == (14200, True)
    assert executor.calls > max(executor.lost)
    example = 1  # a worker finds it too, as its engine is loaded
    assert executor.calls == len(SharedCount(Position(12), executor).parts) + 3 + example


def test_after_a_count_all_solutions_are_still_listed_once():
    method, view, run = SharedCount(Position(6), Inline()), queens_kernel(Position(6)), Run()
    assert method.count_models(view, run, ModelCount())
    listed = list(method.models(view, run))
    assert sorted(listed) == sorted(queens_kernel(Position(6)).models(Run()))


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


def test_workers_and_a_cluster_exclude_each_other():
    with pytest.raises(ParameterError, match="exclude each other"):
        gridwise.count("queens:8:", workers=2, cluster="local:2")


@every(
    "board",
    lambda: [
        *(
            [hard(), reached(SlidingBoard(4, 4, blank_last(16), blank_last(16)), 90)]
            if samples.THOROUGH
            else []
        ),
        reached(SlidingBoard(3, 3, tuple(range(9))), 40),
        reached(SlidingBoard(5, 2, tuple(range(10))), 40),
        SlidingBoard(4, 1, (1, 2, 0, 3), (1, 2, 3, 0)),
        SlidingBoard(2, 2, (0, 1, 2, 3)),
    ],
)
def test_a_shared_search_finds_the_same_length(board):
    shared, alone = searched(board), solve(board, method="kernel")
    assert (shared.status, shared.optimal) == (Status.SOLVED, True)
    assert len(shared.answer.items[0].moves) == len(alone.answer.items[0].moves)


@pytest.mark.parametrize("tables", ["default", "none", "6-6-3"])
def test_each_kind_of_search_is_shared_out(tables, monkeypatch):
    monkeypatch.setattr(parts, "SUBTREES", 40)
    monkeypatch.setattr(parts, "_SLICE_NODES", 1)
    board = gridwise.Board("sliding:4x4:14,1,9,6,4,8,12,5,7,2,3,0,10,11,13,15")
    if tables == "none":
        board = board.play(*gridwise.solve(board).moves[:25])
    options = {"tables": tables}
    shared = searched(board.position, options=options)
    alone = solve(board.position, method="kernel", options=options)
    assert len(shared.answer.items[0].moves) == len(alone.answer.items[0].moves)


def test_neither_workers_nor_losses_change_the_path(monkeypatch):
    monkeypatch.setattr(parts, "_SLICE_NODES", 1 << 10)
    found = []
    runs = ((1, ()), (7, (2, 3, 9, 11)), (2, ()))
    for workers, lost in runs if samples.THOROUGH else runs[:2]:
        executor = Inline(lost=lost)
        executor.workers = workers
        found.append(told(searched(hard(), executor, options={"tables": "default"})))
        assert not lost or executor.calls > max(lost)
        assert executor.calls > 20
    assert all(one == found[0] for one in found)


def test_heavy_subtrees_are_split_and_workers_do_not_change_the_path(monkeypatch):
    options = {"tables": "default"}
    monkeypatch.setattr(parts, "SUBTREES", 8)
    whole = searched(hard(), options=options)
    most: list[int] = []
    slices = parts._slices

    def seen(subtrees):
        most.append(len(subtrees))
        return slices(subtrees)

    monkeypatch.setattr(parts, "_slices", seen)
    monkeypatch.setattr(parts, "_SLICE_NODES", 1 << 10)
    monkeypatch.setattr(parts, "_HEAVY_NODES", 1 << 12)
    found = []
    for workers, lost in ((1, ()), (7, (2, 3, 9, 11))):
        executor = Inline(lost=lost)
        executor.workers = workers
        found.append(told(searched(hard(), executor, options=options)))
    assert found[0] == found[1]
    assert len(found[0][0]) == len(told(whole)[0])
    assert max(most) > 4 * most[0]
    for one, other in zip(found[0][2]["iterations"], whole.tables["iterations"], strict=True):
        assert one["bound"] == other["bound"]
        assert one["expanded"] <= other["expanded"]


def test_bounds_go_up_as_alone_and_nodes_are_counted():
    options = {"tables": "default"}
    shared = searched(hard(), options=options).tables["iterations"]
    alone = solve(hard(), method="kernel", options=options).tables["iterations"]
    assert [row["bound"] for row in shared[-3:]] == [row["bound"] for row in alone[-3:]]
    for one, other in zip(shared[-3:-1], alone[-3:-1], strict=True):
        assert other["expanded"] / 2 < one["expanded"] <= other["expanded"] * 1.1


def test_a_board_without_a_solution_is_proved_so():
    tiles = [0, 2, 1, *range(3, 16)]
    assert searched(SlidingBoard(4, 4, tuple(tiles))).status is Status.UNSATISFIABLE


def test_limits_end_a_shared_search():
    late = searched(hard(), Inline(never=range(2, 10**6)), limits=Limits(time_s=0.5))
    assert (late.status, late.stop) == (Status.UNKNOWN, Stop.TIME_LIMIT)
    cancel = Event()
    cancel.set()
    assert searched(hard(), cancel=cancel).stop is Stop.CANCELLED
    few = searched(hard(), limits=Limits(nodes=50))
    assert (few.stop, few.statistics.counters["expanded"]) == (Stop.NODE_LIMIT, 50)


def test_a_worker_ends_at_the_time_that_is_left():
    view = SlidingKernel(hard(), "default")
    cut = parts.registry.capability("sliding", parts.SearchInParts).cut(view, 10, Run())
    with pytest.raises(Interrupted):
        parts.search_subtrees("sliding", cut.common, cut.subtrees, cut.bound, 1e-6)


def test_what_is_not_shared_out_says_so():
    with pytest.raises(ParameterError, match="queens is not solved in parts"):
        gridwise.solve("queens:8:", workers=2)
    with pytest.raises(ParameterError, match="leave --method out"):
        gridwise.solve(hard(), method="ida_star", workers=2)
    with pytest.raises(ParameterError, match="leave --method out"):
        gridwise.count("queens:8:", method="sat", workers=2)
    with pytest.raises(ParameterError, match="traced in one process"):
        gridwise.solve(hard(), trace=True, workers=2)
    with pytest.raises(ParameterError, match="a_star is not shared out"):
        searched(hard(), options={"search": "a_star"})
