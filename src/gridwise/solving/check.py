"""Whether what was entered so far is part of a solution, and which entries are not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.limits import CancelToken, Interrupted, Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Offer, Puzzle, Question
from gridwise.core.reasons import Reasons
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.scene import Role
from gridwise.core.views import CnfModel, Construction
from gridwise.solving.solve import solve

DEFAULT_S = 5.0
"""The time budget, seconds."""
_SEEN = (Role.NUMBER, Role.COVERED, Role.EMPTY, Role.BLANK, Role.BLOCKED)
"""What nobody enters: it is given, or was seen."""
_LEAST_S = 0.001  # a limit is above 0
_NAMED = 12  # cells that a sentence names


@dataclass(frozen=True, slots=True)
class Checked:
    """The answer.

    Parameters
    ----------
    correct
        Whether there is a solution with everything that was entered; None where that was not
        found out in time.
    cells
        Entries that are wrong: each rules out every solution of the board as given. Where none
        does alone, entries that do so together.
    text
        The same in words.
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
    """Return whether what was entered so far is part of a solution.

    Parameters
    ----------
    position
        The board as it stands.
    origin
        The board as it was given. Without it everything but shown numbers is taken as entered.
    time_s
        The budget, seconds.
    cancel
        Ends it early.
    """
    puzzle = registry.puzzle_of(position)
    entered = _entered(puzzle, position, origin)
    run = Run(Limits(time_s=time_s), cancel=cancel)
    offers: Mapping[Any, Offer[Any]] = puzzle.views(position)
    broken = puzzle.violations(position)
    try:
        with run.current():
            if puzzle.countable and CnfModel in offers:
                found = _by_entries(puzzle, position, origin, entered, run)
            else:
                found = _by_solving(puzzle, position, entered, run, offers)
    except Interrupted as end:
        if end.stop is Stop.CANCELLED:
            raise
        found = _unknown(time_s)
    if not broken:
        return found
    cells = found.cells or tuple(cell for cell in broken[0].cells if cell in entered)
    return Checked(False, cells, msg("something is wrong: {what}", what=broken[0].text))


def _entered(puzzle: Puzzle[Any, Any], position: Any, origin: Any) -> frozenset[int]:
    """Return the cells whose content the player entered."""
    now = puzzle.scene(position).cells
    before = (None,) * len(now) if origin is None else puzzle.scene(origin).cells
    return frozenset(
        cell
        for cell, (new, old) in enumerate(zip(now, before, strict=True))
        if new.role not in _SEEN and (old is None or (new.role, new.text) != (old.role, old.text))
    )


def _by_entries(
    puzzle: Puzzle[Any, Any], position: Any, origin: Any, entered: frozenset[int], run: Run
) -> Checked:
    """Ask a solver with each entry alone, which one clause set with switches answers quickly."""
    offer: Offer[Any] = puzzle.views(position)[CnfModel]
    options: dict[str, str | int] = {}
    if any(o.name == "givens" and "premises" in o.choices for o in offer.options):
        options["givens"] = "premises"
    model = offer.make(**options)
    assert isinstance(model, CnfModel)
    helper = next(m for m in registry.methods_for(position) if m.explains)
    with helper.session(run) as session:
        reasons = Reasons(model, session, run)
        if session.solve(reasons.selectors) is not None:
            return _right(puzzle, position, entered)
        mine: dict[int, int] = {}
        given: list[int] = []
        for selector, family in reasons.selected.items():
            premise = model.families[family].premise
            cells = () if premise is None else premise.cells
            if len(cells) == 1 and cells[0] in entered:
                mine[selector] = cells[0]
            else:
                given.append(selector)
        if session.solve(given) is None:
            if entered:  # clauses may take an entry for granted: a known mine lowers the numbers
                return _by_moves(puzzle, position, origin, entered, run)
            return Checked(False, (), msg("the board as it was given has no solution"))
        wrong = sorted(
            {cell for selector, cell in mine.items() if session.solve([*given, selector]) is None}
        )
        if wrong:
            return _wrong(puzzle, position, tuple(wrong))
        needed = set(reasons.why((), attempts=4) or ())
        both = {cell for selector, cell in mine.items() if reasons.selected[selector] in needed}
    return _together(puzzle, position, tuple(sorted(both)))


def _together(puzzle: Puzzle[Any, Any], position: Any, cells: tuple[int, ...]) -> Checked:
    if len(cells) > _NAMED:
        text = msg("{number} entries cannot all be right", number=len(cells))
    else:
        text = msg("these cannot all be right: {cells}", cells=_names(puzzle, position, cells))
    return Checked(False, cells, text)


