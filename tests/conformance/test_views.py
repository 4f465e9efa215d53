"""All views of a position agree, with all options of making them."""

from itertools import pairwise
from typing import Any

from conformance.support import (
    SAMPLES,
    Case,
    Choice,
    Properties,
    cases,
    choices,
    kinds_of,
    models,
    pairs,
    puzzles,
    read_model,
    too_many_to_enumerate,
    view_of,
)
from gridwise.core import registry
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.run import Run
from gridwise.core.views import View

TRIED = max(4, SAMPLES // 4)
FEW = max(4, SAMPLES // 8)
TOLD_APART = "a fact that tells two solutions apart"


def views() -> list[dict[str, Any]]:
    """Return every puzzle, each of its kinds of view, and each complete method for that."""
    return [
        {"puzzle": pair["puzzle"], "kind": kind, "method": pair["method"]}
        for pair in pairs()
        for kind in sorted(kinds_of(pair["puzzle"].name), key=lambda kind: kind.kind)
        if pair["method"].complete and kind in pair["method"].views
    ]


of_views = Properties(views)
of_puzzles = Properties(puzzles)


def solutions(case: Case, view: View[Any], method: Method) -> list[tuple[int | None, ...]]:
    return [read_model(case, view, model) for model in models(method, view, Run())]


@of_puzzles.hold()
def every_view_can_be_searched(puzzle: Puzzle[Any, Any]) -> None:
    for kind in kinds_of(puzzle.name):
        fitting = [m for m in registry.methods().values() if kind in m.views]
        assert fitting, f"no method takes {kind.kind}"


@of_views.hold(most=TRIED)
def every_view_has_the_same_solutions(case: Case, kind: type[View[Any]], method: Method) -> None:
    view = view_of(case, kind)
    assert isinstance(view, kind)
    found = solutions(case, view, method)
    assert sorted(found) == list(case.solutions), case  # type: ignore[type-var]


@of_views.hold(most=TRIED)
def the_order_of_a_view_is_that_of_the_puzzle(
    case: Case, kind: type[View[Any]], method: Method
) -> None:
    view = view_of(case, kind).expanded()
    found = list(method.models(view, Run(), ordered=True))
    assert [read_model(case, view, model) for model in found] == list(case.solutions), case
    keys = [view.order_key(model) for model in found]
    assert all(a < b for a, b in pairwise(keys)), case


@of_views.hold(most=TRIED)
def free_cells_are_counted_without_being_spelt_out(
    case: Case, kind: type[View[Any]], method: Method
) -> None:
    view = view_of(case, kind)
    short = list(method.models(view, Run()))
    assert len(set(short)) == len(short), case
    assert len(short) * view.multiplicity == len(case.solutions), case
    assert view.expanded().multiplicity == 1
    for model in short:
        whole = view.complete(model)
        assert set(model) <= set(whole), case
        assert read_model(case, view, model) in case.solutions, case


@of_views.hold(most=FEW, shows=lambda: [TOLD_APART])
def without_a_fact(case: Case, kind: type[View[Any]], method: Method) -> list[str]:
    """What is left are the solutions in which the fact's marks are not all true."""
    shown: list[str] = []
    view = view_of(case, kind)
    first = next(models(method, view, Run()), None)
    for fact in first or ():
        marks = view.decoder.marks(fact)
        if not marks:
            continue
        try:
            other = view.without(fact)
        except TypeError:
            return [TOLD_APART]  # documented: such a view cannot exclude a fact
        left = [
            solution
            for solution in case.solutions
            if not all(
                case.oracle.holds(solution, mark.cell, mark.value) is mark.holds for mark in marks
            )
        ]
        assert sorted(solutions(case, other, method)) == left, (case, fact)  # type: ignore
        shown += [TOLD_APART] * (0 < len(left) < len(case.solutions))
        twice = other.without(fact)
        assert sorted(solutions(case, twice, method)) == left, (case, fact)  # type: ignore
    return shown


@of_views.hold(most=FEW)
def the_facts_of_a_model_are_true(
    case: Case, puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> None:
    view = view_of(case, kind)
    units = view.forced_by_units()
    for model in list(models(method, view, Run()))[:5]:
        reading = read_model(case, view, model)
        facts = model if puzzle.countable else ()  # a slide on a path says nothing of its end
        for fact in facts:
            for mark in view.decoder.marks(fact):
                true = case.oracle.holds(reading, mark.cell, mark.value)
                assert true is mark.holds, (case, fact)
        assert units <= set(facts), case


def choices_of(puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method) -> list[Choice]:
    """Return the options of making a view, each with each of its values."""
    case = cases(puzzle.name)[0]
    return list(choices(case.puzzle.views(case.position)[kind].options, case, method))


@of_views.hold(most=FEW, shows=choices_of)
def every_way_to_make_a_view_has_the_same_solutions(
    case: Case, puzzle: Puzzle[Any, Any], kind: type[View[Any]], method: Method
) -> list[Choice]:
    tried = []
    for name, choice in choices_of(puzzle, kind, method):
        view = view_of(case, kind, **{name: choice})
        if not too_many_to_enumerate(view, method):
            tried.append((name, choice))
            found = solutions(case, view, method)
            assert sorted(found) == list(case.solutions), choice  # type: ignore[type-var]
    return tried


test_views = of_views.test()
test_puzzles = of_puzzles.test()
