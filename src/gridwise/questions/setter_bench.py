"""The setter's bench: the values that the givens leave open, and which givens are needed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, TypeVar

from gridwise.core import registry
from gridwise.core.capabilities import Givens
from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.limits import CancelToken, Interrupted, Limits, time_limits
from gridwise.core.message import Message, msg
from gridwise.core.question import Source, question
from gridwise.core.result import Result, Status, Stop
from gridwise.core.run import Run
from gridwise.questions.base_board import board_of
from gridwise.questions.parameters import Cpu, Time
from gridwise.solving.instance import Instance
from gridwise.solving.solve import count, solve

T = TypeVar("T")

DEFAULT_S = 5.0
"""The time budget, seconds."""
MOST = 100
"""Solutions that are counted for each candidate, at most."""
COMPARED = 300
"""Solutions that are compared for the nearest two, at most."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of solutions; if it is not exact, there are at least so many."""

    number: int
    exact: bool

    def as_json(self) -> dict[str, int | bool]:
        """Return the object that `count --json` prints."""
        return {"count": self.number, "exact": self.exact}


@dataclass(frozen=True, slots=True)
class Nearest:
    """Two solutions that differ in few cells.

    Parameters
    ----------
    first, second
        The solutions.
    cells
        The cells where they differ.
    exact
        Whether no two solutions differ in fewer cells; else these are the nearest of the compared
        solutions.
    """

    first: Any
    second: Any
    cells: tuple[int, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class SetterBench:
    """The bench of a position.

    Parameters
    ----------
    position
        The position.
    solutions
        The number of solutions.
    candidates
        The values that some solution has in each empty cell, with the number of solutions.
    redundant
        Givens that can each be left out alone without a second solution; None if the position does
        not have exactly one solution, or time ran out.
    minimised
        The position without its unneeded givens; None if it does not have exactly one solution, or
        time ran out.
    nearest
        The nearest two solutions; None if there are fewer, or time ran out first.
    stopped
        Whether it ended early, so that candidates may be missing.
    stop
        The reason for the end: COMPLETED, TIME_LIMIT or CANCELLED.
    """

    position: Any
    solutions: Number
    candidates: dict[int, dict[str, Number]]
    redundant: tuple[int, ...] | None
    minimised: Any | None
    nearest: Nearest | None
    stopped: bool
    stop: Stop = Stop.COMPLETED

    @property
    def status(self) -> Status:
        """UNSATISFIABLE without a solution, UNKNOWN if it ended early, else SOLVED."""
        if self.stopped:
            return Status.UNKNOWN
        return Status.SOLVED if self.solutions.number else Status.UNSATISFIABLE

    @property
    def answered(self) -> bool:
        """Whether it did not end early."""
        return not self.stopped

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of `rate --bench`."""
        notation = registry.puzzle_of(self.position).format(self.position)
        return {"notation": notation, **self.as_json()}

    def as_json(self) -> dict[str, Any]:
        """Return the bench without its board."""
        puzzle = registry.puzzle_of(self.position)
        near = self.nearest
        return {
            "solutions": self.solutions.as_json(),
            "candidates": {
                str(cell): {value: number.as_json() for value, number in values.items()}
                for cell, values in self.candidates.items()
            },
            "redundant": None if self.redundant is None else list(self.redundant),
            "minimised": None if self.minimised is None else puzzle.format(self.minimised),
            "nearest": near
            and {
                "solutions": [puzzle.format(near.first), puzzle.format(near.second)],
                "cells": list(near.cells),
                "exact": near.exact,
            },
            "stopped": self.stopped,
        }


@question(short=True, remote=False)
def setter_bench(
    board: Source,
    *,
    time_s: Time = None,
    cpu_s: Cpu = None,
    most: int = MOST,
    cancel: CancelToken | None = None,
) -> SetterBench:
    """Return the setter's bench of a board: the values left open, and which givens matter.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    time_s, cpu_s, cancel
        End it early: `stop` says which, and the result is a part. The default limit is 5 seconds on
        the clock.
    most
        The most solutions that are counted.

    Raises
    ------
    ParameterError
        The puzzle's boards have no givens.

    Examples
    --------
    >>> bench = setter_bench("sudoku:2x2:1.......3......4")
    >>> bench.solutions.number, bench.candidates[1]["2"].number
    (3, 2)
    """
    position = board_of(board).position
    kind = registry.puzzle_of(position)
    givens = registry.capability(kind.name, Givens, position)
    if givens is None:
        raise ParameterError(msg("there is no setter's bench for {puzzle}", puzzle=kind.name))
    run = Run(time_limits(time_s, cpu_s, DEFAULT_S), cancel=cancel)
    return _Bench(position, givens, run, most).result()


class _Bench:
    def __init__(self, position: Any, givens: Givens, run: Run, most: int) -> None:
        self._puzzle = registry.puzzle_of(position)
        self._position, self._givens, self._most, self._run = position, givens, most, run
        self._stopped = False
        self._why = Stop.TIME_LIMIT

    def _limits(self, solutions: int) -> Limits:
        return replace(self._run.rest(), solutions=solutions)

    def _count(self, position: Any, most: int) -> Number:
        instance = Instance.of(position, self._puzzle)
        limits = self._limits(most)
        answer = self._heeded(count(instance, limits=limits, cancel=self._run.cancel))
        if answer.answer is None:
            return Number(0, exact=answer.stop is Stop.COMPLETED)
        return Number(answer.answer.number, answer.answer.exact)

    def _heeded(self, answer: Result[T]) -> Result[T]:
        """Return an answer; note that time ended it, or raise `Interrupted` on a cancel."""
        if answer.stop is Stop.CANCELLED:
            raise Interrupted(answer.stop)
        self._stopped |= answer.stop is Stop.TIME_LIMIT
        return answer

    def _is_unique(self, position: Any) -> bool:
        number = self._count(position, 1)
        if not number.exact and self._stopped:
            raise Interrupted(Stop.TIME_LIMIT)
        return number == Number(1, exact=True)

    def result(self) -> SetterBench:
        solutions, candidates = Number(0, exact=False), dict[int, dict[str, Number]]()
        redundant: list[int] | None = None
        minimised: Any = None
        nearest: Nearest | None = None
        complete = False
        try:
            solutions = self._count(self._position, self._most)
            if solutions == Number(1, exact=True):
                # Given up as a whole if time runs out: a part would look like the whole.
                spare = [
                    cell
                    for cell in self._givens.cells(self._position)
                    if self._is_unique(self._givens.without(self._position, cell))
                ]
                redundant = spare
                minimised = self._minimised(spare)
            elif solutions.number:
                boards, complete = self._boards()
                nearest = self._nearest(boards, exact=complete)
            if complete and solutions.exact:
                self._tally(boards, candidates)
            else:
                self._look(candidates, solutions)
        except Interrupted as end:
            self._stopped, self._why = True, end.stop
        return SetterBench(
            self._position,
            solutions,
            candidates,
            None if redundant is None else tuple(redundant),
            minimised,
            nearest,
            self._stopped,
            self._why if self._stopped else Stop.COMPLETED,
        )

    def _minimised(self, redundant: Iterable[int]) -> Any:
        board = self._position
        for cell in redundant:
            fewer = self._givens.without(board, cell)
            if self._is_unique(fewer):
                board = fewer
        return board

    def _look(self, candidates: dict[int, dict[str, Number]], solutions: Number) -> None:
        """Count the solutions of each candidate; those with none are no true candidates."""
        if not solutions.number:
            return
        empty = self._givens.values(self._position)
        if solutions == Number(1, exact=True):
            instance = Instance.of(self._position, self._puzzle)
            limits = self._limits(1)
            answer = self._heeded(solve(instance, limits=limits, cancel=self._run.cancel)).answer
            for only in () if answer is None else answer.items:
                for cell, value in enumerate(self._givens.values(only.position)):
                    if not empty[cell]:
                        candidates[cell] = {value: solutions}
            return
        for move in self._puzzle.moves(self._position):
            after = self._puzzle.apply(self._position, move)
            values = self._givens.values(after)
            cell = next(
                c for c, (old, new) in enumerate(zip(empty, values, strict=True)) if old != new
            )
            number = self._count(after, self._most)
            if number.number:
                candidates.setdefault(cell, {})[values[cell]] = number

    def _boards(self) -> tuple[list[tuple[Any, tuple[str, ...]]], bool]:
        """Return solutions, each with the contents of its cells, and whether these are all."""
        instance = Instance.of(self._position, self._puzzle)
        limits = self._limits(COMPARED)
        result = self._heeded(
            solve(instance, all_solutions=True, limits=limits, cancel=self._run.cancel)
        )
        items = () if result.answer is None else result.answer.items
        boards = [(item.position, self._givens.values(item.position)) for item in items]
        return boards, result.stop is Stop.COMPLETED

    def _tally(
        self,
        boards: Iterable[tuple[Any, tuple[str, ...]]],
        candidates: dict[int, dict[str, Number]],
    ) -> None:
        """Count the solutions of each candidate among all solutions."""
        for cell, given in enumerate(self._givens.values(self._position)):
            if not given:
                tally = Counter(values[cell] for _, values in boards)
                candidates[cell] = {
                    value: Number(number, exact=True) for value, number in sorted(tally.items())
                }

    @staticmethod
    def _nearest(boards: Iterable[tuple[Any, tuple[str, ...]]], *, exact: bool) -> Nearest | None:
        best: Nearest | None = None
        for (first, left), (second, right) in combinations(boards, 2):
            cells = tuple(c for c, (a, b) in enumerate(zip(left, right, strict=True)) if a != b)
            if best is None or len(cells) < len(best.cells):
                best = Nearest(first, second, cells, exact)
        return best


def lines(bench: SetterBench) -> Iterator[Message]:
    """Yield the lines of a bench for a terminal.

    The candidates are left out if there is one solution, as they add nothing.
    """
    puzzle = registry.puzzle_of(bench.position)
    number = bench.solutions
    if number.exact:
        yield msg("solutions: {number}", number=number.number)
    else:
        yield msg("solutions: at least {number}", number=number.number)
    if number != Number(1, exact=True):
        yield from candidate_lines(bench)
    if bench.redundant is not None:
        yield msg("givens that are not needed: {number}", number=len(bench.redundant))
    if bench.minimised is not None:
        yield msg("minimised: {board}", board=puzzle.format(bench.minimised))
    if bench.nearest is not None:
        near = bench.nearest
        first, second = puzzle.format(near.first), puzzle.format(near.second)
        cells = len(near.cells)
        if near.exact:
            yield msg(
                "the nearest two solutions differ in {cells} cells: {first} and {second}",
                cells=cells,
                first=first,
                second=second,
            )
        else:
            yield msg(
                "of the solutions compared, the nearest two differ in {cells} cells: "
                "{first} and {second}",
                cells=cells,
                first=first,
                second=second,
            )
    if bench.stop is Stop.CANCELLED:
        yield msg("cancelled: this is a part of what was asked")
    elif bench.stopped:
        yield msg("time ran out: this is a part of what was asked")


def candidate_lines(bench: SetterBench) -> Iterator[Message]:
    """Yield the candidates of each cell, with the number of solutions of each."""
    width = registry.puzzle_of(bench.position).scene(bench.position).width
    for cell, values in bench.candidates.items():
        counts = tuple(
            msg("{value} ({number})", value=value, number=_in_words(found))
            for value, found in values.items()
        )
        yield msg("{cell}: {values}", cell=cell_name(cell, width), values=counts)


def _in_words(number: Number) -> Message | int:
    return number.number if number.exact else msg("at least {number}", number=number.number)
