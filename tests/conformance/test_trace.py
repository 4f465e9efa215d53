"""What a method records folds to what it answered, and can be read by people."""

from collections.abc import Iterator
from itertools import chain, zip_longest
from random import Random
from typing import Any

import pytest

import gridwise
from conformance.support import (
    SAMPLES,
    Case,
    Properties,
    ask,
    asked,
    cases,
    choices,
    concluded,
    drawn,
    kinds_of,
    methods,
    pairs,
    puzzles,
    read_model,
    replays,
    searchable,
    too_many_to_enumerate,
    view_kind,
    view_of,
)
from gridwise.core import registry
from gridwise.core.errors import UsageError
from gridwise.core.method import Method
from gridwise.core.playback import Playback
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Result, Status
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace, line_of
from gridwise.core.views import StateSpace
from oracles.fold import fold

of_pairs = Properties(pairs)
of_puzzles = Properties(puzzles)
of_methods = Properties(methods)
TRACED = max(4, SAMPLES // 6)
FEWER = max(4, TRACED // 2)  # of each kind one: without a solution, with one, with more


def has_trace(method: Method) -> bool:
    return bool(method.emits)


def traced(case: Case, method: Method, **how: Any) -> tuple[Result[Any], Trace]:
    result = (ask if "options" in how else asked)(case, method, **{"trace": True, **how})
    assert isinstance(result.trace, Trace), case
    return result, result.trace


def facts_of(playback: Playback[Any], step: int) -> tuple[int, ...]:
    """Return the facts of a frame; those of the root are in no row."""
    view = playback.view
    root = view.root_facts if isinstance(view, StateSpace) else ()
    facts = playback.frame(step).facts
    return tuple(fact for fact in root if fact not in facts) + facts


def ways(case: Case, method: Method) -> tuple[dict[str, Any], ...]:
    """Return the questions that a trace is made for, as arguments."""
    if Question.SOLUTION not in method.questions:
        return ({},)
    several = ({"all_solutions": True}, {"question": Question.FORCED})
    return ({}, *several) if case.puzzle.countable else ({},)


def ways_with_options(case: Case, method: Method) -> Iterator[dict[str, Any]]:
    """Yield the questions, then each choice of each option."""
    yield from ways(case, method)
    for option in method.options_for(view_kind(case, method)):
        yield from ({"options": {option.name: choice}} for choice in option.choices)


@of_pairs.hold(has_trace, most=TRACED)
def each_row_is_of_a_kind_and_of_a_line_of_the_pseudo_code(case: Case, method: Method) -> None:
    for how in ways(case, method):
        _, trace = traced(case, method, **how)
        assert not trace.truncated, case
        rows = trace.rows
        assert (rows.dtype.name, rows.shape) == ("int32", (len(trace), 6)), case
        assert {row.kind for row in trace} <= method.emits, case
        searches_again = (rows[:, 0] == Kind.BACKTRACK) & (rows[:, 1] == -1)
        assert ((rows[:, 1] >= 0) | searches_again).all(), case
        assert how.get("question") or not searches_again.any(), case
        assert (rows[:, 4] >= 0).all(), case
        for row in trace:
            assert line_of(method.pseudocode, row) is not None, (case, row)


@of_methods.hold(has_trace)
def each_kind_of_row_is_shown_by_some_run(method: Method) -> None:
    """And with it a line of the pseudo-code for each kind; positions are tried until it is."""
    code, seen, lit = method.pseudocode, set[Kind](), set[int]()
    for case in chain.from_iterable(zip_longest(*positions_of(method))):
        for how in ways_with_options(case, method) if case else ():
            _, trace = traced(case, method, **how)
            seen |= {row.kind for row in trace}
            lit |= {at for row in trace if (at := line_of(code, row)) is not None}
        if seen >= method.emits:
            break
    assert seen == method.emits, "a kind is promised that no run shows"
    unlit = [line for at, line in enumerate(code) if line.kinds and at not in lit]
    kinds = frozenset[Kind]().union(*(code[at].kinds for at in lit))
    assert all(line.kinds <= kinds for line in unlit), unlit  # another line writes these too
    assert frozenset[Kind]().union(*(line.kinds for line in code)) == method.emits


def positions_of(method: Method) -> list[Iterator[Case]]:
    """Return the positions of each puzzle that a method can work on."""
    return [
        filter(lambda case: searchable(case, method), drawn(name))
        for name in registry.puzzles()
        if method.view_for(kinds_of(name)) is not None
    ]


def test_pseudo_code_is_for_what_writes_a_trace() -> None:
    for method in registry.methods().values():
        assert bool(method.pseudocode) is bool(method.emits), method.name
        for line in method.pseudocode:
            assert len(line.text) <= 60, line.text  # beside a board, without a scroll bar
            assert (len(line.text) - len(line.text.lstrip())) % 4 == 0, line.text


def first_solution_is_the_answer(case: Case, method: Method, **how: Any) -> None:
    result, trace = traced(case, method, **how)
    playback: Playback[Any] = Playback(trace)
    found = playback.steps_of(Kind.SOLUTION)
    if result.status is not Status.SOLVED:
        assert found == (), case
        return
    if not found:
        assert len(trace) == 0, f"{case}: rows but no solution among them"
        return
    assert result.answer is not None
    view: Any = playback.view
    facts = facts_of(playback, found[0] + 1)
    answer = replays(case, result.answer.items[0])
    assert read_model(case, view, facts) == answer, case
    moves = view.decoder.moves(view.complete(facts))
    assert set(moves) == set(result.answer.items[0].moves), case
    assert playback.frame(found[0] + 1).solutions == 1, case
    assert all(str(event.text) for event in playback.events()), case


@of_pairs.hold(has_trace, most=TRACED)
def the_fold_at_the_first_solution_is_the_answer(case: Case, method: Method) -> None:
    first_solution_is_the_answer(case, method)


@of_pairs.hold(has_trace, most=min(9, TRACED))
def that_holds_for_every_option(case: Case, method: Method) -> None:
    """Auxiliary variables are in the trace, and not on the board."""
    kind = view_kind(case, method)
    of_view = case.puzzle.views(case.position)[kind].options
    names = {option.name for option in of_view}
    solvable = next(one for one in cases(case.puzzle.name) if one.solutions)
    for name, choice in choices((*of_view, *method.options_for(kind)), solvable, method):
        how = {name: choice} if name in names else {}
        if too_many_to_enumerate(view_of(case, kind, **how), method):
            continue
        first_solution_is_the_answer(case, method, options={name: choice})


@of_pairs.hold(has_trace, most=min(12, TRACED))
def the_first_row_of_a_solution_is_the_first_model(case: Case, method: Method) -> None:
    """In the view's order, too, unless a method sorts what it found (A* finds by cost)."""
    for ordered in (False, True):
        view = view_of(case, view_kind(case, method)).expanded()
        run = Run(trace=(trace := Trace()))
        found = list(method.models(view, run, ordered=ordered))
        playback: Playback[Any] = Playback(trace, view)
        steps = playback.steps_of(Kind.SOLUTION)
        assert bool(steps) is bool(found), case
        if found and not (ordered and Kind.GENERATE in method.emits):
            facts = facts_of(playback, steps[0] + 1)
            assert read_model(case, view, facts) == read_model(case, view, found[0]), case


@of_pairs.hold(has_trace, most=FEWER)
def every_solution_of_a_full_search_is_in_the_trace(case: Case, method: Method) -> None:
    """A goal of a state space may represent several solutions; otherwise it is one row each."""
    _, trace = traced(case, method, all_solutions=True)
    playback: Playback[Any] = Playback(trace)
    found = playback.steps_of(Kind.SOLUTION)
    ordinals = [trace[step].subject for step in found]
    assert ordinals == list(range(1, len(ordinals) + 1)), case
    if Kind.GENERATE not in method.emits and len(trace):
        assert len(ordinals) == len(case.solutions), case
    assert bool(ordinals) is bool(case.solutions) or not len(trace), case
    shown = [read_model(case, playback.view, facts_of(playback, step + 1)) for step in found]
    assert set(shown) <= set(case.solutions), case
    assert len(set(shown)) == len(shown), case
    if Kind.GENERATE not in method.emits and len(trace):
        assert tuple(shown) == case.solutions, case


@of_pairs.hold(has_trace, most=TRACED)
def any_frame_is_the_fold_of_the_rows_before_it(case: Case, method: Method) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gridwise.core.playback.KEYFRAME_EVERY", 7)  # for short traces
        frames_are_folds(case, method)


def frames_are_folds(case: Case, method: Method) -> None:
    puzzle, random = case.puzzle, Random(case.seed)
    how: dict[str, Any] = {"all_solutions": True}
    if Question.SOLUTION not in method.questions:
        how = {}
    elif case.seed % 2 and puzzle.countable:
        how = {"question": Question.FORCED}
    _, trace = traced(case, method, **how)
    playback: Playback[Any] = Playback(trace)
    first = playback.frame(0)
    assert (first.facts, first.removed, first.marks, first.solutions) == ((), (), (), 0), case
    for step in {len(trace), *(random.randint(0, len(trace)) for _ in range(4))}:
        frame = playback.frame(step)
        facts, removed, solutions = fold(list(trace)[:step], playback.view.fact)
        assert frame.step == step
        assert frame.facts == facts, (case, step)
        assert frame.removed == removed, (case, step)
        assert frame.solutions == solutions, (case, step)
        if puzzle.countable:  # a path may slide the same tile to the same cell again
            assert len(set(facts)) == len(facts), f"{case}: a fact twice at step {step}"
        scene = puzzle.scene(case.position, origin=case.position, marks=frame.marks)
        assert len(scene.cells) == scene.width * scene.height
    with pytest.raises(IndexError):
        playback.frame(len(trace) + 1)


@of_pairs.hold(has_trace, most=TRACED)
def every_row_can_be_put_into_words(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    _, trace = traced(case, method)
    playback: Playback[Any] = Playback(trace)
    for step, event in enumerate(playback.events()):
        assert (event.step, event.row) == (step, trace[step]), case
        words = str(event.text)
        assert words.strip(), (case, event.row)
        assert "{" not in words, (case, words)
        for mark in event.marks:
            assert 0 <= mark.cell < len(puzzle.scene(case.position).cells), case


@of_pairs.hold(has_trace, most=TRACED)
def watching_changes_nothing(case: Case, puzzle: Puzzle[Any, Any], method: Method) -> None:
    several = ({"all_solutions": True}, {"nth": 2}, {"question": Question.FORCED})
    for how in ({}, *several) if puzzle.countable else ({},):
        plain = ask(case, method, **how)
        result, _ = traced(case, method, **how)
        assert concluded(plain) == concluded(result), case
        assert plain.answer == result.answer, case
        assert plain.unique == result.unique, case
        assert plain.statistics.counters == result.statistics.counters, case
        assert plain.trace is None, case


@of_pairs.hold(has_trace, most=FEWER)
def a_full_record_drops_what_comes_after(case: Case, method: Method) -> None:
    whole_result, whole = traced(case, method, all_solutions=True)
    for rows in (1, 2, 5, 40):
        result, trace = traced(case, method, all_solutions=True, trace=rows)
        assert (concluded(result), result.answer) == (
            concluded(whole_result),
            whole_result.answer,
        ), case
        assert list(trace) == list(whole)[:rows], case
        assert trace.dropped == max(0, len(whole) - rows), case
        assert trace.truncated is (len(whole) > rows), case
        playback: Playback[Any] = Playback(trace)
        assert len(list(playback.events())) == len(trace), case
        playback.frame(len(trace))


@of_pairs.hold(lambda method: not method.emits, most=2)
def a_method_without_a_trace_says_so(case: Case, method: Method) -> None:
    if case.solutions:
        with pytest.raises(UsageError, match=method.name):
            ask(case, method, trace=True)


@of_puzzles.hold(most=10)
def auto_with_a_trace_chooses_a_method_that_has_one(case: Case) -> None:
    result = gridwise.solve(case.position, trace=True)
    if not case.puzzle.violations(case.position):
        assert registry.method(result.method).emits, case
        assert result.trace is not None, case


test_pairs = of_pairs.test()
test_puzzles = of_puzzles.test()
test_methods = of_methods.test()
