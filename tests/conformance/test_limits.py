"""Limits and cancelling end a run in time, and what is said then is true."""

from itertools import islice
from typing import Any

import pytest

import gridwise
from conformance.support import (
    SAMPLES,
    CancelAfter,
    Case,
    Properties,
    ask,
    complete,
    models,
    pairs,
    readings,
    view_kind,
    view_of,
)
from gridwise.core import registry
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result, Status, Stop
from gridwise.core.run import Run

FEW = max(4, SAMPLES // 12)
of_pairs = Properties(pairs)
CHECKS = (0, 1, 2, 3, 5, 8, 20)


def own_stops(method: str) -> tuple[Stop, ...]:
    """Return how a method may end that was neither done nor stopped."""
    return () if registry.method(method).complete else (Stop.INCOMPLETE,)


def true_or_stopped(case: Case, result: Result[Any], stop: Stop) -> None:
    """Check an answer to "all solutions" by a run that may have been stopped."""
    gave_up = own_stops(result.method)
    assert result.stop in (Stop.COMPLETED, stop, *gave_up), case
    assert result.statistics.wall_s >= 0, case
    assert result.statistics.cpu_s >= 0, case
    if result.status is Status.UNSATISFIABLE:
        assert case.solutions == (), case
        return
    if result.status is Status.UNKNOWN:
        assert result.stop in (stop, *gave_up), case
        assert result.unique is None, case
        return
    found = readings(case, result)
    assert len(set(found)) == len(found), case
    if result.stop is Stop.COMPLETED:
        assert tuple(found) == case.solutions, case
    elif result.answer.count is not None:
        assert not result.answer.count.exact, case
        assert len(found) <= result.answer.count.number <= len(case.solutions), case


@of_pairs.hold(most=FEW)
def nodes_are_counted_exactly(case: Case, method: Method) -> None:
    """A method may use as many nodes as it is given, and not one more."""
    view = view_of(case, view_kind(case, method))
    free = Run()
    everything = list(models(method, view, free))
    steps = {1, 2, 3, 5, 8, 13, free.nodes - 1, free.nodes, free.nodes + 1}
    for limit in sorted(step for step in steps if step > 0):
        run = Run(Limits(nodes=limit))
        found = []
        try:
            for model in models(method, view, run):
                found.append(model)
        except Interrupted as end:
            assert end.stop is Stop.NODE_LIMIT, case
            assert run.nodes == limit < free.nodes, (case, limit, free.nodes)
            assert found == everything[: len(found)], case
        else:
            assert run.nodes == free.nodes <= limit, (case, limit, free.nodes)
            assert found == everything, case


@of_pairs.hold(most=FEW)
def a_limit_on_nodes(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    for nodes in (1, 2, 4, 9, 30):
        limits = Limits(nodes=nodes)
        true_or_stopped(case, ask(case, method, all_solutions=True, limits=limits), Stop.NODE_LIMIT)
        if not puzzle.countable:
            continue
        counted = gridwise.count(case.position, method=method.name, limits=limits)
        assert counted.stop in (Stop.COMPLETED, Stop.NODE_LIMIT, *own_stops(method.name)), case
        if counted.status is Status.UNSATISFIABLE:
            assert case.solutions == (), case
        elif counted.answer is not None:
            assert counted.answer.number <= len(case.solutions), case
            assert counted.answer.exact is (counted.stop is Stop.COMPLETED), case
        for number in (1, 2):
            result = ask(case, method, nth=number, limits=limits)
            ends = (Stop.COMPLETED, Stop.NODE_LIMIT, Stop.SOLUTION_LIMIT)
            assert result.stop in (*ends, *own_stops(method.name)), case
            if result.status is Status.UNSATISFIABLE:
                assert case.solutions == (), case
            elif result.answer is not None and result.answer.items:
                assert readings(case, result) == [case.solutions[number - 1]], case
            elif result.answer is not None:
                assert len(case.solutions) < number, case
                assert result.stop is Stop.COMPLETED, case


@of_pairs.hold(most=FEW)
def one_solution_under_a_limit(case: Case, method: Method) -> None:
    for nodes in (1, 2, 4, 9, 30):
        result = ask(case, method, limits=Limits(nodes=nodes))
        if result.status is Status.UNSATISFIABLE:
            assert case.solutions == (), case
        elif result.status is Status.SOLVED:
            assert len(readings(case, result)) == 1, case
            if result.unique is not None:
                assert result.unique is (len(case.solutions) == 1), case
        else:
            assert result.stop in (Stop.NODE_LIMIT, *own_stops(method.name)), case


@of_pairs.hold(countable=True, most=FEW)
def what_is_forced_under_a_limit(case: Case, method: Method) -> None:
    """What was proved before the run ended may be reported as the best so far, and it is true."""
    for nodes in (1, 3, 10, 40):
        result = ask(case, method, question=Question.FORCED, limits=Limits(nodes=nodes))
        if result.status is Status.UNSATISFIABLE:
            assert case.solutions == (), case
            continue
        known = result.answer if result.status is Status.SOLVED else result.best
        if result.status is Status.UNKNOWN:
            assert result.stop in (Stop.NODE_LIMIT, *own_stops(method.name)), case
        if known is None:
            continue
        said = {
            cell: value
            for item in known.items
            for cell, value in enumerate(case.reading(item.position))
            if value is not None
        }
        assert said.items() <= case.forced.items(), (case, nodes)
        if result.status is Status.SOLVED:
            assert result.stop is Stop.COMPLETED, case
            assert said == case.forced, (case, nodes)


@of_pairs.hold(complete, countable=True, most=2 * FEW)
def a_limit_on_solutions(case: Case, method: Method) -> None:
    """ "At least N" is never said as "N"."""
    number = len(case.solutions)
    for most in (1, 2, 3, 7):
        limits = Limits(solutions=most)
        listed = ask(case, method, all_solutions=True, limits=limits)
        counted = gridwise.count(case.position, method=method.name, limits=limits)
        if number == 0:
            assert listed.status is Status.UNSATISFIABLE, case
            assert counted.stop is Stop.COMPLETED, case
            continue
        assert listed.answer is not None, case
        assert listed.answer.count is not None, case
        assert tuple(readings(case, listed)) == case.solutions[:most], case
        for answer, stop in (
            (listed.answer.count, listed.stop),
            (counted.answer, counted.stop),
        ):
            assert answer is not None, case
            if number > most:
                assert stop is Stop.SOLUTION_LIMIT, (case, most)
                assert not answer.exact, (case, most)
                assert most <= answer.number <= number, (case, most)
            else:
                assert stop is Stop.COMPLETED, (case, most)
                assert answer.exact, (case, most)
            assert answer.exact is (stop is Stop.COMPLETED), (case, most)
            assert not answer.exact or answer.number == number, (case, most)


@of_pairs.hold(most=6)
def hardly_any_time(case: Case, method: Method) -> None:
    result = ask(case, method, all_solutions=True, limits=Limits(time_s=1e-9))
    true_or_stopped(case, result, Stop.TIME_LIMIT)


@of_pairs.hold(most=3)
def hardly_any_memory(case: Case, method: Method) -> None:
    result = ask(case, method, all_solutions=True, limits=Limits(memory_bytes=1))
    true_or_stopped(case, result, Stop.MEMORY_LIMIT)


@of_pairs.hold(most=6)
def cancelled_at_any_check(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    for checks in CHECKS:
        result = ask(case, method, all_solutions=True, cancel=CancelAfter(checks))
        true_or_stopped(case, result, Stop.CANCELLED)
        if not puzzle.countable:
            continue
        forced = ask(case, method, question=Question.FORCED, cancel=CancelAfter(checks))
        ends = (Stop.COMPLETED, Stop.CANCELLED, *own_stops(method.name))
        assert forced.stop in ends, case
        assert (forced.status is Status.UNSATISFIABLE) <= (case.solutions == ()), case


@of_pairs.hold(most=FEW)
def cancelled_before_it_began(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    """Nobody waits for a run that was called off; only what is seen at once is still said."""
    result = ask(case, method, all_solutions=True, cancel=CancelAfter(0))
    if puzzle.violations(case.position):
        assert result.status is Status.UNSATISFIABLE, case
    else:
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.CANCELLED), case


@of_pairs.hold(complete, most=16)
def a_model_asked_for_late_still_meets_the_limits(case: Case, method: Method) -> None:
    """The first model may be had, and the search for the next is stopped all the same."""
    if len(case.solutions) < 2:
        return
    run = Run(cancel=(token := CancelAfter(10**9)))
    found = models(method, view_of(case, view_kind(case, method)), run)
    assert len(list(islice(found, 1))) == 1, case
    token.left = 0
    try:
        rest = list(found)
    except Interrupted as end:
        assert end.stop is Stop.CANCELLED, case
    else:
        assert len(rest) < len(case.solutions), case


def test_a_limit_of_nothing_is_refused() -> None:
    for name in ("time_s", "nodes", "memory_bytes", "solutions"):
        with pytest.raises(gridwise.core.errors.ParameterError):
            Limits(**{name: 0})


test_pairs = of_pairs.test()
