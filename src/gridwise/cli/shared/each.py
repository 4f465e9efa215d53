"""`--method each`: every method that fits, one after the other, and whether they agree."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gridwise.cli.shared.job import CANCELLED, LIMIT, exit_status
from gridwise.cli.shared.show import boards
from gridwise.cli.shared.terminal import table
from gridwise.core import registry
from gridwise.core.errors import Fault, UnknownNameError
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Solutions, Status, Stop
from gridwise.render.words import (
    counter_words,
    duration,
    forced_words,
    in_words,
    stop_words,
)
from gridwise.solving.agreement import claims_of, disagreements
from gridwise.solving.result_json import record

if TYPE_CHECKING:
    from gridwise.cli.shared.job import Session

TIME_S = 10.0
"""The time limit of one run where none is given."""
_WORK = ("assignments", "expanded", "decisions", "conflicts", "generated", "propagations")
"""What tells most of a method's work, most telling first."""
_MAX_WORK = 3
_STATUS = {
    Status.SOLVED: "solved",
    Status.UNSATISFIABLE: "no solution",
    Status.UNKNOWN: "gave up",
}


def each(
    session: "Session", index: int, puzzle: Puzzle[Any, Any], position: Any
) -> tuple[int, Result[Any] | None]:
    """Ask every method and print one line each.

    Returns
    -------
    tuple[int, Result | None]
        The exit status (that of the first method that settled the question; 31 where two answers
        exclude each other), and the result to write to a file.
    """
    terminal, job = session.terminal, session.job
    methods = registry.methods_for(position)
    wanted = _options(puzzle, position, methods, job.options)
    limits = job.limits
    if limits.time_s is None:
        limits = replace(limits, time_s=TIME_S)
    results: list[Result[Any]] = []
    records: list[dict[str, Any]] = []
    for method in methods:
        if session.cancel.is_set():
            break
        result = session.ask(position, method.name, limits, wanted[method.name])
        results.append(result)
        records.append(record(result, index=index))
        terminal.record(records[-1])
    settled = [r for r in results if r.status is not Status.UNKNOWN]
    best = next((r for r in settled if r.stop is Stop.COMPLETED), settled[0] if settled else None)
    trouble = disagreement(records)
    if not terminal.json:
        if best is not None:
            boards(terminal, puzzle, position, best)
        head, *body = _table(puzzle, position, results, terminal.width)
        terminal.line(head, "bold")
        for line in body:
            terminal.line(line)
        own = "" if job.limits.time_s is not None else " (the default of --method each)"
        terminal.line(f"each run stops after {limits.time_s:g} s{own}", "dim")
        terminal.line(trouble or _agreement(results), "bold red" if trouble else "")
    if trouble:
        raise Fault(trouble)
    if any(result.stop is Stop.CANCELLED for result in results):
        return CANCELLED, best
    if best is None:
        return LIMIT, results[0] if results else None
    return exit_status(best), best


def _options(
    puzzle: Puzzle[Any, Any],
    position: Any,
    methods: Sequence[Method],
    options: Mapping[str, str],
) -> dict[str, dict[str, str]]:
    """Return by method the options that it or its model takes; raise for those that none takes."""
    offers = puzzle.views(position)
    taken: dict[str, set[str]] = {}
    for method in methods:
        view = method.view_for(frozenset(offers))
        assert view is not None
        taken[method.name] = {o.name for o in (*method.options_for(view), *offers[view].options)}
    known = set().union(*taken.values())
    for name in options:
        if name not in known:
            raise UnknownNameError("option", name, known)
    return {
        method: {name: value for name, value in options.items() if name in names}
        for method, names in taken.items()
    }


def disagreement(records: Iterable[Mapping[str, Any]]) -> str | None:
    """Return how two answers exclude each other, None where none do; see `workbench.agreement`."""
    said = [(str(one["method"]), claims_of(one)) for one in records]
    for one, other, text in disagreements(said):
        return f"{one} and {other} disagree: {in_words(text)}"
    return None


def _agreement(results: Sequence[Result[Any]]) -> str:
    settled = [result for result in results if result.status is not Status.UNKNOWN]
    if not settled:
        return "no method settled it"
    ended = "one method answered" if len(settled) == 1 else f"the {len(settled)} answers agree"
    free = [r for r in settled if r.question == "solution" and not r.unique]
    firsts = [(r, r.answer.items[0]) for r in free if isinstance(r.answer, Solutions)]
    found = {first.position for _, first in firsts}
    paths = {len(first.moves): r for r, first in firsts if not _countable(r)}
    if len(found) > 1:
        ended = f"{len(settled)} methods found {len(found)} different solutions"
    elif len(paths) > 1:
        proved = [len(first.moves) for r, first in firsts if r.optimal]
        ended = (
            f"{len(settled)} methods found solutions of {min(paths)} to {max(paths)} moves, "
            + (f"shortest proved {min(proved)}" if proved else "none proved shortest")
        )
    rest = len(results) - len(settled)
    return ended if not rest else f"{ended}; {rest} without an answer"


def _countable(result: Result[Any]) -> bool:
    return registry.puzzle(result.puzzle).countable


def _table(
    puzzle: Puzzle[Any, Any], position: Any, results: Sequence[Result[Any]], width: int
) -> list[str]:
    """Return the head and the rows, with as many counters as there is room for."""
    for most in range(_MAX_WORK, 0, -1):
        rows = [_row(puzzle, position, result, most) for result in results]
        lines = table(("method", "known", "ended", "answer", "cpu", "work"), rows, right=(4,))
        if most == 1 or max(map(len, lines)) <= width:
            break
    return lines


def _row(
    puzzle: Puzzle[Any, Any], position: Any, result: Result[Any], most: int
) -> tuple[str, ...]:
    statistics = result.statistics
    told = {name: n for name in _WORK if (n := statistics.counters.get(name, 0))}
    work = dict(list(told.items())[:most])
    return (
        result.method,
        _STATUS[result.status],
        in_words(stop_words(result)).removesuffix(" reached"),
        _answer(puzzle, position, result),
        duration(statistics.cpu_s),
        counter_words(work),
    )


def _answer(puzzle: Puzzle[Any, Any], position: Any, result: Result[Any]) -> str:
    answer = result.answer if result.answer is not None else result.best
    if isinstance(answer, Count):
        return str(answer.number) if answer.exact else f"at least {answer.number}"
    if not isinstance(answer, Solutions):
        return "-"
    if result.question == "forced" and answer.items:
        after = puzzle.scene(answer.items[0].position, origin=position)
        found = in_words(forced_words(puzzle.scene(position), after))
        return found if result.answer is not None else f"so far {found}"
    if answer.nth is not None:
        return f"solution {answer.nth}" if answer.items else "there is none"
    if answer.count is not None:
        return ("" if answer.count.exact else "at least ") + str(answer.count.number)
    if result.answer is None:
        return f"so far {len(answer.items[0].moves):,} moves"
    if not puzzle.countable:
        moves = f"{len(answer.items[0].moves):,} moves"
        if result.optimal:
            return f"{moves}, shortest"
        return moves if result.bound is None else f"{moves}, at most {result.bound:.3g} times"
    return {True: "unique", False: "not unique", None: "a solution"}[result.unique]
