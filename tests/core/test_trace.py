"""The record of a run: what is kept, and that the board at step k is the fold of k rows."""

from collections.abc import Iterable
from random import Random
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core import playback as playback_module
from gridwise.core.message import msg
from gridwise.core.playback import KEYFRAME_EVERY, Playback
from gridwise.core.trace import COLUMNS, CodesFacts, Decoder, Kind, Mark, Reason, Trace, TraceRow
from oracles.fold import fold
from samples import seeds


class Squares(Decoder[int]):
    """Fact 4 * cell + value; value 0 is auxiliary and touches no cell."""

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return (Mark(fact // 4, fact % 4),) if fact % 4 else ()

    def moves(self, facts: Iterable[int]) -> tuple[int, ...]:
        return tuple(facts)

    def cell_name(self, cell: int) -> str:
        return f"c{cell}"

    def reason(self, constraint: int) -> Reason | None:
        if constraint == 9:
            return None
        return Reason(msg("rule {n}", n=constraint), (constraint, constraint + 1))


class View(CodesFacts[int]):
    decoder = Squares()

    def fact(self, subject: int, value: int) -> int:
        return 4 * subject + value


def random_trace(random: Random, rows: int, *, states: bool) -> Trace:
    """Any rows that the conventions allow; levels rise and fall as they like."""
    trace = Trace()
    trace.view = View()
    nodes = 0
    for _ in range(rows):
        if random.random() < 0.03:
            trace.restart()
            nodes = 0
        kinds = [Kind.EXPAND, Kind.GENERATE, Kind.GENERATE, Kind.SOLUTION, Kind.BOUND]
        if not states:
            kinds = [k for k in Kind if k not in (Kind.EXPAND, Kind.GENERATE)]
        kind = random.choice(kinds)
        level, subject, value = random.randrange(6), random.randrange(9), random.randrange(4)
        cause = random.randrange(4)
        if kind is Kind.GENERATE:
            # Numbers come in the order of making; the first is the root, later roots may come.
            trace.add(
                kind, level, nodes, value + 1, random.randrange(nodes + 1), random.randrange(5)
            )
            nodes += 1
        elif kind is Kind.EXPAND:
            if nodes:
                trace.add(kind, level, random.randrange(nodes))
        elif kind is Kind.SOLUTION:
            trace.add(kind, level, 1, random.randrange(nodes + 1) if nodes else 0)
        elif kind is Kind.BACKTRACK:
            trace.add(kind, level)
        elif kind is Kind.LEARN:
            trace.learn((1, -2), level, cause)
        else:
            trace.add(kind, level, subject, value, cause, random.randrange(3))
    return trace


def check_frames(trace: Trace, steps: Iterable[int]) -> None:
    playback = Playback(trace)
    view = View()
    rows = list(trace)
    for step in steps:
        frame = playback.frame(step)
        facts, removed, solutions = fold(rows[:step], view.fact)
        assert (frame.step, frame.facts, frame.removed) == (step, facts, removed)
        assert frame.solutions == solutions
        says = [m for f in facts for m in view.decoder.marks(f)]
        says += [Mark(m.cell, m.value, holds=False) for f in removed for m in view.decoder.marks(f)]
        assert list(frame.marks) == says


@settings(max_examples=len(seeds(50, 150)), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 60), st.integers(1, 9), st.booleans())
def test_every_frame_is_the_fold_of_its_rows(
    seed: int, rows: int, every: int, states: bool
) -> None:
    with mock.patch.object(playback_module, "KEYFRAME_EVERY", every):
        trace = random_trace(Random(seed), rows, states=states)
        check_frames(trace, range(len(trace) + 1))


@pytest.mark.parametrize("states", [False, True])
def test_frames_around_real_keyframes(states: bool) -> None:
    trace = random_trace(Random(7), 4 * KEYFRAME_EVERY, states=states)
    edges = {k * KEYFRAME_EVERY + d for k in range(4) for d in (-1, 0, 1)}
    check_frames(
        trace, sorted(s for s in {*edges, len(trace) // 2, len(trace)} if 0 <= s <= len(trace))
    )


def test_seeking_reads_at_most_one_keyframes_worth_of_rows() -> None:
    trace = Trace()
    for i in range(10 * KEYFRAME_EVERY + 3):
        trace.add(Kind.IMPLY, 0, i % 50, 1)
    playback = Playback(trace, View())
    with mock.patch.object(
        Trace, "__getitem__", autospec=True, side_effect=Trace.__getitem__
    ) as read:
        playback.frame(7 * KEYFRAME_EVERY + 5)
        playback.frame(len(trace))
    assert read.call_count <= KEYFRAME_EVERY


def test_a_frame_can_be_read_twice_and_in_any_order() -> None:
    trace = random_trace(Random(3), 100, states=False)
    playback = Playback(trace)
    forward = [playback.frame(k) for k in range(len(trace) + 1)]
    backward = [playback.frame(k) for k in reversed(range(len(trace) + 1))]
    assert forward == backward[::-1]


def test_steps_outside_the_trace_are_refused() -> None:
    playback = Playback(Trace(), View())
    assert playback.frame(0).facts == ()
    for step in (-1, 1):
        with pytest.raises(IndexError):
            playback.frame(step)


def test_a_trace_without_its_view_is_not_read() -> None:
    with pytest.raises(ValueError, match="view"):
        Playback(Trace())


def test_what_is_over_the_maximum_is_counted_not_kept() -> None:
    trace = Trace(max_rows=3)
    for i in range(5):
        trace.add(Kind.DECIDE, i, i)
        assert trace.truncated == (i >= 3)
    assert (len(trace), trace.dropped) == (3, 2)
    assert [row.subject for row in trace] == [0, 1, 2]
    assert trace.rows.shape == (3, 6)


def test_a_full_trace_keeps_no_more_clauses() -> None:
    trace = Trace(max_rows=1)
    trace.learn((1, 2), depth=4, cause=3)
    trace.learn((3, 4, 5))
    assert trace.clauses == [(1, 2)]
    assert trace.dropped == 1
    assert trace[0] == TraceRow(Kind.LEARN, 4, 0, 0, 3, 2)


def test_learn_rows_index_their_clauses() -> None:
    trace = Trace()
    clauses = [(1, 2), (-1,), (3, -4, 5)]
    for clause in clauses:
        trace.learn(clause)
        trace.add(Kind.BACKTRACK)
    learnt = [row for row in trace if row.kind is Kind.LEARN]
    assert [trace.clauses[row.subject] for row in learnt] == clauses
    assert [row.measure for row in learnt] == [2, 1, 3]


def test_rows_as_an_array() -> None:
    trace = Trace()
    assert trace.rows.shape == (0, 6)
    trace.add(Kind.SOLUTION, 1, 2, 3, 4, -5)
    trace.add(Kind.BACKTRACK)
    rows = trace.rows
    assert rows.dtype == np.int32
    assert rows.shape == (2, len(COLUMNS))
    assert rows.tolist() == [[10, 1, 2, 3, 4, -5], [5, 0, 0, 0, 0, 0]]
    rows[0, 1] = 99
    assert trace[0].depth == 1  # a copy
    trace.add(Kind.BACKTRACK)  # and the record still grows while the array is alive
    assert len(trace) == 3


def test_rows_by_index() -> None:
    trace = Trace()
    for i in range(4):
        trace.add(Kind.DECIDE, 0, i)
    assert trace[-1] == trace[3] == TraceRow(Kind.DECIDE, 0, 3, 0, 0, 0)
    assert trace[-4] == trace[0]
    for index in (4, -5):
        with pytest.raises(IndexError):
            trace[index]
    assert [row.subject for row in trace] == [0, 1, 2, 3]


def test_kinds_are_the_closed_set() -> None:
    names = "DECIDE IMPLY ELIMINATE CONFLICT BACKTRACK LEARN GENERATE EXPAND BOUND SOLUTION PREMISE"
    assert {kind.name for kind in Kind} == {*names.split(), "EVALUATE"}


def lifted(*row: int) -> tuple[str, tuple[Mark, ...], tuple[int, ...]]:
    trace = Trace()
    trace.add(*row)
    event = Playback(trace, View()).event(0)
    return str(event.text), event.marks, event.cells


@every(
    "row, text, marks, cells",
    [
        ((Kind.DECIDE, 1, 5, 2), "try c5 = 2", (Mark(5, 2),), ()),
        ((Kind.IMPLY, 1, 5, 2, 4), "so c5 = 2: rule 3", (Mark(5, 2),), (3, 4)),
        ((Kind.IMPLY, 1, 5, 2, 10), "so c5 = 2", (Mark(5, 2),), ()),
        ((Kind.IMPLY, 1, 5, 0), "so an auxiliary variable", (), ()),
        ((Kind.PREMISE, 0, 1, 3), "given c1 = 3", (Mark(1, 3),), ()),
        ((Kind.ELIMINATE, 0, 1, 3), "c1 is not 3", (Mark(1, 3, holds=False),), ()),
        ((Kind.CONFLICT, 2, 1, 3, 1), "contradiction: rule 0", (), (0, 1)),
        ((Kind.BACKTRACK, 2), "back to level 2", (), ()),
        ((Kind.BACKTRACK, -1), "search again, with one fact excluded", (), ()),
        ((Kind.GENERATE, 3, 0, 0, 0, 9), "generate: g = 3, h = 9", (), ()),
        ((Kind.EXPAND, 3, 0, 0, 0, 9), "expand: g = 3, h = 9", (), ()),
        ((Kind.BOUND, 0, 1, 0, 0, 12), "new bound 12", (), ()),
        ((Kind.SOLUTION, 0, 2), "solution 2", (), ()),
        ((Kind.EVALUATE, 1, 0, -1), "the second player wins", (), ()),
        ((Kind.EVALUATE, 1, 0, 0, 2), "a draw: rule 1", (), (1, 2)),
    ],
)
def test_rows_in_words(
    row: tuple[int, ...], text: str, marks: tuple[Mark, ...], cells: tuple[int, ...]
) -> None:
    found = lifted(*row)
    if row[0] is Kind.CONFLICT:
        found = (found[0], (), found[2])  # whether a conflict marks its subject is left open
    assert found == (text, marks, cells)


def test_a_state_is_marked_by_the_operator_that_led_to_it() -> None:
    trace = Trace()
    trace.add(Kind.GENERATE, 0, 0, 0, 0)
    trace.add(Kind.GENERATE, 1, 1, 4 * 2 + 1, 1)
    trace.add(Kind.GENERATE, 2, 2, 4 * 6 + 3, 2)
    trace.add(Kind.EXPAND, 2, 2)
    playback = Playback(trace, View())
    assert playback.path(2) == (9, 27)
    assert playback.path(0) == ()
    assert playback.event(2).marks == playback.event(3).marks == (Mark(6, 3),)
    assert playback.frame(3).facts == ()
    assert playback.frame(4).marks == (Mark(2, 1), Mark(6, 3))


def test_a_new_search_has_node_numbers_of_its_own() -> None:
    trace = Trace()
    for operator in (5, 6):
        trace.add(Kind.PREMISE, 0, 3, 1)
        trace.add(Kind.GENERATE, 0, 0)
        trace.add(Kind.GENERATE, 1, 1, operator, 1)
        trace.add(Kind.EXPAND, 1, 1)
        trace.restart()
    playback = Playback(trace, View())
    fact = View().fact(3, 1)
    assert playback.frame(4).facts == (fact, 5)
    assert playback.frame(5).facts == ()
    assert playback.frame(9).facts == (fact, 6)
    assert playback.frame(10).facts == ()
    assert playback.event(2).marks == playback.event(3).marks == (Mark(1, 1),)
    assert playback.event(7).marks == playback.event(8).marks == (Mark(1, 2),)
    assert (playback.path(1), playback.path(1, 1), playback.path(1, 2)) == ((5,), (6,), ())


def test_steps_of_a_kind() -> None:
    trace = random_trace(Random(5), 80, states=False)
    playback = Playback(trace)
    steps = playback.steps_of(Kind.CONFLICT)
    assert steps
    assert all(trace[s].kind is Kind.CONFLICT for s in steps)
    assert len(steps) == sum(row.kind is Kind.CONFLICT for row in trace)
    assert [event.step for event in playback.events()] == list(range(len(trace)))
