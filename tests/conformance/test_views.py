"""All views of a position agree, with all options of making and searching them."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from conformance.support import (
    SAMPLES,
    Case,
    ask,
    cases,
    kinds_of,
    models,
    pairs,
    read_model,
    readings,
    spread,
    too_many_to_enumerate,
)
from gridwise.core import registry
from gridwise.core.errors import UsageError
from gridwise.core.method import Method, Option
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import View

TRIED = SAMPLES // 3
FEW = SAMPLES // 4


def searchers(kind: type[View[Any]]) -> list[Method]:
    return [m for m in registry.methods().values() if m.complete and kind in m.views]


def on_views(fits: Any = lambda kind: True) -> pytest.MarkDecorator:
    """Parametrise over every puzzle, every view of it, every complete method for that view."""
    return pytest.mark.parametrize(
        ("puzzle", "kind", "method"),
        [
            pytest.param(puzzle, kind, method, id=f"{puzzle.name}-{kind.kind}-{method.name}")
            for puzzle in registry.puzzles().values()
            for kind in sorted(kinds_of(puzzle.name), key=lambda kind: kind.kind)
            for method in searchers(kind)
            if fits(kind)
        ],
    )


def offered(case: Case, kind: type[View[Any]], **how: Any) -> View[Any]:
    view: View[Any] = case.puzzle.views(case.position)[kind].make(**how)
    return view


def finished(some: tuple[Case, ...], kind: type[View[Any]], method: Method) -> tuple[Case, ...]:
    """Return those of the positions whose view this method can search to its end."""
    fitting = tuple(c for c in some if not too_many_to_enumerate(offered(c, kind), method))
    assert len(fitting) >= len(some) // 3
    return fitting


def solutions(case: Case, view: View[Any], method: Method) -> list[tuple[int | None, ...]]:
    return [read_model(case, view, model) for model in models(method, view, Run())]


@pytest.mark.parametrize("puzzle", list(registry.puzzles().values()), ids=lambda p: p.name)
def test_every_view_can_be_searched(puzzle: Puzzle[Any, Any]) -> None:
    for kind in kinds_of(puzzle.name):
        fitting = [m for m in registry.methods().values() if kind in m.views]
        assert fitting, f"no method takes {kind.kind}"


@on_views()
def test_every_view_has_the_same_solutions(
    puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    for case in finished(cases(puzzle.name)[:TRIED], kind, method):
        view = offered(case, kind)
        assert isinstance(view, kind)
        found = solutions(case, view, method)
        assert sorted(found) == list(case.solutions), case  # type: ignore[type-var]


@on_views()
def test_the_order_of_a_view_is_that_of_the_puzzle(
    puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    for case in finished(cases(puzzle.name)[:TRIED], kind, method):
        view = offered(case, kind).expanded()
        found = list(method.models(view, Run(), ordered=True))
        assert [read_model(case, view, model) for model in found] == list(case.solutions), case
        keys = [view.order_key(model) for model in found]
        assert all(a < b for a, b in pairwise(keys)), case


@on_views()
def test_free_cells_are_counted_without_being_spelt_out(
    puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    for case in finished(cases(puzzle.name)[:TRIED], kind, method):
        view = offered(case, kind)
        short = list(method.models(view, Run()))
        assert len(set(short)) == len(short), case
        assert len(short) * view.multiplicity == len(case.solutions), case
        assert view.expanded().multiplicity == 1
        for model in short:
            whole = view.complete(model)
            assert set(model) <= set(whole), case
            assert read_model(case, view, model) in case.solutions, case


@on_views()
def test_without_a_fact(puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method) -> None:
    """What is left are the solutions in which the fact's marks are not all true."""
    excluding = 0
    for case in finished(spread(cases(puzzle.name), FEW), kind, method):
        view = offered(case, kind)
        first = next(models(method, view, Run()), None)
        if first is None:
            continue
        for fact in first:
            marks = view.decoder.marks(fact)
            if not marks:
                continue
            try:
                other = view.without(fact)
            except TypeError:
                return  # documented: such a view cannot exclude a fact
            left = [
                solution
                for solution in case.solutions
                if not all(
                    case.oracle.holds(solution, mark.cell, mark.value) is mark.holds
                    for mark in marks
                )
            ]
            assert sorted(solutions(case, other, method)) == left, (case, fact)  # type: ignore
            excluding += 0 < len(left) < len(case.solutions)
            twice = other.without(fact)
            assert sorted(solutions(case, twice, method)) == left, (case, fact)  # type: ignore
    assert excluding > 0, "no fact distinguished two solutions"


