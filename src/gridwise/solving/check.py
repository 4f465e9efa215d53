"""Whether the entries so far are part of a solution, and which of them are wrong."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.method import Method
from gridwise.core.numbers import Numeral
from gridwise.core.puzzle import Question
from gridwise.core.result import Result, Solutions, Status, Stop
from gridwise.core.run import Run
from gridwise.core.scene import Role
from gridwise.core.views import CnfModel, Construction
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve

DEFAULT_S = 5.0
"""The time budget, seconds."""
_SEEN = (Role.NUMBER, Role.COVERED, Role.EMPTY, Role.BLANK, Role.BLOCKED)
"""Contents that nobody enters: givens, and cells that were seen."""
_LEAST_S = 0.001  # a limit is above 0
_NAMED = 12  # cells that a sentence names


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer of `check`.

    Parameters
    ----------
    correct
        Whether there is a solution with all entries; None if time ran out first.
    cells
        Entries that are wrong: each rules out every solution of the board as given. If no entry
        does so alone, entries that do so together.
    text
        The answer in words.
    """

    correct: bool | None
    cells: tuple[int, ...]
    text: Message


def check(
    position: object,
    *,
    origin: object | None = None,
    time_s: float = DEFAULT_S,
    cancel: CancelToken | None = None,
) -> Checked:
    """Return whether the entries so far are part of a solution.

    Parameters
    ----------
    position
        The board with the entries.
    origin
        The board as given. Without it everything but shown numbers counts as entered.
    time_s
        The budget, seconds.
    cancel
        A token that ends the check early.
    """
    run = Run(Limits(time_s=time_s), cancel=cancel)
    checker = EntryChecker(Instance.of(position), origin, run)
    puzzle, position = checker.puzzle, checker.position
    broken = puzzle.violations(position)
    try:
        with run.current():
            if puzzle.countable and CnfModel in checker.instance.offers:
                found = checker.by_entries()
            else:
                found = checker.by_solving()
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        text = msg(
            "whether this board has a solution was not found out in {seconds} s",
            seconds=Numeral(f"{time_s:g}"),
        )
        found = Checked(None, (), text)
    if not broken:
        return found
    cells = found.cells or tuple(cell for cell in broken[0].cells if cell in checker.entered)
    return Checked(False, cells, msg("something is wrong: {what}", what=broken[0].text))


