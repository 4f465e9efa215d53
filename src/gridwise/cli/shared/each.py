"""`--method each`: every method that fits, one after the other, and whether they agree."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import CANCELLED, LIMIT, exit_status
from gridwise.cli.shared.solve_request import SolveRequest
from gridwise.cli.shared.terminal import Terminal, table
from gridwise.core.errors import Fault, UnknownNameError
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Solutions, Status, Stop
from gridwise.render.result_text import boards, forced_cells, solutions
from gridwise.render.words import counter_words, duration, in_words, stop_words
from gridwise.solving.agreement import claims_of, disagreements
from gridwise.solving.instance import Instance
from gridwise.solving.result_json import as_json

TIME_S = 10.0
"""The time limit of one run where none is given."""
_WORK = ("assignments", "expanded", "decisions", "conflicts", "generated", "propagations")
"""Counters of a method's work, the most telling first."""
_MAX_WORK = 3
_STATUS = {
    Status.SOLVED: "solved",
    Status.UNSATISFIABLE: "no solution",
    Status.UNKNOWN: "gave up",
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
        if limits.time_s is None:
            limits = replace(limits, time_s=TIME_S)
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
                f"{one} and {other} disagree: {in_words(text)}"
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
            own = (
                "" if self.request.limits.time_s is not None else " (the default of --method each)"
            )
            terminal.line(f"each run stops after {limits.time_s:g} s{own}", "dim")
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
                raise UnknownNameError("option", name, every)
        return {
            method: {name: value for name, value in self.request.options.items() if name in names}
            for method, names in taken.items()
        }


def _summary(puzzle: Puzzle[Any, Any], results: Sequence[Result[Any]]) -> str:
    """Return the last line where no two answers exclude each other."""
    settled = [result for result in results if result.status is not Status.UNKNOWN]
    if not settled:
        return "no method answered"
    words = "one method answered" if len(settled) == 1 else f"the {len(settled)} answers agree"
    free = [r for r in settled if r.question == "solution" and not r.unique]
    firsts = [(r, r.answer.items[0]) for r in free if isinstance(r.answer, Solutions)]
    found = {first.position for _, first in firsts}
    paths = set() if puzzle.countable else {len(first.moves) for _, first in firsts}
    if len(found) > 1:
        words = f"{len(settled)} methods found {len(found)} different solutions"
    elif len(paths) > 1:
        proved = [len(first.moves) for r, first in firsts if r.optimal]
        shortest = f"shortest proved {min(proved)}" if proved else "none proved shortest"
        words = (
            f"{len(settled)} methods found solutions of {min(paths)} to {max(paths)} moves, "
            f"{shortest}"
        )
    rest = len(results) - len(settled)
    return words if not rest else f"{words}; {rest} without an answer"


def _table(puzzle: Puzzle[Any, Any], results: Sequence[Result[Any]], width: int) -> list[str]:
    """Return the head and the rows, with as many counters as there is room for."""
    for most in range(_MAX_WORK, 0, -1):
        rows = [_row(puzzle, result, most) for result in results]
        lines = table(("method", "known", "ended", "answer", "cpu", "work"), rows, right=(4,))
        if max(map(len, lines)) <= width:
            break
    return lines


def _row(puzzle: Puzzle[Any, Any], result: Result[Any], most: int) -> tuple[str, ...]:
    statistics = result.statistics
    work = [(name, n) for name in _WORK if (n := statistics.counters.get(name, 0))]
    return (
        result.method,
        _STATUS[result.status],
        in_words(stop_words(result)).removesuffix(" reached"),
        _answer(puzzle, result),
        duration(statistics.cpu_s),
        counter_words(dict(work[:most])),
    )


def _answer(puzzle: Puzzle[Any, Any], result: Result[Any]) -> str:
    answer = result.answer if result.answer is not None else result.best
    if isinstance(answer, Count):
        return str(answer.number) if answer.exact else f"at least {answer.number}"
    if not isinstance(answer, Solutions):
        return "-"
    forced = forced_cells(puzzle, result)
    if forced is not None:
        return in_words(forced) if result.answer is not None else f"so far {in_words(forced)}"
    if answer.nth is not None:
        return f"solution {answer.nth}" if answer.items else "there is none"
    if answer.count is not None:
        return ("" if answer.count.exact else "at least ") + str(answer.count.number)
    moves = f"{len(solutions(result)[0].moves):,} moves"
    if result.answer is None:
        return f"so far {moves}"
    if not puzzle.countable:
        if result.optimal:
            return f"{moves}, shortest"
        return moves if result.bound is None else f"{moves}, at most {result.bound:.3g} times"
    return {True: "unique", False: "not unique", None: "a solution"}[result.unique]