@on_views()
def test_the_facts_of_a_model_are_true(
    puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    for case in finished(spread(cases(puzzle.name), FEW), kind, method):
        view = offered(case, kind)
        units = view.forced_by_units()
        for model in list(models(method, view, Run()))[:5]:
            reading = read_model(case, view, model)
            facts = model if puzzle.countable else ()  # a slide on a path says nothing of its end
            for fact in facts:
                for mark in view.decoder.marks(fact):
                    true = case.oracle.holds(reading, mark.cell, mark.value)
                    assert true is mark.holds, (case, fact)
            assert units <= set(facts), case


def _choices(
    options: tuple[Option, ...], case: Case | None = None, method: Method | None = None
) -> Iterator[tuple[str, str | int]]:
    """Yield (option, value); a word whose choices depend on the view is refused with them."""
    for option in options:
        if option.choices:
            yield from ((option.name, choice) for choice in option.choices)
        elif isinstance(option.default, int):
            yield from ((option.name, number) for number in (1, 2, 3, 4, 5, 6, 50))
        else:
            assert case is not None
            assert method is not None
            with pytest.raises(UsageError) as refused:
                ask(case, method, options={option.name: "no such word"})
            known = getattr(refused.value, "known", (option.default,))  # a number names none
            assert option.default in known
            yield from ((option.name, word) for word in known)


@on_views()
def test_every_way_to_make_a_view_has_the_same_solutions(
    puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    some = cases(puzzle.name)[:FEW]
    options = puzzle.views(some[0].position)[kind].options
    tried = 0
    for name, choice in _choices(options):
        for case in some:
            view = offered(case, kind, **{name: choice})
            if too_many_to_enumerate(view, method):
                continue
            tried += 1
            found = solutions(case, view, method)
            assert sorted(found) == list(case.solutions), (case, choice)  # type: ignore[type-var]
    assert tried >= len(some) * len(list(_choices(options))) // 3


@pairs(lambda method: method.complete)
def test_every_option_gives_the_same_answers(puzzle: Puzzle[Any, Any], method: Method) -> None:
    offers = puzzle.views(cases(puzzle.name)[0].position)
    kind = method.view_for(frozenset(offers))
    assert kind is not None
    solvable = next(case for case in cases(puzzle.name) if case.solutions)
    options = (*method.options_for(kind), *offers[kind].options)
    for name, choice in _choices(options, solvable, method):
        for case in spread(cases(puzzle.name), FEW // 2):
            if name in {option.name for option in offers[kind].options}:
                view = offered(case, kind, **{name: choice})
                if too_many_to_enumerate(view, method):
                    continue
            how = {"options": {name: choice}}
            wanted = (case, name, choice)
            result = ask(case, method, all_solutions=True, **how)
            if not puzzle.countable:
                if result.answer is not None:
                    assert tuple(readings(case, result)) == case.solutions, wanted
                else:
                    assert result.stop is Stop.INCOMPLETE or not case.solutions, wanted
                continue
            forced = ask(case, method, question=Question.FORCED, **how)
            second = ask(case, method, nth=2, **how)
            # An option may bound the search; then no more is claimed than was found.
            bounded = Stop.INCOMPLETE in (result.stop, forced.stop, second.stop)
            if result.answer is not None:
                found = readings(case, result)
                assert tuple(found) == case.solutions or bounded, wanted
            if second.answer is not None and second.answer.items:
                assert readings(case, second) == [case.solutions[1]], wanted
            if not case.solutions:
                assert result.answer is forced.answer is second.answer is None, wanted
            elif not bounded:
                assert result.answer is not None, wanted
                assert forced.answer is not None, wanted
                assert bool(second.answer.items) is (len(case.solutions) > 1), wanted
            for each in (result, forced, second):
                if each.status is Status.UNSATISFIABLE:
                    assert not case.solutions, wanted
            known = forced.answer or forced.best
            for item in known.items if known else ():
                reading = enumerate(case.reading(item.position))
                said = {cell: value for cell, value in reading if value is not None}
                assert said.items() <= case.forced.items(), wanted
                assert said == case.forced or forced.answer is None, wanted


@pairs()
def test_an_unknown_option_is_refused(puzzle: Puzzle[Any, Any], method: Method) -> None:
    case = next(case for case in cases(puzzle.name) if case.solutions)
    with pytest.raises(UsageError):
        ask(case, method, options={"no_such_option": "x"})
    for option in method.options:
        with pytest.raises(UsageError):
            ask(case, method, options={option.name: "no such value"})
