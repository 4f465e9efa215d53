"""`--method each`: every method that fits, one after the other, and whether they agree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import CANCELLED, LIMIT, exit_status
from gridwise.cli.shared.language import current
from gridwise.cli.shared.solve_request import SolveRequest
from gridwise.cli.shared.terminal import Terminal, columns, table
from gridwise.core.errors import Fault, UnknownNameError
from gridwise.core.limits import time_or
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Solutions, Status, Stop
from gridwise.render.result_text import boards, forced_cells, solutions
from gridwise.render.words import (
    count_words,
    counter_words,
    duration,
    number,
    stop_words,
    times_words,
)
from gridwise.solving.agreement import claims_of, disagreements
from gridwise.solving.instance import Instance
from gridwise.solving.result_json import as_json

TIME_S = 10.0
"""The time limit of one run where none is given."""
_WORK = ("assignments", "expanded", "decisions", "conflicts", "generated", "propagations")
"""Counters of a method's work, the most telling first."""
_MAX_WORK = 3
_STATUS = {
    Status.SOLVED: msg("solved"),
    Status.UNSATISFIABLE: msg("no solution"),
    Status.UNKNOWN: msg("gave up"),
}
_ENDED = {
    Stop.SOLUTION_LIMIT: msg("solution limit"),
    Stop.TIME_LIMIT: msg("time limit"),
    Stop.NODE_LIMIT: msg("node limit"),
    Stop.MEMORY_LIMIT: msg("memory limit"),
}


class EveryMethod:
    """Puts the question of a request to every method that fits a board.

    Parameters
    ----------
    ask
        Takes an instance, a method, limits and options, and returns the result.
    """

    def __init__(
        self,
        terminal: Terminal,
        cancel: Cancel,
        request: SolveRequest,
        ask: Callable[..., Result[Any]],
    ) -> None:
        self.terminal, self.cancel, self.request, self.ask = terminal, cancel, request, ask

    def answer(self, index: int, instance: Instance) -> tuple[int, Result[Any] | None]:
        """Ask every method and print one line each.

        Returns
        -------
        tuple[int, Result | None]
            The exit status (that of the first method that answered; 31 where two answers
            exclude each other), and the result to write to a file.
        """
        terminal, puzzle = self.terminal, instance.puzzle
        wanted = self._options(instance)
        limits = self.request.limits
        limits = replace(limits, time_s=time_or(limits.time_s, limits.cpu_s, TIME_S))
        results: list[Result[Any]] = []
        claims = []
        for method in instance.methods:
            if self.cancel.is_set():
                break
            result = self.ask(instance, method.name, limits, wanted[method.name])
            value = as_json(result, index=index)
            results.append(result)
            claims.append((method.name, claims_of(value)))
            terminal.json_line(value)
        settled = [r for r in results if r.status is not Status.UNKNOWN]
        best = next((r for r in settled if r.stop is Stop.COMPLETED), next(iter(settled), None))
        trouble = next(
            (
                msg("{one} and {other} disagree: {why}", one=one, other=other, why=text)
                for one, other, text in disagreements(claims)
            ),
            None,
        )
        if not terminal.json:
            if best is not None:
                boards(terminal, puzzle, best)
            head, *body = _table(puzzle, results, terminal.width)
            terminal.line(head, "bold")
            for line in body:
                terminal.line(line)
            most = msg("each run stops after {limit}", limit=times_words(limits))
            if self.request.limits.time_s is None and limits.cpu_s is None:
                most = msg("{said} (the default of --method each)", said=most)
            terminal.line(most, "dim")
            terminal.line(trouble or _summary(puzzle, results), "bold red" if trouble else "")
        if trouble:
            raise Fault(trouble)
        if any(result.stop is Stop.CANCELLED for result in results):
            return CANCELLED, best
        if best is None:
            return LIMIT, results[0] if results else None
        return exit_status(best), best

    def _options(self, instance: Instance) -> dict[str, dict[str, str]]:
        """Return by method the options that it or its view takes; raise for those of none."""
        taken: dict[str, set[str]] = {}
        for method in instance.methods:
            view = instance.view_of(method)
            known = (*method.options_for(view), *instance.offers[view].options)
            taken[method.name] = {option.name for option in known}
        every = set().union(*taken.values())
        for name in self.request.options:
            if name not in every:
                raise UnknownNameError(msg("option"), name, every)
        return {
            method: {name: value for name, value in self.request.options.items() if name in names}
            for method, names in taken.items()
        }


