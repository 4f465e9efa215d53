"""Every method answers what the oracle answers, every answer replays and has its record."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import gridwise
from conformance.support import (
    SAMPLES,
    SOLVED,
    UNSATISFIABLE,
    Case,
    Properties,
    ask,
    asked,
    cases,
    choices,
    complete,
    concluded,
    count,
    counted,
    kinds_of,
    pairs,
    puzzles,
    readings,
    too_many_to_enumerate,
    view_kind,
    view_of,
)
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError, UsageError
from gridwise.core.limits import Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import COUNTERS, MEASURES, Count, Result, Status, Stop
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Model
from gridwise.solving import result_json as records

SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "solve.schema.json"

of_pairs = Properties(pairs)
of_puzzles = Properties(puzzles)


def refused(case: Case, result: Result[Any]) -> None:
    """Check the answer to a position that has no solution."""
    assert concluded(result) == UNSATISFIABLE, case
    assert result.answer is None, case
    assert not result.unique, case
    if result.conflict is not None:
        assert str(result.conflict.text), case


@of_puzzles.hold()
def the_positions_are_worth_trying(puzzle: Puzzle[Any, Any]) -> None:
    found = cases(puzzle.name)
    assert len(found) >= min(200, SAMPLES)
    numbers = [len(case.solutions) for case in found]
    assert numbers.count(0) >= max(1, SAMPLES // 16), "some without a solution"
    assert numbers.count(1) >= max(1, SAMPLES // 16), "some with one"
    if not puzzle.countable:
        return
    assert sum(number > 1 for number in numbers) >= SAMPLES // 8, "some with several"
    assert sum(number > 3 for number in numbers) >= max(1, SAMPLES // 32), "some with many"


@of_pairs.hold(complete, countable=True)
def all_solutions_in_order(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    result = asked(case, method, all_solutions=True)
    if not case.solutions:
        refused(case, result)
        return
    assert concluded(result) == SOLVED, case
    assert result.answer is not None
    assert result.answer.count == Count(len(case.solutions), exact=True), case
    assert tuple(readings(case, result)) == case.solutions, case
    keys = [puzzle.order_key(item.position) for item in result.answer.items]
    assert all(a < b for a, b in pairwise(keys)), case
    assert result.unique in (None, len(case.solutions) == 1), case


@of_pairs.hold(complete, countable=True)
def the_number_of_solutions(case: Case, method: Method) -> None:
    result = counted(case, method)
    if not case.solutions:
        assert result.status is Status.UNSATISFIABLE or result.answer == Count(0, exact=True)
        assert result.stop is Stop.COMPLETED, case
        return
    assert concluded(result) == SOLVED, case
    assert result.answer == Count(len(case.solutions), exact=True), case


@of_pairs.hold(complete)
def one_solution_and_whether_it_is_the_only_one(
    case: Case, puzzle: Puzzle[Any, Any], method: Method
) -> None:
    result = asked(case, method)
    if not case.solutions:
        refused(case, result)
        return
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


@of_pairs.hold(complete, countable=True, most=SAMPLES // 2)
def the_kth_solution(case: Case, method: Method) -> None:
    number = len(case.solutions)
    for k in sorted({1, 2, number // 2 + 1, max(1, number), number + 1, number + 5}):
        result = asked(case, method, nth=k)
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


@of_pairs.hold(complete, countable=True)
def what_is_forced(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    result = asked(case, method, question=Question.FORCED)
    if not case.solutions:
        refused(case, result)
        return
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


@of_puzzles.hold(most=30)
def the_first_question_is_the_default(case: Case, puzzle: Puzzle[Any, Any]) -> None:
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


@of_puzzles.hold(most=80)
def an_incomplete_method_claims_no_more_than_it_knows(case: Case) -> None:
    """Those of the registry, and some made for this."""
    known = dict(registry.methods())
    made = {method.name: method for method in (Timid(), Hasty(), Forgetful(), Squinting())}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "methods", lambda: {**known, **made})
        for method in (*made.values(), *(one for one in known.values() if not one.complete)):
            if method.view_for(kinds_of(case.puzzle.name)) is not None:
                claims_no_more_than_it_knows(case, method)


def claims_no_more_than_it_knows(case: Case, method: Method) -> None:
    countable = case.puzzle.countable
    broken = bool(case.puzzle.violations(case.position))
    several = ({"question": Question.FORCED}, {"all_solutions": True}, {"nth": 1})
    for how in ({}, *several) if countable else ({},):
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
            found = readings(case, result)
            if "nth" in how:
                assert found == [case.solutions[0]], claims
            if result.answer.count is not None:
                assert not result.answer.count.exact, claims
    if not countable:
        return
    counted = gridwise.count(case.position, method=method.name)
    if counted.answer is not None:
        assert not counted.answer.exact, (case, method.name)
        assert counted.answer.number <= len(case.solutions), (case, method.name)


@of_pairs.hold(most=20)
def an_answer_is_the_same_every_time(case: Case, method: Method) -> None:
    first, second = (ask(case, method, seed=7) for _ in range(2))
    assert (concluded(first), first.answer) == (concluded(second), second.answer), case
    assert first.statistics.counters == second.statistics.counters, case


@of_pairs.hold()
def what_has_no_number_is_not_counted(puzzle: Puzzle[Any, Any], method: Method) -> None:
    if puzzle.countable:
        return
    position = cases(puzzle.name)[0].position
    for how in ({"all_solutions": True}, {"nth": 1}, {"question": Question.FORCED}):
        with pytest.raises(ParameterError, match="no finite number"):
            gridwise.solve(position, method=method.name, **how)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="no finite number"):
        gridwise.count(position, method=method.name)


@of_puzzles.hold()
def a_kth_below_one_is_refused(puzzle: Puzzle[Any, Any]) -> None:
    position = cases(puzzle.name)[0].position
    for k in (0, -1):
        with pytest.raises(UsageError):
            gridwise.solve(position, question=Question.SOLUTION, nth=k)


# Records and statistics of these answers.


@cache
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def results(case: Case, method: Method) -> list[Any]:
    one = [asked(case, method), asked(case, method, limits=Limits(nodes=2))]
    if not case.puzzle.countable:
        return one
    return [
        *one,
        asked(case, method, question=Question.FORCED),
        asked(case, method, all_solutions=True),
        asked(case, method, nth=2),
        asked(case, method, all_solutions=True, limits=Limits(solutions=1)),
        counted(case, method),
        counted(case, method, limits=Limits(solutions=1)),
    ]


@of_pairs.hold(most=max(4, SAMPLES // 6))
def records_are_json_of_the_promised_form(
    case: Case, puzzle: Puzzle[Any, Any], method: Method
) -> None:
    for result in results(case, method):
        found = records.as_json(result, index=3)
        text = json.dumps(found, allow_nan=False)
        assert "\n" not in text
        line = json.loads(text)
        validator().validate(line)
        assert line["status"] == result.status.name
        assert line["stop"] == result.stop.name
        assert (line["puzzle"], line["notation"]) == (puzzle.name, case.notation)
        assert (line["method"], line["index"]) == (method.name, 3)
        assert line["unique"] is result.unique
        answer = result.answer
        if answer is None or not hasattr(answer, "items"):
            continue
        position = case.position
        if answer.items:
            for move in line["moves"]:
                position = puzzle.apply(position, puzzle.parse_move(case.position, move))
            assert position == answer.items[0].position, case
            assert puzzle.parse(line["board"]) == answer.items[0].position, case


@of_pairs.hold(most=60, shows=lambda: ["a counter"])
def statistics_are_those_that_the_method_names(
    case: Case, puzzle: Puzzle[Any, Any], method: Method
) -> Iterable[str]:
    moved = False
    for result in results(case, method):
        if puzzle.violations(case.position):
            continue
        counters = result.statistics.counters
        assert set(counters) == set(method.counts), case
        assert set(result.statistics.as_dict()) <= set(COUNTERS) | set(MEASURES)
        assert all(isinstance(n, int) and n >= 0 for n in counters.values()), case
        statistics = result.statistics
        assert statistics.wall_s >= 0
        assert statistics.cpu_s >= 0
        assert statistics.compile_s >= 0
        assert statistics.peak_bytes >= 0
        moved |= any(counters.values())
    return ["a counter"] if moved else []


def test_the_schema_refuses_what_is_no_record() -> None:
    assert not validator().is_valid({})
    assert not validator().is_valid({"status": "SOLVED"})
    assert not validator().is_valid([])


def test_errors_are_records_too() -> None:
    error = ParseError("'q'", "a digit", source="a.txt", line=3, column=7)
    found = json.loads(json.dumps(records.error_as_json(error, index=1)))
    validator().validate(found)
    assert "a.txt:3:7" in json.dumps(found)


# Options change no answer.


@of_pairs.hold(complete, most=max(4, SAMPLES // 12))
def every_option_gives_the_same_answers(
    case: Case, puzzle: Puzzle[Any, Any], method: Method
) -> None:
    kind = view_kind(case, method)
    of_view = puzzle.views(case.position)[kind].options
    solvable = next(one for one in cases(puzzle.name) if one.solutions)
    for name, choice in choices((*method.options_for(kind), *of_view), solvable, method):
        if name in {option.name for option in of_view}:
            view = view_of(case, kind, **{name: choice})
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
        number = count(case, method, **how).answer
        if number is not None:  # a model that is found twice would count twice
            assert number.number <= len(case.solutions), wanted
            assert not number.exact or number.number == len(case.solutions), wanted
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


@of_pairs.hold()
def an_unknown_option_is_refused(puzzle: Puzzle[Any, Any], method: Method) -> None:
    case = next(case for case in cases(puzzle.name) if case.solutions)
    for name, value in (("no_such_option", "x"), *((o.name, "no such") for o in method.options)):
        with pytest.raises(UsageError):
            ask(case, method, options={name: value})


test_pairs = of_pairs.test()
test_puzzles = of_puzzles.test()
