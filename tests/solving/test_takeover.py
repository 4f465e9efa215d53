"""`auto` compiles nothing for one board, and lets compiled code take over where that repays."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import gridwise
from every import every
from gridwise.compiled import worth
from gridwise.core import registry
from gridwise.core.limits import Limits
from gridwise.core.result import Stop
from gridwise.core.views import EngineView, compile_notice
from gridwise.puzzles.sudoku.engine.solver import CODE
from gridwise.solving.instance import Instance
from gridwise.solving.takeover import Choice

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
OPEN = "sudoku:3x3:" + "." * 81
BOARDS = (
    f"sudoku:3x3:{HARD}",
    "sudoku:3x3:" + "1" + "." * 8 + "23456789." + "." * 63,
    "queens:14:r3c1,xr1c2",
    "sliding:4x4:0,1,9,7,11,13,5,3,14,12,4,2,8,6,10,15",
    "sliding:4x3:1,0,2,3,4,5,6,7,8,9,10,11",
)


@contextmanager
def seeming_cold() -> Iterator[list[tuple[str, float]]]:
    """Have all engines seem not to be compiled; yield what is said of compiling."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gridwise.compiled.jit.is_kept", lambda module, kernel: False)
        patch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
        for codes in worth._known.values():
            for code in codes:
                patch.setattr(code, "spent_s", 0.0)
                patch.setattr(code, "compile_s", max(code.compile_s, 60.0))
        told: list[tuple[str, float]] = []
        with compile_notice.heard_by(lambda *what: told.append(what)):
            yield told


@pytest.fixture
def cold() -> Iterator[list[tuple[str, float]]]:
    with seeming_cold() as told:
        yield told


def notations() -> list[str]:
    """Return the examples of all puzzles, and larger boards."""
    examples = [text for puzzle in registry.puzzles().values() for text in puzzle.examples]
    return [*examples, *BOARDS]


@every("notation", notations)
def test_one_board_is_solved_without_compiling(notation: str) -> None:
    instance = Instance.of(gridwise.parse(notation))
    with seeming_cold() as cold:
        result = gridwise.solve(instance.position)
        assert not cold and not result.began_with
        assert result.statistics.compile_s == 0
        chosen = registry.method(result.method)
        offer = instance.offers[instance.view_of(chosen)].make()
        assert not isinstance(offer, EngineView) or offer.code(counting=False) is None


@every("notation", notations)
def test_both_say_the_same(notation: str) -> None:
    instance = Instance.of(gridwise.parse(notation))
    if all(method.name != "kernel" for method in instance.methods):
        pytest.skip("no engine")
    with seeming_cold():
        plain = gridwise.solve(instance.position)
        engine = gridwise.solve(instance.position, method="kernel")
    assert (plain.status, plain.stop) == (engine.status, engine.stop)
    assert (plain.unique, plain.optimal) == (engine.unique, engine.optimal)
    if plain.optimal:
        assert plain.answer and engine.answer
        assert len(plain.answer.items[0].moves) == len(engine.answer.items[0].moves)


def test_a_big_count_chooses_the_engine_at_once(cold: list[Any]) -> None:
    position = gridwise.parse("queens:15:")
    choice = Choice.of(Instance.of(position), "auto", counting=True)
    assert (choice.method.name, choice.engine) == ("kernel", None)
    result = gridwise.count(position)
    assert result.answer is not None and result.answer.number == 2_279_184
    assert cold == [("queens", 60.0)]


def test_a_small_count_does_not(cold: list[Any]) -> None:
    choice = Choice.of(Instance.of(gridwise.parse("queens:12:r1c1")), "auto", counting=True)
    assert choice.method.name != "kernel"
    assert choice.engine is not None and choice.engine.name == "kernel"


def test_code_that_is_there_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridwise.compiled.jit.is_kept", lambda module, kernel: True)
    choice = Choice.of(Instance.of(gridwise.parse(OPEN)), "auto")
    assert (choice.method.name, choice.engine) == ("kernel", None)