def _summary(puzzle: Puzzle[Any, Any], results: Sequence[Result[Any]]) -> Message:
    """Return the last line where no two answers exclude each other."""
    settled = [result for result in results if result.status is not Status.UNKNOWN]
    if not settled:
        return msg("no method answered")
    n = len(settled)
    text = msg("one method answered") if n == 1 else msg("the {n} answers agree", n=n)
    free = [r for r in settled if r.question == "solution" and not r.unique]
    firsts = [(r, r.answer.items[0]) for r in free if isinstance(r.answer, Solutions)]
    found = {first.position for _, first in firsts}
    paths = set() if puzzle.countable else {len(first.moves) for _, first in firsts}
    if len(found) > 1:
        text = msg("{n} methods found {k} different solutions", n=n, k=len(found))
    elif len(paths) > 1:
        proved = [len(first.moves) for r, first in firsts if r.optimal]
        text = msg(
            "{n} methods found solutions of {low} to {high} moves, {shortest}",
            n=n,
            low=min(paths),
            high=max(paths),
            shortest=msg("none is shorter than {k}", k=min(proved))
            if proved
            else msg("none known to be shortest"),
        )
    rest = len(results) - n
    return text if not rest else msg("{said}; {n} without an answer", said=text, n=rest)


def _table(puzzle: Puzzle[Any, Any], results: Sequence[Result[Any]], width: int) -> list[str]:
    """Return the head and the rows, with as many counters as there is room for."""
    for most in range(_MAX_WORK, 0, -1):
        rows = [_row(puzzle, result, most) for result in results]
        head = (msg("method"), msg("known"), msg("ended"), msg("answer"), msg("cpu"), msg("work"))
        lines = table(head, rows, right=(4,))
        if max(map(columns, lines)) <= width:
            break
    return lines


def _row(puzzle: Puzzle[Any, Any], result: Result[Any], most: int) -> tuple[str | Message, ...]:
    statistics = result.statistics
    work = [(name, n) for name in _WORK if (n := statistics.counters.get(name, 0))]
    return (
        result.method,
        _STATUS[result.status],
        _ENDED.get(result.stop) or stop_words(result),
        _answer(puzzle, result),
        duration(statistics.cpu_s),
        counter_words(dict(work[:most]), current()),
    )


def _answer(puzzle: Puzzle[Any, Any], result: Result[Any]) -> str | Message:
    answer = result.answer if result.answer is not None else result.best
    if isinstance(answer, Count):
        return count_words(answer)
    if not isinstance(answer, Solutions):
        return "-"
    forced = forced_cells(puzzle, result)
    if forced is not None:
        return forced if result.answer is not None else msg("so far {what}", what=forced)
    if answer.nth is not None:
        return msg("solution {nth}", nth=answer.nth) if answer.items else msg("there is none")
    if answer.count is not None:
        return count_words(answer.count)
    many = len(solutions(result)[0].moves)
    moves = msg("1 move") if many == 1 else msg("{n} moves", n=number(many))
    if result.answer is None:
        return msg("so far {what}", what=moves)
    if not puzzle.countable:
        if result.optimal:
            return msg("{moves}, shortest", moves=moves)
        if result.bound is None:
            return moves
        return msg("{moves}, at most {k} times", moves=moves, k=Numeral(f"{result.bound:.3g}"))
    return {True: msg("unique"), False: msg("not unique"), None: msg("a solution")}[result.unique]
