"""Every method answers what the oracle answers, and every answer replays."""

from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

import gridwise
from conformance.support import (
    SAMPLES,
    SOLVED,
    UNSATISFIABLE,
    Case,
    ask,
    cases,
    cases_for,
    concluded,
    each_puzzle,
    kinds_of,
    pairs,
    readings,
)
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Count, Result, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Model


def complete(method: Method) -> bool:
    return method.complete


def refused(case: Case, result: Result[Any]) -> None:
    """Check the answer to a position that has no solution."""
    assert concluded(result) == UNSATISFIABLE, case
    assert result.answer is None, case
    assert not result.unique, case
    if result.conflict is not None:
        assert str(result.conflict.text), case


@each_puzzle()
def test_the_positions_are_worth_trying(puzzle: Puzzle[Any, Any]) -> None:
    found = cases(puzzle.name)
    assert len(found) >= min(200, SAMPLES)
    numbers = [len(case.solutions) for case in found]
    assert numbers.count(0) >= SAMPLES // 16, "some without a solution"
    assert numbers.count(1) >= SAMPLES // 16, "some with one"
    if not puzzle.countable:
        return
    assert sum(number > 1 for number in numbers) >= SAMPLES // 8, "some with several"
    assert sum(number > 3 for number in numbers) >= SAMPLES // 32, "some with many"


@pairs(complete, countable=True)
def test_all_solutions_in_order(puzzle: Puzzle[Any, Any], method: Method) -> None:
    for case in cases_for(puzzle, method):
        result = ask(case, method, all_solutions=True)
        if not case.solutions:
            refused(case, result)
            continue
        assert concluded(result) == SOLVED, case
        assert result.answer is not None
        assert result.answer.count == Count(len(case.solutions), exact=True), case
        assert tuple(readings(case, result)) == case.solutions, case
        keys = [puzzle.order_key(item.position) for item in result.answer.items]
        assert all(a < b for a, b in pairwise(keys)), case
        assert result.unique in (None, len(case.solutions) == 1), case


@pairs(complete, countable=True)
def test_the_number_of_solutions(puzzle: Puzzle[Any, Any], method: Method) -> None:
    for case in cases_for(puzzle, method):
        result = gridwise.count(case.position, method=method.name)
        if not case.solutions:
            assert result.status is Status.UNSATISFIABLE or result.answer == Count(0, exact=True)
            assert result.stop is Stop.COMPLETED, case
            continue
        assert concluded(result) == SOLVED, case
        assert result.answer == Count(len(case.solutions), exact=True), case


@pairs(complete)
def test_one_solution_and_whether_it_is_the_only_one(
    puzzle: Puzzle[Any, Any], method: Method
) -> None:
    for case in cases_for(puzzle, method):
        result = ask(case, method)
        if not case.solutions:
            refused(case, result)
            continue
        assert result.status is Status.SOLVED, case
        assert result.answer is not None
        assert len(readings(case, result)) == 1, case
        only = len(case.solutions) == 1
        if puzzle.wants_unique:
            assert result.unique is only, case
        else:
            assert result.unique in (None, only), case
        assert (result.puzzle, result.method) == (puzzle.name, method.name)
        assert result.notation == case.notation