def _by_moves(
    puzzle: Puzzle[Any, Any], position: Any, origin: Any, entered: frozenset[int], run: Run
) -> Checked:
    """Play each entry alone on the board as it was given, with what was seen since, and solve."""
    nobody = Checked(False, (), msg("this board has no solution"))
    if origin is None:
        return nobody
    before, after = puzzle.scene(origin), puzzle.scene(position)
    changed = {
        cell
        for cell, (old, new) in enumerate(zip(before.cells, after.cells, strict=True))
        if (old.role, old.text) != (new.role, new.text)
    }
    moves: dict[int, Any] = {}
    names = {cell_name(cell, before.width): cell for cell in changed}
    for move in puzzle.moves(origin):
        found = names.get(re.split("[^rc0-9]", puzzle.format_move(origin, move))[0])
        if found is not None and found not in moves:
            run.check()
            then, goal = puzzle.scene(puzzle.apply(origin, move)), after.cells[found]
            if (then.cells[found].role, then.cells[found].text) == (goal.role, goal.text):
                moves[found] = move
    if set(moves) != changed:
        return nobody
    try:
        seen = puzzle.apply_all(origin, (moves[cell] for cell in sorted(changed - entered)))
    except ParameterError:  # what was seen fits no board: no entry is to blame
        return nobody
    if not _solvable(puzzle, seen, None, run):
        return Checked(False, (), msg("the board as it was given has no solution"))
    mine = sorted(entered & changed)
    wrong = [cell for cell in mine if not _solvable(puzzle, seen, moves[cell], run)]
    if wrong:
        return _wrong(puzzle, position, tuple(wrong))
    return _together(puzzle, position, tuple(mine))


def _solvable(puzzle: Puzzle[Any, Any], board: Any, move: Any, run: Run) -> bool:
    """Return whether the board has a solution after a move."""
    try:
        board = board if move is None else puzzle.apply(board, move)
    except ParameterError:  # the rules refuse it at once
        return False
    limits = _left(run)
    result = solve(board, question=Question.SOLUTION, limits=limits, cancel=run.cancel)
    run.check()
    return result.status is not Status.UNSATISFIABLE


def _by_solving(
    puzzle: Puzzle[Any, Any],
    position: Any,
    entered: frozenset[int],
    run: Run,
    offers: Mapping[Any, Offer[Any]],
) -> Checked:
    """Ask for any solution. Where the way is the solution, no move of it is wrong by itself."""
    method = "auto"
    if Construction in offers:  # which takes no search
        method = next(m.name for m in registry.methods_for(position) if Construction in m.views)
    limits = _left(run)
    question = Question.SOLUTION
    result = solve(position, method=method, question=question, limits=limits, cancel=run.cancel)
    if result.status is Status.SOLVED:
        return _right(puzzle, position, entered)
    if result.status is Status.UNKNOWN:
        if result.stop is Stop.CANCELLED:
            raise Interrupted(result.stop)
        return _unknown(run.limits.time_s or DEFAULT_S)
    if result.conflict is None:
        return Checked(False, (), msg("this board has no solution"))
    cells = tuple(cell for cell in result.conflict.cells if cell in entered)
    return Checked(False, cells, msg("something is wrong: {what}", what=result.conflict.text))


def _left(run: Run) -> Limits:
    run.check()
    return Limits(time_s=max(_LEAST_S, run.remaining_s() or 0.0))


def _right(puzzle: Puzzle[Any, Any], position: Any, entered: frozenset[int]) -> Checked:
    if puzzle.is_solved(position):
        return Checked(True, (), msg("this is a solution"))
    if not puzzle.countable:
        return Checked(True, (), msg("a solution can be reached from here"))
    if not entered:
        return Checked(True, (), msg("nothing was entered yet; there is a solution"))
    return Checked(True, (), msg("all that was entered so far is part of a solution"))


def _wrong(puzzle: Puzzle[Any, Any], position: Any, cells: tuple[int, ...]) -> Checked:
    names = _names(puzzle, position, cells)
    if len(cells) == 1:
        return Checked(False, cells, msg("{cell} is wrong", cell=names[0]))
    if len(cells) > _NAMED:
        return Checked(False, cells, msg("{number} entries are wrong", number=len(cells)))
    return Checked(False, cells, msg("these are wrong: {cells}", cells=names))


def _unknown(time_s: float) -> Checked:
    text = msg("it was not found out in {seconds} s", seconds=f"{time_s:g}")
    return Checked(None, (), text)


def _names(puzzle: Puzzle[Any, Any], position: Any, cells: tuple[int, ...]) -> tuple[str, ...]:
    width = puzzle.scene(position).width
    return tuple(cell_name(cell, width) for cell in cells)


def record(found: Checked) -> dict[str, Any]:
    """Return the JSON object of the answer."""
    return {
        "correct": found.correct,
        "cells": list(found.cells),
        "message": found.text.as_json(),
    }