def test_the_engine_takes_over_a_long_count(
    cold: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CODE, "compile_s", 1.0)
    result = gridwise.count(gridwise.parse(OPEN), limits=Limits(solutions=20_000))
    assert (result.method, result.began_with) == ("kernel", "sat")
    assert result.stop is Stop.SOLUTION_LIMIT
    assert result.answer is not None and result.answer.number == 20_000
    assert cold == [("sudoku", 1.0)]
    assert result.statistics.counters["propagations"] > 0, "what sat did counts too"
    assert result.statistics.counters["layouts"] > 20_000
    assert result.statistics.searches > 1


def test_the_order_is_the_same_after_a_takeover(
    cold: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = gridwise.parse(OPEN)
    plain = gridwise.solve(position, nth=30)
    assert plain.method == "sat"
    monkeypatch.setattr(CODE, "compile_s", CODE.spent_s + 0.002)
    taken = gridwise.solve(position, nth=30)
    assert taken.began_with == "sat"
    assert plain.answer and taken.answer
    assert plain.answer.items[0].position == taken.answer.items[0].position


def test_later_boards_go_to_the_engine_at_once(
    cold: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = gridwise.parse(BOARDS[0])
    assert gridwise.solve(position).method == "sat"
    assert CODE.spent_s > 0
    monkeypatch.setattr(CODE, "compile_s", CODE.spent_s / 2)
    result = gridwise.solve(position)
    assert (result.method, result.began_with) == ("kernel", "")
    assert len(cold) == 1


def test_a_short_limit_ends_the_plain_method(cold: list[Any]) -> None:
    result = gridwise.count(gridwise.parse(OPEN), limits=Limits(time_s=0.1))
    assert (result.method, result.stop) == ("sat", Stop.TIME_LIMIT)
    assert not cold


def test_the_time_limit_holds_for_both_together(
    cold: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CODE, "compile_s", 0.1)
    given: list[float | None] = []
    real = type(registry.method("kernel")).count_models

    def noted(self: Any, view: Any, run: Any, into: Any, **how: Any) -> bool:
        given.append(run.limits.time_s)
        return real(self, view, run, into, **how)

    monkeypatch.setattr(type(registry.method("kernel")), "count_models", noted)
    result = gridwise.count(gridwise.parse(OPEN), limits=Limits(time_s=0.4))
    assert result.stop is Stop.TIME_LIMIT
    assert len(given) == 1 and given[0] is not None and given[0] < 0.4
    assert result.answer is not None and not result.answer.exact


def test_a_limit_on_nodes_is_for_one_method(
    cold: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CODE, "compile_s", 0.001)
    result = gridwise.count(gridwise.parse(OPEN), limits=Limits(nodes=200))
    assert (result.method, result.stop, result.began_with) == ("sat", Stop.NODE_LIMIT, "")


def test_the_kernel_by_name_is_the_kernel(cold: list[Any]) -> None:
    result = gridwise.solve(gridwise.parse(BOARDS[0]), method="kernel")
    assert (result.method, result.began_with) == ("kernel", "")
    assert cold == [("sudoku", 60.0)]


def test_many_boards_are_for_the_engine(cold: list[Any]) -> None:
    found = gridwise.solve_many([HARD] * 3)
    assert [known.value for known in found.uniqueness] == ["unique"] * 3
    assert cold == [("sudoku", 60.0)]


def test_spared_seconds_are_those_of_this_thread() -> None:
    code = worth.CompiledCode("gridwise.puzzles.none.engine.kernels.x", "f", 3.0)
    try:
        assert (code.missing_s, code.left_s()) == (3.0, 3.0)
        with code.spared():
            until = time.thread_time() + 0.01
            while time.thread_time() < until:
                pass
        assert 0.01 <= code.spent_s < 3.0
        assert code.left_s() == pytest.approx(3.0 - code.spent_s)
        code.spent_s = 4.0
        assert code.left_s() == 0
        assert worth.missing_s("none") == 3.0
    finally:
        del worth._known["none"]
