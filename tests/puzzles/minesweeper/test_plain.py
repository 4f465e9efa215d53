"""Counting in plain Python: against every layout of small boards, and against compiled code."""

from random import Random

import pytest

import gridwise
from gridwise.compiled import jit
from gridwise.core.limits import Limits
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.views import Backbone
from gridwise.methods.kernel import METHOD as KERNEL
from gridwise.puzzles.minesweeper import bench
from gridwise.puzzles.minesweeper.engine import counting, plain, probability
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates
from gridwise.puzzles.minesweeper.engine.open_board import MINED, SAFE, NoLayoutError, OpenBoard
from gridwise.puzzles.minesweeper.position import Position
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.puzzles.minesweeper.sample import sample
from gridwise.solving.instance import Instance
from oracles import minesweeper as oracle
from puzzles.minesweeper.support import EXPERT
from samples import THOROUGH, seeds

SAMPLES = 300 if THOROUGH else 90
PLENTY = 10**7


@pytest.fixture(autouse=True)
def _nothing_is_counted_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "_last", None)


def budget() -> StepBudget:
    return StepBudget(PLENTY)


def test_numbers_are_those_of_every_layout() -> None:
    random = Random(61)
    none = 0
    for _ in range(SAMPLES):
        position = sample(random)
        layouts = oracle.solutions(PUZZLE.format(position))
        assert plain.count(position, Run(), budget()) == len(layouts)
        found = plain.tally(position, Run(), budget())
        one = plain.one_layout(position, Run(), budget())
        if not layouts:
            none += 1
            assert found is None
            assert one is None
            continue
        assert found is not None
        assert one is not None
        assert found.layouts == len(layouts)
        assert found.mines == tuple(map(sum, zip(*layouts, strict=True)))
        assert tuple(map(int, one)) in layouts
        if position.mines is not None:
            listed = [set(mines) for mines in plain.layouts(position, Run(), budget())]
            assert sorted(map(sorted, listed)) == sorted(
                [cell for cell, mine in enumerate(layout) if mine] for layout in layouts
            )
    assert none > 3


def test_large_boards_are_counted_as_by_compiled_code() -> None:
    for position in bench.positions(len(seeds(10, 40))):
        slow, quick = Run(), Run()
        assert plain.tally(position, slow, budget()) == probability.tally(position, quick)
        assert slow.count.as_dict() == quick.count.as_dict()


def test_what_single_numbers_decide() -> None:
    position = gridwise.parse("minesweeper:4x1:1--0")
    board = OpenBoard(position)
    board.deduce()
    assert board.know == [SAFE, MINED, SAFE, SAFE]
    with pytest.raises(NoLayoutError):
        OpenBoard(gridwise.parse("minesweeper:3x1:2-2")).deduce()


def test_more_steps_than_allowed_are_not_taken() -> None:
    position = next(bench.positions(1))
    small = StepBudget(5)
    with pytest.raises(TooManyStates):
        plain.count(position, Run(), small)
    assert small.steps > 5


def test_a_board_of_many_steps_is_for_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(bench.positions(1))
    expected = plain.tally(position, Run(), budget())
    monkeypatch.setattr(plain, "_last", None)
    monkeypatch.setattr(counting, "_steps", lambda kernel: 5)
    run = Run()
    assert counting.tally(position, run) == expected
    again = Run()
    probability.tally(position, again)
    assert run.count.as_dict() == again.count.as_dict()  # what was counted in vain is not


def test_of_the_board_counted_last_nothing_is_counted_again() -> None:
    position = next(bench.positions(1))
    first, second = budget(), budget()
    number = plain.count(position, Run(), first)
    found = plain.tally(position, Run(), second)
    assert found is not None
    assert found.layouts == number
    assert (first.steps > 0, second.steps) == (True, 0)


def test_of_a_large_total_auto_counts_what_is_forced() -> None:
    position = gridwise.parse(EXPERT)
    assert Instance.of(position).choose().name == "kernel"
    assert Instance.of(position).choose(counting=True).name == "kernel"
    # An option says which method is meant, and small boards are for clauses as before.
    assert Instance.of(position).choose(options=["encoding"]).name == "sat"
    assert Instance.of(
        gridwise.parse("minesweeper:9x9x10:" + "/".join(["-" * 9] * 9))
    ).choose().name == ("sat")


def test_a_limit_on_solutions_needs_no_list() -> None:
    """Two nodes: the board is counted, and a first layout looked at."""
    board = gridwise.parse(EXPERT)
    few = gridwise.count(board, limits=Limits(solutions=10_000, nodes=2))
    assert few.answer is not None
    assert (few.answer.number, few.answer.exact, few.stop) == (10_000, False, Stop.SOLUTION_LIMIT)
    small = gridwise.parse("minesweeper:4x4:----/-1--/----/----")
    every = gridwise.count(small, method="kernel")
    assert every.answer is not None
    for limit in (every.answer.number - 1, every.answer.number):
        found = gridwise.count(small, method="kernel", limits=Limits(solutions=limit))
        assert found.answer is not None
        assert found.answer.number == limit
        assert found.answer.exact == (limit == every.answer.number)


def test_what_is_forced_is_what_clauses_force() -> None:
    random = Random(62)
    for _ in seeds(25, 60):
        position = sample(random)
        found = {}
        for name in ("kernel", "sat"):
            result = gridwise.solve(position, method=name)
            found[name] = result.answer and result.answer.items[0].moves
        assert found["kernel"] == found["sat"], PUZZLE.format(position)


def test_doubts_are_settled_as_by_counting_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is not even the mean one is passed over; no other may be."""
    random = Random(63)
    settled = 0
    for _ in seeds(80, 200):
        position = sample(random)
        view = counting.LayoutKernel.of(position)
        backbone = Backbone()
        KERNEL.backbone(view, Run(), backbone)
        if backbone.model is None:
            continue
        queries = list(view.decoder.queries(tuple(backbone.forced), backbone.model))
        layouts = oracle.solutions(PUZZLE.format(position))
        expected = [
            query
            for query in queries
            if all(
                oracle.said(PUZZLE.format(position), one, _text(position, query)) for one in layouts
            )
        ]
        assert list(view.proved(queries, Run())) == expected
        settled += len(expected)
    assert settled > 1


def _text(position: Position, query: object) -> str:
    return PUZZLE.format_move(position, query.better)  # type: ignore[attr-defined]


def test_where_compiled_code_lies() -> None:
    probability.tally(next(bench.positions(1)), Run())  # compiled, if it was not
    kernels = jit.load(probability.MODULE)
    kernel = kernels.tally_words
    if not hasattr(kernel, "signatures"):
        pytest.skip("the JIT is off")
    assert jit.is_ready(probability.MODULE, "tally_words")
    assert not jit.is_ready(probability.MODULE, "no_such_kernel")
    assert not jit.is_kept(probability.MODULE, "no_such_kernel")
    assert jit.is_kept(probability.MODULE, "tally_words")