class EntryChecker:
    """Finds the entries of one board that rule out every solution."""

    def __init__(self, instance: Instance, origin: Any, run: Run) -> None:
        self.instance, self.origin, self.run = instance, origin, run
        self.puzzle, self.position = instance.puzzle, instance.position
        now = self.puzzle.scene(self.position)
        before = (None,) * len(now.cells) if origin is None else self.puzzle.scene(origin).cells
        self.width = now.width
        self.changed = frozenset(
            cell
            for cell, (new, old) in enumerate(zip(now.cells, before, strict=True))
            if old is None or (new.role, new.text) != (old.role, old.text)
        )
        self.entered = frozenset(c for c in self.changed if now.cells[c].role not in _SEEN)

    def by_entries(self) -> Checked:
        """Ask an incremental solver with each entry alone: clauses are switched on by selectors."""
        model = self.instance.premises()
        with self.instance.reasons(model, self.run) as (session, reasons):
            if session.solve(reasons.selectors) is not None:
                return self._right()
            mine: dict[int, int] = {}
            given: list[int] = []
            for selector, family in reasons.selected.items():
                premise = model.families[family].premise
                cells = () if premise is None else premise.cells
                if len(cells) == 1 and cells[0] in self.entered:
                    mine[selector] = cells[0]
                else:
                    given.append(selector)
            if session.solve(given) is None:
                if self.entered:  # clauses may assume an entry: a known mine lowers the numbers
                    return self._by_moves()
                return Checked(False, (), msg("the board as it was given has no solution"))
            wrong = {
                cell for selector, cell in mine.items() if session.solve([*given, selector]) is None
            }
            if wrong:
                return self._wrong(wrong)
            needed = set(reasons.why((), attempts=4) or ())
            both = {cell for selector, cell in mine.items() if reasons.selected[selector] in needed}
        return self._wrong_together(both)

    def by_solving(self) -> Checked:
        """Ask for any solution. If the path is the solution, no move is wrong by itself."""
        method = None
        if Construction in self.instance.offers:  # a construction takes no search
            method = next(m for m in self.instance.methods if Construction in m.views)
        result = self._solve(self.instance, method or "auto")
        if result.status is Status.SOLVED:
            return self._right()
        if result.status is Status.UNKNOWN:
            raise Interrupted(result.stop)
        if result.conflict is None:
            return Checked(False, (), msg("this board has no solution"))
        cells = tuple(cell for cell in result.conflict.cells if cell in self.entered)
        return Checked(False, cells, msg("something is wrong: {what}", what=result.conflict.text))

    def _by_moves(self) -> Checked:
        """Play each entry alone on the board as given, with the cells seen since, and solve."""
        nobody = Checked(False, (), msg("this board has no solution"))
        if self.origin is None:
            return nobody
        after = self.puzzle.scene(self.position).cells
        moves: dict[int, Any] = {}
        for move in self.puzzle.moves(self.origin):
            cell = move.cell  # the moves of a puzzle whose cells are filled one by one name it
            if cell in self.changed and cell not in moves:
                self.run.check()
                then = self.puzzle.scene(self.puzzle.apply(self.origin, move)).cells[cell]
                if (then.role, then.text) == (after[cell].role, after[cell].text):
                    moves[cell] = move
        if set(moves) != self.changed:
            return nobody
        try:
            seen = self.puzzle.apply_all(
                self.origin, (moves[cell] for cell in sorted(self.changed - self.entered))
            )
        except ParameterError:  # the seen cells fit no board: no entry is to blame
            return nobody
        if not self._solvable(seen):
            return Checked(False, (), msg("the board as it was given has no solution"))
        wrong = {cell for cell in sorted(self.entered) if not self._solvable(seen, moves[cell])}
        return self._wrong(wrong) if wrong else self._wrong_together(self.entered)

    def _solvable(self, board: Any, move: Any = None) -> bool:
        """Return whether the board has a solution after a move."""
        try:
            board = board if move is None else self.puzzle.apply(board, move)
        except ParameterError:  # the rules refuse it at once
            return False
        result = self._solve(board, "auto")
        self.run.check()
        return result.status is not Status.UNSATISFIABLE

    def _solve(self, position: object, method: str | Method) -> Result[Solutions[Any, Any]]:
        self.run.check()
        return solve(
            position,
            method=method,
            question=Question.SOLUTION,
            limits=Limits(time_s=max(_LEAST_S, self.run.remaining_s() or 0.0)),
            cancel=self.run.cancel,
        )

    def _right(self) -> Checked:
        if self.puzzle.is_solved(self.position):
            return Checked(True, (), msg("this is a solution"))
        if not self.puzzle.countable:
            return Checked(True, (), msg("a solution can be reached from here"))
        if not self.entered:
            return Checked(True, (), msg("nothing was entered yet; there is a solution"))
        return Checked(True, (), msg("all entries so far are part of a solution"))

    def _wrong(self, wrong: Collection[int]) -> Checked:
        cells = tuple(sorted(wrong))
        if len(cells) > _NAMED:
            text = msg("{number} entries are wrong", number=len(cells))
        elif len(cells) == 1:
            text = msg("{cell} is wrong", cell=self._names(cells)[0])
        else:
            text = msg("these are wrong: {cells}", cells=self._names(cells))
        return Checked(False, cells, text)

    def _wrong_together(self, wrong: Collection[int]) -> Checked:
        cells = tuple(sorted(wrong))
        if len(cells) > _NAMED:
            text = msg("{number} entries cannot all be right", number=len(cells))
        else:
            text = msg("these cannot all be right: {cells}", cells=self._names(cells))
        return Checked(False, cells, text)

    def _names(self, cells: Iterable[int]) -> tuple[str, ...]:
        return tuple(cell_name(cell, self.width) for cell in cells)


def as_json(found: Checked) -> dict[str, Any]:
    """Return the JSON object of the answer."""
    return {
        "correct": found.correct,
        "cells": list(found.cells),
        "message": found.text.as_json(),
    }
