"""What a method returns is replayed before anybody hears of it."""

from collections.abc import Iterator
from typing import Any

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.errors import WrongAnswerError
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Model

SUDOKU = "sudoku:2x2:1.......3......."


class Liar(Method):
    """Says that every variable is what the view would try first."""

    name = "liar"
    title = source = node = "for this test"
    views = (CnfModel,)
    complete = True
    counts = frozenset({"layouts"})

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        yield tuple(range(1, view.primary + 1))


class Careless(Liar):
    """Leaves the last cell open."""

    name = "careless"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        for model in registry.method("dpll").models(view, run, ordered=ordered):
            yield tuple(-abs(lit) if abs(lit) > view.primary - 4 else lit for lit in model)


class Overrider(Liar):
    """Moves a given: answers another puzzle."""

    name = "overrider"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        text = "sudoku:2x2:2.......3......."
        other = gridwise.puzzles()["sudoku"].views(gridwise.parse(text))[CnfModel].make()
        yield from registry.method("dpll").models(other, run, ordered=ordered)


@pytest.fixture(params=[Liar, Careless, Overrider])
def planted(request: pytest.FixtureRequest) -> Iterator[str]:
    """Register a wrong method for one test."""
    from types import ModuleType

    module = ModuleType("planted")
    module.METHOD = request.param()  # type: ignore[attr-defined]
    registry.register(module)
    try:
        yield module.METHOD.name
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
        assert module.METHOD.name not in registry.methods()


@pytest.mark.parametrize(
    "how",
    [{}, {"all_solutions": True}, {"nth": 1}, {"question": Question.FORCED}],
    ids=["first", "all", "nth", "forced"],
)
def test_a_wrong_answer_is_a_fault(planted: str, how: dict[str, Any]) -> None:
    with pytest.raises(WrongAnswerError, match=planted) as caught:
        gridwise.solve(gridwise.parse(SUDOKU), method=planted, **how)
    assert caught.value.exit_status == 31


def test_a_wrong_count_is_a_fault(planted: str) -> None:
    with pytest.raises(WrongAnswerError, match=planted):
        gridwise.count(gridwise.parse(SUDOKU), method=planted)


def test_nothing_is_left_behind() -> None:
    assert not {"liar", "careless", "overrider"} & set(registry.methods())
