"""Methods that play a game of two players: they agree with the rules, and with each other."""

from itertools import product
from typing import Any

import gridwise
from conformance import test_trace
from conformance.support import (
    CancelAfter,
    Case,
    Properties,
    ask,
    asked,
    games,
    view_kind,
    view_of,
)
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import BestPlay, Result, Status, Stop
from gridwise.core.run import Run
from gridwise.core.trace import Kind

of_games = Properties(games)

for of_a_trace in (
    test_trace.each_row_is_of_a_kind_and_of_a_line_of_the_pseudo_code,
    test_trace.any_frame_is_the_fold_of_the_rows_before_it,
    test_trace.every_row_can_be_put_into_words,
):
    of_games.hold(most=test_trace.TRACED)(of_a_trace)


def play_of(case: Case, result: Result[Any]) -> BestPlay[Any, Any] | None:
    """Return the play of an answer, replayed to an end; None if the board breaks a rule."""
    if result.status is Status.UNSATISFIABLE:
        assert case.puzzle.violations(case.position), case
        return None
    assert (result.status, result.stop) == (Status.SOLVED, Stop.COMPLETED), case
    play = result.answer
    assert isinstance(play, BestPlay), case
    position = case.position
    for move in play.items[0].moves:
        position = case.puzzle.apply(position, move)
    assert position == play.items[0].position, case
    assert not any(True for _ in case.puzzle.moves(position)), case
    return play


@of_games.hold()
def the_value_is_that_of_the_rules(case: Case, method: Method) -> None:
    play = play_of(case, asked(case, method))
    if play is not None:
        wins = case.oracle.grundy(case.notation) > 0
        assert play.value == (1 if wins else -1), case


@of_games.hold()
def every_option_gives_the_same_value_and_best_move(case: Case, method: Method) -> None:
    best = play_of(case, asked(case, method))
    names = [option.name for option in method.options]
    for values in product(*(option.choices for option in method.options)):
        how = dict(zip(names, values, strict=True))
        play = play_of(case, ask(case, method, options=how))
        if best is None or play is None:
            assert play is best, case
            continue
        assert play.value == best.value, (case, how)
        assert play.items[0].moves[:1] == best.items[0].moves[:1], (case, how)


@of_games.hold(shows=lambda: ["cut"])
def alpha_beta_looks_at_no_more_than_minimax(case: Case) -> list[str]:
    shown = []
    for table, symmetry in product(("yes", "no"), repeat=2):
        how = {"table": table, "symmetry": symmetry}
        counted = [
            gridwise.solve(case.position, method=name, options=how).statistics.counters["expanded"]
            for name in ("alpha_beta", "minimax")
        ]
        assert counted[0] <= counted[1], (case, how)
        shown += ["cut"] * (counted[0] < counted[1])
    return shown


@of_games.hold()
def nodes_are_counted_exactly(case: Case, method: Method) -> None:
    view = view_of(case, view_kind(case, method))
    free = Run()
    (line,) = method.models(view, free)
    assert free.nodes == free.count.expanded, case
    for limit in {1, 2, 5, free.nodes - 1, free.nodes} - {0}:
        run = Run(Limits(nodes=limit))
        try:
            assert list(method.models(view, run)) == [line], case
            assert limit >= free.nodes, case
        except Interrupted as end:
            assert end.stop is Stop.NODE_LIMIT, case
            assert run.nodes == limit < free.nodes, case


@of_games.hold()
def who_stopped_it_is_said(case: Case, method: Method) -> None:
    for how, stop in (
        ({"limits": Limits(nodes=1)}, Stop.NODE_LIMIT),
        ({"cancel": CancelAfter(0)}, Stop.CANCELLED),
    ):
        result = ask(case, method, **how)
        if result.status is Status.UNKNOWN:
            assert (result.stop, result.answer, result.best) == (stop, None, None), case
        else:
            play_of(case, result)


@of_games.hold(lambda method: Kind.ELIMINATE in method.emits)
def each_move_is_made_or_left_out_once(case: Case, method: Method) -> None:
    """At each position looked at, the moves of the trace are those of the rules."""
    result = ask(case, method, trace=True, options={"table": "no", "symmetry": "no"})
    assert result.trace is not None
    view: Any = result.trace.view
    states, listed = [view.initial()], [list[int]()]
    for row in result.trace:
        if row.kind in (Kind.DECIDE, Kind.ELIMINATE):
            listed[row.depth - 1].append(row.subject)
        if row.kind is Kind.DECIDE:
            states[row.depth :] = [dict(view.moves(states[row.depth - 1]))[row.subject]]
            listed[row.depth :] = [[]]
        if row.kind is Kind.EVALUATE:
            assert listed[row.depth] == [move for move, _ in view.moves(states[row.depth])], case


@of_games.hold(most=1)
def a_game_is_no_solution(puzzle: Puzzle[Any, Any], method: Method) -> None:
    """A method that plays is refused where solutions are asked for, and the other way round."""
    position = puzzle.parse(puzzle.examples[0])
    for refused in (
        lambda: gridwise.solve(position, method=method.name, question="solution"),
        lambda: gridwise.solve(position, method=method.name, all_solutions=True),
        lambda: gridwise.count(position, method=method.name),
        lambda: gridwise.solve(position, method="backtracking", question="winner"),
    ):
        try:
            refused()
        except gridwise.NoSharedViewError:
            continue
        raise AssertionError(f"{method.name}: not refused")


test_games = of_games.test()