@pairs(complete, countable=True)
def test_the_kth_solution(puzzle: Puzzle[Any, Any], method: Method) -> None:
    for case in cases_for(puzzle, method, SAMPLES // 2):
        number = len(case.solutions)
        for k in sorted({1, 2, number // 2 + 1, max(1, number), number + 1, number + 5}):
            result = ask(case, method, nth=k)
            if not case.solutions:
                refused(case, result)
                continue
            assert result.status is Status.SOLVED, (case, k)
            assert result.answer is not None
            if k <= number:
                assert readings(case, result) == [case.solutions[k - 1]], (case, k)
            else:
                assert result.stop is Stop.COMPLETED, (case, k)
                assert result.answer.items == (), (case, k)
                assert result.answer.count == Count(number, exact=True), (case, k)


@pairs(complete, countable=True)
def test_what_is_forced(puzzle: Puzzle[Any, Any], method: Method) -> None:
    for case in cases_for(puzzle, method):
        result = ask(case, method, question=Question.FORCED)
        if not case.solutions:
            refused(case, result)
            continue
        assert concluded(result) == SOLVED, case
        assert result.answer is not None
        [item] = result.answer.items
        position = case.position
        for move in item.moves:
            position = puzzle.apply(position, move)
            text = puzzle.format_move(case.position, move)
            for solution in case.solutions:
                assert case.oracle.said(case.notation, solution, text), (case, text)
        assert position == item.position, case
        reading = case.reading(position)
        assert {c: v for c, v in enumerate(reading) if v is not None} == case.forced, case
        assert common_moves(case) <= set(item.moves), case


@cache
def common_moves(case: Case) -> frozenset[Any]:
    """Return the moves that every solution contains."""
    answer = gridwise.solve(case.position, all_solutions=True).answer
    assert answer is not None
    return frozenset.intersection(*(frozenset(item.moves) for item in answer.items))


@each_puzzle()
def test_the_first_question_is_the_default(puzzle: Puzzle[Any, Any]) -> None:
    for case in cases(puzzle.name)[:30]:
        result = gridwise.solve(case.position)
        assert result.question == puzzle.questions[0].value, case
        assert result.method in registry.methods(), case
        explicit = gridwise.solve(case.position, question=puzzle.questions[0])
        assert (explicit.status, explicit.answer) == (result.status, result.answer), case


class Timid(Method):
    """Gives up before it has looked anywhere."""

    name = "timid"
    title = source = node = "for this test"
    views = (CnfModel,)
    complete = False
    counts = frozenset({"layouts"})

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = self.complete
        yield from ()


class Hasty(Timid):
    """Finds what DPLL finds first and looks no further; a second question is too much for it."""

    name = "hasty"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = self.complete
        if not view.assumed:
            yield from islice(registry.method("dpll").models(view, run, ordered=ordered), 1)


class Forgetful(Hasty):
    """Is complete in general, but not in this run."""

    name = "forgetful"
    complete = True


class Squinting(Timid):
    """Misses the first solution, and knows that it may have missed some."""

    name = "squinting"
    complete = True

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = True
        yield from islice(registry.method("dpll").models(view, run, ordered=True), 1, None)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[Method]:
    """Return methods that are incomplete: those of the registry, and some made for this."""
    known = dict(registry.methods())
    extra = {method.name: method for method in (Timid(), Hasty(), Forgetful(), Squinting())}
    monkeypatch.setattr(registry, "methods", lambda: {**known, **extra})
    return [*extra.values(), *(method for method in known.values() if not method.complete)]


@each_puzzle()
def test_an_incomplete_method_claims_no_more_than_it_knows(
    puzzle: Puzzle[Any, Any], planted: list[Method]
) -> None:
    for method in planted:
        if method.view_for(kinds_of(puzzle.name)) is None:
            continue
        for case in cases_for(puzzle, method, 80):
            broken = bool(puzzle.violations(case.position))
            several = ({"question": Question.FORCED}, {"all_solutions": True}, {"nth": 1})
            for how in ({}, *several) if puzzle.countable else ({},):
                result = ask(case, method, **how)
                claims = (case, method.name, how)
                if broken:
                    assert concluded(result) == UNSATISFIABLE, claims
                    continue
                assert result.status is not Status.UNSATISFIABLE, claims
                assert not result.unique, claims
                if result.status is Status.UNKNOWN:
                    assert result.stop is Stop.INCOMPLETE, claims
                if "question" in how:
                    known = result.answer or result.best
                    for item in known.items if known else ():
                        said = enumerate(case.reading(item.position))
                        facts = {(cell, value) for cell, value in said if value is not None}
                        assert facts <= case.forced.items(), claims
                elif result.answer is not None:
                    readings(case, result)
                    if "nth" in how:
                        assert readings(case, result) == [case.solutions[0]], claims
                    if result.answer.count is not None:
                        assert not result.answer.count.exact, claims
            if not puzzle.countable:
                continue
            counted = gridwise.count(case.position, method=method.name)
            if counted.answer is not None:
                assert not counted.answer.exact, case
                assert counted.answer.number <= len(case.solutions), case


@pairs()
def test_an_answer_is_the_same_every_time(puzzle: Puzzle[Any, Any], method: Method) -> None:
    for case in cases_for(puzzle, method, 20):
        first, second = (ask(case, method, seed=7) for _ in range(2))
        assert (concluded(first), first.answer) == (concluded(second), second.answer), case
        assert first.statistics.counters == second.statistics.counters, case


@pairs()
def test_what_has_no_number_is_not_counted(puzzle: Puzzle[Any, Any], method: Method) -> None:
    if puzzle.countable:
        return
    position = cases(puzzle.name)[0].position
    for how in ({"all_solutions": True}, {"nth": 1}, {"question": Question.FORCED}):
        with pytest.raises(ParameterError, match="no finite number"):
            gridwise.solve(position, method=method.name, **how)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="no finite number"):
        gridwise.count(position, method=method.name)


@pytest.mark.parametrize("question", [{"nth": 0}, {"nth": -1}])
@each_puzzle()
def test_a_kth_below_one_is_refused(puzzle: Puzzle[Any, Any], question: dict[str, int]) -> None:
    with pytest.raises(gridwise.core.errors.UsageError):
        gridwise.solve(cases(puzzle.name)[0].position, question=Question.SOLUTION, **question)
